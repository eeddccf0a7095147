export const portfolio = {} as const
