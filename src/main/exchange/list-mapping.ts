// Lists beyond the specification that the user picks from, in our own terms.
import type { z } from 'zod'
import type {
  ActiveFixedInvestment,
  OpenFlexInvestment,
} from '../../shared/investments/investment.js'
import type { PoolAccount } from '../../shared/mining/mining.js'
import type { endpoints } from '../../v4/endpoints.js'
import { text } from '../../v4/numbers.js'
import {
  investmentStates,
  readIn,
  toUnreadable,
  withUnreadable,
  type WithUnreadable,
} from './wire-mapping.js'

type Reply<Name extends keyof typeof endpoints> = z.infer<(typeof endpoints)[Name]['reply']>

/** Only those of the requested status; a server that does not filter sends others too. */
export function toActiveFixedInvestments({
  records: { fitting, misfits },
}: Reply<'fixedInvestments'>): WithUnreadable<ActiveFixedInvestment[]> {
  const unreadable = toUnreadable(misfits, ({ member }) => ({
    id: readIn(text, member, 'id'),
    name: null,
  }))
  return {
    received: [...fitting, ...unreadable].map(({ id }) => id),
    ...withUnreadable(
      fitting
        .filter(({ status }) => investmentStates[status] === 'active')
        .map(({ id, plan, amount, created, paymentTime, interestPaid }) => ({
          id,
          asset: plan.ticker,
          amount,
          percent: plan.percent ?? null,
          createdAt: created ?? null,
          endsAt: paymentTime ?? null,
          interestPaid: interestPaid ?? null,
        })),
      unreadable,
    ),
  }
}

export function toOpenFlexInvestments({
  data: { fitting, misfits },
}: Reply<'flexInvestments'>): WithUnreadable<OpenFlexInvestment[]> {
  const unreadable = toUnreadable(misfits, ({ member }) => ({
    id: readIn(text, member, 'id'),
    name: readIn(text, member, 'currency'),
  }))
  return {
    received: [...fitting, ...unreadable].map(({ id }) => id),
    ...withUnreadable(
      fitting
        .filter(({ status }) => status === 1)
        .map(({ id, planId, currency, invested, withAutoReinvest, createdAt }) => ({
          id,
          planId: planId ?? null,
          currency,
          invested,
          autoReinvest: withAutoReinvest ?? null,
          createdAt: createdAt ?? null,
        })),
      unreadable,
    ),
  }
}

export function toPoolAccounts({
  data: { fitting, misfits },
}: Reply<'miningAccounts'>): WithUnreadable<PoolAccount[]> {
  return withUnreadable(
    fitting.map(({ name, createdAt }) => ({ name, createdAt: createdAt ?? null })),
    toUnreadable(misfits, ({ member }) => ({ id: null, name: readIn(text, member, 'name') })),
  )
}
