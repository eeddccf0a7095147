// Settings to a file, and from one. A file is read once and kept: what is imported is what was
// shown, or nothing. Everything that a system dialog asks otherwise is asked here as well, and one
// refusal ends the import with nothing changed.
import type { PriceAlert } from '../../shared/alerts/price-alert.js'
import { sameJson } from '../../shared/json.js'
import { messageOf } from '../../shared/messages/messages.js'
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type {
  ImportMode,
  ImportOutcome,
  ImportPreview,
  ImportReview,
} from '../../shared/settings/settings-import.js'
import { type Clock, isoDay } from '../../shared/time.js'
import { hasEnded, noProgress } from '../alerts/price-alert-rules.js'
import { readStates } from '../alerts/stored-alert-state.js'
import { applySettings, type SettingsFile } from '../settings/stored-settings.js'
import {
  type AccountNow,
  documentText,
  mostDocumentBytes,
  readDocument,
  type SettingsDocument,
} from './stored-settings-document.js'
import { type ImportPlan, type ImportState, planImport } from './settings-import-plan.js'
import { type LateSettings, unchangedSince } from './late-settings.js'
import type { Settings } from '../../shared/settings/settings.js'
import type { Confirm, SaveDialog } from '../desktop/dialogs.js'
import type { OpenFile } from '../desktop/open-dialog.js'
import type { Accounts } from './accounts.js'
import type { AppState } from './app-state.js'
import type { AppStorage } from './storage.js'
import { confirmsOf } from './settings-import-questions.js'
import { rowsOf } from './settings-import-rows.js'

