// The shape of each endpoint's last response, for one account, in memory only: names and types,
// never the response.
import type {
  AnswerDifference,
  AnswerMember,
  AnswerReport,
  Difference,
} from '../../shared/portfolio/answer-shape.js'
import type { Clock } from '../../shared/time.js'
import type { Endpoint } from '../../v4/endpoint.js'
import type { AnswerShape } from './answer-shapes.js'

export type AnswerReports = {
  /** A response to the account's own call, or to a public call of its exchange. */
  answered: (parts: Pick<Endpoint, 'path'>, answerShape: AnswerShape) => void
  all: () => readonly AnswerReport[]
}

function differing(member: AnswerMember): member is AnswerMember & { differs: Difference } {
  return member.differs !== null
}

export function createAnswerReports(parts: {
  clock: Clock
  changed: (differences: AnswerDifference[]) => void
}): AnswerReports {
  const reports = new Map<string, AnswerReport>()

  const differences = (): AnswerDifference[] =>
    [...reports.values()].flatMap((report) => report.differences)

  return {
    answered: (
      { path: endpoint }: Pick<Endpoint, 'path'>,
      { members: found, silent }: AnswerShape,
    ): void => {
      const before = reports.get(endpoint)
      const at = parts.clock()
      const isUnsaid = ({ path }: AnswerMember): boolean =>
        silent.some((beginning) => path.startsWith(beginning)) &&
        !found.some((member) => member.path === path)
      const members = [...found, ...(before?.members ?? []).filter(isUnsaid)]
      const sinceOf = ({ path, differs }: AnswerMember): number =>
        before?.differences.find((one) => one.path === path && one.differs === differs)?.since ?? at
      const now = members
        .filter(differing)
        .map((member) => ({ ...member, endpoint, since: sinceOf(member) }))
      reports.set(endpoint, { endpoint, at, members, differences: now })
      if (now.length > 0 || (before?.differences.length ?? 0) > 0) parts.changed(differences())
    },
    all: (): readonly AnswerReport[] => [...reports.values()],
  }
}
