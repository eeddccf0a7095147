// The notice shown when Plimsoll locks: whose loan and positions go unmonitored. Shown once per
// lock.
import type { AlertNotification } from '../../shared/alerts/alert.js'
import { t } from '../../shared/messages/messages.js'
import { accountLabel, fittingWords } from './notification-text.js'

export const lockNoticeId = 'locked'

/** `names`: of the accounts that have, or may have, something to lose; at least one. */
export function lockNotice(names: readonly string[]): AlertNotification {
  const [first = '', ...others] = names
  const account = accountLabel(first)
  const title =
    others.length === 0
      ? t('alerts.notice.locked', { account })
      : t('alerts.notice.locked-more', { account, count: others.length })
  return {
    id: lockNoticeId,
    profileId: '',
    ...fittingWords(title, [t('alerts.notice.locked-goes-on'), t('alerts.notice.locked-unlock')]),
    urgency: 'normal',
    timeoutType: 'default',
    silent: false,
    screen: 'overview',
  }
}
