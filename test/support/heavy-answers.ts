// Answers that weigh little and would cost much: 5 MiB of members for which a reader would make an
// object, a complaint, or a sum each.
import { gzipSync } from 'node:zlib'
import type { Script } from './fake-exchange-server.js'

const most = 5 * 1024 * 1024

function packed(body: string, status = 200): Script {
  return {
    kind: 'answer',
    status,
    body: gzipSync(body.slice(0, most)),
    headers: { 'content-encoding': 'gzip' },
  }
}

function listOf(member: string, count: number): string {
  return `[${Array<string>(count).fill(member).join(',')}]`
}

function fullOf(member: string): string {
  return listOf(member, Math.floor((most - 2) / (member.length + 1)))
}

function names(count: number, member: string): string {
  return `{${Array.from({ length: count }, (_, at) => `"A${at.toString(36)}":${member}`).join(',')}}`
}

/** What is asked for, what answers, and what the answer is called. */
export const heavyAnswers: readonly (readonly [
  name: string,
  what: 'positions' | 'balances' | 'history',
  answer: Script,
  outcome: string,
])[] = [
  ['5 MiB of empty positions', 'positions', packed(fullOf('{}')), 'TOO_MANY'],
  ['20,000 empty positions', 'positions', packed(listOf('{}', 20_000)), 'SCHEMA'],
  ['10,000 empty positions', 'positions', packed(listOf('{}', 10_000)), 'SCHEMA'],
  ['1,000 empty positions', 'positions', packed(listOf('{}', 1_000)), 'answered'],
  ['5 MiB of numbers', 'positions', packed(fullOf('0.5')), 'TOO_MANY'],
  ['5 MiB of lists in lists', 'positions', packed(fullOf('[[]]')), 'TOO_MANY'],
  ['300,000 names of members, none twice', 'balances', packed(names(300_000, '{}')), 'TOO_MANY'],
  ['one position with 74,000 members', 'positions', packed(`[${names(74_000, '1')}]`), 'TOO_MANY'],
  [
    '10,000 positions that name nothing alike',
    'positions',
    packed(
      `[${Array.from({ length: 10_000 }, (_, at) => `{"a${at}":1,"b${at}":1,"c${at}":1}`).join(',')}]`,
    ),
    'TOO_MANY',
  ],
  ['12,000 balances', 'balances', packed(names(12_000, '{"main_balance":"1"}')), 'SCHEMA'],
  [
    'a refusal with 400,000 complaints',
    'positions',
    packed(`{"code":0,"message":"no","errors":${names(400_000, '[]')}}`, 422),
    'FOREIGN_BODY',
  ],
  [
    'a refusal of 5 MiB in one word',
    'positions',
    packed(`{"code":0,"message":"${'x'.repeat(most - 40)}"}`, 422),
    'refused',
  ],
  [
    'an amount of five million digits',
    'balances',
    packed(`{"BTC":{"main_balance":"${'7'.repeat(most - 40)}"}}`),
    'answered',
  ],
  [
    '400,000 records of history',
    'history',
    packed(`{"limit":1,"offset":0,"data":${listOf('{}', 400_000)}}`),
    'TOO_MANY',
  ],
]
