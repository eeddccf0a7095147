/** The mining accounts of the demo's exchange; the user cannot guess them. */
export const demoMiners: readonly string[] = ['my_miner_01', 'my_miner_02']
