// Which path a request is for, and whether it comes from a program on this computer.
import type { IncomingMessage } from 'node:http'

const ownNames: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost'])
/** What stands before the path where a client writes the whole address, as to a proxy. */
const beginning = /^https?:\/\/([^/?]*)/i

export const pathOf = (url: string): string => {
  const path = url.replace(beginning, '').split('?', 1)[0] ?? ''
  return path === '' ? '/' : path
}

/** A page in a browser must not be able to pull the levers: it sends an Origin, or a host that is not this computer. */
export const fromThisComputer = ({ url = '', headers }: IncomingMessage): boolean => {
  const host = beginning.exec(url)?.[1] ?? headers.host ?? ''
  return headers.origin === undefined && ownNames.has(host.replace(/:\d+$/, ''))
}
