// Tokens that open the stream (specification 4.10). How long one lives is not shown: here it is an hour, and the newest hundred.
import { drawHex } from './engine/random.js'
import type { World } from './world.js'

const kept = 100
const lifetimeMicros = 3_600_000_000

export const issueToken = (world: World, keyName: string): string => {
  const token = `$sim$10$${drawHex(world.random, 52)}`
  world.streamTokens.push({ token, keyName, issuedMicros: world.nowMicros })
  if (world.streamTokens.length > kept) world.streamTokens.shift()
  return token
}

/** The name of the key a token was issued to; null where it is unknown, too old, or its key is switched off. */
export const tokenHolder = (world: World, token: string): string | null => {
  const found = world.streamTokens.find((one) => one.token === token)
  if (found === undefined || world.nowMicros - found.issuedMicros > lifetimeMicros) return null
  return world.keys[found.keyName]?.enabled === true ? found.keyName : null
}
