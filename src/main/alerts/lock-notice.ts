// What is told when Plimsoll locks: whose loan and positions nobody sees from now on. Once, and not again while it stays locked.
import type { AlertNotification } from '../../shared/domain/alert.js'
import { accountLabel } from './notification-text.js'

export const lockNoticeId = 'locked'

/** `names`: of the accounts that have, or may have, something to lose; at least one. */
export const lockNotice = (names: readonly string[]): AlertNotification => {
  const [first = '', ...others] = names
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return {
    id: lockNoticeId,
    profileId: '',
    title: `Locked: LTV and positions of “${accountLabel(first)}”${more} are not monitored.`,
    body: 'Prices, price alarms and the exchange’s status go on. Unlock to monitor them again.',
    urgency: 'normal',
    timeoutType: 'default',
    silent: false,
    screen: 'overview',
  }
}
