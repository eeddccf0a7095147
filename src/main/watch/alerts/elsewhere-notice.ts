// The notification about an order of an account that is not open. It may show on a locked screen, so it holds no figure, and no market.
import type { AlertNotice } from '../../../shared/domain/alert.js'
import { plainName } from './plain-text.js'

export const elsewhereNotice = (news: { intentId: string; profileName: string; because: 'unknown' | 'mismatch' }): AlertNotice => {
  const name = `“${plainName(news.profileName)}”`
  return {
    id: `order-elsewhere:${news.intentId}`,
    title: `An order of ${name} needs you`,
    body:
      news.because === 'unknown'
        ? `Its result is unknown. Do not send it again; open ${name} and resolve it on the Trade screen.`
        : `Mismatch: the exchange accepted something else than was sent. Open ${name} and resolve it on the Trade screen.`,
    urgency: 'normal',
    timeoutType: 'default',
    silent: false,
    screen: 'trade',
  }
}
