// Steps of growing gravity, one crossing at a time: what fires, what is only shown, what is over. Knows nothing of what the steps measure.

/** `between`: below the step, but not far enough for it to be crossed anew · `unknown`: nothing can be said, so nothing changes. */
export type Reading = 'reached' | 'between' | 'cleared' | 'unknown'

export type StepReading = { key: string; reading: Reading }

export type StepState = {
  /** Steps that were read before: crossing one of them is news. */
  seen: string[]
  crossed: string[]
  /** Crossed steps that have an alert. The gravest crossed one has, as long as it can be seen to be reached. */
  raised: string[]
}

export const noSteps: StepState = { seen: [], crossed: [], raised: [] }

export type Climb = {
  /** At most one: the gravest step crossed. */
  raise: { key: string; found: 'new' | 'standing' } | null
  /** `dropped`: the step is gone. */
  resolved: { key: string; end: 'over' | 'dropped' }[]
  state: StepState
}

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((key, at) => key === other[at])

/** `steps` from the mildest to the gravest. */
export const climb = (steps: readonly StepReading[], before: StepState): Climb => {
  const wasSeen = (key: string): boolean => before.seen.includes(key)
  const wasCrossed = (key: string): boolean => before.crossed.includes(key)
  const keysWhere = (test: (step: StepReading) => boolean): string[] => steps.filter(test).map(({ key }) => key)

  const crossed = keysWhere(({ key, reading }) => (wasCrossed(key) ? reading !== 'cleared' : reading === 'reached'))
  const seen = keysWhere(({ key, reading }) => reading !== 'unknown' || wasSeen(key))
  const still = before.raised.filter((key) => crossed.includes(key))

  const gravest = crossed.at(-1)
  // Crossed, but not reached now: the alert would claim what is not so.
  const isReached = steps.some(({ key, reading }) => key === gravest && reading === 'reached')
  const isNews = gravest !== undefined && wasSeen(gravest) && !wasCrossed(gravest)
  // A graver step that is over leaves the milder one under it without an alert; it is shown, but it is no news.
  const found = isNews ? 'new' : 'standing'
  const raise: Climb['raise'] = gravest === undefined || !isReached || still.includes(gravest) ? null : { key: gravest, found }

  const raised = raise === null ? still : [...still, raise.key]
  const resolved = before.raised
    .filter((key) => !crossed.includes(key))
    .map((key) => ({ key, end: steps.some((step) => step.key === key) ? ('over' as const) : ('dropped' as const) }))
  const unchanged = same(seen, before.seen) && same(crossed, before.crossed) && same(raised, before.raised)
  return { raise, resolved, state: unchanged ? before : { seen, crossed, raised } }
}
