// Searches for a secret where it must not be: on disk, and in the command lines and environments of
// processes.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

function forms(secret: string): Buffer[] {
  return [
    Buffer.from(secret, 'latin1'),
    Buffer.from(secret, 'utf16le'),
    // Without the last characters, which depend on what follows the secret.
    Buffer.from(Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -2), 'latin1'),
    Buffer.from(Buffer.from(secret).toString('hex'), 'latin1'),
  ]
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(file)
    return entry.isFile() ? [file] : []
  })
}

/** Files in the folders that contain the secret in any form. */
export function filesHolding(secret: string, folders: string[]): string[] {
  const wanted = forms(secret)
  return folders.flatMap(filesBelow).filter((file) => {
    const content = readFileSync(file)
    return wanted.some((form) => content.includes(form))
  })
}

/** How many files the scan reads, so that an empty scan cannot pass as clean. */
export function filesScanned(folders: string[]): number {
  return folders.flatMap(filesBelow).filter((file) => statSync(file).size > 0).length
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
        return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(pid)
      } catch {
        return false
      }
    })
    .map((name) => Number.parseInt(name, 10))
}

export function processTree(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(processTree)]
}

/** Processes of the tree whose command line or environment contains the secret in any form. */
export function processesHolding(secret: string, pids: number[]): number[] {
  const wanted = forms(secret)
  return pids.filter((pid) =>
    ['cmdline', 'environ'].some((name) => {
      try {
        const content = readFileSync(`/proc/${String(pid)}/${name}`)
        return wanted.some((form) => content.includes(form))
      } catch {
        return false
      }
    }),
  )
}
