// What importing a settings file would do here, and what of it the user has to confirm. Pure: the
// same file and the same state give the same plan, so that what is done is what was shown.
import type { Profile } from '../../shared/accounts/account.js'
import { checkCustomAddress } from '../../shared/accounts/address.js'
import { mostSteps } from '../../shared/alerts/alert.js'
import {
  isSamePriceAlert,
  mostPriceAlerts,
  type PriceAlertSettings,
} from '../../shared/alerts/price-alert.js'
import { sameJson } from '../../shared/json.js'
import { loosenedLock } from '../../shared/lock/lock.js'
import { messageOf, type MessageOrText } from '../../shared/messages/messages.js'
import { compare, type Decimal } from '../../shared/money.js'
import { defaultTradeLimits, type TradeLimits } from '../../shared/orders/trading.js'
import type {
  ImportChange,
  ImportedAccount,
  ImportMode,
  ImportPreview,
} from '../../shared/settings/settings-import.js'
import type { Settings } from '../../shared/settings/settings.js'
import { regions } from '../../v4/endpoints.js'
import { mostFavourites } from '../orders/stored-limits.js'
import { loosened } from '../orders/order-limits.js'
import {
  type AccountNow,
  type DocumentAccount,
  plainStep,
  type SettingsDocument,
  stepLists,
} from './stored-settings-document.js'
import {
  askFromWords,
  flagWords,
  limitWords,
  nameWords,
  priceAlertWords,
  settingChanges,
} from './settings-import-words.js'

export type ImportState = { settings: Settings; accounts: readonly AccountNow[] }

type Part = { limits: TradeLimits; favourites: string[]; liveUpdates: boolean }

/** `id` null: to be added. Price alerts that stay as they are are in neither list. */
export type AccountPlan = Part & {
  id: string | null
  target: Pick<Profile, 'name' | 'region' | 'baseUrl' | 'dialect'>
  /** Whether anything of it changes that is stored with the account. */
  rewrites: boolean
  setAlerts: { id: string | null; settings: PriceAlertSettings }[]
  removeAlerts: string[]
}

/** What a system dialog asks. */
export type ImportQuestions = {
  proxy: { before: string; after: string } | null
  looserLock: string[]
  addresses: string[]
  looserLimits: { target: AccountPlan['target']; keyHint: string; changes: string[] }[]
}

export type ImportPlan = {
  settings: Settings
  accounts: AccountPlan[]
  questions: ImportQuestions
  preview: ImportPreview
}

type Steps = Pick<Settings['alerts'], (typeof stepLists)[number]>

/** Those of `more` that are not among `list`, behind it. */
function union<Item>(
  list: readonly Item[],
  more: readonly Item[],
  sameAs: (item: Item) => unknown = (item) => item,
): Item[] {
  const known = new Set(list.map(sameAs))
  return [...list, ...more.filter((one) => !known.has(sameAs(one)))]
}

function decimalUnion(list: readonly Decimal[], more: readonly Decimal[] = []): Decimal[] {
  return union(list, more, plainStep).sort((a, b) => compare(b, a))
}

/** Lists of steps that would be too long together stay as they are, and a note says so. */
function alertsAfter(
  before: Settings['alerts'],
  file: NonNullable<SettingsDocument['settings']['alerts']>,
  mode: ImportMode,
): { alerts: Settings['alerts']; areTooMany: boolean } {
  const given = Object.fromEntries(Object.entries(file).filter(([, value]) => value !== undefined))
  const after: Settings['alerts'] = { ...before, ...given }
  if (mode === 'replace') return { alerts: after, areTooMany: false }
  const merged: Steps = {
    earlySteps: union(before.earlySteps, file.earlySteps ?? [], plainStep),
    positionSteps: decimalUnion(before.positionSteps, file.positionSteps),
    marginLevelSteps: decimalUnion(before.marginLevelSteps, file.marginLevelSteps),
  }
  const tooMany = stepLists.filter((name) => merged[name].length > mostSteps)
  const kept = Object.fromEntries(tooMany.map((name) => [name, before[name]]))
  return { alerts: { ...after, ...merged, ...kept }, areTooMany: tooMany.length > 0 }
}

function settingsAfter(
  before: Settings,
  file: SettingsDocument['settings'],
  mode: ImportMode,
): { settings: Settings; notes: MessageOrText[] } {
  const { alerts, ...plain } = file
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  const of = alertsAfter(before.alerts, alerts ?? {}, mode)
  return {
    settings: { ...before, ...(given as Partial<Settings>), alerts: of.alerts },
    notes: of.areTooMany ? [messageOf('settings.file.too-many-steps', { most: mostSteps })] : [],
  }
}

function limitsAfter(before: TradeLimits, file: TradeLimits, mode: ImportMode): TradeLimits {
  return mode === 'replace'
    ? file
    : {
        ...file,
        byQuote: { ...before.byQuote, ...file.byQuote },
        byMarket: { ...before.byMarket, ...file.byMarket },
        askFrom: { ...before.askFrom, ...file.askFrom },
      }
}

type EntryList = 'byQuote' | 'byMarket' | 'askFrom'

