// Watches as Plimsoll does, over the real network and storage: keeps the report that it stopped
// scheduled at a server, until this process is killed.
import './english-catalogue.js'
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { sampleAwayWords } from '../../src/main/alerts/away-words.js'
import { openAway } from '../../src/main/away/away.js'
import { openStorage } from '../../src/main/accounts/storage.js'
import { createOutgoingClient } from '../../src/main/exchange/outgoing-client.js'
import { newDestination } from '../../src/shared/away/away.js'
import { fail, ok } from '../../src/shared/result.js'

const [folder = '', address = ''] = process.argv.slice(2)
const clock = (): number => Date.now() / 1000
const opened = openStorage({ folder, clock })
if (!opened.ok) throw new Error(opened.error.reason)
const nothing = { code: 'gone', message: 'no secret is kept' } as const

const away = openAway({
  clock,
  newId: randomUUID,
  repository: opened.value.storage.away,
  secrets: {
    store: () => Promise.resolve(fail(nothing)),
    load: () => Promise.resolve(fail(nothing)),
    holds: () => Promise.resolve(fail(nothing)),
    remove: () => Promise.resolve(fail(nothing)),
  },
  sendMail: () => Promise.resolve(fail({ cause: 'NO_ROUTE', sent: false })),
  send: createOutgoingClient({ trust: {}, clock }),
  isWatching: () => true,
  isNear: () => false,
  alertNow: () => null,
  remaining: () => null,
  localMinutes: () => 0,
  clockText: () => '02:14',
  after: () => () => undefined,
  coolDownSeconds: () => 900,
  sample: (said) => sampleAwayWords(said, () => '02:14'),
  chooseCertificate: () => Promise.resolve(ok(null)),
  confirm: () => Promise.resolve(ok(null)),
  confirmCancel: () => Promise.resolve(ok(null)),
  showPinged: () => Promise.resolve(),
  showNotCancelled: () => Promise.resolve(),
  changed: ({ destinations }) => {
    const { armedUntil, watchFault } = destinations[0] ?? {}
    writeSync(1, `${JSON.stringify({ armed: armedUntil != null, fault: watchFault?.message })}\n`)
  },
  notify: () => undefined,
  log: () => undefined,
})
if (away.view().destinations.length === 0) {
  const settings = { ...newDestination('ntfy'), address, topic: 'plimsoll-test' }
  await away.save({
    id: null,
    settings: { ...settings, watch: { on: true, minutes: 15 } },
    secret: '',
  })
}
setInterval(() => away.tick(), 50)
