// A little app for one question: does a process with a keychain call under way end when it is told to, or when it dies?
import { createKeychainBroker } from '../../src/main/keychain/broker.js'
import { createVault } from '../../src/main/keychain/vault.js'
import { forkBroker } from './fork-broker.js'

const [, , entry = ''] = process.argv
const env = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
)

const keychain = createKeychainBroker({
  launch: () => forkBroker(entry, env, (child) => process.stdout.write(`${String(child.pid)}\n`)),
  // No limit ends the call.
  timer: () => () => undefined,
})
const vault = createVault({ keychain, platform: 'linux' })
void vault.load('0b8c9d5e-7a54-4a43-8f0e-6f4b0d1c2a39')

process.stdin.resume().once('end', () => {
  vault.close()
  process.exit(0)
})
