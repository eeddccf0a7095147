/** What this room tells the log: a fixed word or two, and what varies. Never a stored value. */
export type StoreLog = {
  info(event: string, details?: unknown): void
  warn(event: string, details?: unknown): void
}

export const noLog: StoreLog = { info: () => undefined, warn: () => undefined }
