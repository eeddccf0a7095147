// Checks what was typed into the connect form before anything is sent. The key and the secret are checked elsewhere.
import type { Dialect, Profile, Region } from '../../shared/domain/account.js'
import type { ConnectForm } from '../../shared/domain/connect.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { checkCustomAddress } from '../../shared/domain/address.js'
import { regions } from '../../v4/regions.js'
import { checkName } from './profile-name.js'

/** Where a profile leads, and what it is called. */
export type Target = { name: string; region: Exclude<Region, 'demo'>; baseUrl: string; dialect: Dialect }

/** Sentences by the name of the form's field. */
export type FieldErrors = { [field: string]: string[] }

type Address = Omit<Target, 'name'>
type ParsedForm = { target: Target; remarks: string[] }

const onThisComputer = 'This address is on this computer. It is meant for a simulator: what it answers is not an exchange’s word.'

const customAddress = (form: ConnectForm, before: Target | null): Result<{ place: Address; remarks: string[] }, FieldErrors> => {
  const typed = form.baseUrl ?? (before?.region === 'custom' ? before.baseUrl : null)
  const dialect = form.dialect ?? before?.dialect ?? null
  if (typed === null) return fail({ baseUrl: ['Enter the address.'] })
  const verdict = checkCustomAddress(typed)
  if (!verdict.ok) return fail({ baseUrl: [verdict.reason] })
  if (dialect === null) return fail({ dialect: ['Choose how this address spells the fields of orders.'] })
  return ok({ place: { region: 'custom', baseUrl: verdict.baseUrl, dialect }, remarks: verdict.loopback ? [onThisComputer] : [] })
}

const addressOf = (form: ConnectForm, before: Target | null): Result<{ place: Address; remarks: string[] }, FieldErrors> =>
  form.region === 'custom' ? customAddress(form, before) : ok({ place: { region: form.region, ...regions[form.region] }, remarks: [] })

/**
 * The target of a form. `before` is the target of the same draft until now: a null in the form means "as before". `existing` is the profile
 * that gets a new key; it stays with its exchange, because its history is of that exchange.
 */
export const parseForm = (
  form: ConnectForm,
  before: Target | null,
  existing: Profile | null,
  profiles: readonly Profile[],
): Result<ParsedForm, FieldErrors> => {
  const name = checkName(form.name, profiles, existing?.id ?? null)
  const placed = addressOf(form, before)
  const complaints: FieldErrors = { ...(placed.ok ? {} : placed.error), ...(name.ok ? {} : { name: [name.error] }) }
  if (!placed.ok || !name.ok) return fail(complaints)
  const { place, remarks } = placed.value
  if (existing !== null && (existing.region !== place.region || existing.baseUrl !== place.baseUrl)) {
    return fail({ region: ['A profile stays with its exchange. For another address, connect a new profile.'] })
  }
  return ok({ target: { ...place, name: name.value }, remarks })
}
