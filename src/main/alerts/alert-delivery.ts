// How the alerts of one account reach the user: notices on this computer, and messages to the
// destinations for people who are away.
import {
  type Alert,
  type AlertSettings,
  type AlertsView,
  isCritical,
  matterOf,
} from '../../shared/alerts/alert.js'
import { sameJson } from '../../shared/json.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { AlertNow, Away, RaisedAlert } from '../away/away.js'
import type { LostNotices } from '../desktop/notifier.js'
import type { AlertBook } from './alert-book.js'
import { awayWords } from './away-words.js'
import type { CurrentFigures } from './current-figures.js'
import type { NoticeGrouping } from './notification-grouping.js'
import {
  decideNotices,
  forgetMissed,
  isEmptyLedger,
  isSilentFind,
  passesQuietHours,
  shownNoticeIds,
} from './notification-policy.js'
import type { WordOptions } from './notification-text.js'
import { worstByMatter } from './open-alerts.js'

/** What the notices of all accounts share. */
export type AlertNoticePlatform = Pick<NoticeGrouping, 'full' | 'notify' | 'withdraw'> & {
  /** Notices that the system has not been able to show. */
  missed(): readonly string[]
  /**
   * Percentages and LTV are hidden as well as amounts: notices then have neither, whatever the
   * alert settings say.
   */
  figuresHidden: () => boolean
  settings(): AlertSettings
  /** Minutes since local midnight. */
  localMinutes(at: UnixSeconds): number
  /** "14:02" today, with the date on any other day. */
  clockText(at: UnixSeconds): string
  /** What the operating system did with the latest notice. */
  state(): AlertsView['notifications']
  /** Where alerts are sent for people who are away. */
  away: Pick<Away, 'raised' | 'acknowledged'>
}

export type AlertDeliveryPorts = {
  clock: Clock
  /** The account's name for notices; null if there is only one account. */
  accountName: () => string | null
  notices: AlertNoticePlatform
}

export class AlertDelivery {
  readonly #account: { id: string; demo: boolean }
  readonly #book: AlertBook
  readonly #figures: CurrentFigures
  readonly #ports: AlertDeliveryPorts
  /**
   * Notices withdrawn by closing the account or quitting Plimsoll: an ongoing margin call must not
   * vanish with them.
   */
  #toShowAgain: readonly string[]

  constructor(
    account: { id: string; demo: boolean },
    book: AlertBook,
    figures: CurrentFigures,
    ports: AlertDeliveryPorts,
  ) {
    this.#account = account
    this.#book = book
    this.#figures = figures
    this.#ports = ports
    this.#toShowAgain = book.open.map(({ id }) => id)
  }

  notify(settings: AlertSettings): void {
    const { open, states, hasEnded } = this.#book
    if (open.length === 0 && !hasEnded && isEmptyLedger(states.notices)) return
    const { notices, clock } = this.#ports
    const at = clock()
    const figures = settings.figuresInNotifications && !notices.figuresHidden()
    const decision = decideNotices(open, this.#book.takeEnded(), states.notices, {
      profileId: this.#account.id,
      at,
      localMinutes: notices.localMinutes(at),
      settings,
      words: { figures, ...this.#words() },
      again: this.#toShowAgain,
      full: notices.full(),
    })
    this.#toShowAgain = decision.again
    if (!sameJson(decision.ledger, states.notices)) this.#book.setState('notices', decision.ledger)
    for (const id of decision.withdraw) notices.withdraw(id)
    for (const notice of decision.show) notices.notify(notice)
  }

  /** Of several steps of one ladder, the worst. Nothing of the demo leaves this computer. */
  sendAway(): void {
    const news = this.#book.takeRaised()
    if (this.#account.demo) return
    for (const alert of news) {
      if (isSilentFind(alert) || alert.state.kind !== 'active') continue
      if (worstByMatter(this.#book.open).get(matterOf(alert))?.id !== alert.id) continue
      this.#ports.notices.away.raised(this.#awayAlert(alert))
    }
  }

  /** What became of an alert that was held back; null if the alerts could not be read. */
  awayNow(id: string): AlertNow | null {
    const { open, isLoaded } = this.#book
    const alert = open.find((one) => one.id === id)
    if (alert === undefined) return isLoaded ? { kind: 'over' } : null
    if (alert.state.kind !== 'active') return { kind: 'acknowledged' }
    return {
      kind: 'open',
      key: alert.key,
      urgent: passesQuietHours(alert),
      surpassed: this.#isSurpassed(alert),
      words: this.#awayAlert(alert, true).words,
    }
  }

  /** The worst that still applies of what an alert that is over was about, unless it is known. */
  awayRemaining(id: string): RaisedAlert | null {
    const over = this.#book.find(id)
    const left = over === null ? undefined : worstByMatter(this.#book.open).get(matterOf(over))
    // One found at the first look is no news, unless what is gone was not sent either.
    const isToSend = left?.state.kind === 'active' && !isSilentFind({ ...left, found: 'new' })
    return isToSend ? this.#awayAlert(left, true) : null
  }

  /** Notices can be shown again, and these are not on screen. */
  noticesLost({ missed, gone }: LostNotices): void {
    const { open, states } = this.#book
    const { shown } = states.notices
    this.#toShowAgain = [...this.#toShowAgain, ...gone.flatMap((id) => shown[id] ?? [])]
    this.#book.setState('notices', forgetMissed(open, states.notices, missed))
  }

  close(): void {
    const { open, states } = this.#book
    const { notices } = this.#ports
    const notified = forgetMissed(open, states.notices, notices.missed())
    for (const id of shownNoticeIds(this.#account.id, states.notices)) notices.withdraw(id)
    this.#book.setState('notices', { ...notified, shown: {}, over: {} })
  }

  #awayAlert(alert: Alert, isLate = false): RaisedAlert {
    return {
      profileId: this.#account.id,
      alertId: alert.id,
      key: alert.key,
      at: alert.at,
      level: alert.level,
      critical: isCritical(alert.kind),
      urgent: passesQuietHours(alert),
      words: (said) => awayWords(alert, this.#words(), said, isLate),
    }
  }

  #isSurpassed(alert: Alert): boolean {
    const worst = worstByMatter(this.#book.open).get(matterOf(alert))
    return worst !== undefined && worst.id !== alert.id && !isSilentFind(worst)
  }

  #words(): Omit<WordOptions, 'figures'> {
    return {
      ...this.#figures,
      demo: this.#account.demo,
      account: this.#ports.accountName(),
      clockText: this.#ports.notices.clockText,
    }
  }
}
