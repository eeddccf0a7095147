import { createKeychainBroker, type BrokerChild } from './broker.js'
import { createDirectKeychain } from './direct-keychain.js'
import type { KeychainPort } from './keychain-port.js'

/** The keychain of the system Plimsoll runs on. Nothing is started, loaded or asked before the first call. */
export const createSystemKeychain = (platform: NodeJS.Platform, launch: () => BrokerChild): KeychainPort => {
  if (platform === 'darwin') return createDirectKeychain({ backend: 'Keychain (macOS)' })
  if (platform === 'win32') return createDirectKeychain({ backend: 'Credential Manager (Windows)' })
  return createKeychainBroker({ launch })
}
