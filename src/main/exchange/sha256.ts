import { createHash } from 'node:crypto'

/** In hex. A text counts as its UTF-8 bytes. */
export const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
