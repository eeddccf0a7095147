// Settings to a file, and from one. A file is read once and kept: what is imported is what was
// shown, or nothing. Everything that a system dialog asks otherwise is asked here as well, and one
// refusal ends the import with nothing changed.
import type { Profile } from '../../shared/accounts/account.js'
import { sameJson } from '../../shared/json.js'
import { messageOf, t } from '../../shared/messages/messages.js'
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type {
  ImportMode,
  ImportOutcome,
  ImportPreview,
  ImportReview,
} from '../../shared/settings/settings-import.js'
import type { Settings } from '../../shared/settings/settings.js'
import { type Clock, isoDay } from '../../shared/time.js'
import {
  type Confirm,
  type ConfirmRequest,
  looserLockConfirm,
  proxyConfirm,
  type SaveDialog,
} from '../desktop/dialogs.js'
import type { OpenFile } from '../desktop/open-dialog.js'
import { mostChanges } from '../orders/limits-schema.js'
import { regionNames } from '../orders/order-text.js'
import { applySettings, type SettingsFile } from '../settings/stored-settings.js'
import type { Accounts } from './accounts.js'
import type { AppState } from './app-state.js'
import {
  type AccountNow,
  documentText,
  mostDocumentBytes,
  readDocument,
  type SettingsDocument,
} from './settings-document.js'
import {
  type AccountPlan,
  type ImportPlan,
  type ImportQuestions,
  type ImportState,
  planImport,
} from './settings-import-plan.js'
import type { ImportRows } from './settings-import-repository.js'
import type { AppStorage } from './storage.js'

const gone: Problem = { code: 'gone', message: messageOf('accounts.settings-file.gone') }
const changed: Problem = {
  code: 'gone',
  message: messageOf('accounts.settings-file.changed'),
  reason: 'CHANGED_MEANWHILE',
}
const underWay: Problem = { code: 'busy', message: messageOf('accounts.settings-file.under-way') }
const orderUnderWay: Problem = {
  code: 'busy',
  message: messageOf('accounts.settings-file.order-under-way'),
}
const unsaved: Problem = {
  code: 'busy',
  message: messageOf('accounts.settings-file.unsaved-limits'),
}

/** More than anybody looks through, and than a page shows at once. */
const mostChangesShown = 3000

const tooManyChanges: Problem = {
  code: 'bad-input',
  message: messageOf('accounts.settings-file.too-many-changes', { most: mostChangesShown }),
  reason: 'TOO_MANY_CHANGES',
}

function changesIn({ settings, accounts }: ImportPreview): number {
  return accounts.reduce((sum, { changes }) => sum + changes.length, settings.length)
}

/** Members of settings that differ from those before. */
function differing(before: Settings, after: Settings): Partial<Settings> {
  const names = Object.keys(after) as (keyof Settings)[]
  return Object.fromEntries(
    names.filter((name) => !sameJson(before[name], after[name])).map((name) => [name, after[name]]),
  )
}

function looserLimitsConfirms({
  target,
  keyHint,
  changes,
}: ImportQuestions['looserLimits'][number]): ConfirmRequest[] {
  const { name } = target
  const region = regionNames[target.region]
  const message =
    keyHint === ''
      ? t('settings.file.loosen-new', { name, region })
      : t('orders.loosen.question', { name, region, key: keyHint })
  const parts = Array.from({ length: Math.ceil(changes.length / mostChanges) }, (_, at) =>
    changes.slice(at * mostChanges, (at + 1) * mostChanges),
  )
  return parts.map((part) => ({
    title: t('orders.loosen.title'),
    message,
    detail: part.join('\n'),
    confirm: t('orders.loosen.confirm'),
    statesAmounts: true,
  }))
}

/** Plimsoll reads markets and prices from it, also while the account has no key. */
function importedAddressConfirm(address: string): ConfirmRequest {
  return {
    title: t('desktop.address.title'),
    message: t('settings.file.address', { address }),
    detail: t('settings.file.address.detail'),
    confirm: t('settings.file.address.confirm'),
  }
}

function confirmsOf({
  proxy,
  looserLock,
  addresses,
  looserLimits,
}: ImportQuestions): ConfirmRequest[] {
  return [
    ...(proxy === null ? [] : [proxyConfirm(proxy.before, proxy.after)]),
    ...(looserLock.length === 0 ? [] : [looserLockConfirm(looserLock)]),
    ...addresses.map(importedAddressConfirm),
    ...looserLimits.flatMap(looserLimitsConfirms),
  ]
}

