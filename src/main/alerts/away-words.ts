// What an alert says where it leaves this computer: never an amount; percentages and the account's
// name only if the user chose so.
import type { Alert } from '../../shared/alerts/alert.js'
import type { DestinationSettings } from '../../shared/away/away.js'
import { messageOf, t, withHidden } from '../../shared/messages/messages.js'
import { alertWords, type WordOptions } from './notification-text.js'

type Said = Pick<DestinationSettings, 'percentages' | 'accountName'>

/** Alerts about a pool account are named after it. */
function withoutName(alert: Alert): Alert {
  if (alert.kind !== 'payout-changed' && alert.kind !== 'mining-account-gone') return alert
  return {
    ...alert,
    title: messageOf(`away.unnamed.${alert.kind}`),
    text: messageOf('away.unnamed.text'),
  }
}

/** `isLate`: it was held back, so the text says since when it applies. */
export function awayWords(
  alert: Alert,
  options: Omit<WordOptions, 'figures'>,
  { percentages, accountName }: Said,
  isLate = false,
): { title: string; text: string } {
  const account = accountName ? options.account : null
  const shown = { ...options, figures: percentages, account }
  const { title, body } = withHidden('amounts', () =>
    alertWords([accountName ? alert : withoutName(alert)], shown, isLate),
  )
  return { title, text: body }
}

/** A margin call, as an example. */
export function sampleAwayWords(
  said: Said,
  clockText: WordOptions['clockText'],
): { title: string; text: string } {
  const loan = messageOf('alerts.ltv.loan', { asset: 'USDT' })
  const sample: Alert = {
    id: 'sample',
    at: 0,
    profileId: 'sample',
    key: 'sample',
    kind: 'margin-call',
    level: 'danger',
    subject: { key: 'loan', name: loan },
    found: 'new',
    title: messageOf('alerts.ltv.margin-call.title', { loan }),
    text: messageOf('alerts.ltv.margin-call.text'),
    endTitle: '',
    cause: {
      currentLtv: '76.5',
      initialLtv: '60',
      marginCallLtv: '75',
      liquidationLtv: '85',
      threshold: '75',
    },
    state: { kind: 'active' },
    readAt: null,
  }
  const options = {
    causeNow: () => ({}),
    isOutdated: () => false,
    demo: false,
    account: t('away.sample-account'),
    clockText,
  }
  return awayWords(sample, options, said)
}
