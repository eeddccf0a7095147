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
  nonceWriter: 'test/support/storage-programs/nonce-writer.ts',
  loanSampler: 'test/support/storage-programs/loan-sampler.ts',
  storageReader: 'test/support/storage-programs/storage-reader.ts',
  storageHolder: 'test/support/storage-programs/storage-holder.ts',
  flexReader: 'test/support/storage-programs/flex-reader.ts',
  settingsReader: 'test/support/storage-programs/settings-reader.ts',
}
