export const loan = {} as const
