// The program of the keychain broker: a keychain that hangs, crashes or was restarted takes down
// this process and not the app. Runs as an Electron utility process and under child_process.fork.
import {
  brokerReady,
  type BrokerReply,
  errorText,
  readBrokerRequest,
  runKeytar,
} from './keychain-call.js'

type ParentPort = {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown
  postMessage(message: unknown): void
}

function isParentPort(value: unknown): value is ParentPort {
  return typeof value === 'object' && value !== null && 'postMessage' in value
}

async function serve(message: unknown, reply: (reply: BrokerReply) => void): Promise<void> {
  const request = readBrokerRequest(message)
  if (request === null) return
  const { id, item } = request
  try {
    const value = await runKeytar(request)
    reply({ id, ok: true, value })
    if (value instanceof Uint8Array) value.fill(0)
  } catch (error) {
    reply({ id, ok: false, message: errorText(error) })
  } finally {
    item?.fill(0)
  }
}

const parentPort: unknown = Reflect.get(process, 'parentPort')

if (isParentPort(parentPort)) {
  parentPort.on('message', ({ data }) => void serve(data, (reply) => parentPort.postMessage(reply)))
  parentPort.postMessage(brokerReady)
} else {
  process.on('message', (message) => void serve(message, (reply) => process.send?.(reply)))
  process.send?.(brokerReady)
  // process.exit would wait for a keychain call that may never end.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}
