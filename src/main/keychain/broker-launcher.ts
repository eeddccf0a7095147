import { utilityProcess } from 'electron'
import type { BrokerChild } from './broker.js'
import { brokerEnvironment } from './broker-protocol.js'

/**
 * Starts the broker as an Electron utility process (child_process.fork does not work in a packaged app, where running Electron as Node
 * is switched off). `entry` is the built keychain-broker.js. Works only after Electron is ready.
 */
export const launchBroker = (entry: string, env: NodeJS.ProcessEnv): BrokerChild => {
  const child = utilityProcess.fork(entry, [], { env: brokerEnvironment(env), stdio: 'ignore', serviceName: 'Plimsoll keychain' })
  let unwanted = false

  /** Electron's own kill is SIGTERM, which a process stuck in a keychain call may ignore, and does nothing before the process is up. */
  const kill = (): void => {
    unwanted = true
    if (child.pid === undefined) return
    try {
      process.kill(child.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
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
      child.once('exit', (code) => handlers.exit(`the keychain process ended with code ${String(code)}`))
    },
    kill,
  }
}
