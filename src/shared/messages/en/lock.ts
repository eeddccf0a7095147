export const lock = {} as const
