// The settings of a file in words: what each is called, and its values, before and after.
import type { AlertSettings } from '../../shared/alerts/alert.js'
import type { EarlyStep } from '../../shared/alerts/ltv-step.js'
import type { PriceAlertSettings } from '../../shared/alerts/price-alert.js'
import { shortcutText } from '../../shared/desktop/mini.js'
import { loosenedLock, type LockSettings } from '../../shared/lock/lock.js'
import { languageNames } from '../../shared/messages/languages.js'
import { type Message, messageOf, type MessageOrText } from '../../shared/messages/messages.js'
import { compare, multiply } from '../../shared/money.js'
import type { TradeLimit } from '../../shared/orders/trading.js'
import type { ImportChange } from '../../shared/settings/settings-import.js'
import type { Settings } from '../../shared/settings/settings.js'

type Values = MessageOrText[]

type Wording<Value> = {
  what: Message
  values: (value: Value) => Values
  /** Whether it protects or warns less, or shows more. */
  weaker?: (before: Value, after: Value) => boolean
  /** Whether a system dialog asks for it. */
  asked?: (before: Value, after: Value) => boolean
}

const named = (name: string): Message => messageOf('settings.file.value', { name })
const flag = (on: boolean): Values => [messageOf(on ? 'settings.file.on' : 'settings.file.off')]
const turnedOn = (before: boolean, after: boolean): boolean => !before && after
const turnedOff = (before: boolean, after: boolean): boolean => before && !after
const always = (): boolean => true

function minutes(value: number | null): Values {
  return [
    value === null
      ? messageOf('lock.looser.never')
      : messageOf('lock.looser.minutes', { minutes: value }),
  ]
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

function clockTime(minute: number): string {
  return `${twoDigits((minute - (minute % 60)) / 60)}:${twoDigits(minute % 60)}`
}

function earlyStepWords(step: EarlyStep): Message {
  return 'ltv' in step
    ? messageOf('settings.file.percent', { percent: step.ltv })
    : messageOf('alerts.early.of-way', { part: `${step.part}/${step.of}` })
}

/** Whether any of these is not among the others. */
function lost(before: readonly unknown[], after: readonly unknown[]): boolean {
  const kept = new Set(after.map((one) => JSON.stringify(one)))
  return before.some((one) => !kept.has(JSON.stringify(one)))
}

const loudness = { all: 2, critical: 1, none: 0 } as const

const ofAlerts: { [Name in keyof AlertSettings]: Wording<AlertSettings[Name]> } = {
  earlySteps: {
    what: messageOf('alerts.early.title'),
    values: (steps) => steps.map(earlyStepWords),
    weaker: lost,
  },
  rearm: {
    what: messageOf('alerts.often.rearm'),
    values: (share) => [messageOf('settings.file.percent', { percent: multiply(share, '100') })],
    // An alert that has not rearmed is not raised again.
    weaker: (before, after) => compare(after, before) > 0,
  },
  positionSteps: {
    what: messageOf('alerts.distance.title'),
    values: (steps) =>
      steps.map((share) => messageOf('settings.file.percent', { percent: multiply(share, '100') })),
    weaker: lost,
  },
  marginLevelSteps: {
    what: messageOf('alerts.margin-steps.title'),
    values: (steps) => steps.map((percent) => messageOf('settings.file.percent', { percent })),
    weaker: lost,
  },
  coolDownMinutes: {
    what: messageOf('alerts.often.pause'),
    values: minutes,
    weaker: (before, after) => after > before,
  },
  quietHours: {
    what: messageOf('alerts.quiet.on'),
    values: ({ on, from, to }) =>
      on ? [named(`${clockTime(from)}–${clockTime(to)}`)] : flag(false),
    weaker: (_before, { on }) => on,
  },
  quietHoursCoverMarginCalls: {
    what: messageOf('alerts.quiet.all'),
    values: flag,
    weaker: turnedOn,
  },
  figuresInNotifications: {
    what: messageOf('alerts.notifications.figures'),
    values: flag,
    weaker: turnedOn,
  },
  sounds: {
    what: messageOf('alerts.notifications.sounds'),
    values: (sounds) => [messageOf(`alerts.notifications.sounds.${sounds}`)],
    weaker: (before, after) => loudness[after] < loudness[before],
  },
}

const ofLock: { [Name in keyof LockSettings]: Wording<LockSettings[Name]> } = {
  idleMinutes: { what: messageOf('settings.lock.idle'), values: minutes },
  idleMinutesArmed: { what: messageOf('settings.lock.armed'), values: minutes },
  dropsKeys: { what: messageOf('settings.drop-keys'), values: flag },
}

/** Imported settings that one message each describes. */
export type PlainSettings = Omit<
  Settings,
  'closeExplained' | 'onboardingDone' | 'liveUpdatesOff' | 'alerts' | 'lock'
>

const ofSettings: { [Name in keyof PlainSettings]: Wording<Settings[Name]> } = {
  language: {
    what: messageOf('settings.language'),
    values: (language) => [
      language === 'system'
        ? messageOf('settings.language.system')
        : named(languageNames[language]),
    ],
  },
  formats: {
    what: messageOf('settings.formats'),
    values: (formats) => [
      formats === 'plain' || formats === 'system'
        ? messageOf(`settings.formats.${formats}`)
        : named(formats),
    ],
  },
  theme: {
    what: messageOf('settings.theme'),
    values: (theme) => [messageOf(`settings.theme.${theme}`)],
  },
  density: {
    what: messageOf('settings.density'),
    values: (density) => [messageOf(`settings.density.${density}`)],
  },
  gainColour: {
    what: messageOf('settings.gain-colour'),
    values: (colour) => [messageOf(`settings.gain-colour.${colour}`)],
  },
  utcTimes: { what: messageOf('settings.utc-times'), values: flag },
  csvBom: { what: messageOf('settings.csv-bom'), values: flag },
  tray: { what: messageOf('settings.window.tray'), values: flag, weaker: turnedOff },
  onClose: {
    what: messageOf('settings.window.close'),
    values: (act) => [messageOf(`settings.window.close.${act}`)],
    weaker: (_before, after) => after === 'quit',
  },
  miniWindow: { what: messageOf('settings.mini.show'), values: flag },
  miniShortcut: {
    what: messageOf('settings.mini.shortcut'),
    values: (shortcut) => [
      shortcut === 'off'
        ? messageOf('settings.mini.shortcut.off')
        : named(shortcutText(shortcut, process.platform === 'darwin')),
    ],
  },
  proxy: {
    what: messageOf('settings.proxy.field'),
    values: (proxy) => (proxy === '' ? [] : [named(proxy)]),
    weaker: always,
    asked: always,
  },
  addressFamily: {
    what: messageOf('settings.family.field'),
    values: (family) => [messageOf(`settings.family.${family}`)],
  },
  liveUpdates: { what: messageOf('settings.stream.all'), values: flag, weaker: turnedOff },
  currency: { what: messageOf('settings.file.currency'), values: (currency) => [named(currency)] },
  positionColumns: {
    what: messageOf('settings.file.columns'),
    values: (columns) =>
      columns === null ? [messageOf('settings.file.columns.fitting')] : columns.map(named),
  },
  hideAmounts: { what: messageOf('settings.amounts.hide'), values: flag, weaker: turnedOff },
  hidePercentages: {
    what: messageOf('settings.amounts.percentages'),
    values: flag,
    weaker: turnedOff,
  },
  blockScreenCapture: {
    what: messageOf('settings.amounts.capture'),
    values: flag,
    weaker: turnedOff,
  },
}

function changeOf<Value>(
  { what, values, weaker, asked }: Wording<Value>,
  before: Value,
  after: Value,
): ImportChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  return [
    {
      what,
      before: values(before),
      after: values(after),
      weaker: weaker?.(before, after) ?? false,
      asked: asked?.(before, after) ?? false,
    },
  ]
}

