// Which commit the source is at, for About.
import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'

/**
 * Twelve digits, and a word where files differ from it; null where `folder` is no repository of its
 * own, or there is no git.
 * @param {string} folder
 * @returns {string | null}
 */
export function commitOf(folder) {
  /** @param {string[]} words */
  const git = (...words) =>
    execFileSync('git', words, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    // Unpacked inside another repository, it is not at that one's commit.
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(folder)) return null
    const commit = git('rev-parse', '--short=12', 'HEAD')
    return git('status', '--porcelain', '--untracked-files=no') === ''
      ? commit
      : `${commit}, with changes`
  } catch {
    return null
  }
}
