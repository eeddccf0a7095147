import type { Profile } from '../../shared/accounts/account.js'

/**
 * The website of the account's exchange; null if it is not known. No address of a page for loans is
 * documented, so this is its sign-in page.
 */
export function exchangeSite(profile: Pick<Profile, 'region' | 'baseUrl'> | null): string | null {
  return profile !== null && (profile.region === 'global' || profile.region === 'eu')
    ? `${profile.baseUrl}/`
    : null
}
