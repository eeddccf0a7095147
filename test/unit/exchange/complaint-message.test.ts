import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { complaintMessage } from '../../../src/main/exchange/complaint-message.js'
import { englishOf } from '../../../src/shared/messages/messages.js'
import { complaintOf, withInput } from '../../../src/v4/complaint.js'
import { listOf, mapOf } from '../../../src/v4/lists.js'
import {
  askedDecimal,
  decimal,
  name,
  smallInteger,
  text,
  unixTime,
} from '../../../src/v4/numbers.js'

function textFor(schema: z.ZodType, value: unknown): string {
  const issue = schema.safeParse(value, withInput).error?.issues[0]
  return englishOf(complaintMessage(complaintOf(issue)))
}

describe('UX-64 what is wrong with a value, as a message', () => {
  it.each([
    [decimal, undefined, 'is missing'],
    [decimal, null, 'is null'],
    [decimal, 'x', 'must be a decimal number'],
    [decimal, '1'.repeat(81), 'must have at most 80 characters'],
    [askedDecimal, 'x', 'must be a decimal number'],
    [askedDecimal, 1, 'must be text'],
    [smallInteger, '1.5', 'must be an integer'],
    [unixTime, 'x', 'must be a Unix time in seconds'],
    [name, '', 'is empty'],
    [text, true, 'must be text'],
    [text, 'x'.repeat(1001), 'must have at most 1000 characters'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.looseObject({}), 7, 'must be an object'],
    [z.looseObject({}), undefined, 'is missing'],
    [z.tuple([z.literal('pong')]), null, 'is null'],
    [z.tuple([z.literal('pong')]), 'pong', 'must be a list'],
    [z.enum(['buy', 'sell']), 'hold', 'is not one of the allowed values'],
    [z.enum(['buy', 'sell']), undefined, 'is missing'],
    [z.int().min(1), 0, 'must be 1 or more'],
    [z.int().max(100), 101, 'must be 100 or less'],
    [z.int(), 1.5, 'must be an integer'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 members'],
    [z.array(z.string()).min(1), [], 'is empty'],
    [z.union([z.string(), z.boolean()]), 7, 'is of an unexpected type'],
    [z.string().regex(/^a$/), 'b', 'does not fit'],
    [z.strictObject({}), { more: 1 }, 'does not fit'],
    [z.unknown().refine(() => false), 'x', 'does not fit'],
    [listOf(text, 1), ['a', 'b'], 'must have at most 1 members'],
    [listOf(text, 1), {}, 'must be a list'],
    [mapOf(text, 1), { ['x'.repeat(1001)]: '' }, 'must have names of at most 1000 characters'],
  ])('%#', (schema, value, words) => {
    expect(textFor(schema, value)).toBe(words)
  })
})
