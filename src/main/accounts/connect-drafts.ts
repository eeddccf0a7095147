// From a key and a secret to a saved profile. Until Save nothing is stored anywhere; a draft holds its keys in memory for ten minutes
// at most, and wipes them whichever way it ends.
import type { Dialect, Profile } from '../../shared/domain/account.js'
import type { ConnectCheck, ConnectForm, ConnectStep, ConnectStepName } from '../../shared/domain/connect.js'
import type { Problem } from '../../shared/domain/problem.js'
import { checkCustomAddress } from '../../shared/domain/address.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import { type FieldComplaints, judgeForm, type Target } from './connect-form.js'
import { saveProfile, type SavePorts } from './connect-save.js'
import { type Credentials, type Secret, wipeCredentials } from '../keychain/secret.js'

type Answer = Result<unknown, Problem>

/** What a check needs of the exchange. */
export type CheckingClient = { ping(): Promise<Answer>; mainBalance(): Promise<Answer>; close(): void }

export type ConnectPorts = SavePorts & {
  clock: Clock
  /** Runs `act` once after `ms`; gives back what cancels it. */
  after(ms: number, act: () => void): () => void
  /** A random UUID. */
  newId(): string
  /** The rule for what may be a key or a secret. The error is a sentence for the field. */
  readPart(part: 'apiKey' | 'apiSecret', text: string): Result<{ secret: Secret; remark: string | null }, string>
  connect(way: { baseUrl: string; dialect: Dialect; keys: Credentials }): CheckingClient
  /** A system dialog that names the address. Fails where a person did not agree. */
  mayReach(baseUrl: string): Promise<Result<null, Problem>>
  push(progress: { draftId: string; steps: ConnectStep[] }): void
  /** A profile was added, or has a new key. */
  saved(profile: Profile): void
}

export type ConnectDrafts = {
  /** Pings, then asks for the balance with the key. Stores nothing. */
  check(form: ConnectForm): Promise<Result<ConnectCheck, Problem>>
  save(draftId: string, storage: 'keychain' | 'session'): Promise<Result<Profile, Problem>>
  discard(draftId: string): Result<null, Problem>
  /** For quitting: wipes every draft. */
  close(): void
}

const keptSeconds = 600
/** One form is open at a time; what a reloaded page left behind gives way. */
const mostDrafts = 3

type Draft = {
  id: string
  /** Of the profile it becomes, so that a second Save writes the same keychain entry. */
  profileId: string
  existing: Profile | null
  keys: Credentials
  /** Since when the older half of the key is held. */
  since: UnixSeconds
  cancelExpiry: () => void
  target: Target
  /** The check under way; a newer one takes its place. */
  checking: CheckingClient | null
  passed: boolean
  saving: boolean
}

type ReadKeys = { keys: Credentials; remarks: string[]; bothNew: boolean }

/** A check sends what was typed to the address, and shows a part of what comes back: no channel to the outside for a page that was taken over. */
const mostChecks = 10
const checksWithin = 60

const tooManyChecks = (now: UnixSeconds, until: UnixSeconds): Problem => {
  const seconds = Math.ceil(until - now)
  return {
    code: 'busy',
    message: `There were ${mostChecks} checks within a minute. The next can be made in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}. Nothing was sent.`,
    reason: 'TOO_MANY_CHECKS',
    retryAt: until,
  }
}

const gone: Problem = {
  code: 'gone',
  message: 'What was entered is kept for ten minutes, and they are over. Enter the key and the secret again.',
}
const overtaken: Problem = { code: 'gone', message: 'This check was ended by a newer one.' }
const unknownProfile: Problem = { code: 'gone', message: 'There is no such profile any more.' }
const savingNow: Problem = { code: 'busy', message: 'This account is just being saved.' }
const unchecked: Problem = { code: 'bad-input', message: 'The key has not passed its check yet. Nothing was stored.' }

const badInput = (fields: FieldComplaints): { ok: false; error: Problem } =>
  fail({ code: 'bad-input', message: Object.values(fields).flat().join(' '), fields })

const stepNames: readonly ConnectStepName[] = ['ping', 'balance']
const noSteps: ConnectStep[] = stepNames.map((name) => ({ name, state: 'waiting', problem: null }))

const withStep = (
  steps: ConnectStep[],
  name: ConnectStepName,
  state: ConnectStep['state'],
  problem: Problem | null = null,
): ConnectStep[] => steps.map((step) => (step.name === name ? { name, state, problem } : step))

