// Text for how responses of the exchange differ from its documentation.
import type { AnswerDifference, JsonType } from '../../shared/portfolio/answer-shape.js'
import { t } from '../../shared/messages/messages.js'

function jsonText(type: JsonType): string {
  return t(`settings.answers.json.${type === 'true or false' ? 'boolean' : type}`)
}

function anyOf(types: readonly JsonType[]): string {
  return types
    .map(jsonText)
    .reduce(
      (text, next) =>
        text === '' ? next : t('settings.answers.or', { first: text, second: next }),
      '',
    )
}

export function differenceText({ differs, json, described }: AnswerDifference): string {
  switch (differs) {
    case 'missing':
      return t('settings.answers.missing')
    case 'unknown':
      return t('settings.answers.unknown', { came: anyOf(json) })
    case 'type': {
      const other = json.filter((type) => described?.includes(type) !== true)
      return t('settings.answers.type', { came: anyOf(other), described: anyOf(described ?? []) })
    }
  }
}

/** By endpoint, in the order in which they differ. */
export function byEndpoint(
  differences: readonly AnswerDifference[],
): [string, AnswerDifference[]][] {
  const groups = new Map<string, AnswerDifference[]>()
  for (const one of differences)
    groups.set(one.endpoint, [...(groups.get(one.endpoint) ?? []), one])
  return [...groups]
}