/**
 * Writes settings of an import that are not in the settings file yet. Called at the start, before
 * anything uses them, and after an import until it succeeds.
 */
export function finishImport(
  imports: Pick<AppStorage['imports'], 'pending' | 'settled'>,
  change: (settings: Partial<Settings>) => Result<unknown, Problem>,
): Result<null, Problem> {
  const pending = imports.pending()
  if (!pending.ok) return pending
  if (pending.value === null) return ok(null)
  const written = change(pending.value)
  // Another version may refuse what this one wrote: that will not change by waiting.
  return written.ok || written.error.code === 'bad-input' ? imports.settled() : written
}

export type SettingsImport = {
  save: () => Promise<Result<{ file: boolean }, Problem>>
  /** Null if no file was chosen. */
  open: () => Promise<Result<ImportReview | null, Problem>>
  /** The same file, compared with what is here now. */
  review: (id: string) => Result<ImportReview, Problem>
  apply: (id: string, mode: ImportMode) => Promise<Result<ImportOutcome, Problem>>
  discard: (id: string) => void
  /** Drops the file that was read: for a lock, or when the page that showed it is gone. */
  drop: () => void
  /** Retries settings that could not be written. */
  tend: () => void
}

type Held = {
  id: string
  document: SettingsDocument
  unknown: string[]
  plans: Record<ImportMode, ImportPlan>
}