export const createConnectDrafts = (ports: ConnectPorts): ConnectDrafts => {
  const drafts = new Map<string, Draft>()
  /** Custom addresses a person agreed to in this run. */
  const agreed = new Set<string>()
  let checkedAt: UnixSeconds[] = []

  /** Whether one more check may be made now. */
  const countCheck = (): Result<null, Problem> => {
    const now = ports.clock()
    checkedAt = checkedAt.filter((at) => at <= now && now - at < checksWithin)
    const [oldest] = checkedAt
    if (oldest !== undefined && checkedAt.length >= mostChecks) return fail(tooManyChecks(now, oldest + checksWithin))
    checkedAt.push(now)
    return ok(null)
  }

  /** The exchange’s own addresses, this computer, and what a saved profile uses need no question. */
  const isAgreed = ({ region, baseUrl }: Target, known: readonly Profile[]): boolean => {
    if (region !== 'custom' || agreed.has(baseUrl) || known.some((profile) => profile.baseUrl === baseUrl)) return true
    const verdict = checkCustomAddress(baseUrl)
    return verdict.ok && verdict.loopback
  }

  const agree = async (baseUrl: string): Promise<Result<null, Problem>> => {
    const answer = await ports.mayReach(baseUrl)
    if (answer.ok) agreed.add(baseUrl)
    return answer
  }

  const end = (draft: Draft): void => {
    drafts.delete(draft.id)
    draft.cancelExpiry()
    draft.checking?.close()
    draft.checking = null
    wipeCredentials(draft.keys)
  }

  /** Timers stand still while the computer sleeps, so the age is looked at on every use too. */
  const find = (draftId: string | null): Draft | null => {
    const draft = drafts.get(draftId ?? '') ?? null
    if (draft !== null && !draft.saving && ports.clock() - draft.since >= keptSeconds) {
      end(draft)
      return null
    }
    return draft
  }

  const startAge = (draft: Draft): void => {
    draft.since = ports.clock()
    draft.cancelExpiry()
    // A draft that is being saved when its time is up is ended by the save.
    draft.cancelExpiry = ports.after(keptSeconds * 1000, () => {
      if (!draft.saving) end(draft)
    })
  }

  const makeRoom = (): void => {
    const oldest = [...drafts.values()].find((draft) => !draft.saving)
    if (drafts.size >= mostDrafts && oldest !== undefined) end(oldest)
  }

  /** Both halves, each from the form or else from the draft. Whatever was read anew is wiped again when the other half does not fit. */
  const readKeys = (form: ConnectForm, draft: Draft | null): Result<ReadKeys, FieldComplaints> => {
    const read = (part: 'apiKey' | 'apiSecret', name: string): Result<{ secret: Secret; remark: string | null }, string> => {
      const text = form[part]
      if (text !== null) return ports.readPart(part, text)
      return draft === null ? fail(`Enter the ${name}.`) : ok({ secret: draft.keys[part], remark: null })
    }
    const apiKey = read('apiKey', 'key')
    const apiSecret = read('apiSecret', 'secret')
    if (apiKey.ok && apiSecret.ok) {
      const remarks = [apiKey.value.remark, apiSecret.value.remark].filter((remark) => remark !== null)
      const bothNew = form.apiKey !== null && form.apiSecret !== null
      return ok({ keys: { apiKey: apiKey.value.secret, apiSecret: apiSecret.value.secret }, remarks, bothNew })
    }
    if (apiKey.ok) discardNew(apiKey.value.secret, draft)
    if (apiSecret.ok) discardNew(apiSecret.value.secret, draft)
    return fail({ ...(apiKey.ok ? {} : { apiKey: [apiKey.error] }), ...(apiSecret.ok ? {} : { apiSecret: [apiSecret.error] }) })
  }

  const discardNew = (half: Secret, draft: Draft | null): void => {
    if (draft === null || (half !== draft.keys.apiKey && half !== draft.keys.apiSecret)) half.wipe()
  }

  const open = (read: ReadKeys, target: Target, existing: Profile | null): Draft => {
    makeRoom()
    const draft: Draft = {
      id: ports.newId(),
      profileId: existing?.id ?? ports.newId(),
      existing,
      keys: read.keys,
      since: ports.clock(),
      cancelExpiry: () => undefined,
      target,
      checking: null,
      passed: false,
      saving: false,
    }
    drafts.set(draft.id, draft)
    startAge(draft)
    return draft
  }

  const renew = (draft: Draft, read: ReadKeys, target: Target, existing: Profile | null): Draft => {
    draft.checking?.close()
    draft.checking = null
    if (draft.existing?.id !== existing?.id) draft.profileId = existing?.id ?? ports.newId()
    draft.existing = existing
    const before = draft.keys
    draft.keys = read.keys
    if (before.apiKey !== read.keys.apiKey) before.apiKey.wipe()
    if (before.apiSecret !== read.keys.apiSecret) before.apiSecret.wipe()
    draft.target = target
    draft.passed = false
    if (read.bothNew) startAge(draft)
    return draft
  }

  const run = async (draft: Draft, remarks: string[]): Promise<Result<ConnectCheck, Problem>> => {
    const { baseUrl, dialect } = draft.target
    const client = ports.connect({ baseUrl, dialect, keys: draft.keys })
    draft.checking = client
    let steps = noSteps
    const show = (name: ConnectStepName, state: ConnectStep['state'], problem: Problem | null = null): void => {
      steps = withStep(steps, name, state, problem)
      ports.push({ draftId: draft.id, steps })
    }
    const current = (): boolean => draft.checking === client

    const calls: Record<ConnectStepName, () => Promise<Answer>> = { ping: () => client.ping(), balance: () => client.mainBalance() }
    for (const name of stepNames) {
      show(name, 'running')
      const answer = await calls[name]()
      if (!current()) return fail(drafts.has(draft.id) ? overtaken : gone)
      show(name, answer.ok ? 'passed' : 'failed', answer.ok ? null : answer.error)
      if (!answer.ok) break
    }
    draft.checking = null
    client.close()
    draft.passed = steps.every((step) => step.state === 'passed')
    return ok({ draftId: draft.id, steps, passed: draft.passed, remarks })
  }

  const save = async (draft: Draft, storage: 'keychain' | 'session'): Promise<Result<Profile, Problem>> => {
    const { id, target, existing, profileId, keys } = draft
    draft.saving = true
    const saving = saveProfile(ports, { target, existing, profileId, keys, storage, now: ports.clock() })
    const saved = await saving.finally(() => {
      draft.saving = false
    })
    if (!saved.ok) {
      // It may have aged while the keychain was waiting for a person.
      find(id)
      return saved
    }
    end(draft)
    ports.saved(saved.value)
    return saved
  }

  return {
    check: async (form) => {
      const draft = find(form.draftId)
      if (draft?.saving === true) return fail(savingNow)
      if (form.draftId !== null && draft === null && (form.apiKey === null || form.apiSecret === null)) return fail(gone)
      const listed = ports.profiles.list()
      if (!listed.ok) return listed
      const existing = listed.value.find(({ id }) => id === form.profileId) ?? null
      if (form.profileId !== null && existing === null) return fail(unknownProfile)
      const judged = judgeForm(form, draft?.target ?? null, existing, listed.value)
      const read = readKeys(form, draft)
      if (!judged.ok || !read.ok) {
        if (read.ok) {
          discardNew(read.value.keys.apiKey, draft)
          discardNew(read.value.keys.apiSecret, draft)
        }
        return badInput({ ...(judged.ok ? {} : judged.error), ...(read.ok ? {} : read.error) })
      }
      const { target, remarks } = judged.value
      const allowed = countCheck()
      const reachable = !allowed.ok || isAgreed(target, listed.value) ? allowed : await agree(target.baseUrl)
      // The box may have been open for long.
      const stands = draft === null || (find(draft.id) === draft && !draft.saving)
      if (!reachable.ok || !stands) {
        discardNew(read.value.keys.apiKey, draft)
        discardNew(read.value.keys.apiSecret, draft)
        return reachable.ok ? fail(gone) : reachable
      }
      const ready = draft === null ? open(read.value, target, existing) : renew(draft, read.value, target, existing)
      return run(ready, [...read.value.remarks, ...remarks])
    },
    save: async (draftId, storage) => {
      const draft = find(draftId)
      if (draft === null) return fail(gone)
      if (draft.saving) return fail(savingNow)
      return draft.passed ? save(draft, storage) : fail(unchecked)
    },
    discard: (draftId) => {
      const draft = find(draftId)
      if (draft === null) return ok(null)
      if (draft.saving) return fail(savingNow)
      end(draft)
      return ok(null)
    },
    close: () => {
      for (const draft of [...drafts.values()]) end(draft)
    },
  }
}
