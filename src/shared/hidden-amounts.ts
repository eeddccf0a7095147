// The mask shown in place of a figure while amounts are hidden, and JSON without the figures of an
// account. In a message, argument types say what is a figure (messages/argument-types.ts); in JSON
// from the exchange, the endpoint's description does, and anything not described counts as one.

/** Always the same width. */
export const mask = '•••••'

/**
 * `amounts`: percentages, LTV and market prices stay, so that risk can be read. `all`: they are
 * hidden as well.
 */
export type HiddenFigures = 'amounts' | 'all'

/**
 * Members that contain no amount in anything Plimsoll sends, receives or logs. Everything else has
 * to be described by its endpoint.
 */
const alwaysPlain: ReadonlySet<string> = new Set([
  ...[
    'request',
    'nonce',
    'market',
    'side',
    'positionSide',
    'client_order_id',
    'clientOrderId',
    'order_id',
    'orderId',
  ],
  ...['code', 'status', 'path', 'method', 'at', 'time', 'attempt', 'ms'],
])

// eslint-disable-next-line security/detect-unsafe-regex -- no repetition is nested in another that could match the same text in two ways
const jsonTokens = /"(?:[^"\\]|\\.)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[[\]{}]/g

/**
 * JSON text, or a part of one, with a mask in the place of every value that has a digit, but for
 * those of `plain` members. Under `errors` are sentences of the exchange, by the name of what they
 * are about: none of them is plain. What is masked is a text, so it stays JSON.
 */
export function jsonWithoutFigures(text: string, plain: readonly string[] = []): string {
  const shown = new Set([...alwaysPlain, ...plain])
  /** The members under which the enclosing lists and objects are. */
  const around: string[] = []
  let name = ''
  return text.replace(jsonTokens, (found: string, colon: string | undefined) => {
    if (found === '{' || found === '[') around.push(name)
    else if (found === '}' || found === ']') name = around.pop() ?? ''
    else if (colon !== undefined) name = found.slice(1, found.lastIndexOf('"'))
    else if ((!shown.has(name) || around.includes('errors')) && /\p{N}/u.test(found))
      return `"${mask}"`
    return found
  })
}
