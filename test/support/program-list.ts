/** Programs that tests start as processes of their own, by the name they get. */
export const programList = {
  broker: 'src/main/keychain/broker-entry.ts',
  quitter: 'test/support/keychain-quitter.ts',
  app: 'test/support/keychain-electron.ts',
  reporter: 'test/support/environment-reporter.ts',
  pinger: 'test/support/exchange-programs/pinger.ts',
  glutton: 'test/support/exchange-programs/glutton.ts',
  answerReader: 'test/support/exchange-programs/answer-reader.ts',
  sender: 'test/support/exchange-programs/order-sender.ts',
  sleeper: 'test/support/exchange-programs/order-sleeper.ts',
  script: 'test/support/simulator-script.ts',
  writer: 'test/support/store-programs/nonce-writer.ts',
  watcher: 'test/support/store-programs/loan-watcher.ts',
  storeReader: 'test/support/store-programs/store-reader.ts',
  holder: 'test/support/store-programs/store-holder.ts',
  flexReader: 'test/support/store-programs/flex-reader.ts',
  settingsReader: 'test/support/store-programs/settings-reader.ts',
}
