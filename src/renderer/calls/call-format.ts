// Text for calls as they went over the wire.
import type { CallDetail, CallKind, CallSummary, CallWait } from '../../shared/calls/call.js'
import type { ConsoleForm, FormField } from '../../shared/calls/console.js'
import type { ProblemCode } from '../../shared/problem.js'
import { type MessageKey, t, wordsBy } from '../../shared/messages/messages.js'
import { msText, secondText, type Zone } from '../components/times.js'
import type { Tone } from '../components/words.js'

export const callKindWords: Readonly<Record<CallKind, string>> = wordsBy({
  read: 'activity.kind.read',
  'moves-money': 'activity.kind.moves-money',
  public: 'activity.kind.public',
})

type Outcome = { name: MessageKey & `activity.outcome.${string}`; tone: Tone }

const refusals: Partial<Record<ProblemCode, Outcome>> = {
  'credit-line-off': { name: 'activity.outcome.not-enabled', tone: 'calm' },
  'b2b-only': { name: 'activity.outcome.not-enabled', tone: 'calm' },
  'no-permission': { name: 'activity.outcome.no-permission', tone: 'caution' },
  'no-loan': { name: 'activity.outcome.no-loan', tone: 'plain' },
  'rate-limited': { name: 'activity.outcome.slow-down', tone: 'caution' },
  'not-understood': { name: 'activity.outcome.not-understood', tone: 'caution' },
  timeout: { name: 'activity.outcome.timeout', tone: 'caution' },
  unreachable: { name: 'activity.outcome.no-answer', tone: 'caution' },
}

function outcomeOf(failure: CallSummary['failure']): Outcome {
  if (failure === null) return { name: 'activity.outcome.understood', tone: 'plain' }
  if (failure.code === 'outcome-unknown')
    return { name: 'activity.outcome.unknown', tone: 'danger' }
  if (!failure.sent) return { name: 'activity.outcome.not-sent', tone: 'caution' }
  return refusals[failure.code] ?? { name: 'activity.outcome.refused', tone: 'caution' }
}

/** How an attempt was classified, in two or three words. */
export function callOutcome({ failure }: Pick<CallSummary, 'failure'>): {
  text: string
  tone: Tone
} {
  const { name, tone } = outcomeOf(failure)
  return { text: t(name), tone }
}

function waitText(wait: CallWait): string {
  switch (wait.kind) {
    case 'turn':
      return t('activity.limiter.turn')
    case 'budget':
      return t(`activity.limiter.budget.${wait.scope}`)
    case 'pause':
      return t('activity.limiter.pause', { left: msText(wait.ms) })
  }
}

const heldBackTexts: Readonly<Record<string, string>> = wordsBy({
  PAUSED: 'activity.limiter.held-back.paused',
  BREAKER_OPEN: 'activity.limiter.held-back.breaker',
  QUEUE_TIMEOUT: 'activity.limiter.held-back.queue-timeout',
  QUEUE_FULL: 'activity.limiter.held-back.queue-full',
})

function heldBackText(problem: CallDetail['problem'], zone: Zone): string | null {
  const why = heldBackTexts[problem?.reason ?? ''] ?? null
  if (why === null || problem?.retryAt === undefined) return why
  return t('activity.limiter.held-back-until', { why, time: secondText(problem.retryAt, zone) })
}

/** What the limiter and the circuit breaker did with it, one sentence each. */
export function limiterTexts(
  { waits, problem, after, at, timings }: CallDetail,
  zone: Zone,
): string[] {
  const heldBack = heldBackText(problem, zone)
  const pausedUntil =
    after.pausedMs === null ? null : at + (timings.totalMs + after.pausedMs) / 1000
  const texts = [
    ...waits.map(waitText),
    ...(heldBack === null ? [] : [heldBack]),
    ...(pausedUntil === null
      ? []
      : [t('activity.limiter.paused-by-answer', { time: secondText(pausedUntil, zone) })]),
  ]
  return texts.length === 0 ? [t('activity.limiter.nothing')] : texts
}

/** What followed an attempt; null if nothing did. */
export function afterTryText({ after }: Pick<CallDetail, 'after'>): string | null {
  if (!after.again) return null
  return after.ms === 0
    ? t('activity.again.at-once')
    : t('activity.again.after', { wait: msText(after.ms) })
}

export function connectText({ timings }: CallDetail): string {
  return timings.reused
    ? t('activity.connection.reused')
    : timings.connectMs === null
      ? t('activity.connection.none')
      : msText(timings.connectMs)
}

/** A phase that was not reached. */
export function partText(ms: number | null): string {
  return ms === null ? '–' : msText(ms)
}

function wholeText(least: number | null, most: number | null): string {
  if (least !== null && most !== null) return t('activity.field.whole-between', { least, most })
  if (least !== null) return t('activity.field.whole-least', { least })
  return most === null ? t('activity.field.whole') : t('activity.field.whole-most', { most })
}

function fieldText(field: FormField): string {
  switch (field.kind) {
    case 'text':
      return field.pattern === null
        ? t('activity.field.text')
        : t('activity.field.text-pattern', { pattern: field.pattern })
    case 'integer':
      return wholeText(field.least, field.most)
    case 'integers':
      return t('activity.field.wholes')
    case 'boolean':
      return t('activity.field.true-or-false')
    case 'choice':
      return t('activity.field.choice')
  }
}

/** What a field of the console accepts. */
export function fieldHint(field: FormField): string {
  return t(`activity.field.${field.required ? 'needed' : 'optional'}`, { what: fieldText(field) })
}

/** What is known about the limit of an endpoint, and where it is described. */
export function endpointNote({ limit, source }: ConsoleForm): string {
  const described =
    source === null ? t('activity.console.specified') : t('activity.console.documented', { source })
  const known = limit.documented ? 'documented' : 'assumed'
  return `${described} ${t(`activity.console.limit-${known}`, { requests: limit.requests, seconds: limit.perSeconds })}`
}

/**
 * Indented if it is JSON; otherwise unchanged. Digits stay as written, even beyond the precision of
 * a number.
 */
export function indentedJson(text: string): string {
  let depth = 0
  const newLine = (): string => `\n${'  '.repeat(depth)}`
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)
  if (tokens === null || !/^\s*[{[]/.test(text)) return text
  let out = ''
  for (const [at, token] of tokens.entries()) {
    const next = tokens[at + 1] ?? ''
    const before = tokens[at - 1] ?? ''
    if (token === '{' || token === '[') {
      depth += 1
      out += next === '}' || next === ']' ? token : token + newLine()
    } else if (token === '}' || token === ']') {
      depth = depth > 0 ? depth - 1 : 0
      out += before === '{' || before === '[' ? token : newLine() + token
    } else if (token === ',') out += token + newLine()
    else out += token === ':' ? ': ' : token
  }
  return out
}
