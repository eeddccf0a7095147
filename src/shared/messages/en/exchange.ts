export const exchange = {} as const
