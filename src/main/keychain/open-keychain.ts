import { utilityProcess } from 'electron'
import path from 'node:path'
import { type BrokerChild, brokerEnvironment, createKeychainBroker } from './broker.js'
import { createInProcessKeychain, type KeychainAdapter } from './keychain-adapter.js'
import { desktopFamily } from './keychain-faults.js'
import { createKeychain, type Keychain } from './keychain.js'

/**
 * Starts the broker as an Electron utility process (child_process.fork does not work in a packaged
 * app, where running Electron as Node is switched off). `entry` is the built keychain-broker.js.
 * Works only after Electron is ready.
 */
export function launchBroker(entry: string, env: NodeJS.ProcessEnv): BrokerChild {
  const child = utilityProcess.fork(entry, [], {
    env: brokerEnvironment(env),
    stdio: 'ignore',
    serviceName: 'Plimsoll keychain',
  })
  let unwanted = false

  /**
   * Electron's own kill is SIGTERM, which a process stuck in a keychain call may ignore, and does
   * nothing before the process is up.
   */
  const kill = (): void => {
    unwanted = true
    if (child.pid === undefined) return
    try {
      process.kill(child.pid, 'SIGKILL')
    } catch {
      // It has already exited.
    }
    child.kill()
  }

  child.once('spawn', () => {
    if (unwanted) kill()
  })

  return {
    send: (request) => child.postMessage(request),
    listen: (handlers) => {
      child.on('message', (message: unknown) => handlers.message(message))
      child.once('exit', (code) =>
        handlers.exit(`the keychain process ended with code ${String(code)}`),
      )
    },
    kill,
  }
}

/** Nothing is started, loaded or called before the first call. */
function adapterOf(platform: NodeJS.Platform, built: string): KeychainAdapter {
  if (platform === 'darwin') return createInProcessKeychain({ backend: 'Keychain (macOS)' })
  if (platform === 'win32')
    return createInProcessKeychain({ backend: 'Credential Manager (Windows)' })
  return createKeychainBroker({
    launch: () => launchBroker(path.join(built, 'main', 'keychain-broker.js'), process.env),
  })
}

/** @param built the folder of the built programs */
export function openKeychain({
  built,
  ...parts
}: Pick<Parameters<typeof createKeychain>[0], 'redactSecret' | 'warn'> & {
  built: string
}): Keychain {
  return createKeychain({
    ...parts,
    adapter: adapterOf(process.platform, built),
    platform: process.platform,
    desktop: desktopFamily(process.env['XDG_CURRENT_DESKTOP']),
  })
}
