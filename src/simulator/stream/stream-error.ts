/** Failures of the stream, as publicly documented. */
const errors = {
  invalidArgument: { code: 1, message: 'invalid argument' },
  methodNotFound: { code: 4, message: 'method not found' },
  requireAuthentication: { code: 6, message: 'require authentication' },
  tooManyRequests: { code: 7, message: 'too many requests' },
} as const

export type StreamError = { code: number; message: string }
export const streamErrors: { [name in keyof typeof errors]: StreamError } = errors
export const noSuchMarket = (name: string): StreamError => ({ code: 9, message: `market ${name} does not exist` })
