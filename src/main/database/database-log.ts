/** Events are fixed words; details never hold a stored value. */
export type DatabaseLog = {
  info(event: string, details?: unknown): void
  warn(event: string, details?: unknown): void
}

export const noLog: DatabaseLog = { info: () => undefined, warn: () => undefined }
