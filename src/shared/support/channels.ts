import type { Bundle, LogPage, LogQuery, TextPart } from './support.js'
import { request } from '../channel.js'

export const supportChannels = {
  'log/read': request<LogQuery, LogPage>(),
  /** Makes the files of a bundle. Nothing is written yet. */
  'support/prepare': request<null, Bundle>(),
  /** A part of one of its files, as it will be written. */
  'support/read-file': request<
    { id: string; name: string; from: number; count: number },
    TextPart
  >(),
  /** Asks where, and writes all files but those left out. `file` null where nothing was chosen. */
  'support/save': request<{ id: string; leaveOut: string[] }, { file: string | null }>(),
  /** Shows the bundle that was saved last in its folder. */
  'support/show-in-folder': request<null, null>(),
  /** Drops what was prepared. */
  'support/discard': request<{ id: string }, null>(),
  'support/notices': request<{ from: number; count: number }, TextPart>(),
}
