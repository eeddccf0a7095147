// From a key and a secret to a saved profile. Until Save nothing is stored anywhere; a draft holds its keys in memory for ten minutes
// at most, and wipes them whichever way it ends.
import type { Dialect, Profile } from '../../shared/domain/account.js'
import type { ConnectCheck, ConnectForm, ConnectStep, ConnectStepName } from '../../shared/domain/connect.js'
import type { Problem } from '../../shared/domain/problem.js'
import { checkCustomAddress } from '../../shared/domain/address.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock, Timing, UnixSeconds } from '../../shared/time.js'
import { type FieldErrors, parseForm, type Target } from './connect-form.js'
import { saveProfile, type SaveParts } from './connect-save.js'
import { type Credentials, type Secret, wipeCredentials } from '../keychain/secret.js'

type Answer = Result<unknown, Problem>

export type CheckingClient = { ping(): Promise<Answer>; mainBalance(): Promise<Answer>; close(): void }

export type ConnectDraftsParts = SaveParts & {
  clock: Clock
  timing: Pick<Timing, 'after'>
  /** A random UUID. */
  newId(): string
  /** The rule for what may be a key or a secret. The error is a sentence for the field. */
  readPart(part: 'apiKey' | 'apiSecret', text: string): Result<{ secret: Secret; remark: string | null }, string>
  connect(way: { baseUrl: string; dialect: Dialect; keys: Credentials }): CheckingClient
  /** A system dialog that names the address. Fails where the user did not agree. */
  confirmAddress(baseUrl: string): Promise<Result<null, Problem>>
  onSteps(progress: { draftId: string; steps: ConnectStep[] }): void
  /** A profile was added, or has a new key. */
  onSaved(profile: Profile): void
}

export type ConnectDrafts = {
  /** Pings, then asks for the balance with the key. Stores nothing. */
  check(form: ConnectForm): Promise<Result<ConnectCheck, Problem>>
  save(draftId: string, storage: 'keychain' | 'session'): Promise<Result<Profile, Problem>>
  discard(draftId: string): Result<null, Problem>
  /** For quitting: wipes every draft. */
  close(): void
}

const draftLifetime = 600
/** One form is open at a time; what a reloaded page left behind gives way. */
const maxDrafts = 3

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

type TypedCredentials = { keys: Credentials; remarks: string[]; bothNew: boolean }

/** A check sends what was typed to the address, and shows a part of what comes back: no channel to the outside for a page that was taken over. */
const maxChecks = 10
const checkWindow = 60

const tooManyChecks = (now: UnixSeconds, until: UnixSeconds): Problem => {
  const seconds = Math.ceil(until - now)
  return {
    code: 'busy',
    message: `There were ${maxChecks} checks within a minute. The next can be made in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}. Nothing was sent.`,
    reason: 'TOO_MANY_CHECKS',
    retryAt: until,
  }
}

const expired: Problem = {
  code: 'gone',
  message: 'What was entered is kept for ten minutes, and they are over. Enter the key and the secret again.',
}
const overtaken: Problem = { code: 'gone', message: 'This check was ended by a newer one.' }
const unknownProfile: Problem = { code: 'gone', message: 'There is no such profile any more.' }
const savingNow: Problem = { code: 'busy', message: 'This account is just being saved.' }
const unchecked: Problem = { code: 'bad-input', message: 'The key has not passed its check yet. Nothing was stored.' }

const badInput = (fields: FieldErrors): { ok: false; error: Problem } =>
  fail({ code: 'bad-input', message: Object.values(fields).flat().join(' '), fields })

const stepNames: readonly ConnectStepName[] = ['ping', 'balance']
const noSteps: ConnectStep[] = stepNames.map((name) => ({ name, state: 'waiting', problem: null }))

const withStep = (
  steps: ConnectStep[],
  name: ConnectStepName,
  state: ConnectStep['state'],
  problem: Problem | null = null,
): ConnectStep[] => steps.map((step) => (step.name === name ? { name, state, problem } : step))

