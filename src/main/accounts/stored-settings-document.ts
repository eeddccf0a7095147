// The settings file: one readable JSON file with the settings, and each account without its key.
// Nothing secret has a place in it. Accounts have no ids in it: a key is kept under an id, and a
// file must not be able to name one.
import { z } from 'zod'
import type { Profile } from '../../shared/accounts/account.js'
import { checkCustomAddress } from '../../shared/accounts/address.js'
import { mostSteps } from '../../shared/alerts/alert.js'
import { type EarlyStep, isEarlyStep } from '../../shared/alerts/ltv-step.js'
import {
  mostPriceAlerts,
  moveDirections,
  type PriceAlert,
  ruleFault,
} from '../../shared/alerts/price-alert.js'
import { parseJson } from '../../shared/json.js'
import { add, type Decimal } from '../../shared/money.js'
import { messageOf } from '../../shared/messages/messages.js'
import type { Problem } from '../../shared/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Settings } from '../../shared/settings/settings.js'
import { marketName, mostFavourites, tradeLimits } from '../orders/stored-limits.js'
import type { TradingSettings } from '../orders/trading-repository.js'
import { alertSettingsMembers } from '../settings/stored-alert-settings.js'
import { settingSchemas } from '../settings/stored-settings.js'
import { checkName, hasInvisible } from './account-name.js'

const format = 'plimsoll-settings'
const version = 1

/** A hundred accounts with every price alert and many limits are below it. */
export const mostDocumentBytes = 4 * 1024 * 1024
const mostAccounts = 100
const longestAddress = 300

export const stepLists = ['earlySteps', 'positionSteps', 'marginLevelSteps'] as const

/** One form for steps at the same place: `60` and `60.0` are one. */
export function plainStep(step: EarlyStep | Decimal): string {
  if (typeof step === 'string') return add(step, '0')
  return 'ltv' in step ? add(step.ltv, '0') : `${step.part}/${step.of}`
}

const earlyStep = z
  .union([
    z.strictObject({ ltv: z.string() }),
    z.strictObject({ part: z.number(), of: z.number() }),
  ])
  .refine(isEarlyStep, { abort: true })

function areDifferent(items: readonly unknown[]): boolean {
  return new Set(items.map((item) => JSON.stringify(item))).size === items.length
}

const { earlySteps: _earlySteps, ...otherAlertSettings } = alertSettingsMembers
const alertSettings = z
  .strictObject({ ...otherAlertSettings, earlySteps: z.array(earlyStep).max(mostSteps) })
  .partial()
  // Runs only if every step is one: the schemas of steps abort.
  .superRefine((alerts, context) => {
    for (const list of stepLists)
      if (!areDifferent((alerts[list] ?? []).map(plainStep)))
        context.addIssue({ code: 'custom', path: [list] })
  })

const priceAlert = z.strictObject({
  market: marketName,
  rule: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.enum(['above', 'below']), price: z.string() }),
      z.strictObject({
        kind: z.literal('move'),
        percent: z.string(),
        minutes: z.number(),
        direction: z.enum(moveDirections),
      }),
    ])
    .refine((rule) => ruleFault(rule) === null),
  repeats: z.boolean(),
})

const account = z
  .strictObject({
    name: z
      .string()
      .refine((name) => !hasInvisible(name), { abort: true, params: { isInvisible: true } })
      .refine((name) => {
        const checked = checkName(name, [], null)
        return checked.ok && checked.value === name
      }),
    exchange: z.enum(['global', 'eu', 'custom']),
    /** Of another exchange than the two known ones. */
    address: z
      .string()
      .max(longestAddress)
      .refine((text) => {
        const checked = checkCustomAddress(text)
        return checked.ok && checked.baseUrl === text
      })
      .optional(),
    dialect: z.enum(['spec', 'live']).optional(),
    liveUpdates: z.boolean().optional(),
    limits: tradeLimits.optional(),
    favouriteMarkets: z.array(marketName).max(mostFavourites).optional(),
    priceAlerts: z.array(priceAlert).max(mostPriceAlerts).optional(),
  })
  .refine(
    ({ exchange, address, dialect }) =>
      (exchange === 'custom') === (address !== undefined) &&
      (exchange === 'custom') === (dialect !== undefined),
    { path: ['address'] },
  )

/**
 * Whether the first steps and the explanation of closing were seen belongs to this computer, and so
 * do the ids of accounts without live updates.
 */
const {
  closeExplained: _closeExplained,
  onboardingDone: _onboardingDone,
  liveUpdatesOff: _liveUpdatesOff,
  alerts: _alerts,
  ...plainSettings
} = settingSchemas

