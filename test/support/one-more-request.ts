// That nothing more was sent is seen once everything that was sent has arrived.

/**
 * What was sent before to a server of this same process has arrived when this resolves: both ends
 * share one loop, and a request over a connection of its own takes at least as many of its turns to
 * be answered as an earlier one takes to arrive.
 */
export async function oneMoreRequest(url: string): Promise<void> {
  await (await fetch(url, { headers: { connection: 'close' } })).arrayBuffer()
}
