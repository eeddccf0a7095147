import { z } from 'zod'
import type { supportChannels } from '../../shared/support/channels.js'
import { ok } from '../../shared/result.js'
import { type HandlersOf, id, nothing, oneId } from '../ipc/router.js'
import type { Support } from './support.js'

const place = z.strictObject({ file: z.string().regex(/^\d{1,24}-\d{1,20}$/), at: z.int().min(0) })
const part = { from: z.int().min(0), count: z.int().min(1).max(300) }
const fileName = z.string().regex(/^[a-z.]{1,40}$/)

export function supportHandlers(support: Support): HandlersOf<typeof supportChannels> {
  return {
    'log/read': {
      schema: z.strictObject({
        levels: z.enum(['all', 'warnings', 'errors']),
        search: z.string().max(200),
        part: z.discriminatedUnion('from', [
          z.strictObject({ from: z.literal('newest') }),
          z.strictObject({ from: z.enum(['before', 'after']), place }),
        ]),
        limit: z.int().min(1).max(300),
      }),
      handle: (query) => support.readLog(query),
    },
    'support/prepare': { schema: nothing, handle: () => support.prepare() },
    'support/read-file': {
      schema: z.strictObject({ id, name: fileName, ...part }),
      handle: (ask) => support.readFile(ask.id, ask.name, ask.from, ask.count),
    },
    'support/save': {
      schema: z.strictObject({ id, leaveOut: z.array(fileName).max(20) }),
      handle: (ask) => support.save(ask.id, ask.leaveOut),
    },
    'support/show-in-folder': { schema: nothing, handle: () => support.showInFolder() },
    'support/discard': { schema: oneId, handle: (ask) => (support.discard(ask.id), ok(null)) },
    'support/notices': {
      schema: z.strictObject(part),
      handle: ({ from, count }) => support.readNotices(from, count),
    },
  }
}
