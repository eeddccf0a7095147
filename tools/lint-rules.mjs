// Project-specific rules: two that no plugin provides, and one that a plugin checks token by token.

const width = 100

/** Comments that tools read: they cannot be continued on the next line. */
const directive =
  /^[\s*]*(eslint|@ts-|prettier-ignore|svelte-ignore|@vite-ignore|@vitest|istanbul|v8 |c8 )/

/** @param {string} text */
const isDirective = (text) => directive.test(text)

/** @type {import('eslint').Rule.RuleModule} */
export const topLevelFunctions = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      declare:
        'Declare this as a function. Arrow constants at the top level are for one-line helpers of a file and values of a named function type.',
    },
  },
  create: (context) => ({
    VariableDeclaration(node) {
      const owner = /** @type {{ type: string, parent?: { type: string } }} */ (node.parent)
      const exported = owner.type === 'ExportNamedDeclaration'
      const place = exported ? owner.parent : owner
      if (!['Program', 'SvelteScriptElement'].includes(place?.type ?? '')) return
      const [only, ...others] = node.declarations
      if (only?.init?.type !== 'ArrowFunctionExpression' || others.length > 0) return
      if ('typeAnnotation' in only.id && only.id.typeAnnotation !== undefined) return
      const oneLine = node.loc?.start.line === node.loc?.end.line
      if (exported || !oneLine || only.init.body.type === 'BlockStatement') {
        context.report({ node: only.id, messageId: 'declare' })
      }
    },
  }),
}

/** @type {import('eslint').Rule.RuleModule} */
export const commentWidth = {
  meta: {
    type: 'layout',
    schema: [],
    messages: {
      wrap: `Wrap this comment: prettier wraps code at ${width} columns, and no comments.`,
    },
  },
  create(context) {
    const { lines } = context.sourceCode
    /** @param {{ value: string, loc?: import('eslint').AST.SourceLocation | null }} comment */
    const check = ({ value, loc }) => {
      if (loc == null || isDirective(value)) return
      for (let line = loc.start.line; line <= loc.end.line; line += 1) {
        const text = lines[line - 1] ?? ''
        const words = text.trim().split(/\s+/)
        const unbreakable = words.some((word) => word.length > width / 2)
        if (text.length > width && !unbreakable) {
          context.report({
            loc: { start: { line, column: width }, end: { line, column: text.length } },
            messageId: 'wrap',
          })
        }
      }
    }
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) check(comment)
      },
      SvelteHTMLComment: /** @type {(comment: any) => void} */ (check),
    }
  },
}

/** They turn the order of a text around, or are not seen at all. */
const hidden = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u3164\uFFA0]/g

/**
 * In code, comments and markup, at one look; `security/detect-bidi-characters` and
 * `detect-invisible-characters` take a fifth of the linter's time for it.
 * @type {import('eslint').Rule.RuleModule}
 */
export const hiddenCharacters = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      escape:
        'Write U+{{ code }} as an escape: here it can make code look like something else to a reader.',
    },
  },
  create: (context) => ({
    Program() {
      const { sourceCode } = context
      for (const { 0: character, index } of sourceCode.text.matchAll(hidden))
        context.report({
          loc: sourceCode.getLocFromIndex(index),
          messageId: 'escape',
          data: { code: character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0') },
        })
    },
  }),
}
