// One open connection: messages in, text out, pings answered, and an end that both sides agree on.
import type { Duplex } from 'node:stream'
import { closeFrame, pongFrame, textFrame, type CloseCode } from './frames.js'
import { MessageReader } from './messages.js'

/** More bytes than any request has; a client that sends more is cut off. */
const largestMessage = 64 * 1024
/** What may lie unsent for a client that does not read. */
const largestBacklog = 16 * 1024 * 1024
const patienceMs = 500

export type ConnectionParts = {
  socket: Duplex
  onText(text: string): void
  /** Anything from the other side, a ping frame too. */
  onSign(): void
  /** Once, when the connection is over for whatever reason. */
  onEnd(): void
  /** Waits in real time, for a peer that does not close its side. */
  wait(ms: number): Promise<void>
}

export class Connection {
  private readonly reader = new MessageReader(largestMessage)
  private closing = false

  constructor(private readonly parts: ConnectionParts) {
    const { socket } = parts
    socket.on('data', (bytes: Buffer) => this.receive(bytes))
    socket.on('end', () => socket.end())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      this.closing = true
      parts.onEnd()
    })
  }

  /** Bytes that came along with the handshake, and every later piece. */
  receive(bytes: Buffer): void {
    if (this.closing || bytes.length === 0) return
    for (const message of this.reader.push(bytes)) {
      if (this.closing) return
      this.parts.onSign()
      if (message.kind === 'text') this.parts.onText(message.text)
      else if (message.kind === 'ping') this.write(pongFrame(message.payload))
      else if (message.kind === 'close') this.finish(closeFrame(message.code))
      else if (message.kind === 'breach') this.close(message.breach.code, message.breach.reason)
    }
  }

  send(text: string): void {
    if (this.closing) return
    this.write(textFrame(text))
    if (this.parts.socket.writableLength > largestBacklog) this.cut()
  }

  close(code: CloseCode, reason = ''): void {
    if (!this.closing) this.finish(closeFrame(code, reason))
  }

  /** Without a word, as a network does it. */
  cut(): void {
    this.closing = true
    this.parts.socket.destroy()
  }

  private write(bytes: Buffer): void {
    if (this.parts.socket.writable) this.parts.socket.write(bytes)
  }

  private finish(lastFrame: Buffer): void {
    const { socket, wait } = this.parts
    this.closing = true
    this.write(lastFrame)
    socket.end()
    void wait(patienceMs).then(() => socket.destroy())
  }
}