/** The limits before, with one entry as after. */
function withEntry(
  before: TradeLimits,
  after: TradeLimits,
  list: EntryList,
  name: string,
): TradeLimits {
  const others = Object.entries(before[list]).filter(([one]) => one !== name)
  const own = Object.entries(after[list]).filter(([one]) => one === name)
  return { ...before, [list]: Object.fromEntries([...others, ...own]) }
}

function entryChanges<Entry>(
  before: TradeLimits,
  after: TradeLimits,
  list: EntryList,
  entriesOf: (limits: TradeLimits) => { [name: string]: Entry },
  what: (name: string) => MessageOrText,
  words: (entry: Entry | undefined) => MessageOrText[],
): ImportChange[] {
  const [was, is] = [
    new Map(Object.entries(entriesOf(before))),
    new Map(Object.entries(entriesOf(after))),
  ]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    if (sameJson(was.get(name), is.get(name))) return []
    const weaker = loosened(before, withEntry(before, after, list, name)).length > 0
    return [
      {
        what: what(name),
        before: words(was.get(name)),
        after: words(is.get(name)),
        weaker,
        asked: weaker,
      },
    ]
  })
}

function limitChange<Name extends 'on' | 'ordersPerDay'>(
  before: TradeLimits,
  after: TradeLimits,
  name: Name,
  what: MessageOrText,
  words: (value: TradeLimits[Name]) => MessageOrText[],
): ImportChange[] {
  if (before[name] === after[name]) return []
  const weaker = loosened(before, { ...before, [name]: after[name] }).length > 0
  return [{ what, before: words(before[name]), after: words(after[name]), weaker, asked: weaker }]
}

function limitChanges(before: TradeLimits, after: TradeLimits): ImportChange[] {
  const limitOf = (name: string) => messageOf('settings.file.limit-of', { name })
  const askFrom = (name: string) => messageOf('settings.file.ask-from', { name })
  const count = (value: number) => [nameWords(String(value))]
  return [
    ...limitChange(before, after, 'on', messageOf('settings.limits.hold'), flagWords),
    ...entryChanges(before, after, 'byQuote', ({ byQuote }) => byQuote, limitOf, limitWords),
    ...entryChanges(before, after, 'byMarket', ({ byMarket }) => byMarket, limitOf, limitWords),
    ...limitChange(before, after, 'ordersPerDay', messageOf('settings.limits.orders'), count),
    ...entryChanges(before, after, 'askFrom', (limits) => limits.askFrom, askFrom, askFromWords),
  ]
}

type AlertsPlan = Pick<AccountPlan, 'setAlerts' | 'removeAlerts'> & {
  changes: ImportChange[]
  notes: MessageOrText[]
}

/** An alert that has ended here and is in the file is set again; the others that ended stay. */
function alertPlan(
  { priceAlerts: before, endedAlerts }: Pick<AccountNow, 'priceAlerts' | 'endedAlerts'>,
  file: readonly PriceAlertSettings[] | undefined,
  mode: ImportMode,
): AlertsPlan {
  const none: AlertsPlan = { setAlerts: [], removeAlerts: [], changes: [], notes: [] }
  if (file === undefined) return none
  // The same alert twice in a file is one.
  const wanted = file.filter(
    (one, at) => file.findIndex((other) => isSamePriceAlert(one, other)) === at,
  )
  const sameAs = (one: PriceAlertSettings) => before.find((other) => isSamePriceAlert(one, other))
  const setAlerts = wanted.flatMap((settings) => {
    const known = sameAs(settings)
    return known?.repeats === settings.repeats ? [] : [{ id: known?.id ?? null, settings }]
  })
  const gone =
    mode === 'merge'
      ? []
      : before.filter((one) => !wanted.some((each) => isSamePriceAlert(one, each)))
  const again = endedAlerts.filter((one) =>
    setAlerts.some(({ settings }) => isSamePriceAlert(one, settings)),
  )
  const added = setAlerts.filter(({ id }) => id === null).length
  const here = before.length + endedAlerts.length
  if (here + added - gone.length - again.length > mostPriceAlerts)
    return {
      ...none,
      notes: [messageOf('settings.file.too-many-price-alerts', { most: mostPriceAlerts })],
    }
  const what = (market: string) => messageOf('settings.file.price-alert', { market })
  return {
    setAlerts,
    removeAlerts: [...gone, ...again].map(({ id }) => id),
    changes: [
      ...setAlerts.map(({ id, settings }) => {
        const known = before.find((one) => one.id === id)
        return {
          what: what(settings.market),
          before: known === undefined ? [] : priceAlertWords(known),
          after: priceAlertWords(settings),
          weaker: known?.repeats === true,
          asked: false,
        }
      }),
      ...gone.map((one) => ({
        what: what(one.market),
        before: priceAlertWords(one),
        after: [],
        weaker: true,
        asked: false,
      })),
    ],
    notes: [],
  }
}

function targetOf({ name, exchange, address, dialect }: DocumentAccount): AccountPlan['target'] {
  return exchange === 'custom'
    ? { name, region: 'custom', baseUrl: address ?? '', dialect: dialect ?? 'spec' }
    : { name, region: exchange, ...regions[exchange] }
}

