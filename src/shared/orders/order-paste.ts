// Rows from a spreadsheet. Tabs, semicolons or commas, with or without a header, quotes as
// spreadsheets write them. Whatever cannot be read exactly is reported line by line, and nothing is
// imported until it is fixed; amounts and prices pass through as typed.
import { t } from '../messages/messages.js'
import { fail, ok, type Result } from '../result.js'
import { shortened } from './order-rules.js'
import type { LimitRow } from './order-ticket.js'

export const pasteColumns = [
  'market',
  'side',
  'amount',
  'price',
  'postOnly',
  'ioc',
  'rpi',
  'clientOrderId',
] as const
export type PasteColumn = (typeof pasteColumns)[number]

const needed = ['market', 'side', 'amount', 'price'] as const satisfies readonly PasteColumn[]

/** The accepted header names of each column: input, so the same in every language. */
export const pasteColumnWords: Record<PasteColumn, string> = {
  market: 'market',
  side: 'side',
  amount: 'amount',
  price: 'price',
  postOnly: 'post-only',
  ioc: 'ioc',
  rpi: 'rpi',
  clientOrderId: 'client id',
}

export const mostPastedRows = 100

export type PasteComplaint = { line: number; text: string }

export type Pasted = {
  /** Empty while there is any complaint. */
  rows: LimitRow[]
  separator: 'tab' | 'semicolon' | 'comma'
  header: boolean
  /** Columns of the header that are unknown. They are ignored. */
  unknownColumns: string[]
  complaints: PasteComplaint[]
}

type Line = { line: number; cells: string[] }

/** The cell separator: the first tab, semicolon or comma outside quotes. */
function separatorOf(text: string): Pasted['separator'] {
  const bare = text.replaceAll(/"(?:[^"]|"")*"/g, '')
  return bare.includes('\t') ? 'tab' : bare.includes(';') ? 'semicolon' : 'comma'
}

/**
 * A cell, plain or quoted, and what ends it: the separator, the end of the line, or of the text.
 */
const cellOf = {
  tab: /(?:"((?:[^"]|"")*)"|(?!")([^\t\n]*))(\t|\n|$)/y,
  semicolon: /(?:"((?:[^"]|"")*)"|(?!")([^;\n]*))(;|\n|$)/y,
  comma: /(?:"((?:[^"]|"")*)"|(?!")([^,\n]*))(,|\n|$)/y,
}
const quotedCell = /"((?:[^"]|"")*)"(?!")/y

const unquoted = (cell: string): string => cell.replaceAll('""', '"')

/** Lines of cells. A quoted cell may contain the separator, line breaks, and doubled quotes. */
function cut(text: string, separator: Pasted['separator']): Result<Line[], PasteComplaint> {
  const pattern = cellOf[separator]
  const lines: Line[] = []
  let line = 1
  let at = 0
  let row: Line = { line, cells: [] }
  let isOpen = text !== ''
  while (isOpen) {
    pattern.lastIndex = quotedCell.lastIndex = at
    const [whole, inQuotes, plain = '', end = ''] = pattern.exec(text) ?? []
    if (whole === undefined) {
      const cell = quotedCell.exec(text)?.[1]
      if (cell === undefined) return fail({ line: row.line, text: t('orders.paste.quote-open') })
      const behind = line + cell.split('\n').length - 1
      return fail({
        line: behind,
        text: t('orders.paste.behind-quote', { cell: shortened(unquoted(cell)) }),
      })
    }
    at += whole.length
    line += whole.split('\n').length - 1
    row.cells.push((inQuotes === undefined ? plain : unquoted(inQuotes)).trim())
    if (end !== '' && end !== '\n') continue
    if (row.cells.some((cell) => cell !== '')) lines.push(row)
    row = { line, cells: [] }
    isOpen = at < text.length
  }
  return ok(lines)
}

/** Synonyms used by spreadsheets and other programs. */
const otherNames: Readonly<Record<string, PasteColumn>> = {
  symbol: 'market',
  pair: 'market',
  tradingpair: 'market',
  instrument: 'market',
  buysell: 'side',
  qty: 'amount',
  quantity: 'amount',
  size: 'amount',
  limitprice: 'price',
  clientid: 'clientOrderId',
}

/**
 * Levels are recognized but not supported: the bulk request has no field for them. An order must
 * not silently lose its stop.
 */
function isLevelName(name: string): boolean {
  return /^(?:tp|sl)\d*(?:price)?$|takeprofit|stop|trigger|target|activation/.test(name)
}

const typeNames: ReadonlySet<string> = new Set(['type', 'ordertype', 'kind'])

const plainName = (cell: string): string => cell.toLowerCase().replaceAll(/[\s_/-]/g, '')

/** By name, ignoring case, whitespace, dashes and underscores. Similar names are not accepted. */
function columnOf(cell: string): PasteColumn | undefined {
  const name = plainName(cell)
  return (
    pasteColumns.find((column) => column.toLowerCase() === name) ??
    (Object.hasOwn(otherNames, name) ? otherNames[name] : undefined)
  )
}

function readFlag(cell: string): boolean | null {
  const word = cell.toLowerCase()
  if (['true', 'yes', '1', 'x'].includes(word)) return true
  return ['', 'false', 'no', '0'].includes(word) ? false : null
}

type Columns = readonly (PasteColumn | null)[]

