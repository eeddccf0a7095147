// What all accounts are worth together, and what is left out.
import type { AccountSummary } from '../../../shared/accounts/account-summary.js'
import type { Profile } from '../../../shared/accounts/account.js'
import { type Decimal, sum } from '../../../shared/money.js'
import { t } from '../../../shared/messages/messages.js'
import { omissionTexts } from '../net-worth.js'

type Line = { profile: Profile; summary: Pick<AccountSummary, 'worth'> | null }

/**
 * `left`: what is not in the total or is stale, in words. The demo's money is fictional, so it is
 * in no total.
 */
export type AccountsWorth = { total: Decimal; currency: string; left: string[] }

/** Null if there is nothing to add up: fewer than two accounts have a value in one currency. */
export function worthOfAccounts(lines: readonly Line[]): AccountsWorth | null {
  const own = lines.filter(({ profile }) => profile.region !== 'demo')
  const valued = own.flatMap(({ profile, summary }) =>
    summary?.worth == null ? [] : [{ name: profile.name, worth: summary.worth }],
  )
  const currency = valued[0]?.worth.currency
  // Right after another currency is chosen, some may still be counted in the previous one.
  if (
    own.length < 2 ||
    currency === undefined ||
    valued.some(({ worth }) => worth.currency !== currency)
  )
    return null

  const quoted = (names: readonly string[]): string =>
    names.map((name) => t('overview.accounts.quoted', { name })).join(', ')
  const byText = new Map<string, string[]>()
  for (const { name, worth } of valued) {
    const list = [
      ...omissionTexts(worth.omissions),
      ...(worth.isStale ? [t('overview.accounts.stale-parts')] : []),
    ].join('; ')
    if (list !== '') byText.set(list, [...(byText.get(list) ?? []), name])
  }
  const unknown = own.flatMap(({ profile, summary }) =>
    summary?.worth == null ? [profile.name] : [],
  )
  return {
    total: sum(valued.map(({ worth }) => worth.total)),
    currency,
    left: [
      ...(unknown.length === 0
        ? []
        : [t('overview.accounts.total-without.no-value', { names: quoted(unknown) })]),
      ...[...byText].map(([list, names]) =>
        t('overview.accounts.total-without.parts', { names: quoted(names), list }),
      ),
      ...(own.length === lines.length ? [] : [t('overview.accounts.total-without.demo')]),
    ],
  }
}