const gone: Problem = { code: 'gone', message: messageOf('accounts.settings-file.gone') }
const changed: Problem = {
  code: 'gone',
  message: messageOf('accounts.settings-file.changed'),
  reason: 'CHANGED_MEANWHILE',
}
const refused: Problem = {
  code: 'internal',
  message: messageOf('accounts.settings-file.gone'),
  reason: 'SETTINGS_REFUSED',
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

export type LoadedSettingsImport = {
  save: () => Promise<Result<{ file: boolean }, Problem>>
  /** Null if no file was chosen. */
  open: () => Promise<Result<ImportReview | null, Problem>>
  /** The same file, compared with what is here now. */
  review: (id: string) => Result<ImportReview, Problem>
  apply: (id: string, mode: ImportMode) => Promise<Result<ImportOutcome, Problem>>
  /**
   * Lets go of the file, also while its import is being confirmed: then nothing is written.
   * `discarded` false if it was not held any more, because its import is already written.
   */
  discard: (id: string) => Result<{ discarded: boolean }, Problem>
  /** Drops the file that was read: for a lock, or when the page that showed it is gone. */
  drop: () => void
}

export type SettingsImportParts = {
  clock: Clock
  newId(): string
  settings: Pick<SettingsFile, 'settings' | 'tryWriting'>
  /** With its consequences. */
  changeSettings(some: Partial<Settings>): Result<unknown, Problem>
  storage: Pick<
    AppStorage,
    'profiles' | 'trading' | 'priceAlerts' | 'alerts' | 'imports' | 'problem' | 'readOnly'
  >
  accounts: Accounts['importing']
  files: Pick<SaveDialog, 'saveText'>
  openFile: OpenFile
  ask: Confirm
  notify: AppState['notify']
  /** The code of exports and imports could not be loaded. */
  notLoaded(fault: unknown): void
}

type Held = {
  id: string
  document: SettingsDocument
  unknown: string[]
  plans: Record<ImportMode, ImportPlan>
}

function stateNow({
  storage,
  settings,
}: Pick<SettingsImportParts, 'storage' | 'settings'>): Result<ImportState, Problem> {
  const listed = storage.profiles.list()
  if (!listed.ok) return listed
  const accounts: AccountNow[] = []
  for (const profile of listed.value) {
    const trading = storage.trading.read(profile.id)
    const priceAlerts = storage.priceAlerts.load(profile.id)
    if (!trading.ok) return trading
    const alerts = storage.alerts.load(profile.id)
    if (!priceAlerts.ok) return priceAlerts
    if (!alerts.ok) return alerts
    const states = readStates(alerts.value.states).prices.alarms
    const isOver = (one: PriceAlert): boolean => hasEnded(one, states[one.id] ?? noProgress)
    accounts.push({
      profile,
      trading: trading.value,
      priceAlerts: priceAlerts.value.filter((one) => !isOver(one)),
      endedAlerts: priceAlerts.value.filter(isOver),
    })
  }
  return ok({ settings: settings.settings(), accounts })
}

function plansOf(
  document: SettingsDocument,
  parts: SettingsImportParts,
): Result<Held['plans'], Problem> {
  const state = stateNow(parts)
  if (!state.ok) return state
  return ok({
    merge: planImport(document, state.value, 'merge'),
    replace: planImport(document, state.value, 'replace'),
  })
}

function reviewOf({ id, unknown, plans }: Held): ImportReview {
  return {
    id,
    unknown,
    previews: { merge: plans.merge.preview, replace: plans.replace.preview },
  }
}

/** Open accounts read limits and price alerts once, so those that change are opened again. */
function closedFor({ accounts }: ImportPlan): string[] {
  return accounts.flatMap(({ id, rewrites }) => (id !== null && rewrites ? [id] : []))
}

function obstacleTo(plan: ImportPlan, { accounts, storage }: SettingsImportParts): Problem | null {
  if (accounts.hasUnsavedLimits()) return unsaved
  return closedFor(plan).some((id) => accounts.ordersInFlight(id) > 0)
    ? orderUnderWay
    : storage.problem()
}

/** Nothing waits in here, so nothing comes between looking and writing. */
function write(plan: ImportPlan, parts: SettingsImportParts): Result<ImportOutcome, Problem> {
  const { settings, storage, clock, newId } = parts
  const before = stateNow(parts)
  if (!before.ok) return before
  const rows = rowsOf(plan, before.value, clock(), newId)
  const changes = unchangedSince(rows.settings, before.value.settings)
  if (applySettings(before.value.settings, changes).refused.length > 0) return fail(refused)
  const writable = settings.tryWriting()
  if (!writable.ok) return writable
  const applied = storage.imports.apply(rows)
  return applied.ok ? ok({ added: rows.added.length }) : applied
}

async function save(parts: SettingsImportParts): Promise<Result<{ file: boolean }, Problem>> {
  const state = stateNow(parts)
  if (!state.ok) return state
  const text = documentText(state.value.settings, state.value.accounts)
  if (!text.ok) return text
  const suggestedName = `plimsoll-settings-${isoDay(parts.clock())}.json`
  const saved = await parts.files.saveText({ suggestedName, text: text.value })
  return saved.ok ? ok({ file: saved.value !== null }) : saved
}

/** One export or import at a time. */
function createTurn() {
  let isTaken = false
  return {
    isTaken: () => isTaken,
    alone: async <T>(act: () => Promise<Result<T, Problem>>): Promise<Result<T, Problem>> => {
      if (isTaken) return fail(underWay)
      isTaken = true
      try {
        return await act()
      } finally {
        isTaken = false
      }
    },
  }
}

export function createSettingsImport(
  parts: SettingsImportParts,
  late: LateSettings,
): LoadedSettingsImport {
  const { storage, accounts } = parts
  const { isTaken, alone } = createTurn()
  let held: Held | null = null
  /** How often everything was dropped: a file read meanwhile is discarded. */
  let drops = 0

  const hold = (file: Pick<Held, 'id' | 'document' | 'unknown'>): Result<ImportReview, Problem> => {
    const plans = plansOf(file.document, parts)
    if (!plans.ok) return plans
    const isEndless = Object.values(plans.value).some(
      ({ preview }) => changesIn(preview) > mostChangesShown,
    )
    if (isEndless) return fail(tooManyChanges)
    held = { ...file, plans: plans.value }
    return ok(reviewOf(held))
  }

  /** The plan that was shown, if it is still what would be done. */
  const shownPlan = (id: string, mode: ImportMode): Result<ImportPlan, Problem> => {
    if (held?.id !== id) return fail(gone)
    const plans = plansOf(held.document, parts)
    if (!plans.ok) return plans
    const shown = held.plans[mode]
    if (!sameJson(plans.value[mode], shown)) return fail(changed)
    const against = obstacleTo(shown, parts)
    return against === null ? ok(shown) : fail(against)
  }

  const commit = (id: string, mode: ImportMode): Result<ImportOutcome, Problem> => {
    const plan = shownPlan(id, mode)
    if (!plan.ok) return plan
    const written = write(plan.value, parts)
    if (!written.ok) return written
    held = null
    late.begin()
    return written
  }

  const apply = async (id: string, mode: ImportMode): Promise<Result<ImportOutcome, Problem>> => {
    if (storage.readOnly) return fail(storage.problem() ?? gone)
    const earlier = late.finish()
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
  }

  return {
    save: () => alone(() => save(parts)),
    open: () =>
      alone<ImportReview | null>(async () => {
        const dropsBefore = drops
        held = null
        const chosen = await parts.openFile('settings', mostDocumentBytes)
        if (!chosen.ok) return chosen
        if (chosen.value === null) return ok(null)
        if (drops !== dropsBefore) return fail(gone)
        const read = readDocument(chosen.value)
        return read.ok ? hold({ id: parts.newId(), ...read.value }) : read
      }),
    review: (id: string): Result<ImportReview, Problem> => {
      // What is being confirmed stays what was shown.
      if (isTaken()) return fail(underWay)
      return held?.id === id ? hold(held) : fail(gone)
    },
    apply: (id: string, mode: ImportMode) => alone(() => apply(id, mode)),
    discard: (id: string): Result<{ discarded: boolean }, Problem> => {
      const discarded = held?.id === id
      if (discarded) held = null
      return ok({ discarded })
    },
    drop: (): void => {
      drops += 1
      held = null
    },
  }
}