export function createSettingsImport(parts: {
  clock: Clock
  newId(): string
  settings: Pick<SettingsFile, 'settings' | 'change'>
  /** With its consequences. */
  changeSettings(some: Partial<Settings>): Result<unknown, Problem>
  storage: Pick<
    AppStorage,
    'profiles' | 'trading' | 'priceAlerts' | 'imports' | 'problem' | 'readOnly'
  >
  accounts: Accounts['importing']
  files: Pick<SaveDialog, 'saveText'>
  openFile: OpenFile
  ask: Confirm
  notify: AppState['notify']
}): SettingsImport {
  const { clock, newId, storage, accounts } = parts
  let held: Held | null = null
  let isBusy = false
  /** Whether the settings of the last import are in the settings file. */
  let isWritten = false
  /** How often everything was dropped: a file read meanwhile is discarded. */
  let drops = 0

  const stateNow = (): Result<ImportState, Problem> => {
    const listed = storage.profiles.list()
    if (!listed.ok) return listed
    const found: AccountNow[] = []
    for (const profile of listed.value) {
      const trading = storage.trading.read(profile.id)
      const priceAlerts = storage.priceAlerts.load(profile.id)
      if (!trading.ok) return trading
      if (!priceAlerts.ok) return priceAlerts
      found.push({ profile, trading: trading.value, priceAlerts: priceAlerts.value })
    }
    return ok({ settings: parts.settings.settings(), accounts: found })
  }

  const plansOf = (document: SettingsDocument): Result<Held['plans'], Problem> => {
    const state = stateNow()
    if (!state.ok) return state
    return ok({
      merge: planImport(document, state.value, 'merge'),
      replace: planImport(document, state.value, 'replace'),
    })
  }

  const reviewOf = ({ id, unknown, plans }: Held): ImportReview => ({
    id,
    unknown,
    previews: { merge: plans.merge.preview, replace: plans.replace.preview },
  })

  const hold = (
    document: SettingsDocument,
    unknown: string[],
    id: string,
  ): Result<ImportReview, Problem> => {
    const plans = plansOf(document)
    if (!plans.ok) return plans
    const counts = Object.values(plans.value).map(({ preview }) => changesIn(preview))
    if (Math.max(...counts) > mostChangesShown) return fail(tooManyChanges)
    held = { id, document, unknown, plans: plans.value }
    return ok(reviewOf(held))
  }

  const obstacle = (plan: ImportPlan): Problem | null => {
    if (accounts.hasUnsavedLimits()) return unsaved
    return closedFor(plan).some((id) => accounts.ordersInFlight(id) > 0)
      ? orderUnderWay
      : storage.problem()
  }

  /** The plan that was shown, if it is still what would be done. */
  const shownPlan = (id: string, mode: ImportMode): Result<ImportPlan, Problem> => {
    if (held?.id !== id) return fail(gone)
    const plans = plansOf(held.document)
    if (!plans.ok) return plans
    if (!sameJson(plans.value[mode], held.plans[mode])) return fail(changed)
    const against = obstacle(held.plans[mode])
    return against === null ? ok(held.plans[mode]) : fail(against)
  }

  /** Once written, they are not written again over what the user changed since. */
  const changeOnce = (some: Partial<Settings>): Result<unknown, Problem> => {
    const written = isWritten ? ok(null) : parts.changeSettings(some)
    isWritten = written.ok
    return written
  }

  const finishNow = (): Result<null, Problem> => finishImport(storage.imports, changeOnce)

  const finish = (): void => {
    const finished = finishNow()
    if (finished.ok) return
    parts.notify({
      level: 'caution',
      title: messageOf('accounts.settings-file.settings-later.title'),
      text: messageOf('accounts.settings-file.settings-later.text', {
        message: finished.error.message,
      }),
    })
  }

  /** Nothing waits in here, so nothing comes between looking and writing. */
  const commit = (id: string, mode: ImportMode): Result<ImportOutcome, Problem> => {
    const plan = shownPlan(id, mode)
    if (!plan.ok) return plan
    const before = stateNow()
    if (!before.ok) return before
    const rows = rowsOf(plan.value, before.value, clock(), newId)
    const fitting = applySettings(before.value.settings, rows.settings)
    if (fitting.refused.length > 0)
      return fail({ code: 'internal', message: gone.message, reason: 'SETTINGS_REFUSED' })
    // Shows whether the settings file can be written at all.
    const writable = parts.settings.change({})
    if (!writable.ok) return writable
    const applied = storage.imports.apply(rows)
    if (!applied.ok) return applied
    held = null
    isWritten = false
    finish()
    return ok({ added: rows.added.length })
  }

  const alone = async <T>(act: () => Promise<Result<T, Problem>>): Promise<Result<T, Problem>> => {
    if (isBusy) return fail(underWay)
    isBusy = true
    try {
      return await act()
    } finally {
      isBusy = false
    }
  }

  return {
    save: () =>
      alone(async () => {
        const state = stateNow()
        if (!state.ok) return state
        const text = documentText(state.value.settings, state.value.accounts)
        if (!text.ok) return text
        const suggestedName = `plimsoll-settings-${isoDay(clock())}.json`
        const saved = await parts.files.saveText({ suggestedName, text: text.value })
        return saved.ok ? ok({ file: saved.value !== null }) : saved
      }),
    open: () =>
      alone<ImportReview | null>(async () => {
        const dropsBefore = drops
        held = null
        const chosen = await parts.openFile('settings', mostDocumentBytes)
        if (!chosen.ok) return chosen
        if (chosen.value === null) return ok(null)
        if (drops !== dropsBefore) return fail(gone)
        const read = readDocument(chosen.value)
        return read.ok ? hold(read.value.document, read.value.unknown, newId()) : read
      }),
    review: (id: string): Result<ImportReview, Problem> => {
      // What is being confirmed stays what was shown.
      if (isBusy) return fail(underWay)
      return held?.id === id ? hold(held.document, held.unknown, id) : fail(gone)
    },
    apply: (id: string, mode: ImportMode) =>
      alone(async () => {
        if (storage.readOnly) return fail(storage.problem() ?? gone)
        const earlier = finishNow()
        if (!earlier.ok) return earlier
        const plan = shownPlan(id, mode)
        if (!plan.ok) return plan
        for (const question of confirmsOf(plan.value.questions)) {
          const agreed = await parts.ask(question)
          if (!agreed.ok) return agreed
          if (held?.id !== id) return fail(gone)
        }
        // Before accounts are closed for it.
        const still = shownPlan(id, mode)
        if (!still.ok) return still
        return accounts.whileClosed(closedFor(still.value), () => commit(id, mode))
      }),
    discard: (id: string): void => {
      if (held?.id === id && !isBusy) held = null
    },
    drop: (): void => {
      drops += 1
      held = null
    },
    tend: () => void finishNow(),
  }
}

/** Open accounts read limits and price alerts once, so those that change are opened again. */
function closedFor({ accounts }: ImportPlan): string[] {
  return accounts.flatMap(({ id, rewrites }) => (id !== null && rewrites ? [id] : []))
}

function profileOf(target: AccountPlan['target'], id: string, createdAt: number): Profile {
  const { name, region, baseUrl, dialect } = target
  // No keychain is asked for a key that nobody entered.
  return { id, name, region, baseUrl, dialect, keyHint: '', keyStorage: 'session', createdAt }
}

function rowsOf(
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
