// 120 random bits under a prefix: letters, digits and a dash, as specification 4.5 allows, and 32 characters, the longest that is sure.
const bytes = 15

/** @throws RangeError when the source of randomness gives something else than hex of the length asked for */
export const newClientOrderId = (randomHex: (bytes: number) => string): string => {
  const drawn = randomHex(bytes)
  if (!/^[0-9a-f]{30}$/.test(drawn)) throw new RangeError('the source of randomness gave no hex')
  return `p-${drawn}`
}
