// A little app for one question: does a process with a keychain call under way end when it is told
// to, or when it dies?
import { createKeychainBroker } from '../../src/main/keychain/broker.js'
import { createKeychain } from '../../src/main/keychain/keychain.js'
import { forkBroker } from './fork-broker.js'

const [, , entry = ''] = process.argv
const env = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  ),
)

const adapter = createKeychainBroker({
  launch: () => forkBroker(entry, env, (child) => process.stdout.write(`${String(child.pid)}\n`)),
  // No limit ends the call.
  timer: () => () => undefined,
})
const keychain = createKeychain({ adapter, platform: 'linux' })
void keychain.load('0b8c9d5e-7a54-4a43-8f0e-6f4b0d1c2a39')

process.stdin.resume().once('end', () => {
  keychain.close()
  process.exit(0)
})
