// A keychain, a profile list and keys that record what was called, what is still held, and what was
// wiped.
import type { KeychainEntryRepository } from '../../src/main/accounts/profile-repository.js'
import type {
  createCredentialStore,
  KeychainForKeys,
} from '../../src/main/accounts/credential-store.js'
import { type Credentials, Secret } from '../../src/main/keychain/secret.js'
import type { Profile } from '../../src/shared/accounts/account.js'
import type { Problem } from '../../src/shared/problem.js'
import type { About } from '../../src/shared/support/about.js'
import { fail, ok, type Result } from '../../src/shared/result.js'
import { problem } from './fake-exchange-client.js'

export const about: About = {
  version: '0',
  commit: '',
  electron: '',
  chromium: '',
  node: '',
  system: '',
  systemRegion: 'en-US',
  desktopSession: null,
  keychain: '',
  notifications: 'untried',
  dataFolder: '',
  thirdPartyNotices: '',
  trayShown: true,
  miniShortcut: 'off',
  takesKeys: true,
}

export type Halves = ReturnType<typeof createHalves>

/** Every half ever made, so that a test can ask whether any is left. */
export function createHalves() {
  const all: Secret[] = []
  const make = (text: string): Secret => {
    const half = Secret.of(text)
    all.push(half)
    return half
  }
  return {
    make,
    pair: (text: string): Credentials => ({
      apiKey: make(`${text}-key`),
      apiSecret: make(`${text}-secret`),
    }),
    all,
    alive: () => all.filter(({ wiped }) => !wiped),
  }
}

/** Records in memory where keys were put. */
export function createFakeEntries(): KeychainEntryRepository {
  const put = new Map<string, Set<string>>()
  return {
    of: (id) => ok([...(put.get(id) ?? [])]),
    all: () => ok([...put.keys()]),
    note: (id, keychain) => {
      put.set(id, (put.get(id) ?? new Set()).add(keychain))
      return ok(null)
    },
    forget: (id) => {
      put.delete(id)
      return ok(null)
    },
  }
}

/** For credential stores whose keychain never changes. */
export function fakeCredentialStoreParts(): Parameters<typeof createCredentialStore>[1] {
  return {
    isKeyOf: () => true,
    entries: createFakeEntries(),
    onOrphanedKey: ({ profile }) => {
      throw new Error(`the key of ${profile.id} was orphaned`)
    },
  }
}

export function createFakeKeychain(halves: Halves, name = 'fake keychain') {
  const stored = new Map<string, { key: string; secret: string }>()
  const session = new Map<string, { key: string; secret: string }>()
  const calls: string[] = []
  /** Whether storing a key leaves its trial beside it. */
  const trial = { left: false }
  /** How often a person's new try ended what was waiting. */
  const waits = { ended: 0 }
  const trouble: { [act in 'store' | 'load' | 'probe' | 'remove']?: Problem } = {}
  /** @throws SecretWiped */
  const textOf = (keys: Credentials) => ({
    key: keys.apiKey.reveal().toString(),
    secret: keys.apiSecret.reveal().toString(),
  })
  let waiting: Promise<void> = Promise.resolve()

  const ask = async <T>(
    act: 'store' | 'load' | 'probe' | 'remove',
    id: string,
    work: () => Result<T, Problem>,
  ): Promise<Result<T, Problem>> => {
    calls.push(`${act} ${id}`)
    await waiting
    const why = trouble[act]
    return why === undefined ? work() : fail(why)
  }

  const keychain: KeychainForKeys = {
    describe: () => name,
    trialEntryOf: (id) => `${id}.new`,
    store: (id, keys) => {
      const text = textOf(keys)
      return ask('store', id, () => {
        stored.set(id, text)
        session.delete(id)
        return ok({ trialLeft: trial.left })
      })
    },
    load: (id) =>
      ask('load', id, () => {
        const found = session.get(id) ?? stored.get(id)
        if (found === undefined) return fail(problem('keychain-locked'))
        return ok({ apiKey: halves.make(found.key), apiSecret: halves.make(found.secret) })
      }),
    probe: () => ask('probe', name, () => ok(null)),
    endWait: () => {
      waits.ended += 1
    },
    remove: (id) => ask('remove', id, () => ok(stored.delete(id) ? 'removed' : 'not-found')),
    holdForSession: (id, keys) => {
      session.set(id, textOf(keys))
    },
    endSession: (id) => {
      session.delete(id)
    },
  }
  return {
    keychain,
    /** By profile, what is in the keychain. */
    stored,
    session,
    /** What the keychain was asked, in order. */
    calls,
    trial,
    waits,
    trouble,
    /**
     * Until the returned function is called, the keychain does not answer: the system's prompt is
     * open.
     */
    prompt: (): (() => void) => {
      let answer: () => void = () => undefined
      waiting = new Promise((resolve) => {
        answer = resolve
      })
      return () => {
        waiting = Promise.resolve()
        answer()
      }
    },
  }
}

export function aProfile(more: Partial<Profile> = {}): Profile {
  return {
    id: 'a',
    name: 'Main',
    region: 'custom',
    baseUrl: 'https://exchange.example',
    dialect: 'live',
    keyHint: 'abcd…wxyz',
    keyStorage: 'keychain',
    createdAt: 1_750_000_000,
    ...more,
  }
}

export function createFakeProfiles(...known: Profile[]) {
  const rows = new Map(known.map((profile) => [profile.id, profile]))
  const deleting = new Set<string>()
  let active: string | null = null
  const log: string[] = []
  const trouble: { [act: string]: Problem } = {}
  const act = (name: string, work: () => void): Result<null, Problem> => {
    const why = trouble[name.split(' ')[0] ?? '']
    if (why !== undefined) return fail(why)
    log.push(name)
    work()
    return ok(null)
  }
  return {
    rows,
    deleting,
    /** What was changed, in order. */
    log,
    trouble,
    active: () => active,
    list: (): Result<Profile[], Problem> =>
      trouble['list'] === undefined
        ? ok([...rows.values()].filter(({ id }) => !deleting.has(id)))
        : fail(trouble['list']),
    activeId: (): Result<string | null, Problem> => ok(active),
    setActive: (id: string | null) =>
      act('setActive', () => {
        active = id
      }),
    add: (profile: Profile) => act(`add ${profile.id}`, () => rows.set(profile.id, profile)),
    update: (profile: Profile) => act(`update ${profile.id}`, () => rows.set(profile.id, profile)),
    markForDeletion: (id: string) => act(`mark ${id}`, () => deleting.add(id)),
    awaitingDeletion: (): Result<Profile[], Problem> =>
      ok([...rows.values()].filter(({ id }) => deleting.has(id))),
    remove: (id: string) =>
      act(`remove ${id}`, () => {
        rows.delete(id)
        deleting.delete(id)
      }),
  }
}
