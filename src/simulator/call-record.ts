/** One call the service received. Holds the name of the key, never the key, a secret or a signature. */
export type ReceivedCall = {
  at: number
  method: string
  path: string
  keyName: string | null
  nonce: string | number | null
  /** As sent, where it could be read; a very large one only by its length in bytes. */
  body: unknown
  outcome: { status: number; executed: boolean; dropped: boolean }
}

const kept = 5000
const largestBody = 20_000

/** The newest calls, oldest first. */
export class CallRecord {
  private calls: ReceivedCall[] = []

  add(call: ReceivedCall): void {
    this.calls.push(call)
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
export const bodyToKeep = (body: unknown, bytes: number): unknown => (bytes > largestBody ? { bytes } : body)
