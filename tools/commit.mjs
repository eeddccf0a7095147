// The commit of the source, for About.
import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'

/**
 * Twelve digits, and a suffix if files differ from it; null if `folder` is not a repository of its
 * own, or git is missing.
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
    // When unpacked inside another repository, that one's commit does not apply.
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(folder)) return null
    const commit = git('rev-parse', '--short=12', 'HEAD')
    return git('status', '--porcelain', '--untracked-files=no') === ''
      ? commit
      : `${commit}, with changes`
  } catch {
    return null
  }
}
