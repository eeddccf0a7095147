import type { FlexSync } from '../../shared/domain/flex-history.js'
import { wordsFor } from '../../shared/domain/problem-words.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { IconName } from '../components/icon-paths.js'
import { countedText, countText, type Tone } from './words.js'
import { dayOf } from './days.js'
import { ageText, spanText, type Zone } from './times.js'

type SyncWords = {
  tone: Tone
  icon: IconName
  /** What is going on, in two or three words. */
  state: string
  /** How far it has come. */
  progress: string
  /** Why it does not go on, or what is not known. */
  note: string | null
  acts: ('now' | 'pause' | 'resume')[]
}

/** The line that says how complete the history on this computer is. */
export const syncWords = (sync: FlexSync, now: UnixSeconds, zone: Zone): SyncWords => {
  const kept = countedText(sync.records, 'record')
  const progress = sync.backTo === null ? kept : `${kept}, back to ${dayOf(sync.backTo, zone)}`
  const partly = sync.phase === 'first'
  switch (sync.state) {
    case 'waiting':
      return { tone: 'plain', icon: 'clock', state: 'Waiting', progress, note: 'It begins as soon as the key is in use.', acts: [] }
    case 'syncing':
      return {
        tone: 'calm',
        icon: 'refresh',
        state: partly ? 'Reading the whole history' : 'Looking for new records',
        progress: sync.pages === 0 ? progress : `${progress}, page ${countText(sync.pages)}`,
        note: partly ? 'The exchange’s API gives no total.' : null,
        acts: ['pause'],
      }
    case 'paused': {
      const note = partly ? 'Older records are still missing.' : 'Newer records may be missing.'
      return { tone: 'caution', icon: 'clock', state: 'Paused by you', progress, note, acts: ['resume'] }
    }
    case 'up-to-date': {
      const state = sync.lastSyncedAt === null ? 'Up to date' : `Up to date ${ageText(now - sync.lastSyncedAt)}`
      const unlisted = `${countedText(sync.unlisted, 'record')} ${sync.unlisted === 1 ? 'is' : 'are'} kept that the exchange no longer lists.`
      return { tone: 'good', icon: 'check', state, progress, note: sync.unlisted === 0 ? null : unlisted, acts: ['now'] }
    }
    case 'not-enabled': {
      const note = 'What was read before stays here; nothing newer comes.'
      return { tone: 'plain', icon: 'info', state: 'Not enabled for this key', progress, note, acts: ['now'] }
    }
    case 'failed': {
      const { problem } = sync
      const wait = problem?.retryAt === undefined || problem.retryAt <= now ? null : spanText(problem.retryAt - now)
      const state = problem === null ? 'The last check failed' : wordsFor(problem.code).title
      const note = `${partly ? 'Older records are still missing. ' : ''}Plimsoll tries again ${wait === null ? 'by itself' : `in ${wait}`}.`
      return { tone: 'caution', icon: 'warning', state, progress, note, acts: ['now'] }
    }
  }
}
