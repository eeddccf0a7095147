// What an import writes, from its plan: new accounts get their ids here.
import type { Profile } from '../../shared/accounts/account.js'
import { sameJson } from '../../shared/json.js'
import type { Settings } from '../../shared/settings/settings.js'
import type { AccountPlan, ImportPlan, ImportState } from './settings-import-plan.js'
import type { ImportRows, LateSettings } from './settings-import-repository.js'

/** Settings that differ from those before. */
function differing(before: Settings, after: Settings): LateSettings {
  const names = Object.keys(after) as (keyof Settings)[]
  return Object.fromEntries(
    names
      .filter((name) => !sameJson(before[name], after[name]))
      .map((name) => [name, { before: before[name], after: after[name] }]),
  )
}

function profileOf(target: AccountPlan['target'], id: string, createdAt: number): Profile {
  const { name, region, baseUrl, dialect } = target
  // No keychain is asked for a key that nobody entered.
  return { id, name, region, baseUrl, dialect, keyHint: '', keyStorage: 'session', createdAt }
}

export function rowsOf(
  { settings, accounts }: ImportPlan,
  before: ImportState,
  now: number,
  newId: () => string,
): ImportRows {
  /** In the order of the file, which accounts are listed in. */
  const withIds = accounts.map((plan, at) => ({
    plan,
    profileId: plan.id ?? newId(),
    createdAt: now + at / 1000,
  }))
  const known = before.accounts.map(({ profile }) => profile.id)
  const liveUpdatesOff = [
    ...before.settings.liveUpdatesOff.filter(
      (id) => known.includes(id) && !withIds.some(({ profileId }) => profileId === id),
    ),
    ...withIds.filter(({ plan }) => !plan.liveUpdates).map(({ profileId }) => profileId),
  ]
  const isSameOff = sameJson([...liveUpdatesOff].sort(), [...before.settings.liveUpdatesOff].sort())
  return {
    added: withIds
      .filter(({ plan }) => plan.id === null)
      .map(({ plan, profileId, createdAt }) => profileOf(plan.target, profileId, createdAt)),
    trading: withIds
      .filter(({ plan }) => plan.id === null || plan.rewrites)
      .map(({ plan: { id, limits, favourites }, profileId }) => {
        const was = before.accounts.find(({ profile }) => profile.id === id)
        // Whether it may trade is never imported.
        return {
          profileId,
          settings: { readOnly: was?.trading.readOnly ?? true, limits, favourites },
        }
      }),
    setAlerts: withIds.flatMap(({ plan, profileId, createdAt }) =>
      plan.setAlerts.map((set, at) => ({
        profileId,
        alert: { ...set.settings, id: set.id ?? newId(), createdAt: createdAt + at / 1_000_000 },
      })),
    ),
    removeAlerts: withIds.flatMap(({ plan, profileId }) =>
      plan.removeAlerts.map((id) => ({ profileId, id })),
    ),
    settings: differing(before.settings, {
      ...settings,
      liveUpdatesOff: isSameOff ? before.settings.liveUpdatesOff : liveUpdatesOff,
    }),
  }
}
