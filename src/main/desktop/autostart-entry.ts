// The autostart file, as text: Desktop Entry Specification, and Desktop Application Autostart
// Specification.
import { createHash } from 'node:crypto'

const plainWord = /^[\w./:+,@=-]+$/
// eslint-disable-next-line no-control-regex -- a path with one of these in it cannot be written as one word of a line
const unwritable = /[\u0000-\u001f\u007f\ufffd]/

/** Of a value of type string. */
const escaped = (text: string): string => text.replaceAll('\\', '\\\\')
const unescaped = (text: string): string => text.replaceAll(/\\(.)/g, '$1')

function execWord(word: string): string {
  return escaped(
    (plainWord.test(word) ? word : `"${word.replaceAll(/["`$\\]/g, '\\$&')}"`).replaceAll(
      '%',
      '%%',
    ),
  )
}

/**
 * The value of Exec; null if the specification cannot express the program. The first word is its
 * absolute path.
 */
export function execLine(command: readonly string[]): string | null {
  return command.some((word) => word === '' || unwritable.test(word)) ||
    command[0]?.includes('=') !== false
    ? null
    : command.map(execWord).join(' ')
}

const digestKey = 'X-Plimsoll-Digest'
const gnomeSwitch = 'X-GNOME-Autostart-enabled'
/**
 * Keys that a desktop's settings write to switch a program off: they do not change what the file
 * starts.
 */
const switches = ['Hidden', gnomeSwitch]

/** Independent of the order of the lines. */
function digestOf(lines: readonly string[]): string {
  return createHash('sha256')
    .update(
      lines
        .map((line) => line.trim())
        .toSorted()
        .join('\n'),
    )
    .digest('hex')
}

/** Null if the program cannot be expressed. */
export function autostartEntry(command: readonly string[]): string | null {
  const exec = execLine(command)
  if (exec === null) return null
  const lines = [
    'Type=Application',
    'Name=Plimsoll',
    'Comment=Monitors your accounts from the start of the session',
    `TryExec=${escaped(command[0] ?? '')}`,
    `Exec=${exec}`,
    'Icon=plimsoll',
    'Terminal=false',
    'StartupNotify=false',
  ]
  return [
    '[Desktop Entry]',
    ...lines,
    `${gnomeSwitch}=true`,
    `${digestKey}=${digestOf(lines)}`,
    '',
  ].join('\n')
}

/** The content of a file found in place of Plimsoll's own. */
export type FoundEntry = {
  /** Plimsoll wrote it, and what it starts has not been changed since. */
  own: boolean
  switchedOn: boolean
  exec: string
  program: string
}

export function readAutostartEntry(text: string): FoundEntry {
  const said = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const entries = said.slice(1).map((line): [string, string] => {
    const at = line.indexOf('=')
    return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
  })
  const valueOf = (key: string): string | null =>
    entries.find(([name]) => name === key)?.[1] ?? null
  const kept = entries
    .filter(([name]) => name !== digestKey && !switches.includes(name))
    .map(([name, value]) => `${name}=${value}`)
  const isEntry = said[0] === '[Desktop Entry]'
  return {
    own: isEntry && valueOf(digestKey) === digestOf(kept),
    switchedOn:
      isEntry &&
      valueOf('Exec') !== null &&
      valueOf('Hidden') !== 'true' &&
      valueOf(gnomeSwitch) !== 'false',
    exec: valueOf('Exec') ?? '',
    program: unescaped(valueOf('TryExec') ?? ''),
  }
}
