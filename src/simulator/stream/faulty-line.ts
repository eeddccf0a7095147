// What of the updates of one connection is sent, when, and in which order, while a fault says so.
import { draw } from '../engine/random.js'
import type { Fault } from '../faults.js'
import type { Random } from '../world.js'

/** Milliseconds by which an update is late where the fault does not say. */
const usualDelayMs = 3000
const microsOfMs = 1000

const anyOf = ['drop', 'late', 'twice', 'swap', null, null] as const

type FaultName = Exclude<Fault['updates'], 'any' | undefined> | null

export class FaultyLine {
  private late: { text: string; dueMicros: number }[] = []
  /** Waits for the next update, to be sent after it. */
  private swapped: string[] = []
  /** Half-open: nothing is sent any more, whatever the other side says. */
  isDead = false

  constructor(
    private readonly parts: {
      /** What happens to the next update; null if nothing. */
      fault(): Fault | null
      random(): Random
    },
  ) {}

  /** What is sent of these updates, after whatever is due by now. */
  pass(texts: readonly string[], nowMicros: number): string[] {
    const due = this.late.filter(({ dueMicros }) => dueMicros <= nowMicros)
    this.late = this.late.filter(({ dueMicros }) => dueMicros > nowMicros)
    const sent = due.map(({ text }) => text)
    // What no further update has come for is only late.
    if (texts.length === 0) sent.push(...this.swapped.splice(0))
    for (const text of texts) sent.push(...this.one(text, nowMicros))
    return this.isDead ? [] : sent
  }

  private one(text: string, nowMicros: number): string[] {
    const fault = this.parts.fault()
    const { delayMs = usualDelayMs } = fault ?? {}
    switch (this.named(fault)) {
      case 'drop':
        return []
      case 'late':
        this.late.push({ text, dueMicros: nowMicros + delayMs * microsOfMs })
        return []
      case 'twice':
        return [text, text, ...this.swapped.splice(0)]
      case 'swap':
        this.swapped.push(text)
        return []
      case 'half-open':
        this.isDead = true
        return []
      case null:
        return [text, ...this.swapped.splice(0)]
    }
  }

  private named(fault: Fault | null): FaultName {
    const name = fault?.updates ?? null
    return name === 'any' ? (anyOf[draw(this.parts.random(), anyOf.length)] ?? null) : name
  }
}