const content = z.strictObject({
  format: z.literal(format),
  version: z.literal(version),
  settings: z
    .strictObject({
      ...plainSettings,
      proxy: plainSettings.proxy.max(longestAddress),
      alerts: alertSettings,
    })
    .partial(),
  accounts: z
    .array(account)
    .max(mostAccounts)
    .refine((all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length),
})

export type SettingsDocument = z.infer<typeof content>
export type DocumentAccount = SettingsDocument['accounts'][number]

/** What of an account goes into the file, and what an import compares with. */
export type AccountNow = {
  profile: Profile
  trading: TradingSettings
  /** Those that may still trigger. */
  priceAlerts: readonly PriceAlert[]
  /** Those that have triggered and do not repeat: they belong to this computer. */
  endedAlerts: readonly PriceAlert[]
}

/** Settings of earlier versions may have a step twice. */
function eachOnce<Step extends EarlyStep | Decimal>(steps: readonly Step[]): Step[] {
  const places = steps.map(plainStep)
  return steps.filter((_step, at) => places.indexOf(places[at] ?? '') === at)
}

function accountOf({ profile, trading, priceAlerts }: AccountNow, off: readonly string[]) {
  const { name, region, baseUrl, dialect } = profile
  return {
    name,
    exchange: region,
    ...(region === 'custom' ? { address: baseUrl, dialect } : {}),
    liveUpdates: !off.includes(profile.id),
    limits: trading.limits,
    favouriteMarkets: trading.favourites,
    priceAlerts: priceAlerts.map(({ market, rule, repeats }) => ({ market, rule, repeats })),
  }
}

/** The text of the file. Whatever it would not read back is not written. */
export function documentText(
  settings: Settings,
  accounts: readonly AccountNow[],
): Result<string, Problem> {
  const { closeExplained: _1, onboardingDone: _2, liveUpdatesOff, alerts, ...plain } = settings
  const earlySteps = eachOnce(alerts.earlySteps).map((step) =>
    'ltv' in step ? { ltv: step.ltv } : { part: step.part, of: step.of },
  )
  const positionSteps = eachOnce(alerts.positionSteps)
  const marginLevelSteps = eachOnce(alerts.marginLevelSteps)
  const written = {
    format,
    version,
    settings: { ...plain, alerts: { ...alerts, earlySteps, positionSteps, marginLevelSteps } },
    accounts: accounts.map((one) => accountOf(one, liveUpdatesOff)),
  }
  const text = `${JSON.stringify(written, null, 2)}\n`
  const read = content.safeParse(parseJson(text))
  if (read.success && Buffer.byteLength(text) <= mostDocumentBytes) return ok(text)
  const paths = read.error?.issues.map(({ path }) => path) ?? [['accounts']]
  const message = messageOf('accounts.settings-file.not-exportable', {
    fields: pathsOf(paths).join(', '),
  })
  return fail({ code: 'internal', message, reason: 'NOT_EXPORTABLE' })
}

const notOurs: Problem = {
  code: 'bad-input',
  message: messageOf('accounts.settings-file.not-ours'),
  reason: 'NOT_A_SETTINGS_FILE',
}
const newer: Problem = {
  code: 'bad-input',
  message: messageOf('accounts.settings-file.newer'),
  reason: 'NEWER_FILE',
}

const mostNamed = 20
const longestPath = 80
/** Each is removed on its own: a file full of them is none of ours. */
const mostUnknown = 100

/** Members by their paths, few and short: the names may be anything. */
function pathsOf(paths: readonly (readonly PropertyKey[])[]): string[] {
  const texts = paths.map((path) =>
    path
      .map(String)
      .join('.')
      .replace(/[^\w.-]/g, '?')
      .slice(0, longestPath),
  )
  return [...new Set(texts)].slice(0, mostNamed)
}

/** Counted from one; null if names are not what is wrong. */
function invisiblyNamed(issues: readonly z.core.$ZodIssue[]): number | null {
  const issue = issues.find((one) => one.code === 'custom' && one.params?.['isInvisible'] === true)
  const at = issue?.path[1]
  return typeof at === 'number' ? at + 1 : null
}

function unusable(issues: readonly z.core.$ZodIssue[]): Problem {
  const number = invisiblyNamed(issues)
  if (number !== null)
    return {
      code: 'bad-input',
      message: messageOf('accounts.settings-file.invisible-name', { number }),
      reason: 'INVISIBLE_NAME',
    }
  const fields = pathsOf(issues.map(({ path }) => path)).join(', ')
  return {
    code: 'bad-input',
    message: messageOf('accounts.settings-file.unusable', { fields }),
    reason: 'UNUSABLE_MEMBERS',
  }
}

/** Without this member. Each object on the way is copied. */
function without(value: unknown, [first, ...rest]: readonly PropertyKey[]): unknown {
  if (typeof value !== 'object' || value === null || first === undefined) return value
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (at === first ? without(item, rest) : item))
  const members = Object.entries(value)
  return Object.fromEntries(
    rest.length === 0
      ? members.filter(([name]) => name !== first)
      : members.map(([name, member]) => [name, name === first ? without(member, rest) : member]),
  )
}

const header = z.looseObject({ format: z.literal(format), version: z.int().min(1) })

/** `unknown`: paths of members that this version does not know. They are left out. */
export function readDocument(
  text: string,
): Result<{ document: SettingsDocument; unknown: string[] }, Problem> {
  const value = parseJson(text)
  const about = header.safeParse(value)
  if (!about.success) return fail(notOurs)
  if (about.data.version > version) return fail(newer)
  const first = content.safeParse(value)
  if (first.success) return ok({ document: first.data, unknown: [] })
  const unknown = first.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [],
  )
  if (unknown.length > mostUnknown) return fail(notOurs)
  const known = content.safeParse(unknown.reduce<unknown>(without, value))
  return known.success
    ? ok({ document: known.data, unknown: pathsOf(unknown) })
    : fail(unusable(known.error.issues))
}
