// Deterministic randomness: integers from a state that is part of the world, so that the same seed
// always gives the same run.
import { createHash } from 'node:crypto'
import type { Random, World } from '../world.js'

/**
 * A separate stream for every purpose, so that one market's walk never depends on how often another
 * part drew.
 */
export function randomFor(seed: number, purpose: string): Random {
  const state = createHash('sha256').update(`${seed}/${purpose}`).digest().readUInt32BE(0)
  return { state: state === 0 ? 1 : state }
}

/** An integer from 0 to `below` − 1 (xorshift32). */
export function draw(random: Random, below: number): number {
  let x = random.state
  x ^= x << 13
  x ^= x >>> 17
  x ^= x << 5
  random.state = x >>> 0
  return random.state % below
}

/** Hex text of a given length, for identifiers. */
export function drawHex(random: Random, length: number): string {
  let text = ''
  while (text.length < length) text += draw(random, 0x10000).toString(16).padStart(4, '0')
  return text.slice(0, length)
}

/** Random text made of these letters. */
export function drawFrom(random: Random, letters: string, length: number): string {
  return Array.from({ length }, () => letters.charAt(draw(random, letters.length))).join('')
}

/** An identifier in the form of a version 4 UUID. */
export function drawUuid(random: Random): string {
  const hex = drawHex(random, 32)
  const variant = '89ab'.charAt(draw(random, 4))
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** The next number of a kind. They grow in uneven steps, as on a service with other users. */
export function nextId(world: World, kind: keyof World['ids']): number {
  return (world.ids[kind] += 1 + draw(world.random, 37))
}

/** The current time in microseconds, later than every earlier stamp. */
export function stamp(world: World): number {
  const wanted = world.nowMicros + draw(world.random, 900)
  return (world.lastStampMicros =
    wanted > world.lastStampMicros ? wanted : world.lastStampMicros + 1)
}
