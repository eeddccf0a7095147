// Keys as they are called on the keyboard in front of the person.

/** `account`: with Shift and a digit. macOS keeps ⌘ with Shift for pictures of the screen, and other systems Alt with Shift for the keyboard’s layout. */
export type KeyNames = { alt: string; command: string; account: string }

export const keyNames = (userAgent: string): KeyNames =>
  userAgent.includes('Macintosh') ? { alt: 'Option', command: '⌘', account: 'Option' } : { alt: 'Alt', command: 'Ctrl', account: 'Ctrl' }
