import type { Bundle, LogPage, LogQuery, TextPart } from './support.js'
import { request } from '../channel.js'

export const supportChannels = {
  'log/read': request<LogQuery, LogPage>(),
  /** Creates the files of a bundle. Nothing is written yet. */
  'support/prepare': request<null, Bundle>(),
  /** A part of one of its files, as it will be written. */
  'support/read-file': request<
    { id: string; name: string; from: number; count: number },
    TextPart
  >(),
  /**
   * Asks for a location, and writes all files except those left out. `file` null if none was
   * chosen.
   */
  'support/save': request<{ id: string; leaveOut: string[] }, { file: string | null }>(),
  /** Shows the last saved bundle in its folder. */
  'support/show-in-folder': request<null, null>(),
  /** Drops what was prepared. */
  'support/discard': request<{ id: string }, null>(),
  'support/notices': request<{ from: number; count: number }, TextPart>(),
}
