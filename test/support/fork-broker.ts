import { fork, type ChildProcess } from 'node:child_process'
import { type BrokerChild, brokerEnvironment } from '../../src/main/keychain/broker.js'

/**
 * Starts a built broker by child_process.fork. `started` gets the process, so that a test can
 * observe or kill it.
 */
export function forkBroker(
  entry: string,
  env: { readonly [name: string]: string },
  started: (child: ChildProcess) => void = () => undefined,
): BrokerChild {
  const child = fork(entry, [], {
    env: brokerEnvironment(env),
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  started(child)
  return {
    send: (request) => void child.send(request, () => undefined),
    listen: (handlers) => {
      child.on('message', handlers.message)
      child.once('exit', (code, signal) =>
        handlers.exit(`the keychain process ended with ${signal ?? String(code)}`),
      )
      child.on('error', (error) => handlers.exit(error.message))
    },
    kill: () => void child.kill('SIGKILL'),
  }
}
