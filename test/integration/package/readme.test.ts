// What the README says about places outside the program is compared with the code behind them.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const read = (...names: string[]): string => readFileSync(path.join(root, ...names), 'utf8')

function sectionOf(title: string): string {
  return (
    read('README.md')
      .split(/^## /m)
      .find((one) => one.startsWith(`${title}\n`)) ?? ''
  )
}

const { name } = JSON.parse(read('package.json')) as { name: string }

describe('the README', () => {
  const stored = sectionOf('What it stores, and where')
  const uninstalled = sectionOf('Uninstall completely')

  it('names every place outside the data folder, both as stored and as to be removed', () => {
    // Where the installer for Windows keeps a copy of itself, as electron-builder names it.
    const installerFolder = `%LOCALAPPDATA%\\${name}-updater`
    for (const section of [stored, uninstalled]) {
      expect(section).toContain(installerFolder)
      expect(section).toContain('~/.config/autostart/plimsoll.desktop')
    }
    expect(uninstalled).toContain(
      /^appId: (.+)$/m.exec(read('electron-builder.yml'))?.[1] ?? 'no id',
    )
  })

  it.each([['README.md'], ['docs/security.md']])(
    '%s says what remains of a key when its account is deleted, and why',
    (file) => {
      expect(read('src', 'main', 'exchange', 'signer.ts')).toContain('sha256(apiKey.reveal())')
      const text = read(...file.split('/')).replaceAll(/\s+/g, ' ')
      expect(text).toMatch(/SHA-256 of (?:its|the) public key,? beside the highest nonce/)
      expect(text).toMatch(/The exchange refuses a key whose nonce does not grow/i)
    },
  )

  it('says where a downloaded version is stored', () => {
    expect(read('src', 'main', 'updates', 'update-service.ts')).toContain(
      "path.join(folder, 'updates')",
    )
    expect(stored).toContain('`updates/` in the data folder')
  })

  it.each([['README.md'], ['docs/security.md']])(
    '%s names both servers that Plimsoll contacts: the accounts’ addresses, and a feed on request',
    (file) => {
      const text = read(file).replaceAll(/\s+/g, ' ')
      expect(text).toMatch(
        /Plimsoll talks to the addresses of (your accounts|the accounts it holds a key for).{0,400} feed.{0,200} address/,
      )
      expect(text).not.toMatch(/accounts( it holds a key for)?,? and to nothing else/)
    },
  )
})
