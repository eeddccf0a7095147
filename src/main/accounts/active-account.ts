// The one account that is open. Everything that belongs to it hangs on one opening; whatever comes back for an opening that is over
// (a key from the keychain, an answer, a verdict on the key) is wiped or dropped.
import type { Profile } from '../../shared/domain/account.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { KeyTrouble } from './key-ring.js'
import type { Session } from './session.js'

/** All it takes to open one profile. The demo brings its own keys, way and memory; the rest of the path is the same. */
export type Account<Keys, Client, Memory> = {
  profile: Profile
  /** A copy of the keys for the opening to own. */
  loadKeys(): Promise<Result<Keys, KeyTrouble>>
  wipe(keys: Keys): void
  /** A way to the profile's exchange. Asks nothing yet. */
  connect(keys: Keys): Client
  /** Where the profile's figures are kept. */
  memory: Memory
}

export type WatchPort<Client, Memory> = {
  show(profile: Profile, memory: Memory): void
  begin(line: { client: Client; keyAccepted(): void; keyRefused(problem: Problem): void }): void
  cannot(problem: Problem): void
  end(): void
}

export type ActivePorts<Client, Memory> = {
  session: Pick<Session, 'setKey'>
  watch: WatchPort<Client, Memory>
  /** An opening is over: what was fetched with its key has to go too. */
  closed(): void
}

export type ActiveAccount<Keys, Client, Memory> = {
  /** Shows what is remembered at once, then fetches the key and starts the watch. Closes what was open before. */
  open(account: Account<Keys, Client, Memory>): Promise<Result<null, Problem>>
  /** Ends the watch, drops connections, wipes the keys. */
  close(): void
  /** The way to the exchange of the open account; null where there is none or its key is not at hand. */
  client(): Client | null
  profile(): Profile | null
}

type Opening<Keys, Client, Memory> = { account: Account<Keys, Client, Memory>; keys: Keys | null; client: Client | null }

const superseded: Problem = { code: 'gone', message: 'Another account was opened in the meantime.' }

export const createActiveAccount = <Keys, Client extends { close(): void }, Memory>(
  ports: ActivePorts<Client, Memory>,
): ActiveAccount<Keys, Client, Memory> => {
  const { session, watch } = ports
  let current: Opening<Keys, Client, Memory> | null = null

  const close = (): void => {
    const was = current
    if (was === null) return
    current = null
    watch.end()
    was.client?.close()
    if (was.keys !== null) was.account.wipe(was.keys)
    was.keys = null
    was.client = null
    session.setKey('unknown', null)
    ports.closed()
  }

  const start = (opening: Opening<Keys, Client, Memory>, keys: Keys): void => {
    const client = opening.account.connect(keys)
    opening.keys = keys
    opening.client = client
    const stillOpen = (): boolean => current === opening
    watch.begin({
      client,
      keyAccepted: () => {
        if (stillOpen()) session.setKey('accepted', null)
      },
      keyRefused: (problem) => {
        if (stillOpen()) session.setKey('rejected', problem)
      },
    })
  }

  return {
    open: async (account) => {
      close()
      const opening: Opening<Keys, Client, Memory> = { account, keys: null, client: null }
      current = opening
      session.setKey('unknown', null)
      watch.show(account.profile, account.memory)
      const loaded = await account.loadKeys()
      if (current !== opening) {
        if (loaded.ok) account.wipe(loaded.value)
        return fail(superseded)
      }
      if (!loaded.ok) {
        session.setKey(loaded.error.state, loaded.error.problem)
        watch.cannot(loaded.error.problem)
        return fail(loaded.error.problem)
      }
      start(opening, loaded.value)
      return ok(null)
    },
    close,
    client: () => current?.client ?? null,
    profile: () => current?.account.profile ?? null,
  }
}