function changesOf<Group extends object>(
  wordings: { [Name in keyof Group]: Wording<Group[Name]> },
  before: Group,
  after: Group,
): ImportChange[] {
  return (Object.keys(wordings) as (keyof Group)[]).flatMap((name) =>
    changeOf(wordings[name], before[name], after[name]),
  )
}

/** Whatever of the lock is looser is asked in its own dialog. */
function lockChange<Name extends keyof LockSettings>(
  name: Name,
  before: LockSettings,
  after: LockSettings,
): ImportChange[] {
  const isLooser = loosenedLock(before, { ...before, [name]: after[name] }).length > 0
  const wording = { ...ofLock[name], weaker: () => isLooser, asked: () => isLooser }
  return changeOf<LockSettings[Name]>(wording, before[name], after[name])
}

/** Each setting that would change. */
export function settingChanges(before: Settings, after: Settings): ImportChange[] {
  return [
    ...changesOf<PlainSettings>(ofSettings, before, after),
    ...lockChange('idleMinutes', before.lock, after.lock),
    ...lockChange('idleMinutesArmed', before.lock, after.lock),
    ...lockChange('dropsKeys', before.lock, after.lock),
    ...changesOf(ofAlerts, before.alerts, after.alerts),
  ]
}

export function limitWords(limit: TradeLimit | undefined): Values {
  return limit === undefined ? [] : [messageOf('settings.file.limit', limit)]
}

export function askFromWords(notional: string | undefined): Values {
  return notional === undefined ? [] : [messageOf('settings.file.notional', { notional })]
}

export { flag as flagWords, named as nameWords }

export function priceAlertWords({ rule, repeats }: PriceAlertSettings): Values {
  const words =
    rule.kind === 'move'
      ? messageOf(`alerts.rule.${rule.direction}`, {
          percent: rule.percent,
          span: messageOf('common.span.minutes', { minutes: rule.minutes }),
        })
      : messageOf(`alerts.rule.${rule.kind}`, { price: rule.price })
  return [words, messageOf(repeats ? 'settings.file.repeats' : 'settings.file.once')]
}