export const createConnectDrafts = (parts: ConnectDraftsParts): ConnectDrafts => {
  const drafts = new Map<string, Draft>()
  /** Custom addresses the user agreed to in this run. */
  const confirmed = new Set<string>()
  let checkedAt: UnixSeconds[] = []

  /** Whether one more check may be made now. */
  const countCheck = (): Result<null, Problem> => {
    const now = parts.clock()
    checkedAt = checkedAt.filter((at) => at <= now && now - at < checkWindow)
    const [oldest] = checkedAt
    if (oldest !== undefined && checkedAt.length >= maxChecks) return fail(tooManyChecks(now, oldest + checkWindow))
    checkedAt.push(now)
    return ok(null)
  }

  /** The exchange’s own addresses, this computer, and what a saved profile uses need no question. */
  const isConfirmed = ({ region, baseUrl }: Target, known: readonly Profile[]): boolean => {
    if (region !== 'custom' || confirmed.has(baseUrl) || known.some((profile) => profile.baseUrl === baseUrl)) return true
    const verdict = checkCustomAddress(baseUrl)
    return verdict.ok && verdict.loopback
  }

  const confirm = async (baseUrl: string): Promise<Result<null, Problem>> => {
    const answer = await parts.confirmAddress(baseUrl)
    if (answer.ok) confirmed.add(baseUrl)
    return answer
  }

  const endDraft = (draft: Draft): void => {
    drafts.delete(draft.id)
    draft.cancelExpiry()
    draft.checking?.close()
    draft.checking = null
    wipeCredentials(draft.keys)
  }

  /** Timers stand still while the computer sleeps, so the age is checked on every use too. */
  const findDraft = (draftId: string | null): Draft | null => {
    const draft = drafts.get(draftId ?? '') ?? null
    if (draft !== null && !draft.saving && parts.clock() - draft.since >= draftLifetime) {
      endDraft(draft)
      return null
    }
    return draft
  }

  const startAge = (draft: Draft): void => {
    draft.since = parts.clock()
    draft.cancelExpiry()
    // A draft that is being saved when its time is up is ended by the save.
    draft.cancelExpiry = parts.timing.after(draftLifetime * 1000, () => {
      if (!draft.saving) endDraft(draft)
    })
  }

  const evictOldest = (): void => {
    const oldest = [...drafts.values()].find((draft) => !draft.saving)
    if (drafts.size >= maxDrafts && oldest !== undefined) endDraft(oldest)
  }

  /** Both halves, each from the form or else from the draft. Whatever was read anew is wiped again when the other half does not fit. */
  const readCredentials = (form: ConnectForm, draft: Draft | null): Result<TypedCredentials, FieldErrors> => {
    const read = (part: 'apiKey' | 'apiSecret', name: string): Result<{ secret: Secret; remark: string | null }, string> => {
      const text = form[part]
      if (text !== null) return parts.readPart(part, text)
      return draft === null ? fail(`Enter the ${name}.`) : ok({ secret: draft.keys[part], remark: null })
    }
    const apiKey = read('apiKey', 'key')
    const apiSecret = read('apiSecret', 'secret')
    if (apiKey.ok && apiSecret.ok) {
      const remarks = [apiKey.value.remark, apiSecret.value.remark].filter((remark) => remark !== null)
      const bothNew = form.apiKey !== null && form.apiSecret !== null
      return ok({ keys: { apiKey: apiKey.value.secret, apiSecret: apiSecret.value.secret }, remarks, bothNew })
    }
    if (apiKey.ok) wipeNew(apiKey.value.secret, draft)
    if (apiSecret.ok) wipeNew(apiSecret.value.secret, draft)
    return fail({ ...(apiKey.ok ? {} : { apiKey: [apiKey.error] }), ...(apiSecret.ok ? {} : { apiSecret: [apiSecret.error] }) })
  }

  const wipeNew = (half: Secret, draft: Draft | null): void => {
    if (draft === null || (half !== draft.keys.apiKey && half !== draft.keys.apiSecret)) half.wipe()
  }

  const openDraft = (read: TypedCredentials, target: Target, existing: Profile | null): Draft => {
    evictOldest()
    const draft: Draft = {
      id: parts.newId(),
      profileId: existing?.id ?? parts.newId(),
      existing,
      keys: read.keys,
      since: parts.clock(),
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

  const updateDraft = (draft: Draft, read: TypedCredentials, target: Target, existing: Profile | null): Draft => {
    draft.checking?.close()
    draft.checking = null
    if (draft.existing?.id !== existing?.id) draft.profileId = existing?.id ?? parts.newId()
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

  const runCheck = async (draft: Draft, remarks: string[]): Promise<Result<ConnectCheck, Problem>> => {
    const { baseUrl, dialect } = draft.target
    const client = parts.connect({ baseUrl, dialect, keys: draft.keys })
    draft.checking = client
    let steps = noSteps
    const show = (name: ConnectStepName, state: ConnectStep['state'], problem: Problem | null = null): void => {
      steps = withStep(steps, name, state, problem)
      parts.onSteps({ draftId: draft.id, steps })
    }
    const current = (): boolean => draft.checking === client

    const calls: Record<ConnectStepName, () => Promise<Answer>> = { ping: () => client.ping(), balance: () => client.mainBalance() }
    for (const name of stepNames) {
      show(name, 'running')
      const answer = await calls[name]()
      if (!current()) return fail(drafts.has(draft.id) ? overtaken : expired)
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
    const saving = saveProfile(parts, { target, existing, profileId, keys, storage, now: parts.clock() })
    const saved = await saving.finally(() => {
      draft.saving = false
    })
    if (!saved.ok) {
      // It may have aged while the keychain was waiting for the user.
      findDraft(id)
      return saved
    }
    endDraft(draft)
    parts.onSaved(saved.value)
    return saved
  }

  return {
    check: async (form) => {
      const draft = findDraft(form.draftId)
      if (draft?.saving === true) return fail(savingNow)
      if (form.draftId !== null && draft === null && (form.apiKey === null || form.apiSecret === null)) return fail(expired)
      const listed = parts.profiles.list()
      if (!listed.ok) return listed
      const existing = listed.value.find(({ id }) => id === form.profileId) ?? null
      if (form.profileId !== null && existing === null) return fail(unknownProfile)
      const parsed = parseForm(form, draft?.target ?? null, existing, listed.value)
      const read = readCredentials(form, draft)
      if (!parsed.ok || !read.ok) {
        if (read.ok) {
          wipeNew(read.value.keys.apiKey, draft)
          wipeNew(read.value.keys.apiSecret, draft)
        }
        return badInput({ ...(parsed.ok ? {} : parsed.error), ...(read.ok ? {} : read.error) })
      }
      const { target, remarks } = parsed.value
      const allowed = countCheck()
      const reachable = !allowed.ok || isConfirmed(target, listed.value) ? allowed : await confirm(target.baseUrl)
      // The dialog may have been open for long.
      const unchanged = draft === null || (findDraft(draft.id) === draft && !draft.saving)
      if (!reachable.ok || !unchanged) {
        wipeNew(read.value.keys.apiKey, draft)
        wipeNew(read.value.keys.apiSecret, draft)
        return reachable.ok ? fail(expired) : reachable
      }
      const ready = draft === null ? openDraft(read.value, target, existing) : updateDraft(draft, read.value, target, existing)
      return runCheck(ready, [...read.value.remarks, ...remarks])
    },
    save: async (draftId, storage) => {
      const draft = findDraft(draftId)
      if (draft === null) return fail(expired)
      if (draft.saving) return fail(savingNow)
      return draft.passed ? save(draft, storage) : fail(unchecked)
    },
    discard: (draftId) => {
      const draft = findDraft(draftId)
      if (draft === null) return ok(null)
      if (draft.saving) return fail(savingNow)
      endDraft(draft)
      return ok(null)
    },
    close: () => {
      for (const draft of [...drafts.values()]) endDraft(draft)
    },
  }
}
