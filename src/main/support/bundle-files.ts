// The content of each file of a support bundle: what helps to find a fault, and as little as
// possible about the user and their money. No key, amount, balance, market or order id; accounts
// are numbered.
import { aboutRows, aboutText, type About } from '../../shared/support/about.js'
import type { AnswerMember, AnswerReport } from '../../shared/portfolio/answer-shape.js'
import type { Profile, KeyState } from '../../shared/accounts/account.js'
import type { Alert } from '../../shared/alerts/alert.js'
import type { Feed } from '../../shared/portfolio/feed.js'
import type { PortfolioView } from '../../shared/portfolio/portfolio.js'
import type { Problem } from '../../shared/problem.js'
import type { Settings } from '../../shared/settings/settings.js'
import type { OrderIntent } from '../../shared/orders/trading.js'
import type { Json } from '../../shared/json.js'
import { isoTime, type UnixSeconds } from '../../shared/time.js'
import { messageOf, type MessageOrText } from '../../shared/messages/messages.js'

export type BundleText = { name: string; about: MessageOrText; text: string }

export type AccountForSupport = {
  profile: Profile
  keyState: KeyState
  keyProblem: Problem | null
  portfolio: PortfolioView
  /** Of each endpoint that has responded since the start. */
  answers: readonly AnswerReport[]
  /** The latest, if they can be read. */
  alerts: readonly Alert[]
  orders: readonly OrderIntent[]
}

/** Across all accounts, the latest. */
export const mostListed = 200

const asText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const timeOrNull = (at: UnixSeconds | null): string | null => (at === null ? null : isoTime(at))

/** Without sentences: they may quote the exchange, or a file path. */
function problemOf(problem: Problem | null): Json {
  return problem === null
    ? null
    : {
        code: problem.code,
        reason: problem.reason,
        ...(problem.server && {
          httpStatus: problem.server.status,
          serverCode: problem.server.code,
        }),
      }
}

function feedOf({ asOf, source, problem, every, unreadable }: Feed<unknown>): Json {
  return {
    asOf: timeOrNull(asOf),
    source,
    everySeconds: every,
    unreadable: unreadable?.length ?? 0,
    problem: problemOf(problem),
  }
}

/** A custom address would reveal where the user works; the exchange's own reveal nothing. */
function hostOf({ region, baseUrl }: Profile): string {
  return region === 'custom' ? 'an address of its own' : baseUrl
}

/** "account 1" for the first. */
const accountNumber = (at: number): string => `account ${at + 1}`

export function aboutFile(
  about: About,
  accounts: readonly AccountForSupport[],
  at: UnixSeconds,
): BundleText {
  return {
    name: 'about.txt',
    about: messageOf('accounts.bundle.about'),
    text: `${aboutText([...aboutRows(about, null), ['Accounts', String(accounts.length)], ['Bundle made', isoTime(at)]])}\n`,
  }
}

export function settingsFile(settings: Settings): BundleText {
  return {
    name: 'settings.json',
    about: messageOf('accounts.bundle.settings'),
    text: asText({ ...settings, proxy: settings.proxy === '' ? 'none' : 'set' }),
  }
}

export function accountsFile(accounts: readonly AccountForSupport[]): BundleText {
  return {
    name: 'accounts.json',
    about: messageOf('accounts.bundle.accounts'),
    text: asText(
      accounts.map(
        (
          {
            profile,
            keyState,
            keyProblem,
            portfolio: { profileId: _profileId, borrowings: _borrowings, ...feeds },
          },
          number,
        ) => ({
          account: accountNumber(number),
          region: profile.region,
          host: hostOf(profile),
          dialect: profile.dialect,
          keyKept: profile.keyStorage,
          key: keyState,
          keyProblem: problemOf(keyProblem),
          feeds: Object.fromEntries(
            Object.entries(feeds).map(([name, feed]) => [name, feedOf(feed)]),
          ),
        }),
      ),
    ),
  }
}

/**
 * Without a colon: the redactor masks what follows one if the name before it is that of a secret.
 */
function memberText({ path, json }: Pick<AnswerMember, 'path' | 'json'>): string {
  return `${path === '' ? 'the whole answer' : path} (${json.length === 0 ? 'missing' : json.join(' or ')})`
}

