// A filter of the investment history as pills, as form fields, and with what the exchange rejected
// about it.
import {
  everything,
  flexActions,
  longestId,
  type FlexFacet,
  type FlexFilter,
} from '../../shared/investments/flex-history.js'
import type { Problem } from '../../shared/problem.js'
import { t, textOf } from '../../shared/messages/messages.js'
import type { UnixSeconds } from '../../shared/time.js'
import { countText } from '../components/words.js'
import { dayOf, firstSecondOf, lastSecondOf } from '../components/days.js'
import { dayText, momentText, secondText, type Zone } from '../components/times.js'
import type { IconName } from '../components/icon-paths.js'

type ActionWords = { name: string; meaning: string; icon: IconName | null; known: boolean }

/** `name`: of its text in the catalogue. */
const actionsByType = {
  6: { name: 'open', icon: 'plus' },
  1: { name: 'invest', icon: 'up' },
  2: { name: 'reinvest', icon: 'refresh' },
  4: { name: 'earning', icon: 'dot' },
  3: { name: 'withdraw', icon: 'down' },
  5: { name: 'close', icon: 'cross' },
} as const satisfies Record<keyof typeof flexActions, { name: string; icon: IconName }>

/** In the order in which they happen to an investment. */
export const knownActionTypes: readonly (keyof typeof flexActions)[] = [6, 1, 2, 4, 3, 5]

const isKnown = (type: number): type is keyof typeof flexActions => type in flexActions

/**
 * The name of an action type (specification 3.1). One unknown to this version is shown as its
 * number.
 */
export function actionWords(type: number): ActionWords {
  if (!isKnown(type))
    return {
      name: String(type),
      meaning: t('investments.action.unknown.meaning'),
      icon: null,
      known: false,
    }
  const { name, icon } = actionsByType[type]
  return {
    name: t(`investments.action.${name}`),
    meaning: t(`investments.action.${name}.meaning`),
    icon,
    known: true,
  }
}

/** The same within a sentence: "daily earning". */
export function deedName(type: number): string {
  return isKnown(type) ? t(`investments.timeline.action.${actionsByType[type].name}`) : String(type)
}

/** "DAILY_EARNING (4): daily earnings". For the hover. */
export function actionTitle(type: number): string {
  return isKnown(type)
    ? t('investments.action.title', {
        name: flexActions[type],
        type,
        meaning: actionWords(type).meaning,
      })
    : t('investments.action.unknown.title', { type })
}

/**
 * An id shortened for a row, keeping both ends, where ids differ most. The title holds the full id.
 */
