// When main itself is broken there is no safe way on: what it shows or sends could be wrong. It says so and ends.

export type LastResortParts = {
  process: Pick<NodeJS.Process, 'on'>
  /** What stops everything that could send or write. None of it waits; one that fails does not keep the others. */
  stops: () => readonly (() => void)[]
  /** Goes through the redactor. */
  log: (what: string, fault: unknown) => void
  /** Shows a box and returns when it was read. */
  tell: (text: string) => void
  exit: (code: number) => void
}

export const lastResortCode = 70

const text =
  'Plimsoll met a fault it cannot go on from and stops now, so that it shows you nothing wrong. ' +
  'From this moment nothing is monitored. Start it again; an order that was on its way is looked up then, not repeated. ' +
  'Details are in the log.'

/** Catches what nobody caught, once. Each part may fail in turn; the end comes all the same. */
export const installLastResort = ({ process, stops, log, tell, exit }: LastResortParts): void => {
  let ending = false
  const attempt = (act: () => void): void => {
    try {
      act()
    } catch {
      // What remains is to end.
    }
  }
  const end = (what: string) => (fault: unknown) => {
    if (ending) return
    ending = true
    attempt(() => stops().forEach(attempt))
    attempt(() => log(what, fault))
    attempt(() => tell(text))
    exit(lastResortCode)
  }
  process.on('uncaughtException', end('uncaught exception'))
  process.on('unhandledRejection', end('unhandled rejection'))
}
