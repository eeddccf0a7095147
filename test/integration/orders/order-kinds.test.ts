// Everything that differs between kinds of orders is in the module of its kind: read from the
// sources, so that no branch on a kind comes back.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { kinds, type OrderKindTable, rulesOf } from '../../../src/main/orders/kinds/kinds.js'
import type { OrderKindRules, RequestOf } from '../../../src/main/orders/kinds/order-kind.js'
import { orderHandlers } from '../../../src/main/orders/orders-ipc.js'
import { type OrderKind, orderKinds } from '../../../src/shared/orders/order-ticket.js'
import { ticketOfKind } from '../../support/order-harness.js'

const folder = resolve(import.meta.dirname, '../../../src/main/orders')

/** They are also an ordinary word: of a member, or of what a button does. */
const ordinaryWords: readonly string[] = ['market', 'cancel'] satisfies OrderKind[]

/** Whether the literal is what a kind is compared with, or one of a list of kinds. */
function isOfKind({ parent }: ts.Node): boolean {
  const { parent: holder } = parent
  if (ts.isBinaryExpression(parent)) return /\bkind\b/.test(parent.getText())
  if (ts.isCaseClause(parent)) return /\bkind\b/.test(holder.parent.getText())
  if (!ts.isArrayLiteralExpression(parent)) return false
  if (ts.isPropertyAccessExpression(holder)) return /\bkind\b/.test(holder.parent.getText())
  return ts.isVariableDeclaration(holder) && /kind/i.test(holder.getText())
}

/** Every mention of a kind in a source, with its line. */
function kindsNamedIn(name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && orderKinds.some((kind) => kind === node.text)) {
      const isMeant = !ordinaryWords.includes(node.text) || isOfKind(node)
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      if (isMeant) found.push(`${name}:${line + 1} '${node.text}'`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

describe('modules of orders that are not of one kind', () => {
  it('contain no name of a kind', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
    expect(files).toContain('order-review.ts')
    const named = files.flatMap((name) =>
      kindsNamedIn(name, readFileSync(join(folder, name), 'utf8')),
    )
    expect(named).toEqual([])
  })

  it.each([
    "if (intent.kind === 'close-position') close()",
    "const isMarket = draft.kind === 'market'",
    "switch (kind) { case 'cancel': stop() }",
    "const free = ['market', 'cancel'].includes(kind)",
    "const other = { 'cancel-all': 1 }",
  ])('are found to name one in %s', (text) => {
    expect(kindsNamedIn('some.ts', text)).not.toEqual([])
  })

  it.each(["items.map((item) => item['market'])", "const act = actOf('cancel', items)"])(
    'may use the ordinary word in %s',
    (text) => {
      expect(kindsNamedIn('some.ts', text)).toEqual([])
    },
  )
})

describe('the table of order kinds', () => {
  it('has every kind, by the compiler', () => {
    expectTypeOf<keyof OrderKindTable>().toEqualTypeOf<OrderKind>()
    expectTypeOf<OrderKindTable['bulk']>().toEqualTypeOf<OrderKindRules<'bulk'>>()
    const { bulk, ...others } = kinds
    // @ts-expect-error -- a table without one of them is none
    const incomplete: OrderKindTable = others
    // @ts-expect-error -- nor is one with another kind in its place
    const mistaken: OrderKindTable = { ...kinds, market: bulk }
    expect([incomplete, mistaken]).toHaveLength(2)
  })

  it('has exactly the kinds that the page may send', () => {
    expect(Object.keys(kinds).toSorted()).toEqual(orderKinds.toSorted())
    const { schema } = orderHandlers(() => null)['orders/prepare']
    for (const kind of orderKinds) {
      const ticket = ticketOfKind[kind]
      expect(schema.safeParse(ticket), kind).toEqual({ success: true, data: ticket })
    }
  })

  it.each(orderKinds)('makes a request of its own kind of %s', (kind) => {
    const draft = { kind, items: [], investmentId: null, stopOnFail: null, retryOf: null }
    const request: RequestOf<OrderKind> = rulesOf({ kind }).request(draft)
    expect(request.kind).toBe(kind)
  })
})
