import { deepestKept, isNestedDeeper } from './nesting.js'

/** One call the service received. Holds the name of the key, never the key, a secret or a signature. */
export type ReceivedCall = {
  at: number
  method: string
  path: string
  keyName: string | null
  nonce: string | number | null
  /** As sent, where it could be read; a very large or deep one only by its length in bytes. */
  body: unknown
  /** Members of the body that had no effect, by name; at most a hundred. */
  ignored: readonly string[]
  outcome: { status: number; executed: boolean; dropped: boolean }
}

const kept = 5000
const largestBody = 20_000
const longestText = 1000

/** A copy: a part of a text would keep the whole of it in memory. */
const textToKeep = (text: string): string =>
  text.length > longestText ? `${Buffer.from(text.slice(0, longestText)).toString('utf8')}…` : text

/** The newest calls, oldest first. */
export class CallRecord {
  private calls: ReceivedCall[] = []

  add(call: ReceivedCall): void {
    const { path, nonce } = call
    this.calls.push({ ...call, path: textToKeep(path), nonce: typeof nonce === 'string' ? textToKeep(nonce) : nonce })
    if (this.calls.length >= 2 * kept) this.calls = this.calls.slice(-kept)
  }

  all(): readonly ReceivedCall[] {
    return this.calls.slice(-kept)
  }

  clear(): void {
    this.calls = []
  }
}

/** What of a body is worth remembering: five thousand large ones would not fit into the memory of a small machine. */
export const bodyToKeep = (body: unknown, bytes: number): unknown =>
  bytes > largestBody || isNestedDeeper(body, deepestKept) ? { bytes } : body
