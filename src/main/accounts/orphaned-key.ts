// A key that could not be removed because it is in another keychain than the one that answers now: which entry the user has to delete.
import type { Profile } from '../../shared/domain/account.js'
import type { Notice } from '../../shared/domain/app-state.js'

export type OrphanedKey = {
  profile: Pick<Profile, 'id' | 'name'>
  /** The keychain that answered. */
  asked: string
  /** Whether it held an entry, which is then gone from it. */
  found: boolean
  /** The keychains that the key was put into; '' where the name was not recorded. */
  put: string[]
}

export const orphanedKeyNotice = ({ profile, asked, found, put }: OrphanedKey): Pick<Notice, 'level' | 'title' | 'text'> => {
  const others = put.filter((name) => name !== '' && name !== asked).join(', ')
  const what = found
    ? `Its entry was removed from ${asked}, but a key was also put into ${others}. Delete the entry there`
    : `${asked}, which answers now, holds no entry for it, so none was removed. ${others === '' ? '' : `It was put into ${others}. `}If another keychain was in use when the key was saved, delete the entry there`
  return {
    level: 'caution',
    title: `The key of "${profile.name}" may still be in a keychain`,
    text: `${what}: service "plimsoll", account "${profile.id}". To be safe, delete the API key on the exchange.`,
  }
}