export function answersFile(accounts: readonly AccountForSupport[]): BundleText {
  return {
    name: 'answers.json',
    about: messageOf('accounts.bundle.answers'),
    text: asText(
      accounts.flatMap(({ answers }, number) =>
        answers
          .toSorted((a, b) => (a.endpoint < b.endpoint ? -1 : 1))
          .map(({ endpoint, at, members, differences }) => ({
            account: accountNumber(number),
            endpoint,
            at: isoTime(at),
            differences: differences.map(({ differs, described, since, ...member }) => ({
              member: memberText(member),
              differs,
              described: described?.join(' or ') ?? null,
              since: isoTime(since),
            })),
            members: members.map(memberText),
          })),
      ),
    ),
  }
}

export function alertsFile(accounts: readonly AccountForSupport[]): BundleText {
  return {
    name: 'alerts.json',
    about: messageOf('accounts.bundle.alerts'),
    text: asText(
      accounts
        .flatMap(({ alerts }, number) =>
          alerts.map((alert) => ({ ...alert, account: accountNumber(number) })),
        )
        .toSorted((a, b) => b.at - a.at)
        .slice(0, mostListed)
        .map(({ at, account, kind, level, found, state, readAt }) => ({
          at: isoTime(at),
          account,
          kind,
          level,
          found,
          state: state.kind,
          stateSince: state.kind === 'active' ? null : isoTime(state.at),
          read: timeOrNull(readAt),
        })),
    ),
  }
}

export function ordersFile(accounts: readonly AccountForSupport[]): BundleText {
  return {
    name: 'orders.json',
    about: messageOf('accounts.bundle.orders'),
    text: asText(
      accounts
        .flatMap(({ orders }, number) =>
          orders.map((order) => ({ ...order, account: accountNumber(number) })),
        )
        .toSorted((a, b) => b.createdAt - a.createdAt)
        .slice(0, mostListed)
        .map(({ createdAt, account, kind, state, items, httpStatus, ms, problem, timeline }) => ({
          at: isoTime(createdAt),
          account,
          kind,
          state,
          httpStatus,
          ms,
          problem: problemOf(problem),
          items: items.map((item) => ({
            state: item.state,
            problem: problemOf(item.problem),
            echoDiffers: item.mismatch.length > 0,
          })),
          steps: timeline.map((step) => `${isoTime(step.at)} ${step.what}`),
        })),
    ),
  }
}

/** @param state what the storage thread found, or the problem why it found nothing */
export function databaseFile(state: object | null, problem: Problem | null): BundleText {
  return {
    name: 'database.json',
    about: messageOf('accounts.bundle.database'),
    text: asText({
      problem: problemOf(problem),
      ...(state ?? { state: 'It could not be looked at.' }),
    }),
  }
}

/**
 * Replaces the name of an account, wherever it is a separate word, with its number. Names of one or
 * two letters are part of too many words.
 */
export function withoutNames(accounts: readonly AccountForSupport[]): (text: string) => string {
  const words = accounts
    .flatMap(({ profile }, number) => {
      const replacement = accountNumber(number)
      const written = [profile.name, JSON.stringify(profile.name).slice(1, -1)]
      return [...written.map((word) => ({ word, replacement })), { word: profile.id, replacement }]
    })
    .filter(({ word }) => word.length > 2)
    .toSorted((a, b) => b.word.length - a.word.length)
  return (text) =>
    words.reduce((named, { word, replacement }) => replaceWord(named, word, replacement), text)
}

const wordCharacter = /[\p{L}\p{N}_]/u

function replaceWord(text: string, word: string, replacement: string): string {
  return text.split(word).reduce((before, after) => {
    const isPart = wordCharacter.test(before.at(-1) ?? '') || wordCharacter.test(after.at(0) ?? '')
    return `${before}${isPart ? word : replacement}${after}`
  })
}

/**
 * The log as far back as fits: the oldest lines are omitted first, and the first line says so.
 * @param lines oldest first, as they will be written
 * @param room in bytes
 */
export function logFile(
  lines: readonly string[],
  room: number,
  older: boolean,
  unread: readonly string[],
): BundleText {
  const notRead = unread.map((name) => `[${name} could not be read]`)
  const leftOut = '[older lines were left out: a support bundle holds 5 MB at most]'
  let left = room - Buffer.byteLength([...notRead, leftOut, ''].join('\n'))
  let from = lines.length
  while (from > 0) {
    left -= Buffer.byteLength(lines[from - 1] ?? '') + 1
    if (left < 0) break
    from -= 1
  }
  const shown = [...(older || from > 0 ? [leftOut] : []), ...notRead, ...lines.slice(from)]
  return {
    name: 'plimsoll.log',
    about: messageOf('accounts.bundle.log'),
    text: shown.map((line) => `${line}\n`).join(''),
  }
}
