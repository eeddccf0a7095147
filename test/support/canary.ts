// Looks for a secret where it must not be: in files, and in what the system shows of processes.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What base64 of any text around it would show of this one. */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '')
    return text.slice(shift === 0 ? 0 : shift + 1, -1)
  })
}

/**
 * The secret raw, in base64 at every alignment, in hex of either case, and as UTF-16 of either byte
 * order.
 */
function canaryForms(canary: string): Buffer[] {
  const bytes = Buffer.from(canary)
  const base64 = base64Cores(bytes)
  return [
    bytes,
    ...base64.map((text) => Buffer.from(text)),
    ...base64.map((text) => Buffer.from(text.replaceAll('+', '-').replaceAll('/', '_'))),
    Buffer.from(bytes.toString('hex')),
    Buffer.from(bytes.toString('hex').toUpperCase()),
    Buffer.from(canary, 'utf16le'),
    Buffer.from(canary, 'utf16le').swap16(),
  ]
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function readOrNothing(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.alloc(0)
  }
}

/** The files below these folders that hold the canary in any form, and how many were looked at. */
export function canaryInFiles(
  folders: string[],
  canary: string,
): { looked: number; found: string[] } {
  const forms = canaryForms(canary)
  const files = folders
    .flatMap(filesBelow)
    .filter((file) => statSync(file, { throwIfNoEntry: false }) !== undefined)
  const found = files.filter((file) => {
    const content = readOrNothing(file)
    return forms.some((form) => content.includes(form))
  })
  return { looked: files.length, found }
}

function parentOf(pid: number): number {
  const status = readOrNothing(`/proc/${String(pid)}/status`).toString()
  return Number.parseInt(/^PPid:\s*(\d+)/m.exec(status)?.[1] ?? '0', 10)
}

/** Every process that descends from this one. */
export function descendants(of = process.pid): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({
      pid: Number.parseInt(name, 10),
      parent: parentOf(Number.parseInt(name, 10)),
    }))
  const below = (pid: number): number[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child.pid, ...below(child.pid)])
  return below(of)
}

/**
 * Command line and environment of these processes, as anyone on this machine's account can read
 * them.
 */
export function canaryInProcesses(
  pids: number[],
  canary: string,
): { looked: number; found: string[] } {
  const forms = canaryForms(canary)
  const places = pids.flatMap((pid) => [
    `/proc/${String(pid)}/cmdline`,
    `/proc/${String(pid)}/environ`,
  ])
  const found = places.filter((place) => {
    const content = readOrNothing(place)
    return forms.some((form) => content.includes(form))
  })
  return { looked: places.length, found }
}
