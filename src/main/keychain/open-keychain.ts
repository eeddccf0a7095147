import path from 'node:path'
import { launchBroker } from './broker-launcher.js'
import { createKeychainBroker } from './broker.js'
import { createDirectKeychain } from './direct-keychain.js'
import type { KeychainAdapter } from './keychain-adapter.js'
import { desktopFamily } from './keychain-help.js'
import { createKeychain, type Keychain, type KeychainParts } from './keychain.js'

/** Nothing is started, loaded or asked before the first call. */
const adapterOf = (platform: NodeJS.Platform, built: string): KeychainAdapter => {
  if (platform === 'darwin') return createDirectKeychain({ backend: 'Keychain (macOS)' })
  if (platform === 'win32') return createDirectKeychain({ backend: 'Credential Manager (Windows)' })
  return createKeychainBroker({ launch: () => launchBroker(path.join(built, 'main', 'keychain-broker.js'), process.env) })
}

/** @param built the folder of the built programs */
export const openKeychain = ({ built, ...parts }: Pick<KeychainParts, 'redactSecret' | 'warn'> & { built: string }): Keychain =>
  createKeychain({
    ...parts,
    adapter: adapterOf(process.platform, built),
    platform: process.platform,
    desktop: desktopFamily(process.env['XDG_CURRENT_DESKTOP']),
  })
