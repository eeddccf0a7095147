import type { FlexSync } from '../../shared/investments/flex-history.js'
import { wordsFor } from '../../shared/problem-words.js'
import { t } from '../../shared/messages/messages.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { IconName } from '../components/icon-paths.js'
import { countText, type Tone } from '../components/words.js'
import { ageText, dayText, spanText, type Zone } from '../components/times.js'

type SyncWords = {
  tone: Tone
  icon: IconName
  /** The current activity, in two or three words. */
  state: string
  /** The progress. */
  progress: string
  /** Why it does not continue, or what is unknown. */
  note: string | null
  acts: ('now' | 'pause' | 'resume')[]
}

/** The line that says how complete the history on this computer is. */
export function syncWords(sync: FlexSync, now: UnixSeconds, zone: Zone): SyncWords {
  const { records: count } = sync
  const progress =
    sync.backTo === null
      ? t('investments.records-counted', { count })
      : t('investments.sync.back-to', { count, day: dayText(sync.backTo, zone) })
  const partly = sync.phase === 'first'
  switch (sync.state) {
    case 'waiting':
      return {
        tone: 'plain',
        icon: 'clock',
        state: t('investments.sync.waiting'),
        progress,
        note: t('investments.sync.waiting.note'),
        acts: [],
      }
    case 'syncing':
      return {
        tone: 'calm',
        icon: 'refresh',
        state: partly ? t('investments.sync.reading-all') : t('investments.sync.looking-for-new'),
        progress:
          sync.pages === 0
            ? progress
            : t('investments.sync.page', { progress, page: countText(sync.pages) }),
        note: partly ? t('investments.sync.no-total') : null,
        acts: ['pause'],
      }
    case 'paused': {
      const note = partly
        ? t('investments.sync.older-missing')
        : t('investments.sync.newer-missing')
      return {
        tone: 'caution',
        icon: 'clock',
        state: t('investments.sync.paused'),
        progress,
        note,
        acts: ['resume'],
      }
    }
    case 'up-to-date': {
      const state =
        sync.lastSyncedAt === null
          ? t('investments.sync.up-to-date')
          : t('investments.sync.up-to-date-since', { age: ageText(now - sync.lastSyncedAt) })
      const note =
        sync.unlisted === 0 ? null : t('investments.sync.unlisted', { count: sync.unlisted })
      return { tone: 'good', icon: 'check', state, progress, note, acts: ['now'] }
    }
    case 'not-enabled': {
      const note = t('investments.sync.not-enabled.note')
      return {
        tone: 'plain',
        icon: 'info',
        state: t('investments.sync.not-enabled'),
        progress,
        note,
        acts: ['now'],
      }
    }
    case 'failed': {
      const { problem } = sync
      const wait =
        problem?.retryAt === undefined || problem.retryAt <= now
          ? null
          : spanText(problem.retryAt - now)
      const state = problem === null ? t('investments.sync.failed') : wordsFor(problem.code).title
      const again = partly ? 'older-missing-tries-again' : 'tries-again'
      const note =
        wait === null ? t(`investments.sync.${again}`) : t(`investments.sync.${again}-in`, { wait })
      return { tone: 'caution', icon: 'warning', state, progress, note, acts: ['now'] }
    }
  }
}
