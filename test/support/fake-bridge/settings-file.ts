// What main says of a settings file, for tests of the page.
import { messageOf } from '../../../src/shared/messages/messages.js'
import type { Reply } from '../../../src/shared/contract.js'
import { ok } from '../../../src/shared/result.js'
import type {
  ImportChange,
  ImportMode,
  ImportPreview,
  ImportReview,
} from '../../../src/shared/settings/settings-import.js'

const plain = { weaker: false, asked: false }
const step = (percent: string) => messageOf('settings.file.percent', { percent })
const on = messageOf('settings.file.on')
const off = messageOf('settings.file.off')

const limit: ImportChange = {
  what: messageOf('settings.file.limit-of', { name: 'USDT' }),
  before: [messageOf('settings.file.limit', { perOrder: '1000', perDay: '5000' })],
  after: [messageOf('settings.file.limit', { perOrder: '2500', perDay: '9000' })],
  weaker: true,
  asked: true,
}

function preview(mode: ImportMode): ImportPreview {
  return {
    settings: [
      { ...plain, what: messageOf('settings.utc-times'), before: [off], after: [on] },
      {
        ...plain,
        what: messageOf('alerts.early.title'),
        before: [step('50'), step('60')],
        after: mode === 'merge' ? [step('50'), step('60'), step('72')] : [step('72')],
        weaker: mode === 'replace',
      },
    ],
    notes: [],
    accounts: [
      { name: 'Main account', state: 'known', changes: [limit], notes: [] },
      { name: 'Second', state: 'new', changes: [], notes: [] },
      { name: 'Third', state: 'only-here', changes: [], notes: [] },
    ],
  }
}

export const sampleReview: ImportReview = {
  id: 'file-1',
  unknown: ['settings.sparkles'],
  previews: { merge: preview('merge'), replace: preview('replace') },
}

export const settingsFileAnswers = {
  'settings-file/save': (): Reply<'settings-file/save'> => ok({ file: true }),
  'settings-file/open': (): Reply<'settings-file/open'> => ok(sampleReview),
  'settings-file/review': (): Reply<'settings-file/review'> => ok(sampleReview),
  'settings-file/import': (): Reply<'settings-file/import'> => ok({ added: 1 }),
  'settings-file/discard': (): Reply<'settings-file/discard'> => ok({ discarded: true }),
}
