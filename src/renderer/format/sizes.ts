import { cut, multiply } from '../../shared/money.js'

/** Bytes as a person says them: "84.2 MB". */
export const megabytesText = (bytes: number): string => `${cut(multiply(String(bytes), '0.000001'), 1)}\u202fMB`
