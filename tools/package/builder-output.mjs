// electron-builder's output, without the stack traces it adds to every failure. Pure.

/** The prefix of a failure message. */
const mark = '⨯'

/** @param {string} line */
function isStack(line) {
  return /^\s+at\s/u.test(line)
}

/**
 * A line as shown, or null if it is part of a stack trace.
 * @param {string} line
 * @returns {string | null}
 */
export function shownLine(line) {
  if (isStack(line)) return null
  const [before = ''] = line.split(/\s+stackTrace=/u)
  return before
}

/**
 * Whether electron-builder has given up. It continues for half a minute after that, with no effect.
 * @param {string} line
 */
export function isFinalFailure(line) {
  return line.trimStart().startsWith(mark) && /\sfailedTask=/u.test(line)
}

/** @param {string} output */
function failureIn(output) {
  const line = output.split('\n').findLast((one) => one.trimStart().startsWith(mark))
  return line === undefined
    ? null
    : (
        line.slice(line.indexOf(mark) + mark.length).split(/\s+(?:failedTask|stackTrace)=/u)[0] ??
        ''
      ).trim()
}

/**
 * One sentence about why no installers were made.
 * @param {string} output all of it
 * @param {number | null} code it ended with
 */
export function explainFailure(output, code) {
  const message = failureIn(output)
  if (message === null)
    return `The installers could not be made: electron-builder ended with ${code}.`
  const [, host] = /\b(?:ENOTFOUND|EAI_AGAIN)\s+([\w.-]+)/u.exec(message) ?? []
  const noNetwork =
    /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b/u.test(
      message,
    )
  if (!noNetwork) return `The installers could not be made: ${message.replace(/\.$/u, '')}.`
  const where = host ?? 'github.com'
  return `The installers could not be made: ${where}, where Electron and the packaging tools come from, cannot be reached. Check the network connection and try again.`
}
