export const desktop = {} as const
