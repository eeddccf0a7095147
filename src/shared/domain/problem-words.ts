import { problems } from '../messages/en/problems.js'
import { t, textOf, type Told } from '../messages/messages.js'

/** Every problem there is: those with words in the catalogue. */
type CodeIn<Key> = Key extends `${infer Code}.title` ? Code : never
export type ProblemCode = CodeIn<keyof typeof problems>

export const problemCodes: readonly ProblemCode[] = Object.keys(problems).flatMap((key) =>
  key.endsWith('.title') ? [key.slice(0, -'.title'.length) as ProblemCode] : [],
)

/** What a person reads about a problem: what happened, what it means for their money, and the one next step. */
export type ProblemWords = { title: string; money: string; next: string }

export const wordsFor = (code: ProblemCode): ProblemWords => ({
  title: t(`problems.${code}.title`),
  money: t(`problems.${code}.money`),
  next: t(`problems.${code}.next`),
})

/** What its own message says beyond its title; empty where that is nothing. */
export const beyondTitle = ({ code, message }: { code: ProblemCode; message: Told }): string => {
  const { title } = wordsFor(code)
  const text = textOf(message)
  return text === title || text === `${title}.` ? '' : text
}
