import { describe, expect, it } from 'vitest'
import { alertsCsv, exportAlerts } from '../../../src/main/alerts/alerts-export.js'
import type { Alert, AlertQuery } from '../../../src/shared/alerts/alert.js'
import { fail, ok } from '../../../src/shared/result.js'

const at = Date.parse('2025-08-18T07:53:20Z') / 1000

function anAlert(some: Partial<Alert> = {}): Alert {
  return {
    id: 'a',
    at,
    profileId: 'p',
    key: 'loan/margin-call',
    kind: 'margin-call',
    level: 'danger',
    subject: { key: 'loan', name: 'Loan in USDT' },
    found: 'new',
    title: 'Margin call',
    text: 'LTV has reached the margin call level.',
    endTitle: '',
    cause: { currentLtv: '75.000000000000000001' },
    state: { kind: 'active' },
    readAt: null,
    ...some,
  }
}

const header =
  'raised_utc,alert,kind,level,subject,title,text,found,state,state_since_utc,snoozed_until_utc,end,read_utc,cause\r\n'

describe('exported alerts', () => {
  it('UX-63 keep every figure as recorded, and every time in UTC', () => {
    expect(alertsCsv([anAlert()])).toBe(
      `${header}2025-08-18T07:53:20.000Z,a,margin-call,danger,Loan in USDT,Margin call,LTV has reached the margin call level.,new,active,2025-08-18T07:53:20.000Z,,,,"{""currentLtv"":""75.000000000000000001""}"\r\n`,
    )
    const states = alertsCsv([
      anAlert({ state: { kind: 'snoozed', at: at + 60, until: at + 3600 }, readAt: at + 1 }),
      anAlert({ state: { kind: 'resolved', at: at + 60, end: 'loan-ended' } }),
    ])
    expect(states).toContain(
      ',snoozed,2025-08-18T07:54:20.000Z,2025-08-18T08:53:20.000Z,,2025-08-18T07:53:21.000Z,',
    )
    expect(states).toContain(',resolved,2025-08-18T07:54:20.000Z,,loan-ended,,')
  })

  it('UX-63 contain no formula', () => {
    expect(
      alertsCsv([anAlert({ title: '=HYPERLINK("x")', subject: { key: 'k', name: '@sum' } })]),
    ).toMatch(/"'@sum","'=HYPERLINK/)
  })

  it('are complete, page by page; nothing is written if a page cannot be read or no file is chosen', async () => {
    const all = Array.from({ length: 450 }, (_, index) =>
      anAlert({ id: `a${index}`, at: at - index }),
    )
    const page = ({ after, limit }: AlertQuery) => {
      const start = after === null ? 0 : all.findIndex(({ id }) => id === after.id) + 1
      return ok({ alerts: all.slice(start, start + limit), more: all.length > start + limit })
    }
    const files: { suggestedName: string; text: string }[] = []
    const ports = {
      clock: () => at,
      saveText: (file: (typeof files)[number]) => (
        files.push(file),
        Promise.resolve(ok({ file: '/x.csv' }))
      ),
    }
    expect(await exportAlerts(page, ports)).toEqual(ok({ saved: true, rows: 450, file: '/x.csv' }))
    expect(files[0]?.suggestedName).toBe('plimsoll-alerts-2025-08-18.csv')
    expect(files[0]?.text.split('\r\n')).toHaveLength(452)
    const none = { clock: () => at, saveText: () => Promise.resolve(ok(null)) }
    expect(await exportAlerts(page, none)).toEqual(ok({ saved: false, rows: 0, file: null }))
    const problem = fail({ code: 'store-trouble', message: 'No.' } as const)
    expect(await exportAlerts(() => problem, ports)).toEqual(problem)
    expect(files).toHaveLength(1)
  })
})
