// Words for calls as they went over the wire.
import type { CallDetail, CallKind, CallScope, CallSummary, CallWait } from '../../shared/domain/call.js'
import type { ConsoleForm, FormField } from '../../shared/domain/console.js'
import type { ProblemCode } from '../../shared/domain/problem.js'
import { momentText, msText, type Zone } from './times.js'
import { countText, type Tone } from './words.js'

export const callKindWords: Record<CallKind, string> = { read: 'Read', 'moves-money': 'Moves money', public: 'Public' }

export const priorityWords = {
  0: 'Orders, before all others',
  1: 'Finding out the result of an order',
  2: 'Balance, positions, loan',
  3: 'History and console, after all others',
} as const

const refusals: Partial<Record<ProblemCode, { text: string; tone: Tone }>> = {
  'credit-line-off': { text: 'Not enabled', tone: 'calm' },
  'b2b-only': { text: 'Not enabled', tone: 'calm' },
  'no-permission': { text: 'No permission', tone: 'caution' },
  'no-loan': { text: 'No active loan', tone: 'plain' },
  'rate-limited': { text: 'Asked to slow down', tone: 'caution' },
  'not-understood': { text: 'Not understood', tone: 'caution' },
  timeout: { text: 'No answer in time', tone: 'caution' },
}

/** How a try was understood, in two or three words. */
export const callOutcome = ({ failure }: Pick<CallSummary, 'failure'>): { text: string; tone: Tone } => {
  if (failure === null) return { text: 'Understood', tone: 'plain' }
  if (failure.code === 'outcome-unknown') return { text: 'Outcome unknown', tone: 'danger' }
  if (!failure.sent) return { text: 'Not sent', tone: 'caution' }
  return refusals[failure.code] ?? { text: failure.code === 'unreachable' ? 'No answer' : 'Refused', tone: 'caution' }
}

/** "14:02:31" */
export const secondText = (at: number, zone: Zone): string => momentText(at, zone).split(' ')[1] ?? ''

const scopeWords: Record<CallScope, string> = {
  public: 'public calls of this computer',
  private: 'private calls of this key',
  history: 'history calls of this computer',
  'stream-token': 'stream tokens of this key',
}

const waitText = (wait: CallWait): string => {
  switch (wait.kind) {
    case 'turn':
      return 'Waited for its turn: of one key, one call is on its way at a time.'
    case 'budget':
      return `Waited for the limit on ${scopeWords[wait.scope]}.`
    case 'pause':
      return `Waited for a pause that the exchange had asked for, ${msText(wait.ms)} of it left.`
  }
}

const heldBackTexts: Readonly<Record<string, string>> = {
  PAUSED: 'Not sent: the exchange had asked for a pause.',
  BREAKER_OPEN: 'Not sent: after five failures in a row the circuit breaker lets a liveness check go first.',
  QUEUE_TIMEOUT: 'Not sent: its turn did not come in time.',
  QUEUE_FULL: 'Not sent: too many calls were waiting.',
}

/** What the limiter and the circuit breaker did with it, a sentence each. */
export const limiterTexts = ({ waits, problem, after, at, timings }: CallDetail, zone: Zone): string[] => {
  const heldBack = heldBackTexts[problem?.reason ?? '']
  const until = problem?.retryAt === undefined ? '' : ` It ends at ${secondText(problem.retryAt, zone)}.`
  const pausedUntil = after.pausedMs === null ? null : at + (timings.totalMs + after.pausedMs) / 1000
  const texts = [
    ...waits.map(waitText),
    ...(heldBack === undefined ? [] : [`${heldBack}${until}`]),
    ...(pausedUntil === null
      ? []
      : [`Paused by this answer: nothing that the exchange counts with it goes before ${secondText(pausedUntil, zone)}.`]),
  ]
  return texts.length === 0 ? ['Nothing: it had its turn at once.'] : texts
}

/** What came after a try; null where nothing did. */
export const afterTryText = ({ after }: Pick<CallDetail, 'after'>): string | null => {
  if (!after.again) return null
  return after.ms === 0 ? 'Signed anew and tried again at once.' : `Tried again after ${msText(after.ms)}.`
}

export const connectText = ({ timings }: CallDetail): string =>
  timings.reused ? 'reused connection' : timings.connectMs === null ? 'none was made' : msText(timings.connectMs)

/** A time that was not come to. */
export const partText = (ms: number | null): string => (ms === null ? '–' : msText(ms))

const boundsText = (least: number | null, most: number | null): string => {
  if (least !== null && most !== null) return `, ${least} to ${most}`
  if (least !== null) return `, ${least} or more`
  return most === null ? '' : `, ${most} or less`
}

const fieldText = (field: FormField): string => {
  switch (field.kind) {
    case 'text':
      return field.pattern === null ? 'text' : `text that fits ${field.pattern}`
    case 'integer':
      return `whole number${boundsText(field.least, field.most)}`
    case 'integers':
      return 'whole numbers, separated by commas'
    case 'boolean':
      return 'true or false'
    case 'choice':
      return 'one of the list'
  }
}

/** What fits into a field of the console. */
export const fieldHint = (field: FormField): string => `${field.required ? 'needed' : 'optional'}: ${fieldText(field)}`

/** What is known of the limit on an endpoint, and where it is described. */
export const endpointNote = ({ limit, source }: ConsoleForm): string => {
  const described = source === null ? 'In the specification.' : `Not in the specification; in the public documentation: “${source}”.`
  const known = `${countText(limit.requests)} calls in ${limit.perSeconds} seconds`
  return `${described} ${limit.documented ? `The exchange allows ${known}` : `No limit is documented; ${known} are assumed`}, and Plimsoll keeps well below.`
}

/** Indented, where it is JSON; as it is, where it is not. Digits stay as they are written, also those beyond what a number can hold. */
export const indentedJson = (text: string): string => {
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
