// An uncaught error in main means its state can no longer be trusted: it says so and exits.

export const fatalErrorCode = 70

const text =
  'Plimsoll met a fault it cannot go on from and stops now, so that it shows you nothing wrong. ' +
  'From this moment nothing is monitored. Start it again; an order that was on its way is looked up then, not repeated. ' +
  'Details are in the log.'

/** Handles the first uncaught error; the process exits even where logging or the dialog fails. */
export const installFatalErrorHandler = (parts: {
  process: Pick<NodeJS.Process, 'on'>
  /** Stops everything that could send or write. Synchronous; one that throws does not stop the others. */
  stops: () => readonly (() => void)[]
  /** Goes through the redactor. */
  log: (what: string, fault: unknown) => void
  /** Shows a dialog and blocks until it is closed. */
  tell: (text: string) => void
  exit: (code: number) => void
}): void => {
  const { process, stops, log, tell: showText, exit } = parts
  let ending = false
  const attempt = (act: () => void): void => {
    try {
      act()
    } catch {
      // Exiting must not depend on it.
    }
  }
  const end = (what: string) => (fault: unknown) => {
    if (ending) return
    ending = true
    attempt(() => stops().forEach(attempt))
    attempt(() => log(what, fault))
    attempt(() => showText(text))
    exit(fatalErrorCode)
  }
  process.on('uncaughtException', end('uncaught exception'))
  process.on('unhandledRejection', end('unhandled rejection'))
}
