// Links that begin with plimsoll: open a screen. Any web page may follow one, so they name a place
// from a fixed list and nothing else, and never do anything there.
import type { RequestedPlace, RequestedScreen } from '../../shared/desktop/channels.js'

const scheme = 'plimsoll:'
const screens = ['overview', 'positions', 'trade', 'loans', 'activity', 'settings'] as const

/** An alert by its id: its screen, in its account. */
export type LinkPlace =
  { kind: 'screen'; screen: (typeof screens)[number] } | { kind: 'alert'; id: string }

/** Null for anything that is not exactly such a link. */
export function parseLink(text: string): LinkPlace | null {
  if (!text.startsWith(`${scheme}//`)) return null
  // Systems add a slash to what looks like a host.
  const [name, id, ...more] = text
    .slice(scheme.length + 2)
    .replace(/\/$/u, '')
    .split('/')
  if (more.length > 0) return null
  if (name === 'alert')
    return id !== undefined && /^[a-z0-9-]{1,64}$/u.test(id) ? { kind: 'alert', id } : null
  const screen = screens.find((known) => known === name)
  return screen === undefined || id !== undefined ? null : { kind: 'screen', screen }
}

/** The first link on a command line, whatever it holds. */
export function linkIn(line: readonly string[]): string | null {
  return line.find((word) => word.toLowerCase().startsWith(scheme)) ?? null
}

/**
 * Links come before Plimsoll can open one: on the command line, from a second start, and on macOS
 * from the system. The latest waits.
 */
export function createLinkInbox(app: {
  on: (
    event: 'open-url',
    listener: (event: { preventDefault(): void }, url: string) => void,
  ) => void
}) {
  let waiting: string | null = null
  let open: ((link: string) => void) | null = null

  const received = (link: string): void => {
    if (open === null) waiting = link
    else open(link)
  }
  app.on('open-url', (event, url) => {
    event.preventDefault()
    received(url)
  })

  return {
    received,
    /** From now on each is opened at once. */
    openWith: (act: (link: string) => void): void => {
      open = act
      const link = waiting
      waiting = null
      if (link !== null) act(link)
    },
  }
}

export type LinkInbox = ReturnType<typeof createLinkInbox>

export function createLinkOpening(ports: {
  /** Null if no account has it. */
  alertPlace: (id: string) => { profileId: string; screen: RequestedScreen } | null
  /** Shows the account, or says that it is not there. */
  showAccount: (profileId: string) => boolean
  showPlace: (place: RequestedPlace) => void
  log: (what: string, detail: object) => void
}): (link: string) => void {
  const open = (place: LinkPlace): boolean => {
    if (place.kind === 'screen') {
      ports.showPlace({ profileId: null, screen: place.screen })
      return true
    }
    const found = ports.alertPlace(place.id)
    if (found === null || !ports.showAccount(found.profileId)) return false
    ports.showPlace(found)
    return true
  }
  return (link) => {
    const place = parseLink(link)
    // What it says is not logged: anybody may have written it.
    if (place === null || !open(place)) ports.log('a link was refused', { length: link.length })
  }
}
