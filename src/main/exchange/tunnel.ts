import { request } from 'node:http'
import type { Socket } from 'node:net'

/** The proxy itself is at fault: nothing is known of what lies behind it. */
export class NoTunnel extends Error {
  constructor(readonly code: string) {
    super('the proxy did not open the way')
  }
}

type Opened = (...outcome: [null, Socket] | [Error, null]) => void

/** Asks an http proxy for a tunnel to `host:port`. The proxy learns that and no more: the call itself goes inside. */
export const tunnelThrough = (proxy: string, target: string, done: Opened): { destroy(): void } => {
  const ask = request(proxy, { method: 'CONNECT', path: target, headers: { host: target }, agent: false })
  ask.once('connect', (answer, socket: Socket) => {
    if (answer.statusCode === 200) {
      done(null, socket)
      return
    }
    socket.destroy()
    done(new NoTunnel('PROXY_REFUSED'), null)
  })
  ask.once('response', (answer) => {
    answer.destroy()
    done(new NoTunnel('PROXY_REFUSED'), null)
  })
  ask.on('error', (error: NodeJS.ErrnoException) => done(new NoTunnel(error.code ?? ''), null))
  ask.end()
  return ask
}
