import { describe, expect, it, onTestFinished } from 'vitest'
import { openMemoryStorage } from '../../../src/main/accounts/storage.js'
import type { Alert } from '../../../src/shared/alerts/alert.js'
import { messageOf, type MessageOrText } from '../../../src/shared/messages/messages.js'
import { anAlert } from '../../support/alert-harness.js'
import { aProfile, valueOf } from '../../support/test-storage.js'
import { createFakeClock } from '../../support/fake-clock.js'

function setup() {
  const store = openMemoryStorage([aProfile({ id: 'a' })], createFakeClock().clock)
  onTestFinished(store.close)
  const everything = { after: null, limit: 10, kinds: null, levels: null, unreadOnly: false }
  return {
    save: (alert: Alert) => valueOf(store.alerts.save('a', [alert], {})),
    titles: (): MessageOrText[] =>
      valueOf(store.alerts.page('a', everything)).alerts.map(({ title }) => title),
  }
}

const loan = messageOf('alerts.ltv.loan', { asset: 'BTC' })

describe('UX-64 alert texts in the database', () => {
  it('are stored as messages, not as formatted text', () => {
    const { save, titles } = setup()
    save(
      anAlert({
        title: messageOf('alerts.ltv.step.title', {
          loan,
          ltv: messageOf('alerts.percent', { percent: '65' }),
        }),
      }),
    )
    const [title] = titles()
    expect(JSON.parse(JSON.stringify(title))).toMatchObject({
      key: 'alerts.ltv.step.title',
      values: {
        loan: { key: 'alerts.ltv.loan', values: { asset: 'BTC' } },
        ltv: { key: 'alerts.percent', values: { percent: '65' } },
      },
    })
  })

  it('stay text if written by an earlier version', () => {
    const { save, titles } = setup()
    const title = 'BTC loan: LTV has reached margin call'
    save(anAlert({ title }))
    expect(titles()[0]).toBe(title)
  })

  it.each<[string, unknown]>([
    ['has a key this version does not know', { key: 'alerts.of-a-later-version' }],
    [
      'lacks what its message asks for',
      { key: 'alerts.ltv.margin-call.title', values: { number: 1 } },
    ],
    ['is no message', { text: 'words' }],
    ['is nothing', null],
  ])('leave out what %s, and nothing else', (_, title) => {
    const { save, titles } = setup()
    save(anAlert({ id: 'odd', key: 'odd', title: title as MessageOrText }))
    save(anAlert())
    expect(titles()).toEqual([anAlert().title])
  })
})
