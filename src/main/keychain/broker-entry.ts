// The program of the keychain broker: a keychain that hangs, crashes or has been restarted takes this process with it and not the app. Runs as an Electron utility process and under child_process.fork.
import { readBrokerRequest, type BrokerReply } from './broker-protocol.js'
import { errorText } from './keychain-adapter.js'
import { runKeytar } from './keytar-operations.js'

type ParentPort = { on(event: 'message', listener: (event: { data: unknown }) => void): unknown; postMessage(message: unknown): void }

const isParentPort = (value: unknown): value is ParentPort => typeof value === 'object' && value !== null && 'postMessage' in value

const answer = async (message: unknown): Promise<BrokerReply | null> => {
  const request = readBrokerRequest(message)
  if (request === null) return null
  try {
    return { id: request.id, ok: true, value: await runKeytar(request) }
  } catch (error) {
    return { id: request.id, ok: false, message: errorText(error) }
  } finally {
    request.args.item?.fill(0)
  }
}

const serve = (reply: (message: BrokerReply) => void) => (message: unknown) => {
  void answer(message).then((answered) => {
    if (answered === null) return
    reply(answered)
    if (answered.ok && answered.value instanceof Uint8Array) answered.value.fill(0)
  })
}

const parentPort: unknown = Reflect.get(process, 'parentPort')

if (isParentPort(parentPort)) {
  const onMessage = serve((message) => parentPort.postMessage(message))
  parentPort.on('message', (event) => onMessage(event.data))
} else {
  const onMessage = serve((message) => process.send?.(message))
  process.on('message', onMessage)
  // process.exit would wait for a keychain call that may never end.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}
