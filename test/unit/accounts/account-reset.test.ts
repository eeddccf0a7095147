import { describe, expect, it } from 'vitest'
import {
  createAccountReset,
  resetAccountConfirm,
} from '../../../src/main/accounts/account-reset.js'
import type { Notice } from '../../../src/shared/accounts/app-state.js'
import type { Problem } from '../../../src/shared/problem.js'
import { fail, ok, type Result } from '../../../src/shared/result.js'
import { later, problem } from '../../support/fake-exchange-client.js'
import { worded } from '../../support/worded.js'

type Step = 'begin' | 'history' | 'finish' | 'cancel' | 'pending'

/** Every step by name, in order; those in `fails` fail. */
function setup(...fails: Step[]) {
  const log: string[] = []
  const notices: Pick<Notice, 'level' | 'title' | 'text'>[] = []
  const pending = new Set<string>()
  let inFlight = 0
  let known = true
  let answer: () => Promise<Result<null, Problem>> = () => Promise.resolve(ok(null))
  let onClosed: () => void = () => undefined
  const step = (name: Step, act: () => void = () => undefined): Result<null, Problem> => {
    if (fails.includes(name)) {
      log.push(`${name} fails`)
      return fail(problem('store-trouble'))
    }
    log.push(name)
    act()
    return ok(null)
  }
  const reset = createAccountReset({
    resets: {
      pending: () =>
        fails.includes('pending') ? fail(problem('store-trouble')) : ok([...pending]),
      begin: (id) => step('begin', () => pending.add(id)),
      cancel: (id) => step('cancel', () => pending.delete(id)),
      finish: (id) => step('finish', () => pending.delete(id)),
    },
    forgetHistory: () => step('history'),
    find: () => (known ? { name: 'Main' } : null),
    ordersInFlight: () => inFlight,
    ask: ({ title }) => {
      log.push(`ask ${title}`)
      return answer()
    },
    whileClosed: async (_id, act) => {
      log.push('close')
      onClosed()
      await Promise.resolve()
      const done = act()
      log.push('open')
      return done
    },
    notify: (notice) => notices.push(notice),
  })
  return {
    log,
    notices,
    pending,
    ...reset,
    order: (count: number) => {
      inFlight = count
    },
    gone: () => {
      known = false
    },
    answers: (next: typeof answer) => {
      answer = next
    },
    closed: (next: typeof onClosed) => {
      onClosed = next
    },
  }
}

const asked = 'ask Reset this account?'

describe('resetting an account', () => {
  it('asks, records it, closes the account, removes the history, then the rest with the record, and opens it again', async () => {
    const { reset, log, pending, notices } = setup()
    expect(await reset('a')).toEqual(ok(null))
    expect(log).toEqual([asked, 'begin', 'close', 'history', 'finish', 'open'])
    expect([pending.size, notices]).toEqual([0, []])
  })

  it('does nothing after a no', async () => {
    const { reset, log, answers } = setup()
    answers(() => Promise.resolve(fail(problem('cancelled'))))
    expect(await reset('a')).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(log).toEqual([asked])
  })

  it('waits for an order in progress, even one sent while it asked, and knows its account', async () => {
    const { reset, log, order, answers, gone } = setup()
    order(1)
    expect(await reset('a')).toMatchObject({ ok: false, error: { code: 'busy' } })
    expect(log).toEqual([])
    order(0)
    answers(() => {
      order(1)
      return Promise.resolve(ok(null))
    })
    expect(await reset('a')).toMatchObject({ ok: false, error: { code: 'busy' } })
    order(0)
    gone()
    expect(await reset('a')).toMatchObject({ ok: false, error: { code: 'gone' } })
    expect(log).toEqual([asked])
  })

  it('runs one at a time for an account', async () => {
    const { reset, log, answers } = setup()
    const held = later<Result<null, Problem>>()
    answers(() => held.promise)
    const first = reset('a')
    expect(await reset('a')).toMatchObject({ ok: false, error: { code: 'busy' } })
    held.settle(ok(null))
    expect(await first).toEqual(ok(null))
    expect(await reset('a')).toEqual(ok(null))
    expect(log.filter((step) => step === asked)).toHaveLength(2)
  })

  it('is not started if it cannot be recorded', async () => {
    const { reset, log } = setup('begin')
    expect(await reset('a')).toMatchObject({ ok: false, error: { code: 'store-trouble' } })
    expect(log).toEqual([asked, 'begin fails'])
  })

  it('removes nothing, and is undone, if the history cannot be removed', async () => {
    const { reset, log, pending, notices } = setup('history')
    expect(await reset('a')).toMatchObject({ ok: false, error: { code: 'store-trouble' } })
    expect(log).toEqual([asked, 'begin', 'close', 'history fails', 'cancel', 'open'])
    expect([pending.size, notices]).toEqual([0, []])
  })

  it('opens the account again, says so, and ends at the next start if it cannot end now', async () => {
    const { reset, log, pending, notices } = setup('finish')
    expect(await reset('a')).toMatchObject({ ok: false, error: { code: 'store-trouble' } })
    expect(log).toEqual([asked, 'begin', 'close', 'history', 'finish fails', 'open'])
    expect([...pending]).toEqual(['a'])
    expect(worded(notices)).toMatchObject([
      { level: 'caution', title: '“Main” is not reset completely' },
    ])
    const next = setup()
    next.pending.add('a')
    next.finishPending()
    expect(next.log).toEqual(['history', 'finish'])
    expect(next.pending.size).toBe(0)
  })

  it('asks nobody at start, and does not touch what it cannot read or remove', () => {
    const unread = setup('pending')
    unread.pending.add('a')
    unread.finishPending()
    expect(unread.log).toEqual([])
    const stuck = setup('history')
    stuck.pending.add('a')
    stuck.finishPending()
    expect(stuck.log).toEqual(['history fails'])
    expect([...stuck.pending]).toEqual(['a'])
  })

  it('names what is deleted and what stays', () => {
    const { message, detail, confirm } = resetAccountConfirm('Main')
    expect([message, confirm]).toEqual([
      'Remove what Plimsoll has cached of “Main”?',
      'Reset “Main”',
    ])
    for (const word of [
      'last balances',
      'history of LTV',
      'investment history',
      'found out about the key',
    ]) {
      expect(detail.split('\n\n')[0]).toContain(word)
    }
    for (const word of [
      'the key',
      'the name',
      'all settings',
      'the order journal with every unknown order',
      'where they pay out',
    ]) {
      expect(detail.split('\n\n')[1]).toContain(word)
    }
  })
})
