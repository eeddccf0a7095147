import type { Problem } from '../../shared/problem.js'
import { englishOf, messageOf } from '../../shared/messages/messages.js'

/**
 * A problem as text for the details and for support, in English whatever the language. A problem
 * holds no key, secret, payload or signature, so neither does this.
 */
export function problemReport(problem: Problem): string {
  const lines = [
    englishOf(messageOf(`problems.${problem.code}.title`)),
    `code: ${problem.code}`,
    `message: ${englishOf(problem.message)}`,
  ]
  if (problem.reason !== undefined) lines.push(`reason: ${problem.reason}`)
  if (problem.server !== undefined) {
    const { status, code, message } = problem.server
    lines.push(`exchange: HTTP ${status}, code ${code ?? 'none'}, “${englishOf(message)}”`)
  }
  for (const [parameter, messages] of Object.entries(problem.fields ?? {}))
    lines.push(`${parameter}: ${messages.map(englishOf).join(' ')}`)
  return lines.join('\n')
}
