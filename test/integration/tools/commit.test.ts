// The commit named in About, from real repositories.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commitOf } from '../../../tools/commit.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-commit-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function git(...words: string[]): string {
  return execFileSync(
    'git',
    ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org', ...words],
    {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  ).trim()
}

function aRepository(): string {
  git('init', '-q')
  writeFileSync(path.join(folder, 'file'), 'one')
  git('add', 'file')
  git('commit', '-q', '-m', 'one')
  return git('rev-parse', 'HEAD').slice(0, 12)
}

describe('UX-73 the commit of the source', () => {
  it('has twelve digits', () => {
    expect(commitOf(folder)).toBeNull()
    const commit = aRepository()
    expect(commit).toMatch(/^[0-9a-f]{12}$/)
    expect(commitOf(folder)).toBe(commit)
  })

  it('says if a tracked file was changed, ignoring untracked ones', () => {
    const commit = aRepository()
    writeFileSync(path.join(folder, 'another'), 'new')
    expect(commitOf(folder)).toBe(commit)
    writeFileSync(path.join(folder, 'file'), 'two')
    expect(commitOf(folder)).toBe(`${commit}, with changes`)
  })

  it('is not that of an enclosing repository', () => {
    aRepository()
    const inside = path.join(folder, 'plimsoll-0.1.0')
    mkdirSync(inside)
    expect(commitOf(inside)).toBeNull()
  })

  it('is missing before the first, and without git', () => {
    git('init', '-q')
    expect(commitOf(folder)).toBeNull()
    aRepository()
    const before = process.env['PATH']
    process.env['PATH'] = folder
    try {
      expect(commitOf(folder)).toBeNull()
    } finally {
      process.env['PATH'] = before
    }
  })
})