/** In a new account nothing is allowed but what a new account allows. */
function partNow(now: AccountNow | undefined, settings: Settings): Part {
  return now === undefined
    ? { limits: defaultTradeLimits, favourites: [], liveUpdates: true }
    : {
        limits: now.trading.limits,
        favourites: now.trading.favourites,
        liveUpdates: !settings.liveUpdatesOff.includes(now.profile.id),
      }
}

function accountPlan(
  file: DocumentAccount,
  now: AccountNow | undefined,
  settings: Settings,
  mode: ImportMode,
): { plan: AccountPlan; shown: ImportedAccount; looser: string[] } {
  const before = partNow(now, settings)
  const after: Part = {
    limits: limitsAfter(
      before.limits,
      file.limits ?? before.limits,
      now === undefined ? 'replace' : mode,
    ),
    favourites:
      mode === 'merge'
        ? [...new Set(union(before.favourites, file.favouriteMarkets ?? []))].slice(-mostFavourites)
        : [...new Set(file.favouriteMarkets ?? before.favourites)],
    liveUpdates: file.liveUpdates ?? before.liveUpdates,
  }
  const alerts = alertPlan(now ?? { priceAlerts: [], endedAlerts: [] }, file.priceAlerts, mode)
  const stored: ImportChange[] = [
    ...limitChanges(before.limits, after.limits),
    ...(sameJson(before.favourites, after.favourites)
      ? []
      : [
          {
            what: messageOf('settings.file.favourites'),
            before: before.favourites.map(nameWords),
            after: after.favourites.map(nameWords),
            weaker: false,
            asked: false,
          },
        ]),
    ...alerts.changes,
  ]
  const live: ImportChange[] =
    before.liveUpdates === after.liveUpdates
      ? []
      : [
          {
            what: messageOf('settings.stream'),
            before: flagWords(before.liveUpdates),
            after: flagWords(after.liveUpdates),
            weaker: before.liveUpdates,
            asked: false,
          },
        ]
  return {
    plan: {
      ...after,
      id: now?.profile.id ?? null,
      target: now?.profile ?? targetOf(file),
      rewrites: stored.length > 0,
      setAlerts: alerts.setAlerts,
      removeAlerts: alerts.removeAlerts,
    },
    shown: {
      name: file.name,
      state: now === undefined ? 'new' : 'known',
      changes: [...stored, ...live],
      notes: alerts.notes,
    },
    looser: loosened(before.limits, after.limits),
  }
}

/** A custom address that no account here has a key for. This computer’s own need no question. */
function isNewAddress(
  { region, baseUrl }: AccountPlan['target'],
  accounts: readonly AccountNow[],
): boolean {
  const checked = checkCustomAddress(baseUrl)
  return (
    region === 'custom' &&
    !(checked.ok && checked.loopback) &&
    !accounts.some(({ profile }) => profile.baseUrl === baseUrl && profile.keyHint !== '')
  )
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

export function planImport(
  { settings: file, accounts: fileAccounts }: SettingsDocument,
  { settings: before, accounts }: ImportState,
  mode: ImportMode,
): ImportPlan {
  const after = settingsAfter(before, file, mode)
  const planned = fileAccounts.flatMap((one) => {
    const now = accounts.find(({ profile }) => sameName(profile.name, one.name))
    const target = targetOf(one)
    // The key of an account is sent where the account is: no file moves it.
    const isElsewhere =
      now !== undefined &&
      (now.profile.region !== target.region || now.profile.baseUrl !== target.baseUrl)
    return isElsewhere ? [] : [{ name: one.name, now, ...accountPlan(one, now, before, mode) }]
  })
  const shown = fileAccounts.map(
    ({ name }): ImportedAccount =>
      planned.find((one) => one.name === name)?.shown ?? {
        name,
        state: 'other-exchange',
        changes: [],
        notes: [],
      },
  )
  const onlyHere = accounts
    .filter(({ profile }) => !fileAccounts.some(({ name }) => sameName(profile.name, name)))
    .map(({ profile }): ImportedAccount => ({
      name: profile.name,
      state: 'only-here',
      changes: [],
      notes: [],
    }))
  const added = planned.filter(({ now }) => now === undefined)
  return {
    settings: after.settings,
    accounts: planned.map(({ plan }) => plan),
    questions: {
      proxy:
        after.settings.proxy === before.proxy
          ? null
          : { before: before.proxy, after: after.settings.proxy },
      looserLock: loosenedLock(before.lock, after.settings.lock),
      addresses: [
        ...new Set(
          added
            .filter(({ plan }) => isNewAddress(plan.target, accounts))
            .map(({ plan }) => plan.target.baseUrl),
        ),
      ],
      looserLimits: planned
        .filter(({ looser }) => looser.length > 0)
        .map(({ plan, now, looser }) => ({
          target: plan.target,
          keyHint: now?.profile.keyHint ?? '',
          changes: looser,
        })),
    },
    preview: {
      settings: settingChanges(before, after.settings),
      notes: after.notes,
      accounts: [...shown, ...onlyHere],
    },
  }
}
