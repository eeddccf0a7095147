// Keys as they are called on the keyboard in front of the person.

export type KeyNames = { alt: string; command: string }

export const keyNames = (userAgent: string): KeyNames =>
  userAgent.includes('Macintosh') ? { alt: 'Option', command: '⌘' } : { alt: 'Alt', command: 'Ctrl' }
