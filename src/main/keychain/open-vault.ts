import path from 'node:path'
import { launchBroker } from './broker-launcher.js'
import { desktopFamily } from './keychain-help.js'
import { createSystemKeychain } from './system-keychain.js'
import { createVault, type Vault, type VaultPorts } from './vault.js'

/** The vault over the keychain of this system. `built` is the folder of the built programs. */
export const openVault = ({ built, ...ports }: Pick<VaultPorts, 'watchSecret' | 'warn'> & { built: string }): Vault =>
  createVault({
    ...ports,
    keychain: createSystemKeychain(process.platform, () => launchBroker(path.join(built, 'main', 'keychain-broker.js'), process.env)),
    platform: process.platform,
    desktop: desktopFamily(process.env['XDG_CURRENT_DESKTOP']),
  })
