export const activity = {} as const
