export const lock = {
  locked: 'Plimsoll is locked. Nothing was sent.',
  'locked-again': 'Plimsoll was locked again meanwhile.',
  unlocking: 'Plimsoll is just being unlocked. Answer the keychain where it asks.',
  'other-key': 'This is not the key and the secret of an account whose key is in the keychain here.',
  'other-key-field': 'No account here has this key and this secret.',
  'nothing-to-reset': 'There is no passphrase to reset.',
  needed: 'Enter the passphrase.',
  wrong: 'That is not the passphrase.',
  damaged:
    'What the passphrase is checked against cannot be read, so Plimsoll stays locked. Reset the passphrase with the key of an account.',
  'try-under-way': 'Another try is just being checked.',
  'not-checked': 'The passphrase could not be checked: this computer may be short of memory. It did not count as a try.',
  wait: 'There were {tries} wrong tries. The next can be made in {seconds, plural, one {{seconds} second} other {{seconds} seconds}}.',
  'too-short': 'At least {least} characters.',
  'too-long': 'At most {most} characters.',
} as const
