// Everybody who listens on /ws. Told when the service's time has moved, it passes on what each of them has subscribed to.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Clock } from '../../shared/time.js'
import type { Fault } from '../faults.js'
import { stormCutsStreams } from '../random-faults.js'
import type { World } from '../world.js'
import { Connection } from './connection.js'
import { closeCodes } from './frames.js'
import { answerHandshake } from './handshake.js'
import { StreamSession } from './session.js'

export const streamPath = '/ws'
const connectionsPerMinute = 1000
const minute = 60
/** A client that says nothing for so many seconds is taken for gone. Counted on the clock handed in, so that a fast rehearsal does not cut it off. */
const longestSilence = 60

export type HubParts = {
  world(): World
  clock: Clock
  /** What limits are counted on: where the clock stands still, the service's own time, or a limit once reached would hold for ever. */
  countingClock: Clock
  wait(ms: number): Promise<void>
  /** A refusal as it goes over the wire. `headers` are lines of it. */
  refusal(status: number, headers?: readonly string[]): string
}

type Listener = { connection: Connection; session: StreamSession; heard: number }

export class StreamHub {
  private readonly listeners = new Set<Listener>()
  private opened: number[] = []

  constructor(private readonly parts: HubParts) {}

  /** How many listen. */
  get size(): number {
    return this.listeners.size
  }

  /** Answers a handshake; gives the status it was answered with. */
  welcome(request: IncomingMessage, socket: Duplex, head: Buffer): number {
    const now = this.parts.countingClock()
    this.opened = this.opened.filter((time) => time > now - minute)
    if (this.opened.length >= connectionsPerMinute) {
      socket.end(this.parts.refusal(429))
      return 429
    }
    const answer = answerHandshake(request.method ?? '', request.headers)
    if (!answer.open) {
      socket.end(this.parts.refusal(answer.status, answer.headers))
      return answer.status
    }
    this.opened.push(now)
    socket.write(answer.text)
    this.listen(socket, head)
    return 101
  }

  /** A failure on demand in the place of a handshake. */
  refuse(fault: Fault, socket: Duplex): void {
    if (fault.status === undefined || fault.status < 300) socket.destroy()
    else socket.end(this.parts.refusal(fault.status))
  }

  private listen(socket: Duplex, head: Buffer): void {
    const session = new StreamSession({ world: () => this.parts.world(), clock: () => this.parts.countingClock() })
    const connection: Connection = new Connection({
      socket,
      wait: (ms) => this.parts.wait(ms),
      onSign: () => {
        listener.heard = this.parts.clock()
      },
      onText: (text) => {
        const heard = session.hear(text)
        for (const line of heard.say) connection.send(line)
        if (heard.close) connection.close(closeCodes.notText, 'not JSON')
      },
      onEnd: () => this.listeners.delete(listener),
    })
    const listener: Listener = { connection, session, heard: this.parts.clock() }
    this.listeners.add(listener)
    connection.receive(head)
  }

  /** After the service's time has moved. */
  timeMoved(): void {
    if (this.listeners.size === 0) return
    const now = this.parts.clock()
    const cutAll = stormCutsStreams(this.parts.world())
    for (const { connection, session, heard } of [...this.listeners]) {
      if (cutAll) connection.cut()
      else if (now - heard > longestSilence) connection.close(closeCodes.policy, 'nothing heard for a minute')
      else for (const text of session.updates()) connection.send(text)
    }
  }

  /** Ends every connection: the world they listened to is another one now, or the service stops. */
  dismiss(code: 1001 | 1012): void {
    this.opened = []
    for (const { connection } of [...this.listeners]) connection.close(code)
  }

  /** Ends them at once, for a service that must be gone. */
  cut(): void {
    for (const { connection } of [...this.listeners]) connection.cut()
  }
}
