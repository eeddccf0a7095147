export const mining = {} as const