export function shortId(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 8)}…${id.slice(-5)}`
}

/**
 * "02:00:00": when on its day a filter begins or ends that was set in another zone and cuts that
 * day short; null if it does not.
 */
export function timeWithin(part: 'from' | 'to', at: UnixSeconds | null, zone: Zone): string | null {
  if (at === null) return null
  const whole = (part === 'from' ? firstSecondOf : lastSecondOf)(dayOf(at, zone), zone)
  return at === whole ? null : secondText(at, zone)
}

/**
 * The options of a form: nothing empty, because that means "any", and nothing too long to be
 * requested.
 */
export function offered(facets: readonly FlexFacet[] = []): FlexFacet[] {
  return facets.filter(({ value }) => value !== '' && value.length <= longestId)
}

const filterParts = ['planId', 'investmentId', 'transactionId', 'currency', 'from', 'to'] as const
type FilterPart = (typeof filterParts)[number]

export function isEverything(filter: FlexFilter): boolean {
  return filter.actionTypes.length === 0 && filterParts.every((part) => filter[part] === null)
}

/**
 * The same filter always gives the same text, regardless of the order its action types were chosen
 * in.
 */
export function filterKey(filter: FlexFilter): string {
  return JSON.stringify([
    ...filterParts.map((part) => filter[part]),
    filter.actionTypes.toSorted((a, b) => a - b),
  ])
}

type Pill = {
  key: string
  label: string
  text: string
  title: string
  /** What the exchange said about it. */
  fault: string | null
  /** The filter without it. */
  without: FlexFilter
}

export type FilterFaults = {
  parts: { readonly [part in FilterPart]?: string }
  /** By action type. */
  actions: ReadonlyMap<number, string>
  /** For the action types as a group. */
  actionTypes: string | null
  /** Whether every message of the exchange was assigned to a field. */
  complete: boolean
}

export const noFaults: FilterFaults = {
  parts: {},
  actions: new Map(),
  actionTypes: null,
  complete: true,
}

/** Parameters whose names on the wire (specification 4.3) differ from those used here. */
const wireNames: ReadonlyMap<string, FilterPart> = new Map([
  ['plan', 'planId'],
  ['investment', 'investmentId'],
  ['transaction', 'transactionId'],
  ['dateFrom', 'from'],
  ['dateTo', 'to'],
])

/**
 * What the exchange rejected, sorted by field. `asked` is the filter that was sent: `actionTypes.1`
 * is its second type.
 */
export function filterFaults(problem: Problem | null, asked: FlexFilter): FilterFaults {
  const parts: { [part in FilterPart]?: string } = {}
  const actions = new Map<number, string>()
  let actionTypes: string | null = null
  let complete = problem?.fields !== undefined
  for (const [parameter, messages] of Object.entries(problem?.fields ?? {})) {
    const words = messages.map(textOf).join(' ')
    const part = wireNames.get(parameter) ?? filterParts.find((one) => one === parameter)
    const index = /^actionTypes\.(\d{1,3})$/.exec(parameter)?.[1]
    const type = index === undefined ? undefined : asked.actionTypes[Number.parseInt(index, 10)]
    if (part !== undefined) parts[part] = words
    else if (type !== undefined) actions.set(type, words)
    else if (parameter === 'actionTypes') actionTypes = words
    else complete = false
  }
  return { parts, actions, actionTypes, complete }
}

/** Every active part of a filter, removable individually. */
export function pillsOf(filter: FlexFilter, zone: Zone, faults: FilterFaults = noFaults): Pill[] {
  const one = (
    part: FilterPart,
    label: string,
    text: string | null,
    title: string | null,
  ): Pill[] =>
    text === null
      ? []
      : [
          {
            key: part,
            label,
            text,
            title: title ?? text,
            fault: faults.parts[part] ?? null,
            without: { ...filter, [part]: null },
          },
        ]
  const id = (part: 'planId' | 'investmentId' | 'transactionId', label: string): Pill[] => {
    const value = filter[part]
    return one(
      part,
      label,
      value === null ? null : value === '' ? t('investments.filter.empty') : shortId(value),
      value,
    )
  }
  const when = (part: 'from' | 'to', label: string): Pill[] => {
    const at = filter[part]
    if (at === null) return []
    const time = timeWithin(part, at, zone)
    return one(
      part,
      label,
      time === null ? dayText(at, zone) : `${dayText(at, zone)} ${time}`,
      momentText(at, zone),
    )
  }
  return [
    ...filter.actionTypes.map((type): Pill => {
      const fault = faults.actions.get(type) ?? faults.actionTypes
      const without = {
        ...filter,
        actionTypes: filter.actionTypes.filter((other) => other !== type),
      }
      return {
        key: `action ${type}`,
        label: t('investments.filter.action'),
        text: actionWords(type).name,
        title: actionTitle(type),
        fault,
        without,
      }
    }),
    ...id('planId', t('investments.plan')),
    ...id('investmentId', t('investments.investment')),
    ...id('transactionId', t('investments.transaction')),
    ...one('currency', t('investments.currency'), filter.currency, null),
    ...when('from', t('investments.filter.from')),
    ...when('to', t('investments.filter.to')),
  ]
}

/** "12,345 of 100,000 records", "100,000 records". */
export function matchText(matching: number, all: number, filter: FlexFilter): string {
  return isEverything(filter)
    ? t('investments.records-counted', { count: matching })
    : t('investments.records-of', { matching: countText(matching), all })
}

/** The filter that shows one investment and drops the rest. */
export function onlyInvestment(investmentId: string): FlexFilter {
  return {
    ...everything,
    investmentId,
  }
}
