export const positions = {} as const
