// Which assertion holds a row of the promise list: read from the tests themselves. A name alone
// holds nothing, so only a test counts that asserts something, itself or in a function of its file
// that it calls.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/**
 * From the strongest to the weakest: the app as it is started, the page in a browser, real sockets
 * and processes, the parts alone.
 */
export const suites = ['e2e', 'page', 'integration', 'contract', 'unit'] as const
export type Suite = (typeof suites)[number]

/** `line`: of the first assertion, counted from 1. */
export type HeldBy = { row: string; suite: Suite; file: string; line: number }

const rowNames = /\b(?:SEC|IPC|REN|NET|RTL|ORD|ALR|ANS|DAT|FLT|RES|SUP|CPY)-\d+[a-z]?\b/g

export function rowsIn(text: string): string[] {
  return [...new Set(text.match(rowNames) ?? [])]
}

/** The items of the checklist among what a title begins with: "REN-17, UX-65 …". */
export function itemsIn(title: string): string[] {
  const words = title.slice(1).split(/,? /)
  const end = words.findIndex((word) => !/^[A-Z]{2,3}-\d+[a-z]?$/.test(word))
  return words.slice(0, end === -1 ? words.length : end).filter((word) => word.startsWith('UX-'))
}

const runners = new Set(['it', 'test', 'describe'])

/** `it`, `test.describe.serial`, `it.skipIf(x).each(y)`: the name all of it begins with. */
function rootOf(called: ts.Expression): string {
  if (ts.isPropertyAccessExpression(called) || ts.isCallExpression(called))
    return rootOf(called.expression)
  return ts.isIdentifier(called) ? called.text : ''
}

function isAssertion(node: ts.Node): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) &&
    ts.isIdentifier(node.expression) &&
    /^expect/.test(node.expression.text)
  )
}

function functionsOf(source: ts.SourceFile): Map<string, ts.Node> {
  const found = new Map<string, ts.Node>()
  const visit = (node: ts.Node): void => {
    if (
      ts.isVariableDeclaration(node) &&
      ts.isIdentifier(node.name) &&
      node.initializer &&
      ts.isFunctionLike(node.initializer)
    )
      found.set(node.name.text, node.initializer)
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

function assertionIn(
  body: ts.Node,
  functions: Map<string, ts.Node>,
  entered = new Set<string>(),
): ts.Node | null {
  let helped: ts.Node | null = null
  const visit = (node: ts.Node): ts.Node | undefined => {
    if (isAssertion(node)) return node
    if (
      helped === null &&
      ts.isIdentifier(node) &&
      functions.has(node.text) &&
      !entered.has(node.text)
    ) {
      entered.add(node.text)
      helped = assertionIn(functions.get(node.text) as ts.Node, functions, entered)
    }
    return node.forEachChild(visit)
  }
  return visit(body) ?? helped
}

function textOf(node: ts.Node | undefined): string {
  return node !== undefined && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
    ? node.getText()
    : ''
}

function heldIn(file: string, suite: Suite, text: string, rowsOf: typeof rowsIn): HeldBy[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const functions = functionsOf(source)
  const held: HeldBy[] = []
  const visit = (node: ts.Node, outer: readonly string[]): void => {
    const isRun =
      ts.isCallExpression(node) &&
      runners.has(rootOf(node.expression)) &&
      textOf(node.arguments[0]) !== ''
    const body = isRun ? node.arguments.find((argument) => ts.isFunctionLike(argument)) : undefined
    if (!isRun || body === undefined) return void node.forEachChild((child) => visit(child, outer))
    const rows = [...outer, ...rowsOf(textOf(node.arguments[0]))]
    // A group holds what the tests in it hold.
    if (node.expression.getText().includes('describe'))
      return void body.forEachChild((child) => visit(child, rows))
    const assertion = assertionIn(body, functions)
    if (assertion === null) return
    const line = source.getLineAndCharacterOfPosition(assertion.getStart()).line + 1
    for (const row of rows) held.push({ row, suite, file, line })
  }
  visit(source, [])
  return held
}

/**
 * Every row with each assertion that holds it; the strongest first. `rowsOf`: those that a title,
 * in its quotes, names.
 */
export function heldRows(root: string, rowsOf = rowsIn): Map<string, HeldBy[]> {
  const rows = new Map<string, HeldBy[]>()
  for (const suite of suites) {
    const files = readdirSync(path.join(root, 'test', suite), {
      recursive: true,
      encoding: 'utf8',
    }).sort()
    for (const name of files.filter(
      (each) => /\.(test|spec)\.ts$/.test(each) && !each.startsWith('bench'),
    )) {
      const file = path.posix.join('test', suite, name.replaceAll(path.sep, '/'))
      for (const held of heldIn(file, suite, readFileSync(path.join(root, file), 'utf8'), rowsOf))
        rows.set(held.row, [...(rows.get(held.row) ?? []), held])
    }
  }
  return rows
}
