export const trade = {} as const