/** The index of each column, or why it cannot be determined. */
function readHeader(first: Line): {
  columns: Columns
  unknown: string[]
  complaints: PasteComplaint[]
} {
  const columns = first.cells.map((cell) => columnOf(cell) ?? null)
  const complaints: PasteComplaint[] = []
  const missing = needed.filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    const columns = missing
      .map((column) => pasteColumnWords[column])
      .reduce((one, other) => t('orders.paste.either', { one, other }))
    complaints.push({ line: first.line, text: t('orders.paste.no-column', { columns }) })
  }
  const twice = pasteColumns.filter((column) => columns.filter((one) => one === column).length > 1)
  for (const column of twice)
    complaints.push({
      line: first.line,
      text: t('orders.paste.two-columns', { column: pasteColumnWords[column] }),
    })
  for (const cell of first.cells.filter(
    (one) => columnOf(one) === undefined && isLevelName(plainName(one)),
  ))
    complaints.push({ line: first.line, text: t('orders.paste.level', { cell: shortened(cell) }) })
  return {
    columns,
    unknown: first.cells.filter((cell, at) => columns[at] === null && cell !== ''),
    complaints,
  }
}

function readLine(
  { line, cells }: Line,
  columns: Columns,
  { header, separator }: Pasted,
): Result<LimitRow, PasteComplaint[]> {
  // A stray comma may have split a figure, so it counts even if nothing follows it.
  const filled =
    separator === 'comma' ? cells : cells.filter((_, at) => at < columns.length || cells[at] !== '')
  if (filled.length > columns.length || (!header && cells.length < needed.length)) {
    const count = filled.length
    const text = header
      ? t('orders.paste.cells-of-header', { count, wanted: columns.length })
      : t('orders.paste.cells', { count, least: needed.length, most: pasteColumns.length })
    return fail([{ line, text }])
  }
  // "2,5,1" is 2 at 5 with a flag to one spreadsheet, and 2.5 at 1 to another with decimal commas.
  // Only a cell that cannot be part of a figure distinguishes them.
  if (
    separator === 'comma' &&
    !header &&
    /^\d+$/.test(cells[pasteColumns.indexOf('postOnly')] ?? '')
  ) {
    return fail([
      { line, text: t('orders.paste.comma', { cells: shortened(cells.slice(2).join(',')) }) },
    ])
  }
  const cell = (column: PasteColumn): string => {
    const at = columns.indexOf(column)
    return at < 0 ? '' : (cells[at] ?? '')
  }
  const complaints: PasteComplaint[] = []
  const side = (['buy', 'sell'] as const).find((one) => one === cell('side').toLowerCase())
  if (side === undefined)
    complaints.push({ line, text: t('orders.paste.side', { side: shortened(cell('side')) }) })
  const flag = (column: 'postOnly' | 'ioc' | 'rpi'): boolean => {
    const value = readFlag(cell(column))
    if (value === null)
      complaints.push({
        line,
        text: t('orders.paste.flag', {
          column: pasteColumnWords[column],
          value: shortened(cell(column)),
        }),
      })
    return value ?? false
  }
  const row = {
    market: cell('market'),
    amount: cell('amount'),
    price: cell('price'),
    postOnly: flag('postOnly'),
    ioc: flag('ioc'),
    rpi: flag('rpi'),
    clientOrderId: cell('clientOrderId') === '' ? null : cell('clientOrderId'),
  }
  return side === undefined || complaints.length > 0 ? fail(complaints) : ok({ ...row, side })
}

/** Whether a pasted text is a table rather than a single value for one field. */
export function looksLikeTable(text: string): boolean {
  return /[\t\n]/.test(text.trim())
}

/** All or nothing: either every line became a row, or `complaints` says what needs fixing first. */
export function readPaste(pasted: string): Pasted {
  const text = pasted.replaceAll(/\r\n?/g, '\n').replace(/^\ufeff/, '')
  const separator = separatorOf(text)
  const nothing = { rows: [], separator, header: false, unknownColumns: [], complaints: [] }
  const lines = cut(text, separator)
  if (!lines.ok) return { ...nothing, complaints: [lines.error] }
  const [first] = lines.value
  if (first === undefined) return nothing
  const header = first.cells.some((cell) => columnOf(cell) !== undefined)
  const head = header ? readHeader(first) : { columns: pasteColumns, unknown: [], complaints: [] }
  const found = { ...nothing, header, unknownColumns: head.unknown }
  if (head.complaints.length > 0) return { ...found, complaints: head.complaints }
  const body = header ? lines.value.slice(1) : lines.value
  if (body.length > mostPastedRows) {
    return {
      ...found,
      complaints: [
        {
          line: first.line,
          text: t('orders.paste.too-many', { count: body.length, most: mostPastedRows }),
        },
      ],
    }
  }
  const rows: LimitRow[] = []
  const complaints: PasteComplaint[] = []
  const typeAt = header ? first.cells.findIndex((cell) => typeNames.has(plainName(cell))) : -1
  for (const line of body) {
    const type = line.cells[typeAt] ?? ''
    if (type !== '' && plainName(type) !== 'limit')
      complaints.push({ line: line.line, text: t('orders.paste.type', { type: shortened(type) }) })
    const row = readLine(line, head.columns, found)
    if (row.ok) rows.push(row.value)
    else complaints.push(...row.error)
  }
  return { ...found, rows: complaints.length > 0 ? [] : rows, complaints }
}
