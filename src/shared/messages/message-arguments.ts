// Generated from resources/locales/en.json by `npm run messages`: the key of every message and its
// arguments.
import type { Decimal } from '../money.js'

type Text = string | number
type Amount = Decimal | number
type Count = number
type None = Record<never, never>

export interface MessageArguments {
  'accounts.about.chromium': None
  'accounts.about.commit': None
  'accounts.about.data-folder': None
  'accounts.about.electron': None
  'accounts.about.host': None
  'accounts.about.keychain': None
  'accounts.about.no-display': None
  'accounts.about.node': None
  'accounts.about.notifications': None
  'accounts.about.notifications.none': None
  'accounts.about.notifications.refused': None
  'accounts.about.notifications.shown': None
  'accounts.about.notifications.untried': None
  'accounts.about.plimsoll': None
  'accounts.about.region': None
  'accounts.about.session': None
  'accounts.about.session-and-desktop': { desktop: Text; session: Text }
  'accounts.about.session-not-known': None
  'accounts.about.system': None
  'accounts.about.third-party-notices': None
  'accounts.about.tray-icon': None
  'accounts.about.tray-not-shown': None
  'accounts.about.tray-shown': None
  'accounts.address.http': None
  'accounts.address.https': None
  'accounts.address.letters': None
  'accounts.address.none': { typed: Text }
  'accounts.address.path': None
  'accounts.address.user': None
  'accounts.an-account': None
  'accounts.bundle.about': None
  'accounts.bundle.accounts': None
  'accounts.bundle.alerts': None
  'accounts.bundle.answers': None
  'accounts.bundle.database': None
  'accounts.bundle.empty': None
  'accounts.bundle.gone': None
  'accounts.bundle.log': None
  'accounts.bundle.not-saved': None
  'accounts.bundle.orders': None
  'accounts.bundle.settings': None
  'accounts.capability.allow-in-group': { group: Text }
  'accounts.capability.cannot-ask': None
  'accounts.capability.check-now': None
  'accounts.capability.margin-trading': None
  'accounts.capability.mining': None
  'accounts.capability.moves-money': None
  'accounts.capability.nothing': None
  'accounts.capability.pool-account': None
  'accounts.capability.stopped': None
  'accounts.capability.stream-token': None
  'accounts.choice-not-recorded.text': { message: Text }
  'accounts.choice-not-recorded.title': None
  'accounts.closed-meanwhile': None
  'accounts.connect.choose-dialect': None
  'accounts.connect.enter-address': None
  'accounts.connect.expired': None
  'accounts.connect.on-this-computer': None
  'accounts.connect.overtaken': None
  'accounts.connect.saving': None
  'accounts.connect.stays-with-exchange': None
  'accounts.connect.too-many-checks': { checks: Text; seconds: Count }
  'accounts.connect.unchecked': None
  'accounts.copy.name': { name: Text }
  'accounts.delete.incomplete.key-gone': { message: Text }
  'accounts.delete.incomplete.key-left': { message: Text }
  'accounts.delete.incomplete.title': { name: Text }
  'accounts.delete.mismatch': { act: Text; name: Text }
  'accounts.delete.mismatch-and-more': { act: Text; more: Count; name: Text }
  'accounts.delete.order-under-way': None
  'accounts.delete.unknown': { act: Text; name: Text }
  'accounts.delete.unknown-and-more': { act: Text; more: Count; name: Text }
  'accounts.deleted-meanwhile': None
  'accounts.demo-only': None
  'accounts.demo.cannot-start': None
  'accounts.demo.left': None
  'accounts.demo.name': None
  'accounts.demo.not-open': None
  'accounts.demo.not-opened': None
  'accounts.demo.refused': None
  'accounts.history-reload.text': None
  'accounts.history-reload.title': { name: Text }
  'accounts.key-characters': None
  'accounts.key-line-break': None
  'accounts.key-missing': None
  'accounts.key-not-entered': None
  'accounts.key-not-taken-back': { message: Text }
  'accounts.key-too-long': { most: Text }
  'accounts.key-too-short': { least: Text }
  'accounts.key-trimmed': None
  'accounts.list-unread': None
  'accounts.name.missing': None
  'accounts.name.one-line': None
  'accounts.name.taken': { name: Text }
  'accounts.name.too-long': { most: Text }
  'accounts.no-notices-file': None
  'accounts.no-such-account': None
  'accounts.no-such-profile': None
  'accounts.notice-gone': None
  'accounts.orphaned-key.failed-save': None
  'accounts.orphaned-key.not-found': { asked: Text; id: Text }
  'accounts.orphaned-key.put': { asked: Text; id: Text; others: Text }
  'accounts.orphaned-key.removed': { asked: Text; id: Text; others: Text }
  'accounts.orphaned-key.title': { name: Text }
  'accounts.other-key': None
  'accounts.part-not-loaded': None
  'accounts.profile-gone': None
  'accounts.proxy.form': None
  'accounts.proxy.path': None
  'accounts.proxy.user': None
  'accounts.reset.confirm': { name: Text }
  'accounts.reset.exchange-unchanged': None
  'accounts.reset.incomplete.text': { message: Text }
  'accounts.reset.incomplete.title': { name: Text }
  'accounts.reset.kept': None
  'accounts.reset.order-under-way': None
  'accounts.reset.question': { name: Text }
  'accounts.reset.removed': None
  'accounts.reset.title': None
  'accounts.reset.under-way': None
  'accounts.secret-characters': None
  'accounts.secret-line-break': None
  'accounts.secret-missing': None
  'accounts.secret-too-long': { most: Text }
  'accounts.secret-too-short': { least: Text }
  'accounts.secret-trimmed': None
  'accounts.session-ended': None
  'accounts.settings-file.changed': None
  'accounts.settings-file.gone': None
  'accounts.settings-file.invisible-name': { number: Text }
  'accounts.settings-file.newer': None
  'accounts.settings-file.not-exportable': { fields: Text }
  'accounts.settings-file.not-ours': None
  'accounts.settings-file.order-under-way': None
  'accounts.settings-file.settings-later.text': { message: Text }
  'accounts.settings-file.settings-later.title': None
  'accounts.settings-file.too-many-changes': { most: Text }
  'accounts.settings-file.under-way': None
  'accounts.settings-file.unsaved-limits': None
  'accounts.settings-file.unusable': { fields: Text }
  'accounts.settings.changed-outside': None
  'accounts.settings.changed-outside-text': { file: Text }
  'accounts.settings.defaults': None
  'accounts.settings.earlier': None
  'accounts.settings.lock-changed': None
  'accounts.settings.lock-text': None
  'accounts.settings.lock-title': None
  'accounts.settings.misfit': { fields: Text }
  'accounts.settings.missing': None
  'accounts.settings.not-allowed': None
  'accounts.settings.not-saved': None
  'accounts.settings.old-file-in-the-way': None
  'accounts.settings.old-file-kept': { file: Text }
  'accounts.settings.some-defaults': { fields: Text; kept: Text }
  'accounts.settings.some-unusable': None
  'accounts.settings.unreadable': None
  'accounts.state.above-initial': None
  'accounts.state.ago.d': { count: Text }
  'accounts.state.ago.h': { count: Text }
  'accounts.state.ago.min': { count: Text }
  'accounts.state.ago.s': { count: Text }
  'accounts.state.and-more': { more: Text }
  'accounts.state.balance': { amount: Amount; asset: Text }
  'accounts.state.balance-about': { amount: Amount; asset: Text }
  'accounts.state.being-liquidated': { market: Text }
  'accounts.state.checked': { ago: Text }
  'accounts.state.clear': None
  'accounts.state.clear-no-loan': None
  'accounts.state.clear-no-positions': None
  'accounts.state.demo': { name: Text }
  'accounts.state.headroom': { share: Amount }
  'accounts.state.just-now': None
  'accounts.state.late': None
  'accounts.state.late-because': { reason: Text }
  'accounts.state.levels-unsound': None
  'accounts.state.liquidation-reached': None
  'accounts.state.loan-room': { share: Amount }
  'accounts.state.locked': None
  'accounts.state.locked-since': { time: Text }
  'accounts.state.ltv': { ltv: Amount }
  'accounts.state.ltv-and-margin-call': { ltv: Amount; marginCall: Amount }
  'accounts.state.margin-call-on': { market: Text }
  'accounts.state.margin-call-reached': None
  'accounts.state.margin-level': { level: Amount }
  'accounts.state.margin-room': { share: Amount }
  'accounts.state.no-headroom': None
  'accounts.state.no-margin': None
  'accounts.state.not-monitored': None
  'accounts.state.nothing-monitored': None
  'accounts.state.unknown-liquidation-state': { market: Text; state: Text }
  'accounts.token.account-closed': None
  'accounts.token.cannot-fetch': None
  'accounts.token.gone': None
  'accounts.unused-key.asleep': { rule: Text }
  'accounts.unused-key.soon': { rule: Text }
  'accounts.unused-key.title': { days: Count; name: Text }
  'accounts.update.bad-file': None
  'accounts.update.bad-signature': None
  'accounts.update.broken-feed': None
  'accounts.update.cancelled': None
  'accounts.update.cannot-install': None
  'accounts.update.downgrade': None
  'accounts.update.expired': None
  'accounts.update.from-source': None
  'accounts.update.no-feed': None
  'accounts.update.no-room': None
  'accounts.update.not-for-here': None
  'accounts.update.not-started': None
  'accounts.update.order-in-progress': None
  'accounts.update.order-unknown': None
  'accounts.update.own-folder': None
  'accounts.update.question-open': None
  'accounts.update.record-unread': None
  'accounts.update.system-package': None
  'accounts.update.unreachable': None
  'accounts.used-again.text': { rule: Text }
  'accounts.used-again.title': { days: Count; name: Text }
  'activity.again.after': { wait: Text }
  'activity.again.at-once': None
  'activity.answer': None
  'activity.answer.bytes': { bytes: Count }
  'activity.answer.copy': None
  'activity.answer.cut': { kept: Count }
  'activity.answer.indented': None
  'activity.answer.let-go': None
  'activity.answer.masked': None
  'activity.answer.none': None
  'activity.answer.not-kept': None
  'activity.call.close': None
  'activity.call.connect': None
  'activity.call.copy-curl': None
  'activity.call.first-byte': None
  'activity.call.in-all': None
  'activity.call.kind-console': { kind: Text }
  'activity.call.label': None
  'activity.call.limiter': None
  'activity.call.no-answer': None
  'activity.call.outcome': None
  'activity.call.priority': None
  'activity.call.queue': None
  'activity.call.redacted': None
  'activity.call.rest': None
  'activity.call.timings': None
  'activity.call.title': None
  'activity.call.title-number': { number: Text }
  'activity.call.tries': None
  'activity.call.try': { attempt: Text; last: Text; outcome: Text }
  'activity.call.understood': None
  'activity.calls.about': { most: Text }
  'activity.calls.all-endpoints': None
  'activity.calls.clear-filters': None
  'activity.calls.column.status': None
  'activity.calls.column.took': None
  'activity.calls.console': None
  'activity.calls.continue': None
  'activity.calls.failed-only': None
  'activity.calls.filter': None
  'activity.calls.gone': None
  'activity.calls.held-back': { count: Count }
  'activity.calls.help': None
  'activity.calls.label': None
  'activity.calls.none-fits.text': None
  'activity.calls.none-fits.title': None
  'activity.calls.none.text': None
  'activity.calls.none.title': None
  'activity.calls.pause': None
  'activity.calls.search': None
  'activity.calls.try': { attempt: Text }
  'activity.connection.none': None
  'activity.connection.reused': None
  'activity.console.about': None
  'activity.console.answered': { outcome: Text }
  'activity.console.documented': { source: Text }
  'activity.console.dry-run': None
  'activity.console.dry-run-first': None
  'activity.console.dry-run-said': None
  'activity.console.endpoints': None
  'activity.console.go-to-trade': None
  'activity.console.limit-assumed': { requests: Count; seconds: Count }
  'activity.console.limit-documented': { requests: Count; seconds: Count }
  'activity.console.moves-money': { subject: Text }
  'activity.console.moves-money.text': None
  'activity.console.moves-money.title': None
  'activity.console.no-key': None
  'activity.console.no-parameters': None
  'activity.console.no-such-endpoint': None
  'activity.console.open-in-calls': None
  'activity.console.preview': None
  'activity.console.preview-nonce': None
  'activity.console.preview-none': None
  'activity.console.request': None
  'activity.console.send': None
  'activity.console.sending': None
  'activity.console.specified': None
  'activity.console.status': { status: Text }
  'activity.console.value-not-sent': None
  'activity.endpoint': None
  'activity.fault.choice': None
  'activity.fault.least': { least: Text }
  'activity.fault.longest': { most: Text }
  'activity.fault.most': { most: Text }
  'activity.fault.needed': None
  'activity.fault.pattern': { pattern: Text }
  'activity.fault.shortest': { least: Text }
  'activity.fault.true-or-false': None
  'activity.fault.whole': None
  'activity.fault.wholes': None
  'activity.field.choice': None
  'activity.field.needed': { what: Text }
  'activity.field.optional': { what: Text }
  'activity.field.text': None
  'activity.field.text-pattern': { pattern: Text }
  'activity.field.true-or-false': None
  'activity.field.whole': None
  'activity.field.whole-between': { least: Text; most: Text }
  'activity.field.whole-least': { least: Text }
  'activity.field.whole-most': { most: Text }
  'activity.field.wholes': None
  'activity.kind.moves-money': None
  'activity.kind.public': None
  'activity.kind.read': None
  'activity.limiter.budget.history': None
  'activity.limiter.budget.private': None
  'activity.limiter.budget.public': None
  'activity.limiter.budget.stream-token': None
  'activity.limiter.held-back-until': { time: Text; why: Text }
  'activity.limiter.held-back.breaker': None
  'activity.limiter.held-back.paused': None
  'activity.limiter.held-back.queue-full': None
  'activity.limiter.held-back.queue-timeout': None
  'activity.limiter.nothing': None
  'activity.limiter.pause': { left: Text }
  'activity.limiter.paused-by-answer': { time: Text }
  'activity.limiter.turn': None
  'activity.outcome.no-answer': None
  'activity.outcome.no-loan': None
  'activity.outcome.no-permission': None
  'activity.outcome.not-enabled': None
  'activity.outcome.not-sent': None
  'activity.outcome.not-understood': None
  'activity.outcome.refused': None
  'activity.outcome.slow-down': None
  'activity.outcome.timeout': None
  'activity.outcome.understood': None
  'activity.outcome.unknown': None
  'activity.priority.0': None
  'activity.priority.1': None
  'activity.priority.2': None
  'activity.priority.3': None
  'activity.request.address': None
  'activity.request.body': None
  'activity.request.headers': None
  'activity.request.headers-note': None
  'activity.request.payload': None
  'activity.request.payload-above': None
  'activity.request.payload-hidden': None
  'activity.request.payload-title': None
  'activity.request.unsigned': None
  'alerts.activity.all-levels': None
  'alerts.activity.all-read': None
  'alerts.activity.counted': { count: Count }
  'alerts.activity.level': None
  'alerts.activity.mark-read': None
  'alerts.activity.none': None
  'alerts.activity.none-fits': None
  'alerts.activity.none-fits-text': None
  'alerts.activity.none-text': None
  'alerts.activity.tabs': None
  'alerts.activity.unread': { count: Text }
  'alerts.activity.unread-only': None
  'alerts.bar.acknowledge': None
  'alerts.bar.more': { count: Text }
  'alerts.bar.show': None
  'alerts.bar.show-what': { title: Text }
  'alerts.bar.title': None
  'alerts.blind.end': None
  'alerts.blind.not-offered': None
  'alerts.blind.not-read': None
  'alerts.blind.text': None
  'alerts.blind.text-markets': { names: Text }
  'alerts.blind.text-not-offered': None
  'alerts.blind.title': { reason: Text }
  'alerts.blind.title-market': { market: Text }
  'alerts.blind.title-markets': { count: Text }
  'alerts.borrowing-gone.text.far': None
  'alerts.borrowing-gone.text.margin-call': None
  'alerts.borrowing-gone.text.step': None
  'alerts.borrowing-gone.text.unclear': None
  'alerts.borrowing-gone.title': { asset: Text }
  'alerts.borrowing-gone.title-at-margin-call': { asset: Text }
  'alerts.borrowing-gone.title-called': { asset: Text }
  'alerts.borrowing-gone.title-liquidated': { asset: Text }
  'alerts.borrowing-unseen.title': { asset: Text }
  'alerts.borrowing-unseen.title-liquidated': { asset: Text }
  'alerts.borrowing.end': { asset: Text }
  'alerts.borrowing.liquidation.text': None
  'alerts.borrowing.liquidation.title': { asset: Text }
  'alerts.borrowing.margin-call.text': None
  'alerts.borrowing.margin-call.title': { asset: Text }
  'alerts.borrowing.name': { asset: Text }
  'alerts.cause.amount': None
  'alerts.cause.because': None
  'alerts.cause.because-mismatch': None
  'alerts.cause.because-unknown': None
  'alerts.cause.code': None
  'alerts.cause.count': None
  'alerts.cause.createdAt': None
  'alerts.cause.endedBy': None
  'alerts.cause.feeds': None
  'alerts.cause.ids': None
  'alerts.cause.intent': None
  'alerts.cause.lastHeadroom': None
  'alerts.cause.lastMarginLevel': None
  'alerts.cause.level': None
  'alerts.cause.liquidationState': None
  'alerts.cause.marginStep': None
  'alerts.cause.markets': None
  'alerts.cause.minutes': None
  'alerts.cause.minutes-text': { minutes: Count }
  'alerts.cause.movedFrom': None
  'alerts.cause.nearness': None
  'alerts.cause.new': None
  'alerts.cause.none': None
  'alerts.cause.of-price': { share: Text }
  'alerts.cause.of-way': { of: Text; part: Text }
  'alerts.cause.old': None
  'alerts.cause.order-since': None
  'alerts.cause.percent': None
  'alerts.cause.positionId': None
  'alerts.cause.positions': None
  'alerts.cause.price': None
  'alerts.cause.seen': { time: Text; where: Text }
  'alerts.cause.since': None
  'alerts.cause.step': None
  'alerts.cause.threshold': None
  'alerts.cause.total': None
  'alerts.cause.under-key': { key: Text; where: Text }
  'alerts.cause.unreadable': None
  'alerts.cause.unrealizedFunding': None
  'alerts.cause.why': None
  'alerts.direction.down': None
  'alerts.direction.either': None
  'alerts.direction.up': None
  'alerts.distance.away': { share: Text }
  'alerts.distance.hint': None
  'alerts.distance.label': None
  'alerts.distance.none': None
  'alerts.distance.text': None
  'alerts.distance.title': None
  'alerts.early.enter-as': None
  'alerts.early.headroom-as-ltv': { ltv: Text }
  'alerts.early.hint': None
  'alerts.early.hint-below': { liquidation: Amount }
  'alerts.early.hint-headroom': { liquidation: Amount }
  'alerts.early.label': None
  'alerts.early.label-headroom': None
  'alerts.early.ltv': { ltv: Text }
  'alerts.early.no-loan': None
  'alerts.early.none': None
  'alerts.early.of-way': { part: Text }
  'alerts.early.parts': None
  'alerts.early.past-liquidation': None
  'alerts.early.past-margin-call': None
  'alerts.early.set-ltv': None
  'alerts.early.suggest': { ltv: Text }
  'alerts.early.suggested': None
  'alerts.early.text': None
  'alerts.early.title': None
  'alerts.early.way-at': { ltv: Text; note: Text }
  'alerts.end.dropped': { time: Text }
  'alerts.end.lapsed': { time: Text }
  'alerts.end.loan-ended': { time: Text }
  'alerts.end.over': { time: Text }
  'alerts.ended-by.liquidation': None
  'alerts.ended-by.own-order': None
  'alerts.ended-by.own-order-pending': None
  'alerts.ended-by.own-order-possible': None
  'alerts.ended-by.own-order-unknown': None
  'alerts.ended-by.stop-loss': None
  'alerts.ended-by.take-profit': None
  'alerts.ended-by.unknown': None
  'alerts.form.add': None
  'alerts.form.afterwards': None
  'alerts.form.cancel': None
  'alerts.form.change': None
  'alerts.form.change-title': { market: Text }
  'alerts.form.changed': { market: Text }
  'alerts.form.condition': None
  'alerts.form.direction': None
  'alerts.form.hidden-for': None
  'alerts.form.last-price': { price: Amount }
  'alerts.form.market-hint': None
  'alerts.form.minutes': None
  'alerts.form.minutes-hint': None
  'alerts.form.new': None
  'alerts.form.new-title': None
  'alerts.form.once': None
  'alerts.form.percent': None
  'alerts.form.percent-hint': None
  'alerts.form.price-hint': None
  'alerts.form.repeat': None
  'alerts.form.save': None
  'alerts.form.set': { market: Text }
  'alerts.form.unlisted': { market: Text }
  'alerts.gap.and': { first: Text; next: Text }
  'alerts.gap.change.ltv': { after: Amount; before: Amount }
  'alerts.gap.change.ltv-gone': { before: Amount }
  'alerts.gap.change.ltv-new': { after: Amount }
  'alerts.gap.change.margin-level': { after: Amount; before: Amount }
  'alerts.gap.change.margin-level-gone': { before: Amount }
  'alerts.gap.change.margin-level-new': { after: Amount }
  'alerts.gap.change.order-gone': { market: Text }
  'alerts.gap.change.order-new': { market: Text }
  'alerts.gap.change.position-changed': { market: Text }
  'alerts.gap.change.position-gone': { market: Text }
  'alerts.gap.change.position-gone-in-call': { market: Text }
  'alerts.gap.change.position-margin-call': { market: Text }
  'alerts.gap.change.position-new': { market: Text }
  'alerts.gap.counted': { count: Count }
  'alerts.gap.figure.balance': { after: Amount; before: Amount; market: Text }
  'alerts.gap.figure.order-left': { after: Amount; before: Amount; market: Text }
  'alerts.gap.figure.position-size': { after: Amount; before: Amount; market: Text }
  'alerts.gap.filter': None
  'alerts.gap.filter.all': None
  'alerts.gap.kind.crash': None
  'alerts.gap.kind.exchange': None
  'alerts.gap.kind.key-refused': None
  'alerts.gap.kind.keychain': None
  'alerts.gap.kind.locked': None
  'alerts.gap.kind.offline': None
  'alerts.gap.kind.pause': None
  'alerts.gap.kind.quit': None
  'alerts.gap.kind.sleep': None
  'alerts.gap.late': { span: Text; title: Text }
  'alerts.gap.list.balance': None
  'alerts.gap.list.ltv': None
  'alerts.gap.list.margin-level': None
  'alerts.gap.list.orders': None
  'alerts.gap.list.positions': None
  'alerts.gap.more': { count: Count }
  'alerts.gap.none': None
  'alerts.gap.none-fits': None
  'alerts.gap.none-fits-text': None
  'alerts.gap.none-text': None
  'alerts.gap.notice': None
  'alerts.gap.notice.more': { count: Count }
  'alerts.gap.notice.show': None
  'alerts.gap.other-key': None
  'alerts.gap.reason.crash': None
  'alerts.gap.reason.exchange': None
  'alerts.gap.reason.key-refused': None
  'alerts.gap.reason.keychain': None
  'alerts.gap.reason.locked': None
  'alerts.gap.reason.offline': None
  'alerts.gap.reason.pause': None
  'alerts.gap.reason.quit': None
  'alerts.gap.reason.sleep': None
  'alerts.gap.title': { first: Text; last: Text; span: Text; why: Text }
  'alerts.gap.unchanged': None
  'alerts.gap.unchanged-of': { lists: Text }
  'alerts.gap.unknown': { lists: Text }
  'alerts.hint.above': { back: Amount; price: Amount }
  'alerts.hint.away': { distance: Amount; price: Amount }
  'alerts.hint.below': { back: Amount; price: Amount }
  'alerts.holding-gone.fixed.count': { count: Count }
  'alerts.holding-gone.fixed.text': None
  'alerts.holding-gone.fixed.text-closed': { count: Count; time: Text }
  'alerts.holding-gone.fixed.text-ended': None
  'alerts.holding-gone.fixed.title': { count: Count; names: Text }
  'alerts.holding-gone.mining.count': { count: Count }
  'alerts.holding-gone.mining.text': None
  'alerts.holding-gone.mining.title': { count: Count; names: Text }
  'alerts.kind.borrowing-gone': None
  'alerts.kind.borrowing-gone-at-margin-call': None
  'alerts.kind.borrowing-liquidation': None
  'alerts.kind.borrowing-margin-call': None
  'alerts.kind.borrowing-unseen': None
  'alerts.kind.fixed-investment-gone': None
  'alerts.kind.liquidation': None
  'alerts.kind.loan-gone': None
  'alerts.kind.loan-gone-at-margin-call': None
  'alerts.kind.loan-unseen': None
  'alerts.kind.ltv-step': None
  'alerts.kind.ltv-unclear': None
  'alerts.kind.margin-call': None
  'alerts.kind.margin-exhausted': None
  'alerts.kind.margin-level': None
  'alerts.kind.margin-unclear': None
  'alerts.kind.mining-account-gone': None
  'alerts.kind.monitoring-lost': None
  'alerts.kind.order-mismatch': None
  'alerts.kind.order-unknown': None
  'alerts.kind.payout-changed': None
  'alerts.kind.position-distance': None
  'alerts.kind.position-gone': None
  'alerts.kind.position-liquidation': None
  'alerts.kind.position-margin-call': None
  'alerts.kind.position-state': None
  'alerts.kind.position-unmeasured': None
  'alerts.kind.position-unreadable': None
  'alerts.kind.position-unseen': None
  'alerts.kind.price-alarms-blind': None
  'alerts.kind.price-level': None
  'alerts.kind.price-move': None
  'alerts.level.caution': None
  'alerts.level.danger': None
  'alerts.level.info': None
  'alerts.loan-gone.gone': { loan: Text }
  'alerts.loan-gone.gone-at-margin-call': { loan: Text }
  'alerts.loan-gone.replaced': { loan: Text }
  'alerts.loan-gone.replaced-at-margin-call': { loan: Text }
  'alerts.loan-gone.text.far': None
  'alerts.loan-gone.text.margin-call': None
  'alerts.loan-gone.text.step': None
  'alerts.loan-gone.text.unclear': None
  'alerts.loan-unseen.title': { loan: Text }
  'alerts.loss.clock': None
  'alerts.loss.clock-off': { amount: Amount; unit: Text }
  'alerts.loss.end': { what: Text }
  'alerts.loss.exchange-trouble': None
  'alerts.loss.family-text': { one: Text; other: Text }
  'alerts.loss.key-rejected': None
  'alerts.loss.keychain': None
  'alerts.loss.locked': None
  'alerts.loss.maintenance': None
  'alerts.loss.maintenance-text': None
  'alerts.loss.no-answer': None
  'alerts.loss.no-answer-text': None
  'alerts.loss.not-allowed': None
  'alerts.loss.not-entered': None
  'alerts.loss.not-safe': None
  'alerts.loss.not-understood': None
  'alerts.loss.offline': None
  'alerts.loss.other-program': None
  'alerts.loss.session-ended': None
  'alerts.loss.throttled': None
  'alerts.loss.title': { reason: Text; what: Text }
  'alerts.loss.trouble': None
  'alerts.ltv.liquidation.end': { loan: Text }
  'alerts.ltv.liquidation.text': None
  'alerts.ltv.liquidation.title': { loan: Text }
  'alerts.ltv.loan': { asset: Text }
  'alerts.ltv.loan-without-asset': None
  'alerts.ltv.margin-call.end': { loan: Text }
  'alerts.ltv.margin-call.text': None
  'alerts.ltv.margin-call.title': { loan: Text }
  'alerts.ltv.step.end': { loan: Text; ltv: Text }
  'alerts.ltv.step.end-plain': { loan: Text }
  'alerts.ltv.step.text-early': None
  'alerts.ltv.step.text-last': None
  'alerts.ltv.step.title': { loan: Text; ltv: Text }
  'alerts.ltv.step.title-plain': { loan: Text }
  'alerts.ltv.to-liquidation.end': { loan: Text; ltv: Text; share: Text }
  'alerts.ltv.to-liquidation.end-plain': { loan: Text; share: Text }
  'alerts.ltv.to-liquidation.text': None
  'alerts.ltv.to-liquidation.title': { loan: Text; ltv: Text; share: Text }
  'alerts.ltv.to-liquidation.title-plain': { loan: Text; share: Text }
  'alerts.ltv.unclear.end': { loan: Text }
  'alerts.ltv.unclear.text': None
  'alerts.ltv.unclear.title': { loan: Text }
  'alerts.margin-steps.hint': None
  'alerts.margin-steps.none': None
  'alerts.margin-steps.step': { percent: Amount }
  'alerts.margin-steps.text': None
  'alerts.margin-steps.title': None
  'alerts.margin.below.text': None
  'alerts.margin.below.title': { share: Text }
  'alerts.margin.exhausted.end': None
  'alerts.margin.exhausted.text': None
  'alerts.margin.exhausted.title': None
  'alerts.margin.level.end': { share: Text }
  'alerts.margin.level.text': { share: Text }
  'alerts.margin.level.text-last': None
  'alerts.margin.level.title': { share: Text }
  'alerts.margin.none-in-use': None
  'alerts.margin.unclear.end': None
  'alerts.margin.unclear.text': None
  'alerts.margin.unclear.title': None
  'alerts.names.more': { count: Text; names: Text }
  'alerts.names.next': { name: Text; names: Text }
  'alerts.not-open': None
  'alerts.notice.began': { time: Text }
  'alerts.notice.distance': { percent: Amount }
  'alerts.notice.headroom': { headroom: Amount }
  'alerts.notice.last-ltv': { ltv: Amount; marginCall: Amount }
  'alerts.notice.locked': { account: Text }
  'alerts.notice.locked-goes-on': None
  'alerts.notice.locked-more': { account: Text; count: Text }
  'alerts.notice.locked-unlock': None
  'alerts.notice.ltv': { ltv: Amount; threshold: Amount }
  'alerts.notice.ltv-reached': { liquidation: Amount; ltv: Amount }
  'alerts.notice.ltv-room': { liquidation: Amount; ltv: Amount; percent: Amount }
  'alerts.notice.margin-level': { percent: Amount }
  'alerts.notice.monitored-again': { accounts: Count }
  'alerts.notice.monitoring-lost': { accounts: Count }
  'alerts.notice.more': { count: Text }
  'alerts.notice.more-named': { count: Text; titles: Text }
  'alerts.notice.nothing-seen': None
  'alerts.notice.of-account': { account: Text; title: Text }
  'alerts.notice.of-demo': { title: Text }
  'alerts.notice.order': { accounts: Count }
  'alerts.notice.other': { accounts: Count }
  'alerts.notice.over': { accounts: Count }
  'alerts.notice.price': { accounts: Count }
  'alerts.notice.since': { time: Text }
  'alerts.notice.still': { title: Text }
  'alerts.notice.test': None
  'alerts.notice.test-text': None
  'alerts.notice.unreadable': { accounts: Count }
  'alerts.notifications.figures': None
  'alerts.notifications.figures-text': None
  'alerts.notifications.sounds': None
  'alerts.notifications.sounds-text': None
  'alerts.notifications.sounds.all': None
  'alerts.notifications.sounds.critical': None
  'alerts.notifications.sounds.none': None
  'alerts.notifications.title': None
  'alerts.often.pause': None
  'alerts.often.pause-hint': None
  'alerts.often.rearm': None
  'alerts.often.rearm-hint': None
  'alerts.often.title': None
  'alerts.order.bulk': None
  'alerts.order.cancel': { market: Text }
  'alerts.order.cancel-markets': { count: Text }
  'alerts.order.close-investment': None
  'alerts.order.close-position': { market: Text }
  'alerts.order.close-position-markets': { count: Text }
  'alerts.order.mismatch.text': None
  'alerts.order.mismatch.title': { order: Text }
  'alerts.order.not-set.text': { levels: Text }
  'alerts.order.not-set.title': { levels: Text; order: Text }
  'alerts.order.one': { market: Text }
  'alerts.order.transfer': { asset: Text }
  'alerts.order.unknown.failed': None
  'alerts.order.unknown.not-listed': None
  'alerts.order.unknown.text': None
  'alerts.order.unknown.title': { order: Text }
  'alerts.order.unknown.unclear': None
  'alerts.others.account': { account: Text }
  'alerts.others.more': { count: Count }
  'alerts.others.show': { account: Text }
  'alerts.others.title': None
  'alerts.payout.text': None
  'alerts.payout.text-other-key': None
  'alerts.payout.title': { name: Text }
  'alerts.payout.title-other-key': { name: Text }
  'alerts.percent': { percent: Amount }
  'alerts.position.closing.end': { share: Text; who: Text }
  'alerts.position.closing.title': { share: Text; who: Text }
  'alerts.position.distance.end': { share: Text; who: Text }
  'alerts.position.distance.text': None
  'alerts.position.distance.title': { share: Text; who: Text }
  'alerts.position.gone.carried-out': { time: Text }
  'alerts.position.gone.liquidated': None
  'alerts.position.gone.liquidation-price': None
  'alerts.position.gone.pending': { time: Text }
  'alerts.position.gone.possible': { time: Text }
  'alerts.position.gone.stop-loss': { price: Amount }
  'alerts.position.gone.take-profit': { price: Amount }
  'alerts.position.gone.text': None
  'alerts.position.gone.text-troubled': None
  'alerts.position.gone.title': { who: Text }
  'alerts.position.gone.unknown': { time: Text }
  'alerts.position.left': None
  'alerts.position.liquidation.end': { who: Text }
  'alerts.position.liquidation.text': None
  'alerts.position.liquidation.title': { who: Text }
  'alerts.position.long': { market: Text }
  'alerts.position.margin-call.end': { who: Text }
  'alerts.position.margin-call.text': None
  'alerts.position.margin-call.title': { who: Text }
  'alerts.position.named': { names: Text; text: Text }
  'alerts.position.short': { market: Text }
  'alerts.position.state.end': { who: Text }
  'alerts.position.state.text': None
  'alerts.position.state.title': { state: Text; who: Text }
  'alerts.position.unseen.title': { who: Text }
  'alerts.positions.closing.end': { share: Text; who: Text }
  'alerts.positions.closing.title': { share: Text; who: Text }
  'alerts.positions.count': { count: Count }
  'alerts.positions.distance.end': { share: Text; who: Text }
  'alerts.positions.distance.title': { share: Text; who: Text }
  'alerts.positions.gone.title': { who: Text }
  'alerts.positions.liquidation.end': { who: Text }
  'alerts.positions.liquidation.title': { who: Text }
  'alerts.positions.margin-call.end': { who: Text }
  'alerts.positions.margin-call.title': { who: Text }
  'alerts.positions.state.end': { who: Text }
  'alerts.positions.state.title': { state: Text; who: Text }
  'alerts.positions.unseen.title': { who: Text }
  'alerts.price-alert-state.already-above': None
  'alerts.price-alert-state.already-below': None
  'alerts.price-alert-state.already-there': None
  'alerts.price-alert-state.armed': None
  'alerts.price-alert-state.arms-above': { price: Amount }
  'alerts.price-alert-state.arms-again': { last: Text }
  'alerts.price-alert-state.arms-below': { price: Amount }
  'alerts.price-alert-state.ended': None
  'alerts.price-alert-state.ended-at': { time: Text }
  'alerts.price-alert-state.last': { time: Text }
  'alerts.price-alert-state.never': None
  'alerts.price-alert-state.no-price': None
  'alerts.price-alert-state.no-price-text': None
  'alerts.price-alert-state.stays-ended': { last: Text }
  'alerts.price-alert-state.triggered': None
  'alerts.price-alert-state.triggered-at': { time: Text }
  'alerts.price-alert.doubled': None
  'alerts.price-alert.fault.minutes': { most: Text }
  'alerts.price-alert.fault.percent': { least: Amount; most: Amount }
  'alerts.price-alert.fault.price': None
  'alerts.price-alert.gone': None
  'alerts.price-alert.too-many': { most: Text }
  'alerts.price-alerts.acts': None
  'alerts.price-alerts.alert': None
  'alerts.price-alerts.arm-again': None
  'alerts.price-alerts.arm-again-what': { alert: Text }
  'alerts.price-alerts.edit': None
  'alerts.price-alerts.edit-what': { alert: Text }
  'alerts.price-alerts.for': { account: Text }
  'alerts.price-alerts.moved': { percent: Amount }
  'alerts.price-alerts.no-account': None
  'alerts.price-alerts.no-price': None
  'alerts.price-alerts.not-offered': None
  'alerts.price-alerts.once': None
  'alerts.price-alerts.positions': None
  'alerts.price-alerts.price-now': None
  'alerts.price-alerts.remove-what': { alert: Text }
  'alerts.price-alerts.text': None
  'alerts.price-alerts.title': None
  'alerts.price-alerts.to-go': None
  'alerts.price.above': { market: Text; price: Amount }
  'alerts.price.above-already': { market: Text; price: Amount }
  'alerts.price.arms-above': { price: Amount }
  'alerts.price.arms-after-move': { percent: Amount }
  'alerts.price.arms-again-above': { price: Amount }
  'alerts.price.arms-again-after-move': { percent: Amount }
  'alerts.price.arms-again-below': { price: Amount }
  'alerts.price.arms-below': { price: Amount }
  'alerts.price.below': { market: Text; price: Amount }
  'alerts.price.below-already': { market: Text; price: Amount }
  'alerts.price.ended': None
  'alerts.price.fell': { market: Text; minutes: Count; percent: Amount }
  'alerts.price.rose': { market: Text; minutes: Count; percent: Amount }
  'alerts.price.text': { next: Text; price: Amount }
  'alerts.quiet.all': None
  'alerts.quiet.all-text': None
  'alerts.quiet.all-warning': None
  'alerts.quiet.day-note': None
  'alerts.quiet.empty-note': None
  'alerts.quiet.from': None
  'alerts.quiet.night-note': None
  'alerts.quiet.off-note': None
  'alerts.quiet.on': None
  'alerts.quiet.on-text': None
  'alerts.quiet.title': None
  'alerts.quiet.to': None
  'alerts.remedy.desktop-allow': None
  'alerts.remedy.desktop-daemon': None
  'alerts.remedy.desktop-focus': None
  'alerts.remedy.mac-allow': None
  'alerts.remedy.mac-centre': None
  'alerts.remedy.mac-focus': None
  'alerts.remedy.windows-allow': None
  'alerts.remedy.windows-centre': None
  'alerts.remedy.windows-focus': None
  'alerts.remove': None
  'alerts.row.about': None
  'alerts.row.details': None
  'alerts.row.raised': None
  'alerts.row.read': None
  'alerts.row.standing': None
  'alerts.row.unread': None
  'alerts.rule-kind.above': None
  'alerts.rule-kind.below': None
  'alerts.rule-kind.move': None
  'alerts.rule.above': { price: Amount }
  'alerts.rule.below': { price: Amount }
  'alerts.rule.down': { percent: Amount; span: Text }
  'alerts.rule.either': { percent: Amount; span: Text }
  'alerts.rule.up': { percent: Amount; span: Text }
  'alerts.seen.last': { text: Text; time: Text }
  'alerts.seen.nothing': { text: Text }
  'alerts.snooze': None
  'alerts.snooze-too-long': None
  'alerts.snooze.hours': { hours: Count }
  'alerts.snooze.until': { time: Text }
  'alerts.snooze.what': { title: Text }
  'alerts.standing': { text: Text }
  'alerts.state.acknowledged': { time: Text }
  'alerts.state.active': None
  'alerts.state.snoozed': { time: Text }
  'alerts.steps.add': None
  'alerts.steps.distance-taken': None
  'alerts.steps.full': { most: Text }
  'alerts.steps.level-taken': None
  'alerts.steps.ltv-taken': None
  'alerts.steps.remove': { step: Text }
  'alerts.steps.too-many': { most: Text }
  'alerts.subject.margin': None
  'alerts.subject.monitoring': None
  'alerts.subject.positions': None
  'alerts.subject.price-alarms': None
  'alerts.test.handed-over': None
  'alerts.test.refused': None
  'alerts.test.send': None
  'alerts.test.shown': None
  'alerts.typed.ltv-not-above-zero': { typed: Text }
  'alerts.typed.ltv-past-liquidation': { liquidation: Amount; typed: Text }
  'alerts.typed.ltv-too-many-places': { typed: Text }
  'alerts.typed.margin-outside': { typed: Text }
  'alerts.typed.no-minutes': { typed: Text }
  'alerts.typed.no-number': { typed: Text }
  'alerts.typed.no-time': None
  'alerts.typed.percent-outside': { typed: Text }
  'alerts.typed.too-many-minutes': None
  'alerts.unmeasured.end': None
  'alerts.unmeasured.end-closed': { count: Count }
  'alerts.unmeasured.text.both': { names: Text; reason: Text }
  'alerts.unmeasured.text.distance': { names: Text; reason: Text }
  'alerts.unmeasured.text.state': { names: Text; reason: Text }
  'alerts.unmeasured.title': { count: Text; total: Count }
  'alerts.unmeasured.title-one': { who: Text }
  'alerts.unmeasured.why.contradictory': None
  'alerts.unmeasured.why.none-stated': None
  'alerts.unmeasured.why.not-sent': None
  'alerts.unmeasured.why.price': None
  'alerts.unmeasured.why.several': None
  'alerts.unmeasured.why.side': None
  'alerts.unmeasured.why.state': None
  'alerts.unnamed': None
  'alerts.unreadable.end': None
  'alerts.unreadable.text-nothing': { names: Text }
  'alerts.unreadable.text-states': { names: Text }
  'alerts.unreadable.title': { count: Count; total: Count }
  'alerts.unseen.text': None
  'alerts.unusable': None
  'answer.assumed-loss': None
  'answer.assumed-price': { share: Amount; taker: Amount }
  'answer.by-main': None
  'answer.close': { position: Text }
  'answer.cost': { fee: Amount }
  'answer.each-enough': None
  'answer.ends': { level: Amount; threshold: Amount }
  'answer.enough': None
  'answer.hidden': None
  'answer.in-progress': None
  'answer.left-out': { names: Text }
  'answer.missing': { amount: Amount; level: Amount }
  'answer.more': { count: Count }
  'answer.move': { amount: Amount; asset: Text; wallet: Text }
  'answer.no-fee': None
  'answer.none-in-use': None
  'answer.not-offered': None
  'answer.not-read': None
  'answer.nothing': { amount: Amount; level: Amount }
  'answer.old': { names: Text }
  'answer.one-by-one': None
  'answer.open': None
  'answer.open-what': { title: Text }
  'answer.orders': { amount: Amount; count: Count }
  'answer.orders-cancel': { count: Count }
  'answer.ranking': None
  'answer.reached': { level: Amount }
  'answer.reduce': { amount: Amount; asset: Text; position: Text }
  'answer.repay': None
  'answer.review': None
  'answer.review-what': { what: Text }
  'answer.settling': None
  'answer.source.main': None
  'answer.source.positions': None
  'answer.source.summary': None
  'answer.source.trade': None
  'answer.target': None
  'answer.target-fault': None
  'answer.target-hint': None
  'answer.target-label': None
  'answer.then': None
  'answer.title': None
  'answer.together': None
  'answer.unknown': None
  'answer.wallet-not-offered': { names: Text }
  'answer.without-prices': None
  'away.add': None
  'away.address.none': { typed: Text }
  'away.authority': None
  'away.authority.another': None
  'away.authority.choose': None
  'away.authority.compare': None
  'away.authority.expired': None
  'away.authority.fingerprint': None
  'away.authority.from': None
  'away.authority.none': None
  'away.authority.not-one': None
  'away.authority.private-key': None
  'away.authority.remove': None
  'away.authority.several': None
  'away.authority.subject': None
  'away.authority.text': None
  'away.authority.until': None
  'away.bot-token.form': None
  'away.chat.form': None
  'away.daily': { host: Text; limit: Text; used: Text }
  'away.daily.slowed': { host: Text; limit: Text; time: Text; used: Text }
  'away.daily.used-up': { host: Text; limit: Text; time: Text }
  'away.edit': None
  'away.edit-of': { name: Text }
  'away.expired.text': None
  'away.expired.title': None
  'away.fault.access': { host: Text }
  'away.fault.authority-expired': { host: Text }
  'away.fault.blocked': None
  'away.fault.bot-token': { host: Text }
  'away.fault.cannot-replace': None
  'away.fault.chat': None
  'away.fault.dns': { host: Text }
  'away.fault.limit': { host: Text }
  'away.fault.mail-access': { host: Text; status: Text }
  'away.fault.mail-later': { host: Text; status: Text }
  'away.fault.mail-refused': { host: Text; status: Text }
  'away.fault.mail-security': { host: Text }
  'away.fault.missing': { host: Text }
  'away.fault.not-telegram': { host: Text }
  'away.fault.not-understood': { host: Text }
  'away.fault.proxy': { host: Text }
  'away.fault.redirect': { host: Text }
  'away.fault.refused': { host: Text; status: Text }
  'away.fault.secret': None
  'away.fault.silent': { host: Text }
  'away.fault.silent-repeats': { host: Text }
  'away.fault.tls': { host: Text }
  'away.fault.tls-authority': { host: Text }
  'away.fault.tls-expired': { host: Text }
  'away.fault.tls-name': { host: Text }
  'away.fault.trouble': { host: Text; status: Text }
  'away.fault.unanswered': { host: Text }
  'away.fault.unreachable': { host: Text }
  'away.form.account-name': None
  'away.form.account-name-text': None
  'away.form.add': None
  'away.form.address': None
  'away.form.address-email': None
  'away.form.address-ntfy': None
  'away.form.address-ping': None
  'away.form.address-telegram': None
  'away.form.address-webhook': None
  'away.form.breaks': None
  'away.form.breaks-text': None
  'away.form.cancel': None
  'away.form.change': None
  'away.form.chat': None
  'away.form.chat-hint': None
  'away.form.kind': None
  'away.form.levels': None
  'away.form.minutes': None
  'away.form.minutes-ping': None
  'away.form.minutes-text': None
  'away.form.new': None
  'away.form.percentages': None
  'away.form.percentages-text': None
  'away.form.quiet': None
  'away.form.quiet-text': None
  'away.form.save': None
  'away.form.saved': None
  'away.form.secret-bot': None
  'away.form.secret-bot-hint': None
  'away.form.secret-kept': None
  'away.form.secret-optional': None
  'away.form.secret-optional-hint': None
  'away.form.secret-password': None
  'away.form.secret-password-hint': None
  'away.form.secret-required': None
  'away.form.secret-required-hint': None
  'away.form.topic': None
  'away.form.topic-hint': None
  'away.form.watch': None
  'away.form.watch-text': None
  'away.gone': None
  'away.held': { count: Count }
  'away.history': None
  'away.history.expired': None
  'away.history.over': None
  'away.history.queued': None
  'away.history.quiet': None
  'away.history.refused': None
  'away.history.sent': None
  'away.history.surpassed': None
  'away.history.unanswered': None
  'away.history.unchosen': None
  'away.history.withdrawn': None
  'away.kind.email': None
  'away.kind.email-text': None
  'away.kind.ntfy': None
  'away.kind.ntfy-text': None
  'away.kind.ping': None
  'away.kind.ping-text': None
  'away.kind.telegram': None
  'away.kind.telegram-text': None
  'away.kind.webhook': None
  'away.kind.webhook-text': None
  'away.last.none': None
  'away.last.sent': { time: Text }
  'away.level.caution': None
  'away.level.danger': None
  'away.level.info': None
  'away.mail.address-form': None
  'away.mail.from': None
  'away.mail.from-hint': None
  'away.mail.host': None
  'away.mail.host-form': None
  'away.mail.password-form': None
  'away.mail.port': None
  'away.mail.port-form': None
  'away.mail.security': None
  'away.mail.starttls': None
  'away.mail.starttls-text': None
  'away.mail.tls': None
  'away.mail.tls-text': None
  'away.mail.to': None
  'away.mail.to-hint': None
  'away.mail.user': None
  'away.mail.user-form': None
  'away.mail.user-hint': None
  'away.minutes': { minutes: Text }
  'away.misfit': None
  'away.not-cancelled.text': { time: Text }
  'away.not-cancelled.title': None
  'away.on': { name: Text }
  'away.one-watch': None
  'away.place-chat': { host: Text; name: Text }
  'away.place-mail': { host: Text; name: Text }
  'away.place-topic': { host: Text; name: Text }
  'away.preview': None
  'away.preview.requests': None
  'away.queued': { count: Count }
  'away.refused.text': None
  'away.remove': None
  'away.remove-of': { name: Text }
  'away.removing': { name: Text }
  'away.removing.about': None
  'away.removing.keep': None
  'away.sample-account': None
  'away.secret.again': None
  'away.secret.form': None
  'away.state.failing': None
  'away.state.off': None
  'away.state.on': None
  'away.stopped.text': None
  'away.stopped.title': { time: Text }
  'away.test': None
  'away.test-of': { name: Text }
  'away.test.text': None
  'away.test.title': None
  'away.test.too-soon': None
  'away.tested': None
  'away.text': None
  'away.title': None
  'away.too-many': { most: Text }
  'away.topic.form': None
  'away.unanswered.text': None
  'away.unanswered.title': None
  'away.unnamed.mining-account-gone': None
  'away.unnamed.payout-changed': None
  'away.unnamed.text': None
  'away.watch.armed': { time: Text }
  'away.watch.pinged': { time: Text }
  'borrowing.no-price': None
  'borrowing.no-price.why': None
  'borrowing.none.text': None
  'borrowing.none.title': None
  'borrowing.not-offered.text': None
  'borrowing.not-offered.title': None
  'borrowing.stream-off': None
  'borrowing.stream-on': None
  'borrowing.title': None
  'borrowing.total': None
  'borrowing.without-price': { count: Count }
  'borrowing.worth': None
  'common.account': None
  'common.activity-tab.alerts': None
  'common.activity-tab.calls': None
  'common.activity-tab.console': None
  'common.activity-tab.gaps': None
  'common.activity-tab.orders': None
  'common.age.cached': None
  'common.age.from-last-run': None
  'common.age.incomplete': None
  'common.age.late': None
  'common.age.no-newer': None
  'common.age.not-monitored': None
  'common.age.stale': None
  'common.age.waiting': None
  'common.age.why': None
  'common.all-kinds': None
  'common.all-markets': None
  'common.amount': None
  'common.amounts-are-hidden': None
  'common.amounts-hidden': None
  'common.and-more': { more: Text }
  'common.asset': None
  'common.clear-filters': None
  'common.clock.ahead': { span: Text }
  'common.clock.behind': { span: Text }
  'common.clock.demo.ahead': { span: Text }
  'common.clock.demo.behind': { span: Text }
  'common.clock.in-step': None
  'common.clock.unknown': None
  'common.close': None
  'common.connection.checking': None
  'common.connection.maintenance': None
  'common.connection.off': None
  'common.connection.offline': None
  'common.connection.online': None
  'common.connection.rate-limited': None
  'common.connection.rate-limited-until': { time: Text }
  'common.copied': None
  'common.copy': None
  'common.date.calendar': None
  'common.date.fault': None
  'common.date.form': None
  'common.demo-mark': None
  'common.dialect.live.text': None
  'common.dialect.live.title': None
  'common.dialect.spec.text': None
  'common.dialect.spec.title': None
  'common.direction.long': None
  'common.direction.short': None
  'common.direction.unclear': None
  'common.dismiss': None
  'common.empty.aged': { age: Text }
  'common.exact-in-exports': None
  'common.exchange-address': None
  'common.export': { format: Text }
  'common.export.done': { rows: Count }
  'common.export.done-named': { file: Text; rows: Count }
  'common.export.nothing': None
  'common.fee': None
  'common.first-steps': None
  'common.free-margin': None
  'common.hidden': None
  'common.hidden-amounts': { to: Text }
  'common.history.alerts': None
  'common.history.alerts.filter': None
  'common.history.alerts.none': None
  'common.history.alerts.older': None
  'common.history.gaps': None
  'common.history.gaps.filter': None
  'common.history.gaps.none': None
  'common.history.gaps.older': None
  'common.history.matching': { counted: Text }
  'common.history.orders': None
  'common.history.orders.filter': None
  'common.history.orders.none': None
  'common.history.orders.older': None
  'common.history.shown': { counted: Text }
  'common.http-status': None
  'common.investment-tab.earnings': None
  'common.investment-tab.history': None
  'common.investment-tab.open': None
  'common.json-body': None
  'common.key-state.accepted': None
  'common.key-state.clock': { off: Text }
  'common.key-state.keychain-trouble': None
  'common.key-state.locked': None
  'common.key-state.locked-or-missing': None
  'common.key-state.not-entered': None
  'common.key-state.rejected': None
  'common.key-state.session-ended': None
  'common.key-state.unknown': None
  'common.key-storage.demo': None
  'common.key-storage.keychain': None
  'common.key-storage.session': None
  'common.key-trouble.keychain-trouble.text': None
  'common.key-trouble.keychain-trouble.title': None
  'common.key-trouble.locked-or-missing.text': None
  'common.key-trouble.locked-or-missing.title': None
  'common.key-trouble.locked.text': None
  'common.key-trouble.locked.title': None
  'common.key-trouble.not-entered.text': None
  'common.key-trouble.not-entered.title': None
  'common.key-trouble.rejected.text': None
  'common.key-trouble.rejected.title': None
  'common.key-trouble.session-ended.text': None
  'common.key-trouble.session-ended.title': None
  'common.kind': None
  'common.liquidation-state.liquidation': None
  'common.liquidation-state.margin-call': None
  'common.liquidation-state.none': None
  'common.liquidation-state.not-sent': None
  'common.load-line': None
  'common.load-line.current': None
  'common.load-line.early': { number: Text }
  'common.load-line.levels': None
  'common.load-line.now': None
  'common.ltv-now': None
  'common.main-balance': None
  'common.market': None
  'common.ms': { ms: Text }
  'common.ms.after': { ms: Text }
  'common.ms.under': None
  'common.ms.unknown': None
  'common.new-value': None
  'common.new-value.about': None
  'common.no-data-here': None
  'common.no-data-yet': None
  'common.none': None
  'common.none.why': None
  'common.not-copied': None
  'common.not-seen-yet': None
  'common.not-sent': None
  'common.not-sent.why': None
  'common.passphrase': None
  'common.percent': None
  'common.position-act.close': None
  'common.position-act.reduce': None
  'common.position-act.reverse': None
  'common.position-name.long': { market: Text }
  'common.position-name.short': { market: Text }
  'common.position-name.unclear': { market: Text }
  'common.price': None
  'common.problem.copy': None
  'common.problem.details': None
  'common.problem.next': None
  'common.problem.wait': { wait: Text }
  'common.range.1h': None
  'common.range.1y': None
  'common.range.24h': None
  'common.range.30d': None
  'common.range.7d': None
  'common.read': { age: Text }
  'common.read-again': None
  'common.read.first': { age: Text; count: Text }
  'common.region': None
  'common.region.custom': None
  'common.region.demo': None
  'common.region.eu': None
  'common.region.global': None
  'common.region.plain-http': None
  'common.result': None
  'common.row': None
  'common.screen.activity': None
  'common.screen.investments': None
  'common.screen.loans': None
  'common.screen.mining': None
  'common.screen.overview': None
  'common.screen.positions': None
  'common.screen.settings': None
  'common.screen.trade': None
  'common.settings-tab.about': None
  'common.settings-tab.alerts': None
  'common.settings-tab.appearance': None
  'common.settings-tab.connection': None
  'common.settings-tab.privacy': None
  'common.settings-tab.profiles': None
  'common.settings-tab.support': None
  'common.settings-tab.trading': None
  'common.settings-tab.window': None
  'common.show-amounts': None
  'common.side': None
  'common.span.ago': { span: Text }
  'common.span.days': { days: Text }
  'common.span.hours': { hours: Text }
  'common.span.hours-minutes': { hours: Text; minutes: Text }
  'common.span.minutes': { minutes: Text }
  'common.span.now': None
  'common.span.seconds': { seconds: Text }
  'common.state': None
  'common.time': None
  'common.trade-tab.bulk': None
  'common.trade-tab.close': None
  'common.trade-tab.limit': None
  'common.trade-tab.market': None
  'common.trade-tab.open-orders': None
  'common.try-again': None
  'common.wallet.collateral': None
  'common.wallet.main': None
  'common.wallet.trade': None
  'common.wallet.unrealized': None
  'common.what-is-this': None
  'copy.about': None
  'copy.all-prices': None
  'copy.asset': None
  'copy.controls': None
  'copy.controls.about': { since: Text }
  'copy.moved-all': { percent: Amount }
  'copy.obstacle.missing': None
  'copy.obstacle.old': None
  'copy.obstacle.unclear': None
  'copy.obstacle.unreadable': None
  'copy.opening': None
  'copy.practise': None
  'copy.title': None
  'desktop.address.confirm': None
  'desktop.address.detail': None
  'desktop.address.message': { address: Text }
  'desktop.address.title': None
  'desktop.amounts.hide': None
  'desktop.amounts.show': None
  'desktop.autostart-not-changed': None
  'desktop.confirm.cancel': None
  'desktop.confirm.hidden': None
  'desktop.confirm.open': None
  'desktop.confirm.refused': None
  'desktop.confirm.too-soon': { seconds: Count }
  'desktop.destination.account-name': None
  'desktop.destination.authority': { hash: Text; name: Text }
  'desktop.destination.confirm': None
  'desktop.destination.detail': None
  'desktop.destination.message': { address: Text }
  'desktop.destination.percentages': None
  'desktop.destination.title': None
  'desktop.fatal.title': { problem: Text }
  'desktop.folder-not-opened': None
  'desktop.hide.detail': { system: Text }
  'desktop.hide.keep': None
  'desktop.hide.message': None
  'desktop.hide.quit': None
  'desktop.leave.locked': None
  'desktop.leave.message': None
  'desktop.leave.more': { count: Count }
  'desktop.leave.once': None
  'desktop.leave.orders': { account: Text; count: Count }
  'desktop.leave.orders-at-least': { account: Text; count: Text }
  'desktop.leave.positions': None
  'desktop.leave.quit': None
  'desktop.leave.title': None
  'desktop.leave.trade': None
  'desktop.leave.unclear': { account: Text; count: Count }
  'desktop.leave.unknown': { account: Text; time: Text }
  'desktop.leave.unlock': None
  'desktop.leave.unstopped': { account: Text; count: Count }
  'desktop.looser.confirm': None
  'desktop.looser.message': None
  'desktop.looser.title': None
  'desktop.menu.about': { app: Text }
  'desktop.menu.actual-size': None
  'desktop.menu.close': None
  'desktop.menu.close-window': None
  'desktop.menu.copy': None
  'desktop.menu.cut': None
  'desktop.menu.delete': None
  'desktop.menu.edit': None
  'desktop.menu.file': None
  'desktop.menu.front': None
  'desktop.menu.full-screen': None
  'desktop.menu.hide': { app: Text }
  'desktop.menu.hide-others': None
  'desktop.menu.lock': None
  'desktop.menu.minimize': None
  'desktop.menu.open': None
  'desktop.menu.paste': None
  'desktop.menu.quit': None
  'desktop.menu.quit-app': { app: Text }
  'desktop.menu.redo': None
  'desktop.menu.refresh': None
  'desktop.menu.select-all': None
  'desktop.menu.undo': None
  'desktop.menu.unhide': None
  'desktop.menu.view': None
  'desktop.menu.window': None
  'desktop.menu.zoom': None
  'desktop.menu.zoom-in': None
  'desktop.menu.zoom-out': None
  'desktop.mini.close': None
  'desktop.mini.old': None
  'desktop.mini.open': None
  'desktop.mini.show': None
  'desktop.mini.stale': None
  'desktop.open.all': None
  'desktop.open.certificate': None
  'desktop.open.certificate-files': None
  'desktop.open.not-read': None
  'desktop.open.not-text': None
  'desktop.open.settings': None
  'desktop.open.settings-files': None
  'desktop.open.too-large': None
  'desktop.page-stopped.again': None
  'desktop.page-stopped.later': None
  'desktop.page-stopped.reload': None
  'desktop.page-stopped.text': None
  'desktop.page-stopped.title': None
  'desktop.proxy.confirm': None
  'desktop.proxy.confirm-none': None
  'desktop.proxy.detail': { proxy: Text }
  'desktop.proxy.message': { proxy: Text }
  'desktop.proxy.message-none': None
  'desktop.proxy.none': None
  'desktop.proxy.title': None
  'desktop.refusal.data-read-only': { folder: Text }
  'desktop.refusal.switches': { switches: Text }
  'desktop.refusal.unconfined': None
  'desktop.report.cancel': None
  'desktop.report.detail': None
  'desktop.report.leave': None
  'desktop.report.message': None
  'desktop.report.not-cancelled': None
  'desktop.report.not-cancelled-detail': { time: Text }
  'desktop.report.pinged': { names: Text }
  'desktop.report.pinged-detail': None
  'desktop.report.pinged-too': { names: Text }
  'desktop.report.quit': None
  'desktop.report.title': None
  'desktop.save.csv': None
  'desktop.save.exact': None
  'desktop.save.json': None
  'desktop.save.not-written': None
  'desktop.save.title': None
  'desktop.save.zip': None
  'desktop.stopped.text': None
  'desktop.token.confirm': None
  'desktop.token.detail': None
  'desktop.token.message': { account: Text }
  'desktop.token.title': None
  'desktop.tray.account': { account: Text; headline: Text }
  'desktop.tray.account-brief': { account: Text; brief: Text; headline: Text }
  'desktop.tray.lock': None
  'desktop.tray.locked': None
  'desktop.tray.more': { count: Text }
  'desktop.tray.nobody': None
  'desktop.tray.open': None
  'desktop.tray.quit': None
  'desktop.tray.refresh': None
  'desktop.tray.tooltip': { account: Text; headline: Text }
  'desktop.tray.tooltip-locked': None
  'desktop.tray.tooltip-nobody': None
  'desktop.tray.unlock': None
  'desktop.tray.unmonitored': { count: Count }
  'exchange.and-then': { first: Text; next: Text }
  'exchange.answer-itself-misfit': { complaint: Text; subject: Text }
  'exchange.answer-misfit': { complaint: Text; path: Text; subject: Text }
  'exchange.answer-unreadable': { fault: Text; subject: Text }
  'exchange.bad-request': None
  'exchange.blocked-on-the-way': { status: Text; subject: Text }
  'exchange.body-altered': None
  'exchange.breaker-open': None
  'exchange.broke-before-sending': None
  'exchange.broke-while-asking': { subject: Text }
  'exchange.cancel-not-known': None
  'exchange.cancel-refused': None
  'exchange.clock.ahead': { span: Text }
  'exchange.clock.behind': { span: Text }
  'exchange.clock.off-by': { span: Text }
  'exchange.console.bad-fields': None
  'exchange.console.moves-money': None
  'exchange.console.nonce': None
  'exchange.console.payload': None
  'exchange.console.signature': None
  'exchange.console.unknown-endpoint': None
  'exchange.data-read-only.text': { folder: Text }
  'exchange.data-read-only.title': None
  'exchange.database.cannot-open': None
  'exchange.database.cannot-record': None
  'exchange.database.closed': None
  'exchange.database.damaged': None
  'exchange.database.disk-full': None
  'exchange.database.disk-trouble': None
  'exchange.database.file-gone': None
  'exchange.database.in-use': None
  'exchange.database.internal': None
  'exchange.database.newer-data': None
  'exchange.database.read-only': None
  'exchange.database.upgrade-failed': None
  'exchange.entry-unreadable': { reason: Text }
  'exchange.foreign-answer': { status: Text; subject: Text }
  'exchange.json.bom': None
  'exchange.json.duplicate-key': None
  'exchange.json.empty': None
  'exchange.json.not-json': None
  'exchange.json.not-utf8': None
  'exchange.json.proto-key': None
  'exchange.json.too-deep': None
  'exchange.json.too-many': None
  'exchange.json.wrong-type': None
  'exchange.key-locked': None
  'exchange.key-sleep.perhaps': { rule: Text; unused: Text }
  'exchange.key-sleep.rule': { days: Text }
  'exchange.key-sleep.unused': { days: Count }
  'exchange.keychain.closed': None
  'exchange.keychain.crash': None
  'exchange.keychain.else-log-in': None
  'exchange.keychain.enable-kwallet': { option: Text }
  'exchange.keychain.enter-again': None
  'exchange.keychain.enter-if-it-stays': None
  'exchange.keychain.install-again': None
  'exchange.keychain.install-keyring': { apt: Text; dnf: Text }
  'exchange.keychain.install-libsecret': { apt: Text; dnf: Text }
  'exchange.keychain.locked': { keychain: Text }
  'exchange.keychain.locked-or-missing': None
  'exchange.keychain.log-in-again': None
  'exchange.keychain.log-in-and-report': None
  'exchange.keychain.look-for-prompt': None
  'exchange.keychain.make-default.gnome': None
  'exchange.keychain.make-default.kde': None
  'exchange.keychain.make-default.other': None
  'exchange.keychain.make-room': None
  'exchange.keychain.name.darwin': None
  'exchange.keychain.name.linux': None
  'exchange.keychain.name.win32': None
  'exchange.keychain.no-bus': None
  'exchange.keychain.no-bus-next': None
  'exchange.keychain.no-libsecret': None
  'exchange.keychain.no-service': None
  'exchange.keychain.not-an-id': None
  'exchange.keychain.not-initialised': { keychain: Text }
  'exchange.keychain.old-key-lost': None
  'exchange.keychain.or-install-keyring': { apt: Text; dnf: Text }
  'exchange.keychain.other-services': None
  'exchange.keychain.part-not-loaded': { keychain: Text }
  'exchange.keychain.read-back-differs': None
  'exchange.keychain.session-and-report': None
  'exchange.keychain.start-again': None
  'exchange.keychain.store-full': None
  'exchange.keychain.then-try': None
  'exchange.keychain.timeout': { keychain: Text }
  'exchange.keychain.too-long': None
  'exchange.keychain.try-or-log-in': None
  'exchange.keychain.unknown': { keychain: Text }
  'exchange.keychain.unlock.darwin': None
  'exchange.keychain.unlock.linux': None
  'exchange.keychain.unlock.win32': None
  'exchange.keychain.unprintable': None
  'exchange.keychain.unreadable': None
  'exchange.keychain.waits': { seconds: Text }
  'exchange.keychain.wiped': None
  'exchange.no-account': None
  'exchange.no-key-at-hand': { cannot: Text }
  'exchange.not-prepared': None
  'exchange.number-not-recorded': None
  'exchange.order-refused': None
  'exchange.outcome-unknown': { subject: Text }
  'exchange.paused': None
  'exchange.polling.broken': None
  'exchange.polling.no-answer': None
  'exchange.queue-full': None
  'exchange.queue-timeout': None
  'exchange.redirected': { status: Text }
  'exchange.refusal-code.115': None
  'exchange.refusal-code.116': None
  'exchange.refusal-code.155': None
  'exchange.refusal-code.160': None
  'exchange.refusal-code.250': None
  'exchange.refusal-code.with-meaning': { meaning: Text; refusal: Text }
  'exchange.refusal.b2b-only': { subject: Text }
  'exchange.refusal.bad-key-or-signature': { subject: Text }
  'exchange.refusal.exchange-trouble': { status: Text }
  'exchange.refusal.no-permission': { subject: Text }
  'exchange.refusal.not-found': { subject: Text }
  'exchange.refusal.refused': { subject: Text }
  'exchange.refusal.region-unavailable': { subject: Text }
  'exchange.request.broke': None
  'exchange.request.field': None
  'exchange.request.flood': None
  'exchange.request.foreign': None
  'exchange.request.form': None
  'exchange.request.other-account': None
  'exchange.request.too-large': None
  'exchange.request.unknown': None
  'exchange.rescue.backup': { time: Text }
  'exchange.rescue.damaged': None
  'exchange.rescue.empty': None
  'exchange.rescue.empty-start': None
  'exchange.rescue.missing': None
  'exchange.rescue.text': { now: Text }
  'exchange.rescue.text-with-old-file': { file: Text; now: Text }
  'exchange.span.h': { count: Text }
  'exchange.span.min': { count: Text }
  'exchange.span.s': { count: Text }
  'exchange.start.quit': None
  'exchange.start.refused': None
  'exchange.start.stopped': None
  'exchange.subject.bulk-orders': None
  'exchange.subject.cancelling-the-order': None
  'exchange.subject.cancelling-the-orders': None
  'exchange.subject.cancelling-the-pair': None
  'exchange.subject.closing-the-investment': None
  'exchange.subject.closing-the-position': None
  'exchange.subject.collateral-balances': None
  'exchange.subject.collateral-limit-order': None
  'exchange.subject.collateral-summary': None
  'exchange.subject.conditional-orders': None
  'exchange.subject.credit-line': None
  'exchange.subject.exchange-state': None
  'exchange.subject.exchange-time': None
  'exchange.subject.fixed-term-investments': None
  'exchange.subject.flexible-investments': None
  'exchange.subject.futures-markets': None
  'exchange.subject.investment-history': None
  'exchange.subject.liveness-check': None
  'exchange.subject.main-balance': None
  'exchange.subject.market-order': None
  'exchange.subject.markets': None
  'exchange.subject.mining-accounts': None
  'exchange.subject.open-orders': None
  'exchange.subject.open-positions': None
  'exchange.subject.order-history': None
  'exchange.subject.payout-destination': None
  'exchange.subject.position-history': None
  'exchange.subject.prices': None
  'exchange.subject.stream-token': None
  'exchange.subject.trade-balance': None
  'exchange.subject.transferring': None
  'exchange.subject.trigger-order': None
  'exchange.title-alone': { title: Text }
  'exchange.wire.address-refused': None
  'exchange.wire.bad-encoding': None
  'exchange.wire.bad-http': None
  'exchange.wire.closed': None
  'exchange.wire.connect-failed': None
  'exchange.wire.connect-timeout': None
  'exchange.wire.connection-refused': None
  'exchange.wire.dns-failed': None
  'exchange.wire.family-fails': { one: Text; other: Text }
  'exchange.wire.family-waits': { one: Text; other: Text }
  'exchange.wire.held-back': None
  'exchange.wire.no-ipv4': None
  'exchange.wire.no-ipv6': None
  'exchange.wire.no-route': None
  'exchange.wire.proxy-failed': None
  'exchange.wire.request-too-large': None
  'exchange.wire.reset': None
  'exchange.wire.timeout': None
  'exchange.wire.tls-refused': None
  'exchange.wire.too-large': None
  'exchange.wire.too-many-calls': None
  'exchange.wire.truncated': None
  'investments.action.close': None
  'investments.action.close.meaning': None
  'investments.action.earning': None
  'investments.action.earning.meaning': None
  'investments.action.invest': None
  'investments.action.invest.meaning': None
  'investments.action.open': None
  'investments.action.open.meaning': None
  'investments.action.reinvest': None
  'investments.action.reinvest.meaning': None
  'investments.action.title': { meaning: Text; name: Text; type: Text }
  'investments.action.unknown.meaning': None
  'investments.action.unknown.title': { type: Text }
  'investments.action.withdraw': None
  'investments.action.withdraw.meaning': None
  'investments.apy.all-unknown': None
  'investments.apy.assumed': { rest: Count; strange: Count; unknown: Count }
  'investments.apy.no-records': None
  'investments.apy.not-known': { rest: Count; unknown: Count }
  'investments.apy.nothing-invested': None
  'investments.apy.one-transaction': None
  'investments.apy.under-a-day': None
  'investments.cannot-list': None
  'investments.close-fixed': None
  'investments.column.amount': None
  'investments.currency': None
  'investments.damaged': None
  'investments.earnings.apy': None
  'investments.earnings.apy.unknown': None
  'investments.earnings.by-day': None
  'investments.earnings.by-month': None
  'investments.earnings.by-plan': None
  'investments.earnings.by-plan.label': None
  'investments.earnings.chart-cut': { days: Text }
  'investments.earnings.day': None
  'investments.earnings.day-utc': None
  'investments.earnings.earned': None
  'investments.earnings.from': None
  'investments.earnings.from-records': { records: Count }
  'investments.earnings.in-all': None
  'investments.earnings.kept-changing': None
  'investments.earnings.month': None
  'investments.earnings.month-utc': None
  'investments.earnings.more-plans': { count: Text }
  'investments.earnings.newest-days': None
  'investments.earnings.newest-months': None
  'investments.earnings.none.text': None
  'investments.earnings.none.title': None
  'investments.earnings.partly': None
  'investments.earnings.per': None
  'investments.earnings.readout': { currency: Text; earned: Amount; period: Text; total: Amount }
  'investments.earnings.records': None
  'investments.earnings.running-total': None
  'investments.earnings.show': None
  'investments.earnings.show.each-day': None
  'investments.earnings.show.each-month': None
  'investments.earnings.title': { currency: Text }
  'investments.export.again': None
  'investments.export.all': { total: Count }
  'investments.export.bom': None
  'investments.export.bom-about': None
  'investments.export.button': None
  'investments.export.button-busy': None
  'investments.export.cancel': None
  'investments.export.cancelled': { rows: Count }
  'investments.export.csv': None
  'investments.export.done': { rows: Count }
  'investments.export.fitting': { total: Count }
  'investments.export.format': None
  'investments.export.goes-on': None
  'investments.export.hidden': { exact: Text }
  'investments.export.in-progress': None
  'investments.export.json': None
  'investments.export.left-meanwhile': None
  'investments.export.not-now': None
  'investments.export.not-written': { why: Text }
  'investments.export.records-changed': None
  'investments.export.start': None
  'investments.export.stopped': { rows: Text; total: Count }
  'investments.export.title': None
  'investments.export.why.disk-full': None
  'investments.export.why.is-folder': None
  'investments.export.why.no-folder': None
  'investments.export.why.not-allowed': None
  'investments.export.why.read-only': None
  'investments.export.why.unknown': None
  'investments.export.writing': { rows: Text; total: Count }
  'investments.filter.action': None
  'investments.filter.any': None
  'investments.filter.backwards': None
  'investments.filter.button': None
  'investments.filter.clear': None
  'investments.filter.clear-filters': None
  'investments.filter.cut.from': { time: Text }
  'investments.filter.cut.to': { time: Text }
  'investments.filter.day.from': None
  'investments.filter.day.to': None
  'investments.filter.done': None
  'investments.filter.empty': None
  'investments.filter.form': None
  'investments.filter.from': None
  'investments.filter.in-force': None
  'investments.filter.not-of-earnings': None
  'investments.filter.remove': { label: Text; value: Text }
  'investments.filter.to': None
  'investments.first-time.begun': None
  'investments.first-time.going-on': { pages: Count }
  'investments.first-time.title': None
  'investments.fixed.ends': None
  'investments.fixed.interest': None
  'investments.fixed.label': None
  'investments.fixed.none': None
  'investments.fixed.not-offered': None
  'investments.found.asking': None
  'investments.found.back': None
  'investments.found.count': { count: Count }
  'investments.found.count-so-far': { count: Count }
  'investments.found.label': None
  'investments.found.left-out': { count: Count }
  'investments.found.more': None
  'investments.found.no-currency-filter': None
  'investments.found.none.text': None
  'investments.found.none.title': None
  'investments.found.refused.text': None
  'investments.found.refused.title': None
  'investments.found.section': None
  'investments.found.title': None
  'investments.history.label': None
  'investments.history.newest': None
  'investments.history.oldest': None
  'investments.history.shown': { first: Text; last: Text; total: Text }
  'investments.history.shown-cut': { cut: Text; first: Text; last: Text; total: Text }
  'investments.investment': None
  'investments.no-records': None
  'investments.none-fits': None
  'investments.none-fits.next': None
  'investments.none-fits.partly': None
  'investments.none-yet.text': None
  'investments.none-yet.title': None
  'investments.not-begun.text': None
  'investments.not-begun.title': None
  'investments.not-enabled.check': None
  'investments.not-enabled.next': None
  'investments.not-enabled.text': None
  'investments.not-enabled.title': None
  'investments.note.closing-twice': None
  'investments.note.opening-missing': None
  'investments.note.opening-twice': None
  'investments.note.other-currencies': { currency: Text }
  'investments.note.reopened': None
  'investments.note.rest-left': None
  'investments.note.unknown-kinds': None
  'investments.note.withdrawn-closing': None
  'investments.open.auto-reinvest': None
  'investments.open.auto-reinvest.off': None
  'investments.open.auto-reinvest.on': None
  'investments.open.invested': None
  'investments.open.label': None
  'investments.open.none': None
  'investments.open.not-offered': None
  'investments.open.show-records': None
  'investments.open.since': None
  'investments.pause': None
  'investments.paused.text': None
  'investments.paused.title': None
  'investments.plan': None
  'investments.plans': None
  'investments.records-counted': { count: Count }
  'investments.records-of': { all: Count; matching: Text }
  'investments.resume': None
  'investments.saved.bad-name': None
  'investments.saved.bad-name.field': { most: Text }
  'investments.saved.begin': None
  'investments.saved.cancel': None
  'investments.saved.delete': { name: Text }
  'investments.saved.deleted': { name: Text }
  'investments.saved.name': None
  'investments.saved.name-of': None
  'investments.saved.save': None
  'investments.saved.taken': None
  'investments.saved.title': None
  'investments.saved.too-many': { most: Text }
  'investments.saved.too-many.field': None
  'investments.saved.undo': None
  'investments.search-exchange': None
  'investments.search.no-key': None
  'investments.sync-now': None
  'investments.sync.announced': { progress: Text; state: Text }
  'investments.sync.back-to': { count: Count; day: Text }
  'investments.sync.failed': None
  'investments.sync.label': None
  'investments.sync.list-unsteady': None
  'investments.sync.looking-for-new': None
  'investments.sync.newer-missing': None
  'investments.sync.no-key': None
  'investments.sync.no-total': None
  'investments.sync.not-enabled': None
  'investments.sync.not-enabled.note': None
  'investments.sync.older-missing': None
  'investments.sync.older-missing-tries-again': None
  'investments.sync.older-missing-tries-again-in': { wait: Text }
  'investments.sync.oldest': { time: Text }
  'investments.sync.owner-unknown': None
  'investments.sync.page': { page: Text; progress: Text }
  'investments.sync.paused': None
  'investments.sync.reading-all': None
  'investments.sync.tries-again': None
  'investments.sync.tries-again-in': { wait: Text }
  'investments.sync.unlisted': { count: Count }
  'investments.sync.up-to-date': None
  'investments.sync.up-to-date-since': { age: Text }
  'investments.sync.waiting': None
  'investments.sync.waiting.note': None
  'investments.sync.why-incomplete': None
  'investments.sync.wrong-page': None
  'investments.table.help': None
  'investments.table.not-read': None
  'investments.tabs': None
  'investments.timeline.action.close': None
  'investments.timeline.action.earning': None
  'investments.timeline.action.invest': None
  'investments.timeline.action.open': None
  'investments.timeline.action.reinvest': None
  'investments.timeline.action.withdraw': None
  'investments.timeline.activity': None
  'investments.timeline.close': None
  'investments.timeline.closed': None
  'investments.timeline.closed-at': None
  'investments.timeline.copy-id': None
  'investments.timeline.cut': None
  'investments.timeline.days': { first: Text; last: Text }
  'investments.timeline.earned': None
  'investments.timeline.earned-times': { times: Count }
  'investments.timeline.earned-times-reinvested': { times: Count }
  'investments.timeline.gone': None
  'investments.timeline.invested': None
  'investments.timeline.label': None
  'investments.timeline.line': { deeds: Text; earning: Text; from: Text; to: Text }
  'investments.timeline.line-open': { deeds: Text; earning: Text; from: Text }
  'investments.timeline.no-actions': None
  'investments.timeline.no-closing': None
  'investments.timeline.now': None
  'investments.timeline.of': { currency: Text }
  'investments.timeline.only': None
  'investments.timeline.open': None
  'investments.timeline.opened-at': None
  'investments.timeline.opening-missing': None
  'investments.timeline.reinvested': None
  'investments.timeline.still-open': None
  'investments.timeline.withdrawn': None
  'investments.transaction': None
  'journal.all-states': None
  'journal.backwards': None
  'journal.copy-body': None
  'journal.empty': None
  'journal.empty-text': None
  'journal.entries': { count: Count }
  'journal.fact.account-key': { key: Text; name: Text; region: Text }
  'journal.fact.all-markets': None
  'journal.fact.all-on': None
  'journal.fact.answered': None
  'journal.fact.confirmed-hash': None
  'journal.fact.entry': None
  'journal.fact.entry-retries': { id: Text; other: Text }
  'journal.fact.first-byte': None
  'journal.fact.investment': None
  'journal.fact.levels': None
  'journal.fact.listed': None
  'journal.fact.no-http': None
  'journal.fact.nonce': None
  'journal.fact.not-drawn': None
  'journal.fact.nothing-sent': None
  'journal.fact.off': None
  'journal.fact.on': None
  'journal.fact.orders': { count: Count }
  'journal.fact.sent-hash': None
  'journal.fact.written': None
  'journal.from': None
  'journal.head.order': None
  'journal.none-fits': None
  'journal.none-fits-text': None
  'journal.row.amount': None
  'journal.row.average': None
  'journal.row.average-price': None
  'journal.row.filled': None
  'journal.row.filled-amount': None
  'journal.row.how-resolved': { text: Text }
  'journal.row.price': None
  'journal.row.resolve': None
  'journal.row.retries': { id: Text }
  'journal.row.retry-of': { tail: Text }
  'journal.row.said': None
  'journal.row.said-of': { row: Text }
  'journal.row.timeline': None
  'journal.search': None
  'journal.search-place': None
  'journal.state.needs-answer': None
  'journal.state.not-executed': None
  'journal.state.not-sent': None
  'journal.state.rejected': None
  'journal.state.resolved': None
  'journal.state.taken': None
  'journal.state.under-way': None
  'journal.to': None
  'loan.answer.add': None
  'loan.answer.assumed': None
  'loan.answer.close': None
  'loan.answer.close-note': None
  'loan.answer.each-enough': None
  'loan.answer.frees': None
  'loan.answer.held': None
  'loan.answer.hidden': None
  'loan.answer.missing.amount': None
  'loan.answer.missing.ltv': None
  'loan.answer.missing.target': { ltv: Amount }
  'loan.answer.missing.unit': None
  'loan.answer.more-assets': { count: Count }
  'loan.answer.more-positions': { count: Count }
  'loan.answer.no-prices': { asset: Text }
  'loan.answer.nothing-priced': { asset: Text }
  'loan.answer.on-exchange': None
  'loan.answer.open': { host: Text }
  'loan.answer.open-hint': None
  'loan.answer.repay': None
  'loan.answer.target': None
  'loan.answer.target-hint': { ltv: Amount }
  'loan.answer.target-initial': { ltv: Amount }
  'loan.answer.target-other': None
  'loan.answer.target-step': { ltv: Amount; number: Text }
  'loan.answer.title': None
  'loan.answer.too-little': None
  'loan.answer.worth': None
  'loan.assumed.collateral': None
  'loan.assumed.debt': None
  'loan.assumed.everything': None
  'loan.assumed.fees': None
  'loan.assumed.full-worth': None
  'loan.assumed.funding': None
  'loan.assumed.funding-to-reach': None
  'loan.assumed.share-of-collateral': None
  'loan.assumed.share-of-debt': None
  'loan.band.below-initial': None
  'loan.band.below-liquidation': None
  'loan.band.initial': None
  'loan.band.liquidation': None
  'loan.band.margin-call': None
  'loan.band.not-comparable': None
  'loan.chart': { highest: Amount; lowest: Amount; newest: Amount; range: Text }
  'loan.credit-line': None
  'loan.debt-unchanged': None
  'loan.further': { share: Text }
  'loan.history.from-here': None
  'loan.history.gaps': { count: Count }
  'loan.history.highest': None
  'loan.history.how-far-back': None
  'loan.history.levels': None
  'loan.history.lowest': None
  'loan.history.newest': None
  'loan.history.title': None
  'loan.history.too-little.text': { range: Text }
  'loan.history.too-little.title': None
  'loan.its-asset': None
  'loan.less-than-tenth': None
  'loan.level-missing.initial': None
  'loan.level-missing.liquidation': None
  'loan.level-missing.margin-call': None
  'loan.levels-out-of-order': None
  'loan.levels-swapped': None
  'loan.ltv-to-reach': None
  'loan.may-fall': { share: Text }
  'loan.meter.debt-unchanged': None
  'loan.meter.no-levels': None
  'loan.meter.now': { ltv: Amount }
  'loan.meter.steps': { count: Count; crossed: Text }
  'loan.must-rise': { share: Text }
  'loan.none.text': None
  'loan.none.title': None
  'loan.not-comparable': None
  'loan.not-enabled.text': None
  'loan.not-enabled.title': None
  'loan.outlook.at-liquidation': None
  'loan.outlook.at-margin-call': None
  'loan.outlook.at-margin-call-further': { share: Text }
  'loan.outlook.margin-call': { share: Text }
  'loan.outlook.margin-call-further': { further: Text; share: Text }
  'loan.outlook.not-known': None
  'loan.reached-exactly': None
  'loan.reading': { ltv: Amount; time: Text }
  'loan.refusal.below-zero': None
  'loan.refusal.more-than-owed': None
  'loan.refusal.no-amount': None
  'loan.refusal.no-ltv': None
  'loan.refusal.no-number': None
  'loan.refusal.not-lower': { ltv: Amount }
  'loan.step-crossed': None
  'loan.step-crossed-not-clear': None
  'loan.step-reached': None
  'loan.the-loan': None
  'loan.the-loan.amount': None
  'loan.the-loan.as-sent': None
  'loan.the-loan.collateral': None
  'loan.the-loan.current-ltv': None
  'loan.the-loan.initial-ltv': None
  'loan.the-loan.liquidation-ltv': None
  'loan.the-loan.margin-call-ltv': None
  'loan.the-loan.opened': None
  'loan.the-loan.total-funding': None
  'loan.verdict.before-liquidation': { share: Text }
  'loan.verdict.before-margin-call': { share: Text }
  'loan.verdict.liquidation': None
  'loan.verdict.liquidation.text': None
  'loan.verdict.margin-call': None
  'loan.verdict.margin-call.text': None
  'loan.verdict.no-level': None
  'loan.verdict.no-level.text': None
  'loan.verdict.not-comparable': None
  'loan.verdict.not-comparable.text': None
  'loan.verdict.past-margin-call': { share: Text }
  'loan.what-if.add-collateral': None
  'loan.what-if.add-collateral.hint': None
  'loan.what-if.add-collateral.label': None
  'loan.what-if.either-brings': { ltv: Amount }
  'loan.what-if.enter': None
  'loan.what-if.fault': { typed: Text; why: Text }
  'loan.what-if.hidden': None
  'loan.what-if.question': None
  'loan.what-if.reach': None
  'loan.what-if.reach.hint': { level: Amount; ltv: Amount }
  'loan.what-if.repay': None
  'loan.what-if.repay-share': None
  'loan.what-if.repay-share.hint': None
  'loan.what-if.repay-share.label': None
  'loan.what-if.repay.hint': { amount: Amount; asset: Text }
  'loan.what-if.repay.label': { asset: Text }
  'loan.what-if.repay.no-amount': None
  'loan.what-if.that-brings': { ltv: Amount }
  'loan.what-if.title': None
  'loan.what-if.way-add': { share: Text }
  'loan.what-if.way-repay': { repay: Text }
  'loan.what-if.way-repay-or-add': { repay: Text; share: Text }
  'loan.what-if.would-be': { ltv: Amount; now: Amount }
  'lock.damaged': None
  'lock.locked': None
  'lock.locked-again': None
  'lock.looser.idle': { is: Text; was: Text }
  'lock.looser.idle-armed': { is: Text; was: Text }
  'lock.looser.keeps-reading': None
  'lock.looser.minutes': { minutes: Count }
  'lock.looser.never': None
  'lock.needed': None
  'lock.not-checked': None
  'lock.nothing-to-reset': None
  'lock.other-key': None
  'lock.other-key-field': None
  'lock.too-long': { most: Text }
  'lock.too-short': { least: Text }
  'lock.try-under-way': None
  'lock.unlocking': None
  'lock.wait': { seconds: Count; tries: Text }
  'lock.wrong': None
  'margin.add-collateral': None
  'margin.assumed.fees': None
  'margin.assumed.full-value': None
  'margin.assumed.used-margin': None
  'margin.chart': { highest: Amount; lowest: Amount; newest: Amount; range: Text }
  'margin.contradictory': None
  'margin.exhausted': None
  'margin.history.title': None
  'margin.history.too-little': { range: Text }
  'margin.levels': None
  'margin.may-fall': { amount: Amount }
  'margin.meter': { level: Amount }
  'margin.none.text': None
  'margin.none.title': None
  'margin.not-published': None
  'margin.reached': None
  'margin.reading': { level: Amount; time: Text }
  'margin.refusal.more-than-all': None
  'margin.refusal.no-price': { asset: Text }
  'margin.refusal.none-in-use': None
  'margin.state-none': None
  'margin.states': None
  'margin.step': None
  'margin.title': None
  'margin.what-if.all': None
  'margin.what-if.enter': None
  'margin.what-if.estimate': None
  'margin.what-if.hidden': None
  'margin.what-if.hint': None
  'margin.what-if.label': None
  'margin.what-if.left-out': { names: Text }
  'margin.what-if.not-read': None
  'margin.what-if.of': None
  'margin.what-if.title': None
  'margin.what-if.would-be': { level: Text; now: Amount }
  'mining.accounts': None
  'mining.add.already-here': { name: Text }
  'mining.add.button': None
  'mining.add.hint': None
  'mining.add.label': None
  'mining.add.no-name': None
  'mining.add.title': None
  'mining.address.bitcoin': None
  'mining.address.bitcoin-test': None
  'mining.address.bitcoin-test.more': None
  'mining.address.broken': None
  'mining.address.broken.more': None
  'mining.address.other': None
  'mining.address.other.more': None
  'mining.bad-name': None
  'mining.bad-name.empty': None
  'mining.bad-name.listed': None
  'mining.bad-name.too-long': { most: Text }
  'mining.bad-name.too-many': { most: Text }
  'mining.cannot-list': None
  'mining.change.acknowledge': None
  'mining.change.before': None
  'mining.change.label': { name: Text }
  'mining.change.next': None
  'mining.change.now': None
  'mining.change.seen': { seen: Text }
  'mining.change.seen-acknowledged': { acknowledged: Text; seen: Text }
  'mining.change.title': None
  'mining.change.title-seen': None
  'mining.check-again': None
  'mining.check-all': None
  'mining.check-now': None
  'mining.checking': None
  'mining.copy-address': None
  'mining.destination.external-address': None
  'mining.destination.main-balance.where': None
  'mining.destination.no-address': None
  'mining.differs.before': None
  'mining.differs.label': { name: Text }
  'mining.differs.next': None
  'mining.differs.now': None
  'mining.differs.title': None
  'mining.differs.title-seen': None
  'mining.facts.checked.text': None
  'mining.facts.checked.title': None
  'mining.facts.no-change.text': None
  'mining.facts.no-change.title': None
  'mining.facts.title': None
  'mining.key-refused.not-seen': None
  'mining.key-refused.seen': None
  'mining.late': None
  'mining.list-unreadable': { why: Text }
  'mining.no-key': None
  'mining.no-such': None
  'mining.none.text': None
  'mining.none.title': None
  'mining.not-enabled.text': None
  'mining.not-enabled.title': None
  'mining.not-seen-yet': None
  'mining.offered.add': { name: Text }
  'mining.offered.more': { count: Text }
  'mining.offered.none': None
  'mining.offered.not-listed': None
  'mining.offered.title': None
  'mining.offline.not-seen': None
  'mining.offline.seen': None
  'mining.paid-out-to': None
  'mining.pays-out-to': None
  'mining.qr-code': { name: Text }
  'mining.read-again': None
  'mining.remove': None
  'mining.remove.about': None
  'mining.remove.act': None
  'mining.remove.back': None
  'mining.remove.exchange': None
  'mining.remove.named': { name: Text }
  'mining.remove.no-alert': None
  'mining.remove.question': { name: Text }
  'mining.seen-ago': { age: Text }
  'mining.unknown-any-more.text': None
  'mining.unknown-any-more.title': None
  'mining.unknown.text': None
  'mining.unknown.title': None
  'mining.unseen.never': None
  'mining.unseen.since': { time: Text }
  'mining.unseen.title': None
  'orders.account-closed': None
  'orders.account-left': None
  'orders.act.buy': { amount: Amount; market: Text; price: Amount }
  'orders.act.buy-at-market': { amount: Amount; market: Text }
  'orders.act.cancel': { amount: Amount; market: Text; price: Amount; side: Text }
  'orders.act.cancel-all': None
  'orders.act.cancel-all-on': { market: Text }
  'orders.act.cancel-at-market': { amount: Amount; market: Text; side: Text }
  'orders.act.cancel-at-market-for': { amount: Amount; market: Text; quote: Text; side: Text }
  'orders.act.cancel-on': { market: Text; orders: Count }
  'orders.act.cancel-on-markets': { markets: Count; orders: Count }
  'orders.act.close': { amount: Amount; direction: Text; market: Text }
  'orders.act.close-investment': { tail: Text }
  'orders.act.move-level': { from: Amount; level: Text; market: Text; trigger: Amount }
  'orders.act.place-on': { market: Text; orders: Count }
  'orders.act.place-on-markets': { markets: Count; orders: Count }
  'orders.act.remove-level': { level: Text; market: Text; trigger: Amount }
  'orders.act.remove-linked': { market: Text; stopLoss: Amount; takeProfit: Amount }
  'orders.act.sell': { amount: Amount; market: Text; price: Amount }
  'orders.act.sell-at-market': { amount: Amount; market: Text }
  'orders.act.set-level': { amount: Amount; level: Text; market: Text; trigger: Amount }
  'orders.act.transfer': { amount: Amount; asset: Text; fromWallet: Text; toWallet: Text }
  'orders.acts': { list: Text; next: Text }
  'orders.age.days': { count: Count }
  'orders.age.hours': { count: Count }
  'orders.age.minutes': { count: Count }
  'orders.age.seconds': { count: Count }
  'orders.allow.confirm': None
  'orders.allow.detail': None
  'orders.allow.question': { key: Text; name: Text; region: Text }
  'orders.allow.title': None
  'orders.arm.confirm': None
  'orders.arm.detail': None
  'orders.arm.question': { key: Text; name: Text; region: Text }
  'orders.arm.title': None
  'orders.asked.active': { market: Text }
  'orders.asked.active-again': { market: Text }
  'orders.asked.client-ended': { id: Text; market: Text }
  'orders.asked.client-open': { id: Text; market: Text }
  'orders.asked.history': { market: Text }
  'orders.asked.holds': { asset: Text; before: Amount; held: Amount }
  'orders.asked.investments': None
  'orders.asked.investments-with': { count: Count }
  'orders.asked.investments-without': { count: Count }
  'orders.asked.linked': None
  'orders.asked.moved': { found: Text }
  'orders.asked.no-investments': None
  'orders.asked.no-orders': None
  'orders.asked.not-there': None
  'orders.asked.order-ended': { id: Text; market: Text }
  'orders.asked.order-open': { id: Text; market: Text }
  'orders.asked.orders-of': { count: Count; found: Text; wanted: Text }
  'orders.asked.orders-with': { count: Count }
  'orders.asked.orders-without': { count: Count }
  'orders.asked.position-orders': { id: Text; market: Text }
  'orders.asked.purse': { wallet: Text }
  'orders.asked.there': { status: Text }
  'orders.asked.there-only': None
  'orders.asked.unread': { found: Text; unread: Text }
  'orders.bulk-balance': None
  'orders.check-now.closed': None
  'orders.check-now.no-connection': None
  'orders.check-now.other-key': { key: Text }
  'orders.check-now.positions-unread': { positions: Text; total: Count; unread: Text }
  'orders.check.block-mismatch': { age: Text; where: Text }
  'orders.check.block-unknown': { age: Text; where: Text }
  'orders.check.does-not-fit': None
  'orders.check.id-used': None
  'orders.check.in-progress': { act: Text }
  'orders.check.investment-blocked': None
  'orders.check.other-position': None
  'orders.check.position-changing': None
  'orders.check.position-unread': { market: Text; position: Text }
  'orders.check.same-in-progress': { act: Text }
  'orders.check.same-unknown': { act: Text }
  'orders.doubt.crossed': { remains: Text; stopLoss: Amount; takeProfit: Amount }
  'orders.doubt.guards-nothing': { level: Text }
  'orders.doubt.hedge-less': { base: Text; held: Amount; market: Text; positionSide: Text }
  'orders.doubt.hedge-none': { market: Text; positionSide: Text }
  'orders.doubt.wrong-side': { figure: Amount; level: Text; mark: Amount; place: Text; price: Text; remains: Text }
  'orders.effect.closes': { base: Text; held: Text; size: Amount }
  'orders.effect.flips': { after: Amount; base: Text; held: Amount; remains: Text }
  'orders.effect.increases': { after: Amount; base: Text; held: Amount; remains: Text }
  'orders.effect.no-positions': None
  'orders.effect.not-known': { market: Text }
  'orders.effect.opens': { after: Amount; base: Text; market: Text; remains: Text }
  'orders.effect.reduces': { after: Amount; base: Text; held: Amount; remains: Text }
  'orders.ending.moved': None
  'orders.ending.not-moved': None
  'orders.ending.of-several.already-cancelled': { count: Count }
  'orders.ending.of-several.already-filled': { count: Count }
  'orders.ending.of-several.done': { count: Count }
  'orders.ending.of-several.not-executed': { count: Count }
  'orders.ending.of-several.not-open': { count: Count }
  'orders.ending.one.already-cancelled': None
  'orders.ending.one.already-filled': None
  'orders.ending.one.done': None
  'orders.ending.one.not-executed': None
  'orders.ending.one.not-open': None
  'orders.ending.position-closed': None
  'orders.ending.position-not-open': None
  'orders.ending.position-still-open': None
  'orders.evidence.after-answer': None
  'orders.evidence.cancelled': None
  'orders.evidence.changed': { amount: Amount; market: Text }
  'orders.evidence.investment': None
  'orders.evidence.level': None
  'orders.evidence.limit': None
  'orders.evidence.no-amount': { market: Text }
  'orders.evidence.no-before': None
  'orders.evidence.not-checked': None
  'orders.evidence.other-change': { amount: Amount; from: Amount; market: Text; to: Amount }
  'orders.evidence.other-side': { market: Text }
  'orders.evidence.other-time': { amount: Amount; market: Text }
  'orders.evidence.position-changed': { market: Text }
  'orders.evidence.position-gone': { market: Text }
  'orders.evidence.position-same': { market: Text }
  'orders.evidence.same': { market: Text }
  'orders.evidence.too-soon': None
  'orders.evidence.touched': { market: Text }
  'orders.evidence.transfer': None
  'orders.field.amount': None
  'orders.field.amount-step': None
  'orders.field.from': None
  'orders.field.price': None
  'orders.field.price-step': None
  'orders.field.stop-loss': None
  'orders.field.take-profit': None
  'orders.field.to': None
  'orders.field.total': None
  'orders.found.before-sending': None
  'orders.found.while-sending': None
  'orders.gone-from-record': None
  'orders.ladder.price-zero': { step: Text }
  'orders.ladder.prices-same': { count: Text; step: Text }
  'orders.ladder.steps-empty': None
  'orders.ladder.steps-not-whole': { typed: Text }
  'orders.ladder.steps-out-of-range': { most: Text; typed: Text }
  'orders.ladder.total-too-little': { count: Text; step: Amount; total: Text }
  'orders.level.at': { level: Text; price: Amount; quote: Text }
  'orders.level.closes': { level: Text; price: Amount; quote: Text; way: Text }
  'orders.level.guards-nothing': { level: Text; price: Amount; quote: Text }
  'orders.level.replaces': { base: Text; from: Amount; level: Text; size: Amount; to: Amount }
  'orders.level.sets': { base: Text; level: Text; size: Amount; to: Amount }
  'orders.levels.attached-stays': { level: Text; trigger: Amount }
  'orders.levels.beyond-liquidation': { figure: Amount; quote: Text }
  'orders.levels.gone': None
  'orders.levels.no-direction': None
  'orders.levels.no-price': None
  'orders.levels.not-replaced': None
  'orders.levels.old-gone': None
  'orders.levels.only-stop': { base: Text; market: Text; size: Amount }
  'orders.levels.only-stop-unknown': { market: Text }
  'orders.levels.other-stays': { level: Text; trigger: Amount }
  'orders.levels.over-size': { base: Text; held: Amount }
  'orders.levels.pair': None
  'orders.levels.pair-goes': None
  'orders.levels.pair-moved': None
  'orders.levels.pair-not-shown': None
  'orders.levels.pair-unread': None
  'orders.levels.part': { base: Text; size: Amount }
  'orders.levels.reduce-only': None
  'orders.levels.result': { pnl: Amount; quote: Text }
  'orders.levels.second-step': None
  'orders.levels.step-one': None
  'orders.levels.step-two': { from: Amount; id: Text; level: Text }
  'orders.levels.waits': { amount: Amount; base: Text; market: Text; quote: Text; side: Text; trigger: Amount; way: Text }
  'orders.levels.which-price': None
  'orders.levels.which-way': None
  'orders.levels.whole': { base: Text; size: Amount }
  'orders.levels.wrong-side': { figure: Amount; level: Text; mark: Amount; place: Text; price: Text; remains: Text }
  'orders.limit.day': { about: Amount; limit: Amount; owner: Text; quote: Text }
  'orders.limit.market-day': { limit: Amount; market: Text; total: Amount }
  'orders.limit.market-order': { amount: Amount; base: Text; limit: Amount; market: Text }
  'orders.limit.none': { base: Text; market: Text; quote: Text }
  'orders.limit.notional-unknown': { base: Text; market: Text; quote: Text }
  'orders.limit.order': { about: Amount; limit: Amount; owner: Text; quote: Text }
  'orders.limit.order-by': { about: Amount; limit: Amount; owner: Text; price: Text; quote: Text }
  'orders.limit.orders-day': { limit: Count; owner: Text; used: Count }
  'orders.limit.transfer': { amount: Amount; asset: Text; limit: Amount; owner: Text }
  'orders.limit.transfers-day': { asset: Text; limit: Amount; owner: Text; total: Amount }
  'orders.loosen.confirm': None
  'orders.loosen.question': { key: Text; name: Text; region: Text }
  'orders.loosen.title': None
  'orders.loosen.too-many': { count: Text; most: Text }
  'orders.loosened.ask': { after: Amount; before: Amount; quote: Text }
  'orders.loosened.ask-any': { after: Amount; quote: Text }
  'orders.loosened.day': { after: Amount; before: Amount; name: Text; unit: Text }
  'orders.loosened.gone': { day: Amount; name: Text; order: Amount; unit: Text }
  'orders.loosened.new': { day: Amount; name: Text; order: Amount; unit: Text }
  'orders.loosened.off': None
  'orders.loosened.order': { after: Amount; before: Amount; name: Text; unit: Text }
  'orders.loosened.orders': { after: Amount; before: Amount }
  'orders.mismatch.amount': { is: Text; sent: Text }
  'orders.mismatch.cancelled-market': { asked: Text; is: Text }
  'orders.mismatch.cancelled-other': { asked: Text; is: Text }
  'orders.mismatch.client-id': { is: Text; sent: Text }
  'orders.mismatch.condition-gte': { trigger: Amount }
  'orders.mismatch.condition-lte': { trigger: Amount }
  'orders.mismatch.flag-added': { flag: Text }
  'orders.mismatch.flag-missing': { flag: Text }
  'orders.mismatch.holds-more': None
  'orders.mismatch.level': { level: Text; sent: Text; set: Text }
  'orders.mismatch.level-not-set': { level: Text; sent: Text }
  'orders.mismatch.level-set': { level: Text; set: Text }
  'orders.mismatch.market': { is: Text; sent: Text }
  'orders.mismatch.no-id': None
  'orders.mismatch.not-executed-before': None
  'orders.mismatch.not-moved-before': None
  'orders.mismatch.not-reduce-only': None
  'orders.mismatch.nothing': None
  'orders.mismatch.of-another': None
  'orders.mismatch.other-order': { inAnswer: Text; inList: Text }
  'orders.mismatch.position-side': { is: Text; sent: Text }
  'orders.mismatch.price': { is: Text; sent: Text }
  'orders.mismatch.quoted': { text: Text }
  'orders.mismatch.side': { is: Text; sent: Text }
  'orders.mismatch.told-twice': None
  'orders.mismatch.trigger': { is: Text; sent: Text }
  'orders.mismatch.type': { is: Text; sent: Text }
  'orders.no-account': None
  'orders.no-answer.late': None
  'orders.no-answer.not-taken-in': None
  'orders.no-answer.quit': None
  'orders.no-answer.slept': None
  'orders.not-in-record': None
  'orders.obstacle.balance-old': None
  'orders.obstacle.balance-unread': None
  'orders.obstacle.clock-not-compared': None
  'orders.obstacle.clock-off': None
  'orders.obstacle.data-restored': None
  'orders.obstacle.journal': { problem: Text }
  'orders.obstacle.journal-read-only': None
  'orders.obstacle.key-missing': None
  'orders.obstacle.key-not-accepted': None
  'orders.obstacle.key-refused': None
  'orders.obstacle.locked': None
  'orders.obstacle.no-collateral-trading': None
  'orders.obstacle.no-connection': None
  'orders.obstacle.no-positions': None
  'orders.obstacle.not-armed': None
  'orders.obstacle.nothing-fresh': None
  'orders.obstacle.offline': None
  'orders.obstacle.positions-old': None
  'orders.obstacle.positions-unread': None
  'orders.obstacle.read-only': None
  'orders.outcome.changed-elsewhere': { id: Text; old: Text }
  'orders.outcome.other-reply': None
  'orders.outcome.strange-status': { status: Text }
  'orders.outcome.unassigned-refusal': None
  'orders.paste.behind-quote': { cell: Text }
  'orders.paste.cells': { count: Text; least: Text; most: Text }
  'orders.paste.cells-of-header': { count: Text; wanted: Text }
  'orders.paste.comma': { cells: Text }
  'orders.paste.either': { one: Text; other: Text }
  'orders.paste.flag': { column: Text; value: Text }
  'orders.paste.level': { cell: Text }
  'orders.paste.no-column': { columns: Text }
  'orders.paste.quote-open': None
  'orders.paste.side': { side: Text }
  'orders.paste.too-many': { count: Text; most: Text }
  'orders.paste.two-columns': { column: Text }
  'orders.paste.type': { type: Text }
  'orders.preview.cancel-filled': None
  'orders.preview.cancel-id': { id: Text }
  'orders.preview.cancel-id-read': { age: Text; id: Text }
  'orders.preview.cancel-on': { markets: Text }
  'orders.preview.cancel-on-read': { age: Text; markets: Text }
  'orders.preview.cancels-later-too': None
  'orders.preview.closes-by-id': None
  'orders.preview.collateral': None
  'orders.preview.currencies': { base: Text; market: Text; quote: Text }
  'orders.preview.each-tried': None
  'orders.preview.entry': { entry: Amount; pnl: Amount; quote: Text }
  'orders.preview.entry-no-pnl': { entry: Amount; quote: Text }
  'orders.preview.first-recorded': { orders: Text }
  'orders.preview.flags': { flag: Text }
  'orders.preview.goes-along.both': { market: Text; stopLoss: Amount; takeProfit: Amount }
  'orders.preview.goes-along.not-sent': { market: Text }
  'orders.preview.goes-along.stop-loss': { market: Text; stopLoss: Amount }
  'orders.preview.goes-along.take-profit': { market: Text; takeProfit: Amount }
  'orders.preview.guard-one': None
  'orders.preview.guards': { among: Text; guards: Count; items: Text }
  'orders.preview.investment': { id: Text }
  'orders.preview.investment-returns': None
  'orders.preview.left': { amount: Amount; left: Amount }
  'orders.preview.left-of': { amount: Amount; base: Text; left: Amount }
  'orders.preview.levels-gone': { positions: Text }
  'orders.preview.levels-none': None
  'orders.preview.levels-none-on': { market: Text }
  'orders.preview.levels-not-sent': None
  'orders.preview.levels-unknown': None
  'orders.preview.listed': { orders: Count }
  'orders.preview.listed-on': { market: Text; orders: Count }
  'orders.preview.listed-on-read': { age: Text; market: Text; orders: Count }
  'orders.preview.listed-read': { age: Text; orders: Count }
  'orders.preview.loses.both': { market: Text; stopLoss: Amount; takeProfit: Amount }
  'orders.preview.loses.stop-loss': { market: Text; stopLoss: Amount }
  'orders.preview.loses.take-profit': { market: Text; takeProfit: Amount }
  'orders.preview.margin-falls': None
  'orders.preview.margin-level': { level: Amount; percent: Amount }
  'orders.preview.margin-level-unknown': None
  'orders.preview.needs-no-side': { market: Text }
  'orders.preview.needs-side': { market: Text }
  'orders.preview.no-entry': { pnl: Amount; quote: Text }
  'orders.preview.no-entry-no-pnl': None
  'orders.preview.notional': { notional: Amount; price: Text; quote: Text }
  'orders.preview.notional-unknown': None
  'orders.preview.pnl': { pnl: Amount; quote: Text }
  'orders.preview.pnl-after-fee': { pnl: Amount; quote: Text }
  'orders.preview.position-side': { positionSide: Text }
  'orders.preview.profile': { key: Text; name: Text; region: Text }
  'orders.preview.reduces': None
  'orders.preview.same-row': { first: Text; row: Text }
  'orders.preview.still-owed': { asset: Text }
  'orders.preview.stops': None
  'orders.preview.total': { amount: Amount; base: Text; market: Text; orders: Count; side: Text }
  'orders.preview.total-about': { amount: Amount; base: Text; market: Text; notional: Amount; orders: Count; quote: Text; side: Text }
  'orders.preview.transfer-own': None
  'orders.preview.unread': { orders: Count }
  'orders.preview.wallet': { after: Amount; asset: Text; before: Amount; wallet: Text }
  'orders.preview.whole-position': { amount: Amount; base: Text; direction: Text; market: Text }
  'orders.price-aged': { age: Text; price: Text }
  'orders.price.entry': None
  'orders.price.exchange-mark': None
  'orders.price.last-fill': None
  'orders.price.last-price': None
  'orders.price.mark': None
  'orders.progress.not-listed': None
  'orders.progress.odd-end': { status: Text }
  'orders.quitting': None
  'orders.region.custom': None
  'orders.region.demo': None
  'orders.region.eu': None
  'orders.region.global': None
  'orders.resolve.either': { one: Text; other: Text }
  'orders.resolve.known': None
  'orders.resolve.not-blocking': None
  'orders.resolve.type': { wanted: Text }
  'orders.resting.cut-off': { amount: Amount; base: Text }
  'orders.resting.far': { mark: Amount; percent: Amount; way: Text; what: Text }
  'orders.resting.flips': { direction: Text }
  'orders.resting.ioc': None
  'orders.resting.ioc-misses': { mark: Amount; what: Text }
  'orders.resting.levels-later': None
  'orders.resting.margin-short': { amount: Amount }
  'orders.resting.meets': { mark: Amount; what: Text }
  'orders.resting.no-levels': None
  'orders.resting.no-price': None
  'orders.resting.not-reduce-only': { direction: Text }
  'orders.resting.notional': { notional: Amount; price: Amount; quote: Text }
  'orders.resting.once-filled': None
  'orders.resting.own-price': None
  'orders.resting.pnl': { pnl: Amount; price: Amount; quote: Text }
  'orders.resting.pnl-after-fee': { pnl: Amount; price: Amount; quote: Text }
  'orders.resting.post-only': None
  'orders.resting.post-only-meets': { mark: Amount; what: Text }
  'orders.resting.reduce-only': None
  'orders.resting.reduces-nothing': { direction: Text; market: Text; side: Text }
  'orders.resting.rests': None
  'orders.review.address': { address: Text }
  'orders.review.amounts-hidden': None
  'orders.review.changed': None
  'orders.review.expired': None
  'orders.review.original-gone': None
  'orders.review.other-page': None
  'orders.review.title': None
  'orders.review.used': None
  'orders.review.void': None
  'orders.rule.closed': { market: Text }
  'orders.rule.delisted': { at: Text; market: Text }
  'orders.rule.future': { market: Text }
  'orders.rule.max-notional': { bound: Amount; exact: Text; notional: Amount; quote: Text }
  'orders.rule.min-amount': { amount: Amount; base: Text; least: Amount }
  'orders.rule.min-notional': { bound: Amount; exact: Text; notional: Amount; quote: Text }
  'orders.rule.not-listed': { market: Text }
  'orders.rule.not-on-collateral': { market: Text }
  'orders.rule.old-list': { days: Count }
  'orders.rule.step': { next: Amount; step: Amount; unit: Text; value: Amount; what: Text }
  'orders.rule.step-between': { above: Amount; below: Amount; step: Amount; unit: Text; value: Amount; what: Text }
  'orders.rule.will-be-delisted': { at: Text; market: Text }
  'orders.send.altered': None
  'orders.send.broken': None
  'orders.send.disarmed': None
  'orders.send.not-recorded': { problem: Text }
  'orders.send.too-late': None
  'orders.settled.absent': { count: Count }
  'orders.settled.absent-one': None
  'orders.settled.balances-changed': None
  'orders.settled.changed-elsewhere': { id: Text }
  'orders.settled.found': { count: Count }
  'orders.settled.found-one': None
  'orders.settled.in-records': None
  'orders.settled.investment-active': None
  'orders.settled.investment-closed': None
  'orders.settled.level-untold': { level: Text }
  'orders.settled.levels-untold': None
  'orders.settled.mismatch': None
  'orders.settled.reduce-only-untold': None
  'orders.size.margin-unknown': None
  'orders.size.no-margin': None
  'orders.size.no-price': None
  'orders.size.other-currency': { currency: Text; quote: Text }
  'orders.size.over-margin': None
  'orders.size.under-step': None
  'orders.size.under-step-of': { base: Text; step: Amount }
  'orders.step.acknowledged': None
  'orders.step.block-lifted': { target: Text }
  'orders.step.cancelled-unfilled': { count: Count }
  'orders.step.check-failed': { problem: Text }
  'orders.step.confirmed': None
  'orders.step.confirmed-twice': None
  'orders.step.found-before-sending': None
  'orders.step.found-while-sending': None
  'orders.step.late-answer': { answer: Text }
  'orders.step.mismatch': None
  'orders.step.no-answer.late': None
  'orders.step.no-answer.not-taken-in': None
  'orders.step.no-answer.quit': None
  'orders.step.no-answer.slept': None
  'orders.step.not-sent': None
  'orders.step.previewed': None
  'orders.step.recorded': None
  'orders.step.rejected': None
  'orders.step.resolved': { as: Text; what: Text }
  'orders.step.retried': { act: Text }
  'orders.step.signed': None
  'orders.step.unknown': None
  'orders.ticket.investment-empty': None
  'orders.ticket.investment-form': None
  'orders.ticket.investment-tail': { tail: Text }
  'orders.ticket.no-orders': None
  'orders.ticket.no-rows': None
  'orders.ticket.none-open': None
  'orders.ticket.none-open-on': { market: Text }
  'orders.ticket.order-not-listed': None
  'orders.ticket.order-twice': None
  'orders.ticket.orders-unread': None
  'orders.ticket.position-gone': None
  'orders.ticket.position-no-amount': None
  'orders.ticket.same-id': { row: Text }
  'orders.ticket.side-unknown': None
  'orders.ticket.too-many-orders': { most: Text; over: Text }
  'orders.ticket.too-many-rows': { most: Text; over: Text }
  'orders.transfer.by-main': None
  'orders.transfer.changed': None
  'orders.transfer.free-unknown': { wallet: Text }
  'orders.transfer.mismatch-first': { act: Text }
  'orders.transfer.no-asset': None
  'orders.transfer.old': { wallet: Text }
  'orders.transfer.over-free': { asset: Text; held: Amount; wallet: Text }
  'orders.transfer.same-wallet': None
  'orders.transfer.settling': { asset: Text }
  'orders.transfer.too-fine': { most: Text }
  'orders.transfer.unknown-first': { act: Text }
  'orders.transfer.unread': { wallet: Text }
  'orders.transfer.unread-now': None
  'orders.typed.blank': { typed: Text; what: Text }
  'orders.typed.comma': { typed: Text; what: Text }
  'orders.typed.comma-unclear': { decimal: Text; thousands: Text; typed: Text; what: Text }
  'orders.typed.empty': { what: Text }
  'orders.typed.exponent': { typed: Text; what: Text }
  'orders.typed.id-empty': None
  'orders.typed.id-form': { typed: Text }
  'orders.typed.id-too-long': { most: Text; typed: Text }
  'orders.typed.leading-zero': { typed: Text; what: Text }
  'orders.typed.market-empty': None
  'orders.typed.market-form': { typed: Text }
  'orders.typed.not-a-number': { typed: Text; what: Text }
  'orders.typed.point-first': { typed: Text; what: Text }
  'orders.typed.point-last': { typed: Text; what: Text }
  'orders.typed.points': { typed: Text; what: Text }
  'orders.typed.script': { typed: Text; what: Text }
  'orders.typed.sign': { typed: Text; what: Text }
  'orders.typed.too-long': { most: Text; typed: Text; what: Text }
  'orders.typed.zero': { typed: Text; what: Text }
  'orders.unsettled.alike': { market: Text }
  'orders.unsettled.balances': None
  'orders.unsettled.balances-late': None
  'orders.unsettled.before': { id: Text }
  'orders.unsettled.linked': None
  'orders.unsettled.linked-unread': None
  'orders.unsettled.lists-changed': { market: Text }
  'orders.unsettled.not-said': None
  'orders.unsettled.order-unread': { id: Text }
  'orders.unsettled.part-unread': { market: Text }
  'orders.unsettled.part-unseen': None
  'orders.unsettled.position-changed': None
  'orders.unsettled.several': { id: Text }
  'orders.unsettled.still-open': None
  'orders.unsettled.streamed': None
  'outcomes.answer.blocks': { markets: Text }
  'outcomes.answer.check-again': None
  'outcomes.answer.check-failed': { message: Text }
  'outcomes.answer.happened': { message: Text }
  'outcomes.answer.item-limit': { amount: Amount; market: Text; price: Amount; side: Text }
  'outcomes.answer.item-market': { amount: Amount; market: Text; side: Text }
  'outcomes.answer.last-check': { age: Text }
  'outcomes.answer.lifted': None
  'outcomes.answer.look-at-balances': None
  'outcomes.answer.look-at-investments': None
  'outcomes.answer.mismatch': None
  'outcomes.answer.mismatch-blocks': None
  'outcomes.answer.mismatch-blocks-transfer': None
  'outcomes.answer.mismatch-title-transfer': None
  'outcomes.answer.mismatch-transfer': None
  'outcomes.answer.no-check-positions': None
  'outcomes.answer.no-check-records': None
  'outcomes.answer.no-proof': None
  'outcomes.answer.not-known': None
  'outcomes.answer.others': { count: Text; others: Count }
  'outcomes.answer.others-mismatch': None
  'outcomes.answer.seen': None
  'outcomes.answer.since': { age: Text; since: Text }
  'outcomes.answer.still-cancel': None
  'outcomes.answer.title-mismatch': None
  'outcomes.answer.title-unknown': None
  'outcomes.answer.type-asset': { type: Text }
  'outcomes.answer.type-market': { type: Text }
  'outcomes.answer.type-tail': { type: Text }
  'outcomes.answer.unchecked': None
  'outcomes.answer.under-way': { act: Text; span: Text }
  'outcomes.answer.unknown': None
  'outcomes.answer.wrong': { type: Text; typed: Text }
  'outcomes.card.above': None
  'outcomes.card.first-recorded': { listed: Text; recorded: Text }
  'outcomes.card.instead': None
  'outcomes.card.mismatch': { count: Count }
  'outcomes.card.new-request': None
  'outcomes.card.on-its-way': None
  'outcomes.card.on-its-way-for': { span: Text }
  'outcomes.card.put-back': None
  'outcomes.card.recorded': None
  'outcomes.card.reduce': None
  'outcomes.card.retry': { count: Count }
  'outcomes.card.retry-note': None
  'outcomes.card.sent': None
  'outcomes.card.unknown-cancelled': { count: Count }
  'outcomes.card.unknown-placed': { count: Count }
  'outcomes.change.about': None
  'outcomes.change.after': None
  'outcomes.change.at-fill': None
  'outcomes.change.figure': None
  'outcomes.change.label': None
  'outcomes.change.none': None
  'outcomes.change.not-known': None
  'outcomes.change.now': None
  'outcomes.change.what.collateral': None
  'outcomes.change.what.entry': None
  'outcomes.change.what.freeMargin': None
  'outcomes.change.what.liquidation': None
  'outcomes.change.what.main': None
  'outcomes.change.what.marginLevel': None
  'outcomes.change.what.pnl': None
  'outcomes.change.what.pnlAfterFee': None
  'outcomes.change.what.size': None
  'outcomes.change.what.stopLoss': None
  'outcomes.change.what.takeProfit': None
  'outcomes.change.what.trade': None
  'outcomes.detail.activated': None
  'outcomes.detail.activation-condition': None
  'outcomes.detail.activation-price': None
  'outcomes.detail.created': None
  'outcomes.detail.filled-in': { currency: Text }
  'outcomes.detail.left': None
  'outcomes.detail.no': None
  'outcomes.detail.not-sent': None
  'outcomes.detail.not-set': None
  'outcomes.detail.oto': None
  'outcomes.detail.status': None
  'outcomes.detail.stp': None
  'outcomes.detail.type': None
  'outcomes.detail.yes': None
  'outcomes.end.cancel.accepted': None
  'outcomes.end.cancel.filled': None
  'outcomes.end.cancel.left-open': None
  'outcomes.end.cancel.listed': None
  'outcomes.end.cancel.not-executed': None
  'outcomes.end.cancel.not-filled': None
  'outcomes.end.cancel.rejected': None
  'outcomes.end.investment.accepted': None
  'outcomes.end.investment.filled': None
  'outcomes.end.investment.listed': None
  'outcomes.end.investment.not-executed': None
  'outcomes.end.investment.not-filled': None
  'outcomes.end.investment.rejected': None
  'outcomes.end.level.accepted': None
  'outcomes.end.level.filled': None
  'outcomes.end.level.listed': None
  'outcomes.end.level.not-executed': None
  'outcomes.end.level.not-filled': None
  'outcomes.end.level.rejected': None
  'outcomes.end.level.remove-old': None
  'outcomes.end.level.step-two': None
  'outcomes.end.level.trimmed': { amount: Amount; base: Text }
  'outcomes.end.order.accepted': None
  'outcomes.end.order.cut-off': { amount: Amount }
  'outcomes.end.order.filled': None
  'outcomes.end.order.filled-at': { price: Amount; quote: Text }
  'outcomes.end.order.filled-at-no-pnl': { price: Amount; quote: Text }
  'outcomes.end.order.filled-at-pnl': { pnl: Amount; price: Amount; quote: Text }
  'outcomes.end.order.listed': None
  'outcomes.end.order.not-executed': None
  'outcomes.end.order.not-filled': None
  'outcomes.end.order.part-filled': { amount: Amount; base: Text; left: Amount; size: Amount }
  'outcomes.end.order.rejected': None
  'outcomes.end.position.accepted': None
  'outcomes.end.position.filled': None
  'outcomes.end.position.left-open': None
  'outcomes.end.position.listed': None
  'outcomes.end.position.not-executed': None
  'outcomes.end.position.not-filled': None
  'outcomes.end.position.rejected': None
  'outcomes.end.transfer.accepted': None
  'outcomes.end.transfer.filled': None
  'outcomes.end.transfer.listed': None
  'outcomes.end.transfer.not-executed': None
  'outcomes.end.transfer.not-filled': None
  'outcomes.end.transfer.rejected': None
  'outcomes.ending.moved': None
  'outcomes.ending.order.accepted': None
  'outcomes.ending.order.already-cancelled': None
  'outcomes.ending.order.already-filled': None
  'outcomes.ending.order.done': None
  'outcomes.ending.order.not-open': None
  'outcomes.ending.position.accepted': None
  'outcomes.ending.position.already-cancelled': None
  'outcomes.ending.position.already-filled': None
  'outcomes.ending.position.done': None
  'outcomes.ending.position.not-open': None
  'outcomes.evidence.after': None
  'outcomes.evidence.before': None
  'outcomes.evidence.difference': None
  'outcomes.evidence.difference.gone': None
  'outcomes.evidence.difference.none': None
  'outcomes.evidence.difference.not-known': None
  'outcomes.evidence.difference.not-sent': None
  'outcomes.evidence.difference.opened': None
  'outcomes.evidence.difference.touched': None
  'outcomes.evidence.empty': None
  'outcomes.evidence.label': None
  'outcomes.evidence.last-changed': None
  'outcomes.evidence.none-open': None
  'outcomes.evidence.not-checked': None
  'outcomes.evidence.position': None
  'outcomes.intent-state.acknowledged': None
  'outcomes.intent-state.intent': None
  'outcomes.intent-state.not-executed': None
  'outcomes.intent-state.not-sent': None
  'outcomes.intent-state.rejected': None
  'outcomes.intent-state.sending': None
  'outcomes.intent-state.unknown': None
  'outcomes.item-state.cancelled': None
  'outcomes.item-state.filled': None
  'outcomes.item-state.mismatch': None
  'outcomes.item-state.not-executed': None
  'outcomes.item-state.not-processed': None
  'outcomes.item-state.not-sent': None
  'outcomes.item-state.partly': None
  'outcomes.item-state.partly-before': None
  'outcomes.item-state.pending': None
  'outcomes.item-state.placed': None
  'outcomes.item-state.rejected': None
  'outcomes.item-state.rest-cancelled': None
  'outcomes.item-state.still-open': None
  'outcomes.item-state.unknown': None
  'outcomes.meaning.cancel.filled': None
  'outcomes.meaning.cancel.if-wrong': None
  'outcomes.meaning.cancel.lifted': None
  'outcomes.meaning.cancel.not-filled': None
  'outcomes.meaning.investment.filled': None
  'outcomes.meaning.investment.if-wrong': None
  'outcomes.meaning.investment.lifted': None
  'outcomes.meaning.investment.not-filled': None
  'outcomes.meaning.lift-asset': { act: Text; asset: Text }
  'outcomes.meaning.lift-investment': { act: Text }
  'outcomes.meaning.lift-market': { act: Text; market: Text }
  'outcomes.meaning.lift-market-ask-again': { act: Text; market: Text }
  'outcomes.meaning.order.filled': None
  'outcomes.meaning.order.if-wrong': None
  'outcomes.meaning.order.lifted': None
  'outcomes.meaning.order.not-filled': None
  'outcomes.meaning.position.filled': None
  'outcomes.meaning.position.if-wrong': None
  'outcomes.meaning.position.lifted': None
  'outcomes.meaning.position.not-filled': None
  'outcomes.meaning.stays-listed': None
  'outcomes.meaning.transfer.filled': None
  'outcomes.meaning.transfer.if-wrong': None
  'outcomes.meaning.transfer.lifted': None
  'outcomes.meaning.transfer.not-filled': None
  'outcomes.meaning.written-down': None
  'outcomes.resolved.cancelled': None
  'outcomes.resolved.closed': None
  'outcomes.resolved.filled': None
  'outcomes.resolved.moved': None
  'outcomes.resolved.not-cancelled': None
  'outcomes.resolved.not-closed': None
  'outcomes.resolved.not-filled': None
  'outcomes.resolved.not-moved': None
  'outcomes.resolved.not-placed': None
  'outcomes.resolved.placed': None
  'outcomes.result.cancelled': None
  'outcomes.result.mismatch': None
  'outcomes.result.mismatch-transfer': None
  'outcomes.result.no-answer': { end: Text }
  'outcomes.result.not-sent': None
  'outcomes.result.on-its-way': { span: Text }
  'outcomes.result.rest-cancelled': None
  'outcomes.result.unknown': None
  'outcomes.said.cancelled-unfilled': None
  'outcomes.said.end-unknown': None
  'outcomes.said.exchange': { reply: Text }
  'outcomes.said.fee': { fee: Amount; quote: Text }
  'outcomes.said.filled': { base: Text; money: Amount; quote: Text; stock: Amount }
  'outcomes.said.filled-before': { base: Text; money: Amount; quote: Text; stock: Amount }
  'outcomes.said.filled-left': { base: Text; left: Amount; money: Amount; quote: Text; stock: Amount; unit: Text }
  'outcomes.said.not-reached': None
  'outcomes.said.not-stated': None
  'outcomes.said.nothing-filled': None
  'outcomes.said.order': { id: Text }
  'outcomes.said.rest-cancelled': None
  'outcomes.said.rest-cancelled-left': { base: Text; left: Amount }
  'outcomes.summary-alone.cancelled': { count: Text }
  'outcomes.summary-alone.rest-cancelled': { count: Text }
  'outcomes.summary-mismatches': { count: Count }
  'outcomes.summary-resolved.cancelled': { count: Text }
  'outcomes.summary-resolved.closed': { count: Text }
  'outcomes.summary-resolved.filled': { count: Text }
  'outcomes.summary-resolved.moved': { count: Text }
  'outcomes.summary-resolved.not-cancelled': { count: Text }
  'outcomes.summary-resolved.not-closed': { count: Text }
  'outcomes.summary-resolved.not-filled': { count: Text }
  'outcomes.summary-resolved.not-moved': { count: Text }
  'outcomes.summary-resolved.not-placed': { count: Text }
  'outcomes.summary-resolved.placed': { count: Text }
  'outcomes.summary.accepted': { count: Text }
  'outcomes.summary.already-cancelled': { count: Text }
  'outcomes.summary.already-filled': { count: Text }
  'outcomes.summary.cancelled': { count: Text }
  'outcomes.summary.done': { count: Text }
  'outcomes.summary.filled': { count: Text }
  'outcomes.summary.not-executed': { count: Text }
  'outcomes.summary.not-open': { count: Text }
  'outcomes.summary.not-processed': { count: Text }
  'outcomes.summary.not-sent': { count: Text }
  'outcomes.summary.partly': { count: Text }
  'outcomes.summary.pending': { count: Text }
  'outcomes.summary.placed': { count: Text }
  'outcomes.summary.rejected': { count: Text }
  'outcomes.summary.rest-cancelled': { count: Text }
  'outcomes.summary.still-open': { count: Text }
  'outcomes.summary.unknown': { count: Text }
  'outcomes.target-end.order.already-cancelled': None
  'outcomes.target-end.order.already-filled': None
  'outcomes.target-end.order.done': None
  'outcomes.target-end.order.not-open': None
  'outcomes.target-end.position.done-followed': None
  'outcomes.target-end.position.done-no-pnl': None
  'outcomes.target-end.position.done-pnl': { pnl: Amount; quote: Text }
  'outcomes.target-end.position.not-open': None
  'outcomes.timeline.answered': None
  'outcomes.timeline.block-lifted': None
  'outcomes.timeline.confirmed': None
  'outcomes.timeline.found-at-start': None
  'outcomes.timeline.late-answer': None
  'outcomes.timeline.looked': None
  'outcomes.timeline.prepared': None
  'outcomes.timeline.progress': None
  'outcomes.timeline.resolved': None
  'outcomes.timeline.retried': None
  'outcomes.timeline.sending': None
  'outcomes.timeline.settled': None
  'outcomes.timeline.written': None
  'outcomes.was.cancelled.answer': None
  'outcomes.was.cancelled.label': None
  'outcomes.was.cancelled.recorded': { act: Text }
  'outcomes.was.cancelled.short': None
  'outcomes.was.cancelled.title': { subject: Text }
  'outcomes.was.closed.answer': None
  'outcomes.was.closed.label': None
  'outcomes.was.closed.recorded': { act: Text }
  'outcomes.was.closed.short': None
  'outcomes.was.closed.title': { subject: Text }
  'outcomes.was.filled.answer': None
  'outcomes.was.filled.label': None
  'outcomes.was.filled.recorded': { act: Text }
  'outcomes.was.filled.short': None
  'outcomes.was.filled.title': { subject: Text }
  'outcomes.was.moved.answer': None
  'outcomes.was.moved.label': None
  'outcomes.was.moved.recorded': { act: Text }
  'outcomes.was.moved.short': None
  'outcomes.was.moved.title': { subject: Text }
  'outcomes.was.not-cancelled.answer': None
  'outcomes.was.not-cancelled.label': None
  'outcomes.was.not-cancelled.recorded': { act: Text }
  'outcomes.was.not-cancelled.short': None
  'outcomes.was.not-cancelled.title': { subject: Text }
  'outcomes.was.not-closed.answer': None
  'outcomes.was.not-closed.label': None
  'outcomes.was.not-closed.recorded': { act: Text }
  'outcomes.was.not-closed.short': None
  'outcomes.was.not-closed.title': { subject: Text }
  'outcomes.was.not-filled.answer': None
  'outcomes.was.not-filled.label': None
  'outcomes.was.not-filled.recorded': { act: Text }
  'outcomes.was.not-filled.short': None
  'outcomes.was.not-filled.title': { subject: Text }
  'outcomes.was.not-moved.answer': None
  'outcomes.was.not-moved.label': None
  'outcomes.was.not-moved.recorded': { act: Text }
  'outcomes.was.not-moved.short': None
  'outcomes.was.not-moved.title': { subject: Text }
  'outcomes.was.not-placed.answer': None
  'outcomes.was.not-placed.label': None
  'outcomes.was.not-placed.recorded': { act: Text }
  'outcomes.was.not-placed.short': None
  'outcomes.was.not-placed.title': { subject: Text }
  'outcomes.was.placed.answer': None
  'outcomes.was.placed.label': None
  'outcomes.was.placed.recorded': { act: Text }
  'outcomes.was.placed.short': None
  'outcomes.was.placed.title': { subject: Text }
  'outcomes.way': { fromWallet: Text; toWallet: Text }
  'overview.accounts': None
  'overview.accounts.alerts': None
  'overview.accounts.calling': None
  'overview.accounts.data': None
  'overview.accounts.ltv-and-headroom': { headroom: Text; ltv: Amount }
  'overview.accounts.no-alerts': None
  'overview.accounts.on-futures': None
  'overview.accounts.quoted': { name: Text }
  'overview.accounts.show': { name: Text }
  'overview.accounts.shown': None
  'overview.accounts.stale-parts': None
  'overview.accounts.total': None
  'overview.accounts.total-keys': None
  'overview.accounts.total-without': None
  'overview.accounts.total-without.demo': None
  'overview.accounts.total-without.no-value': { names: Text }
  'overview.accounts.total-without.parts': { list: Text; names: Text }
  'overview.accounts.unrealized-pnl': None
  'overview.accounts.value': None
  'overview.accounts.value-incomplete': None
  'overview.accounts.waiting': None
  'overview.accounts.worst-first': None
  'overview.all-clear': None
  'overview.all-clear.monitored': { list: Text }
  'overview.all-clear.monitored-and-checked': { age: Text; list: Text }
  'overview.all-clear.not': None
  'overview.all-clear.unmonitored': { list: Text }
  'overview.attention': None
  'overview.attention.acknowledge': None
  'overview.attention.for-information': None
  'overview.attention.looking': None
  'overview.attention.more': { count: Text }
  'overview.attention.quiet': { count: Count }
  'overview.attention.quiet-show': None
  'overview.balances': None
  'overview.balances.all': None
  'overview.balances.assets': None
  'overview.balances.assets-in-main': None
  'overview.balances.count': { count: Count }
  'overview.balances.count-of': { count: Text; total: Count }
  'overview.balances.find-asset': None
  'overview.balances.no-price': None
  'overview.balances.none-called': { name: Text }
  'overview.balances.none.text': None
  'overview.balances.none.title': None
  'overview.balances.not-read.collateral': None
  'overview.balances.not-read.main': None
  'overview.balances.not-read.trade': None
  'overview.balances.show-all': { count: Text }
  'overview.balances.show-first': { count: Text }
  'overview.balances.which': None
  'overview.balances.why-no-total': None
  'overview.balances.without-price': { count: Text }
  'overview.balances.worth-in': { currency: Text }
  'overview.clock.text': { difference: Text }
  'overview.clock.title': None
  'overview.closest-to-liquidation': None
  'overview.closest.distance-and-price': None
  'overview.closest.more': { count: Text }
  'overview.closest.open': None
  'overview.earnings.by-day': { currency: Text; first: Text; last: Text; newest: Amount; total: Amount }
  'overview.earnings.by-month': { currency: Text; first: Text; last: Text; newest: Amount; total: Amount }
  'overview.earnings.none': { currency: Text }
  'overview.headroom': None
  'overview.headroom.further': { share: Text }
  'overview.headroom.no-loan.text': None
  'overview.headroom.no-loan.title': None
  'overview.headroom.not-enabled.text': None
  'overview.headroom.not-enabled.title': None
  'overview.loan-initial': { level: Amount; ltv: Amount }
  'overview.loan-liquidation': { level: Amount; ltv: Amount }
  'overview.loan-margin-call': { level: Amount; ltv: Amount }
  'overview.loan-unclear': None
  'overview.ltv-trend': { range: Text }
  'overview.mining-unreadable': None
  'overview.mining-unseen.text': None
  'overview.mining-unseen.title': { count: Count; names: Text }
  'overview.monitored.accounts': { count: Count }
  'overview.monitored.borrowings': { count: Count }
  'overview.monitored.loan': None
  'overview.monitored.margin': None
  'overview.monitored.no-loan': None
  'overview.monitored.no-positions': None
  'overview.monitored.payouts': { count: Count }
  'overview.monitored.positions': { count: Count }
  'overview.monitored.price-alerts': { count: Count }
  'overview.monitoring': None
  'overview.monitoring.borrowings': None
  'overview.monitoring.cached': None
  'overview.monitoring.every': { seconds: Text }
  'overview.monitoring.exchange': None
  'overview.monitoring.incomplete': None
  'overview.monitoring.late': None
  'overview.monitoring.never': None
  'overview.monitoring.no-loan': None
  'overview.monitoring.not-enabled': None
  'overview.monitoring.not-yet': None
  'overview.monitoring.paused': None
  'overview.monitoring.stale': None
  'overview.names-and-more': { count: Text; names: Text }
  'overview.no-newer-answer': None
  'overview.offline.no-data': None
  'overview.offline.since': { time: Text }
  'overview.offline.title': None
  'overview.open-profiles': None
  'overview.position-liquidation.text': { names: Text }
  'overview.position-liquidation.title': { count: Count }
  'overview.position-margin-call.text': { names: Text }
  'overview.position-margin-call.title': { count: Count }
  'overview.position-name': { market: Text; side: Text }
  'overview.position-state-unknown.text': { names: Text; state: Text }
  'overview.position-state-unknown.title': { count: Count }
  'overview.refresh': None
  'overview.refresh-everything': { command: Text }
  'overview.reservation.account-alerts': { name: Text }
  'overview.reservation.account-unmonitored': { name: Text }
  'overview.reservation.alerts': { count: Count }
  'overview.reservation.key': None
  'overview.reservation.late-borrowings': None
  'overview.reservation.late-loan': None
  'overview.reservation.late-margin': None
  'overview.reservation.late-positions': None
  'overview.reservation.not-read': None
  'overview.reservation.nothing-monitored': None
  'overview.reservation.notifications-refused': None
  'overview.reservation.payouts-unread': None
  'overview.reservation.payouts-unseen': { count: Count }
  'overview.reservation.price-alerts-blind': { count: Count }
  'overview.reservation.price-alerts-unread': None
  'overview.risk': None
  'overview.risk.contradictory.why': None
  'overview.risk.count': { count: Count }
  'overview.risk.count-of': { count: Text; total: Count }
  'overview.risk.equity-and-free-margin': None
  'overview.risk.long': { count: Text }
  'overview.risk.no-margin-in-use': None
  'overview.risk.none-in-margin-call': None
  'overview.risk.none-of-these-in-margin-call': None
  'overview.risk.none.text': None
  'overview.risk.none.title': None
  'overview.risk.not-read': None
  'overview.risk.not-sent': { list: Text }
  'overview.risk.not-sent.realized': { count: Count }
  'overview.risk.not-sent.unrealized': { count: Count }
  'overview.risk.pnl-by-currency': None
  'overview.risk.realized': None
  'overview.risk.short': { count: Text }
  'overview.risk.side-unknown': { count: Text }
  'overview.risk.state-not-sent': None
  'overview.risk.unrealized': None
  'overview.show': None
  'overview.show-connection': None
  'overview.show-loans': None
  'overview.show-mining': None
  'overview.show-positions': None
  'overview.unmonitored.borrowings': None
  'overview.unmonitored.loan': None
  'overview.unmonitored.loan-not-enabled': None
  'overview.unmonitored.margin': None
  'overview.unmonitored.margin-not-offered': None
  'overview.unmonitored.positions': None
  'overview.unreadable-meaning.asset': { count: Count }
  'overview.unreadable-meaning.found': { count: Count }
  'overview.unreadable-meaning.order': { count: Count }
  'overview.unreadable-meaning.position': { count: Count }
  'overview.unreadable-meaning.record': { count: Count }
  'overview.unreadable-next.look': None
  'overview.unreadable-next.look-read-again': None
  'overview.unreadable-next.record': { count: Count }
  'overview.unreadable-of.asset': { count: Text; total: Count }
  'overview.unreadable-of.order': { count: Text; total: Count }
  'overview.unreadable-of.position': { count: Text; total: Count }
  'overview.unreadable-of.record': { count: Text; total: Count }
  'overview.unreadable.asset': { count: Count }
  'overview.unreadable.order': { count: Count }
  'overview.unreadable.position': { count: Count }
  'overview.unreadable.record': { count: Count }
  'overview.unseen-since.balances': { time: Text }
  'overview.unseen-since.loan': { time: Text }
  'overview.unseen-since.positions': { time: Text }
  'overview.unseen.balances': None
  'overview.unseen.loan': None
  'overview.unseen.positions': None
  'overview.value': None
  'overview.value.at-last-prices': None
  'overview.value.chart': { count: Count; range: Text }
  'overview.value.count-in': None
  'overview.value.counted-otherwise': { time: Text }
  'overview.value.every-five-minutes': None
  'overview.value.group.balances': None
  'overview.value.group.debt': None
  'overview.value.group.investments': None
  'overview.value.group.loan-collateral': None
  'overview.value.how-far-back': None
  'overview.value.left-out': { list: Text }
  'overview.value.left-out.beyond': { part: Text }
  'overview.value.left-out.funding': { count: Count }
  'overview.value.left-out.more': { count: Text }
  'overview.value.left-out.parts': { parts: Text; why: Text }
  'overview.value.left-out.results': { count: Count }
  'overview.value.left-out.unpriced': { count: Count; names: Text }
  'overview.value.left-out.unreadable': { count: Count; part: Text }
  'overview.value.no-earlier-reading': None
  'overview.value.no-reading-of-yesterday': None
  'overview.value.none-noted': None
  'overview.value.not-compared': None
  'overview.value.not-compared-otherwise': None
  'overview.value.other-assets-priced': None
  'overview.value.pnl-less-funding': None
  'overview.value.since': { time: Text }
  'overview.value.since-yesterday': None
  'overview.wallets': None
  'overview.wallets.empty': None
  'overview.wallets.move': None
  'overview.wallets.move-from': { wallet: Text }
  'overview.wallets.move-to': { wallet: Text }
  'overview.wallets.net': None
  'overview.worth.about-estimate': None
  'overview.worth.about-interest': None
  'overview.worth.estimate': None
  'overview.worth.open': None
  'overview.worth.part': None
  'overview.worth.part.borrowed': None
  'overview.worth.part.collateral': None
  'overview.worth.part.fixed': None
  'overview.worth.part.flexible': None
  'overview.worth.part.loan': None
  'overview.worth.part.loan-collateral': None
  'overview.worth.part.main': None
  'overview.worth.part.trade': None
  'overview.worth.part.unrealized': None
  'overview.worth.read': None
  'overview.worth.title': None
  'overview.worth.value': { currency: Text }
  'overview.worth.why.needs-collateral': None
  'overview.worth.why.no-estimate': None
  'overview.worth.why.no-price': None
  'overview.worth.why.not-available': None
  'overview.worth.why.not-offered': None
  'overview.worth.why.not-read': None
  'overview.worth.why.not-read-yet': None
  'overview.worth.why.not-sent': None
  'portfolio.complaint.boolean': None
  'portfolio.complaint.choice': None
  'portfolio.complaint.decimal': None
  'portfolio.complaint.empty': None
  'portfolio.complaint.integer': None
  'portfolio.complaint.least': { least: Text }
  'portfolio.complaint.list': None
  'portfolio.complaint.misfit': None
  'portfolio.complaint.missing': None
  'portfolio.complaint.most': { most: Text }
  'portfolio.complaint.null': None
  'portfolio.complaint.object': None
  'portfolio.complaint.other-kind': None
  'portfolio.complaint.text': None
  'portfolio.complaint.unix-time': None
  'portfolio.complaint.whole-number': None
  'portfolio.longest-list': { most: Text }
  'portfolio.longest-names': { most: Text }
  'portfolio.longest-text': { most: Text }
  'portfolio.not-asked-for': { market: Text }
  'portfolio.not-monitored': None
  'portfolio.not-read-yet': None
  'portfolio.unreadable-count.asset': { count: Text; total: Count }
  'portfolio.unreadable-count.open-order': { count: Text; total: Count }
  'portfolio.unreadable-count.position': { count: Text; total: Count }
  'portfolio.unreadable-count.record': { count: Text; total: Count }
  'portfolio.unreadable.and-more': { list: Text; more: Text }
  'portfolio.unreadable.and-next': { list: Text; next: Text }
  'portfolio.unreadable.field': { complaint: Text; field: Text }
  'portfolio.unreadable.name-and-id': { id: Text; name: Text }
  'portfolio.unreadable.one': { name: Text; reason: Text }
  'portfolio.unreadable.place': { place: Text }
  'portfolio.unreadable.sentence': { count: Text; list: Text }
  'portfolio.unreadable.whole': { complaint: Text }
  'positions.act.close': { position: Text }
  'positions.act.reduce': { position: Text }
  'positions.all-of': { count: Text; total: Text }
  'positions.close-details': None
  'positions.close-or-reduce': None
  'positions.columns': None
  'positions.columns.as-many-as-fit': None
  'positions.columns.of-table': None
  'positions.contradictory': None
  'positions.contradictory.why': None
  'positions.detail.accrued': None
  'positions.detail.distance-to-liquidation': None
  'positions.detail.free-margin-of-account': None
  'positions.detail.identity': None
  'positions.detail.next': None
  'positions.detail.paid': None
  'positions.detail.percent-as-sent': None
  'positions.detail.rate': None
  'positions.detail.reward-to-risk': None
  'positions.detail.stop-loss-id': None
  'positions.detail.take-profit-id': None
  'positions.details-of': { market: Text; side: Text }
  'positions.field.at-stop-loss': None
  'positions.field.at-take-profit': None
  'positions.field.funding-accrued': None
  'positions.field.funding-paid': None
  'positions.field.id': None
  'positions.field.last-price': None
  'positions.field.modified': None
  'positions.field.next-funding': None
  'positions.field.opened': None
  'positions.field.risk': None
  'positions.field.size': None
  'positions.field.to-liquidation': None
  'positions.field.to-liquidation-in-price': None
  'positions.field.unrealized': None
  'positions.field.unrealized-percent': None
  'positions.filter.all': { count: Text }
  'positions.filter.losing': { count: Text }
  'positions.filter.near': { count: Text }
  'positions.filter.unprotected': { count: Text }
  'positions.filter.unprotected-unread': None
  'positions.find-market': None
  'positions.funding-always-zero': None
  'positions.funding-always-zero.why': None
  'positions.funding-in': { span: Text }
  'positions.group.funding': None
  'positions.group.margin': None
  'positions.group.protection': None
  'positions.group.realized': None
  'positions.group.risk': None
  'positions.group.size': None
  'positions.group.times': None
  'positions.group.unrealized': None
  'positions.levels-only-with-order': None
  'positions.liquidation-near': None
  'positions.liquidation-passed': None
  'positions.liquidation-passed.why': None
  'positions.liquidation-very-near': None
  'positions.mark.last-price': None
  'positions.mark.of-market': None
  'positions.no-funding-time': None
  'positions.no-liquidation-price': None
  'positions.no-liquidation-price.why': None
  'positions.none-of-that-kind': { count: Count }
  'positions.none-of-that-name': None
  'positions.none-open.text': None
  'positions.none-open.title': None
  'positions.not-known': None
  'positions.not-known.why': None
  'positions.not-set': None
  'positions.not-set.stop-loss': None
  'positions.not-set.take-profit': None
  'positions.open-positions': None
  'positions.order-with-new-levels': None
  'positions.sort-by': { field: Text }
  'positions.sort-by.largest-first': { field: Text }
  'positions.sort-by.smallest-first': { field: Text }
  'positions.table-help': None
  'positions.totals': None
  'positions.totals.at-every-stop-loss': None
  'positions.totals.converted': None
  'positions.totals.count-of': { count: Text; total: Count }
  'positions.totals.left-out': { count: Text }
  'positions.totals.left-out.why': { count: Count }
  'positions.totals.of': None
  'positions.totals.stops-unread': None
  'positions.totals.stops-unread.why': None
  'positions.totals.without': { count: Text }
  'positions.totals.without-stop-loss': { count: Count }
  'positions.which': None
  'problems.amounts-hidden.money': None
  'problems.amounts-hidden.next': None
  'problems.amounts-hidden.title': None
  'problems.b2b-only.money': None
  'problems.b2b-only.next': None
  'problems.b2b-only.title': None
  'problems.bad-input.money': None
  'problems.bad-input.next': None
  'problems.bad-input.title': None
  'problems.bad-key-or-signature.money': None
  'problems.bad-key-or-signature.next': None
  'problems.bad-key-or-signature.title': None
  'problems.bad-sender.money': None
  'problems.bad-sender.next': None
  'problems.bad-sender.title': None
  'problems.busy.money': None
  'problems.busy.next': None
  'problems.busy.title': None
  'problems.cancelled.money': None
  'problems.cancelled.next': None
  'problems.cancelled.title': None
  'problems.clock-wrong.money': None
  'problems.clock-wrong.next': None
  'problems.clock-wrong.title': None
  'problems.credit-line-off.money': None
  'problems.credit-line-off.next': None
  'problems.credit-line-off.title': None
  'problems.exchange-trouble.money': None
  'problems.exchange-trouble.next': None
  'problems.exchange-trouble.title': None
  'problems.gone.money': None
  'problems.gone.next': None
  'problems.gone.title': None
  'problems.internal.money': None
  'problems.internal.next': None
  'problems.internal.title': None
  'problems.key-asleep.money': None
  'problems.key-asleep.next': None
  'problems.key-asleep.title': None
  'problems.key-disabled.money': None
  'problems.key-disabled.next': None
  'problems.key-disabled.title': None
  'problems.key-locked.money': None
  'problems.key-locked.next': None
  'problems.key-locked.title': None
  'problems.keychain-locked.money': None
  'problems.keychain-locked.next': None
  'problems.keychain-locked.title': None
  'problems.keychain-trouble.money': None
  'problems.keychain-trouble.next': None
  'problems.keychain-trouble.title': None
  'problems.keychain-unavailable.money': None
  'problems.keychain-unavailable.next': None
  'problems.keychain-unavailable.title': None
  'problems.maintenance.money': None
  'problems.maintenance.next': None
  'problems.maintenance.title': None
  'problems.no-loan.money': None
  'problems.no-loan.next': None
  'problems.no-loan.title': None
  'problems.no-permission.money': None
  'problems.no-permission.next': None
  'problems.no-permission.title': None
  'problems.nonce-conflict.money': None
  'problems.nonce-conflict.next': None
  'problems.nonce-conflict.title': None
  'problems.not-delivered.money': None
  'problems.not-delivered.next': None
  'problems.not-delivered.title': None
  'problems.not-found.money': None
  'problems.not-found.next': None
  'problems.not-found.title': None
  'problems.not-understood.money': None
  'problems.not-understood.next': None
  'problems.not-understood.title': None
  'problems.order-unresolved.money': None
  'problems.order-unresolved.next': None
  'problems.order-unresolved.title': None
  'problems.outcome-unknown.money': None
  'problems.outcome-unknown.next': None
  'problems.outcome-unknown.title': None
  'problems.over-limit.money': None
  'problems.over-limit.next': None
  'problems.over-limit.title': None
  'problems.rate-limited.money': None
  'problems.rate-limited.next': None
  'problems.rate-limited.title': None
  'problems.refused.money': None
  'problems.refused.next': None
  'problems.refused.title': None
  'problems.region-unavailable.money': None
  'problems.region-unavailable.next': None
  'problems.region-unavailable.title': None
  'problems.store-trouble.money': None
  'problems.store-trouble.next': None
  'problems.store-trouble.title': None
  'problems.system-refused.money': None
  'problems.system-refused.next': None
  'problems.system-refused.title': None
  'problems.timeout.money': None
  'problems.timeout.next': None
  'problems.timeout.title': None
  'problems.tls.money': None
  'problems.tls.next': None
  'problems.tls.title': None
  'problems.trading-off.money': None
  'problems.trading-off.next': None
  'problems.trading-off.title': None
  'problems.unreachable.money': None
  'problems.unreachable.next': None
  'problems.unreachable.title': None
  'settings.about': None
  'settings.about.copy': None
  'settings.about.data-folder': None
  'settings.about.notices': None
  'settings.about.notices.about': None
  'settings.about.notices.text': None
  'settings.about.open-data-folder': None
  'settings.about.show-notices': None
  'settings.amounts': None
  'settings.amounts.capture': None
  'settings.amounts.capture.about': None
  'settings.amounts.hide': None
  'settings.amounts.hide.about': { command: Text }
  'settings.amounts.percentages': None
  'settings.amounts.percentages.about': None
  'settings.answers': None
  'settings.answers.about': None
  'settings.answers.as-documented': None
  'settings.answers.differ': { count: Count }
  'settings.answers.difference': { since: Text; what: Text }
  'settings.answers.json.boolean': None
  'settings.answers.json.list': None
  'settings.answers.json.null': None
  'settings.answers.json.number': None
  'settings.answers.json.object': None
  'settings.answers.json.text': None
  'settings.answers.missing': None
  'settings.answers.or': { first: Text; second: Text }
  'settings.answers.other-name': None
  'settings.answers.type': { came: Text; described: Text }
  'settings.answers.unknown': { came: Text }
  'settings.answers.whole': None
  'settings.autostart': None
  'settings.autostart.asking': None
  'settings.autostart.changed': { file: Text; starts: Text }
  'settings.autostart.changed-unnamed': { starts: Text }
  'settings.autostart.elsewhere': None
  'settings.autostart.from-source': None
  'settings.autostart.needs-approval': None
  'settings.autostart.no-such-system': None
  'settings.autostart.off': None
  'settings.autostart.off-by-system': { system: Text }
  'settings.autostart.on': None
  'settings.autostart.other-folder': None
  'settings.autostart.replace': None
  'settings.autostart.replace.about': None
  'settings.autostart.unknown': { system: Text }
  'settings.autostart.unknown-from': { file: Text; system: Text }
  'settings.bundle': None
  'settings.bundle.about': None
  'settings.bundle.as-written': None
  'settings.bundle.as-written-masked': None
  'settings.bundle.discard': None
  'settings.bundle.file-size': { lines: Count; size: Text }
  'settings.bundle.files': None
  'settings.bundle.made': None
  'settings.bundle.make': None
  'settings.bundle.make-again': None
  'settings.bundle.not-saved': None
  'settings.bundle.put': { name: Text }
  'settings.bundle.save': None
  'settings.bundle.saved': { file: Text }
  'settings.bundle.show': None
  'settings.bundle.show-file': { name: Text }
  'settings.bundle.show-in-folder': None
  'settings.bundle.size': { files: Count; most: Text; size: Text }
  'settings.bundle.text': { name: Text }
  'settings.bytes.b': { amount: Amount }
  'settings.bytes.kb': { amount: Amount }
  'settings.bytes.mb': { amount: Amount }
  'settings.cancel': None
  'settings.csv-bom': None
  'settings.csv-bom.about': None
  'settings.density': None
  'settings.density.comfortable': None
  'settings.density.compact': None
  'settings.drop-keys': None
  'settings.drop-keys.about': None
  'settings.drop-keys.off': None
  'settings.exchange': None
  'settings.exchange.clock': None
  'settings.exchange.none': None
  'settings.family': None
  'settings.family.automatic': None
  'settings.family.field': None
  'settings.family.hint': None
  'settings.family.hint-proxy': None
  'settings.family.ipv4': None
  'settings.family.ipv6': None
  'settings.family.now.ipv4': None
  'settings.family.now.ipv6': None
  'settings.family.now.none': None
  'settings.family.now.proxy': None
  'settings.file': None
  'settings.file.about': None
  'settings.file.address': { address: Text }
  'settings.file.address.confirm': None
  'settings.file.address.detail': None
  'settings.file.after': None
  'settings.file.ask-from': { name: Text }
  'settings.file.asked': None
  'settings.file.before': None
  'settings.file.change': None
  'settings.file.check-again': None
  'settings.file.choose': None
  'settings.file.columns': None
  'settings.file.columns.fitting': None
  'settings.file.currency': None
  'settings.file.discard': None
  'settings.file.export': None
  'settings.file.exported': None
  'settings.file.favourites': None
  'settings.file.import': None
  'settings.file.imported': { accounts: Count }
  'settings.file.left-out': None
  'settings.file.limit': { perDay: Amount; perOrder: Amount }
  'settings.file.limit-of': { name: Text }
  'settings.file.loosen-new': { name: Text; region: Text }
  'settings.file.merge': None
  'settings.file.merge.about': None
  'settings.file.mode': None
  'settings.file.nothing': None
  'settings.file.notional': { notional: Amount }
  'settings.file.off': None
  'settings.file.on': None
  'settings.file.once': None
  'settings.file.percent': { percent: Amount }
  'settings.file.price-alert': { market: Text }
  'settings.file.read': None
  'settings.file.repeats': None
  'settings.file.replace': None
  'settings.file.replace.about': None
  'settings.file.settings': None
  'settings.file.show-accounts': None
  'settings.file.some-asked': None
  'settings.file.state.known': None
  'settings.file.state.new': None
  'settings.file.state.only-here': None
  'settings.file.state.other-exchange': None
  'settings.file.too-many-price-alerts': { most: Text }
  'settings.file.too-many-steps': { most: Text }
  'settings.file.unchanged': None
  'settings.file.unknown': { fields: Text }
  'settings.file.value': { name: Text }
  'settings.file.weaker': { count: Count }
  'settings.file.weaker-mark': None
  'settings.first-steps.about': None
  'settings.first-steps.begin': None
  'settings.formats': None
  'settings.formats.about': None
  'settings.formats.plain': None
  'settings.formats.records': { count: Text }
  'settings.formats.regions': None
  'settings.formats.system': None
  'settings.formats.system-region': { region: Text }
  'settings.gain-colour': None
  'settings.gain-colour.example': { gain: Text; loss: Text }
  'settings.gain-colour.green': None
  'settings.gain-colour.red': None
  'settings.language': None
  'settings.language.system': None
  'settings.latency': None
  'settings.latency.all-failed': { count: Count }
  'settings.latency.failed': None
  'settings.latency.last': None
  'settings.latency.none': None
  'settings.latency.summary': { count: Count; failed: Text; highest: Text; lowest: Text; median: Text; since: Text }
  'settings.latency.summary-none-failed': { count: Count; highest: Text; lowest: Text; median: Text; since: Text }
  'settings.limits': None
  'settings.limits.add': None
  'settings.limits.add-to': { table: Text }
  'settings.limits.answered-no': None
  'settings.limits.ask': None
  'settings.limits.ask.about': None
  'settings.limits.by-market': None
  'settings.limits.by-market.about': None
  'settings.limits.by-quote': None
  'settings.limits.by-quote.about': None
  'settings.limits.cell': { name: Text; row: Text; table: Text }
  'settings.limits.currency': None
  'settings.limits.hold': None
  'settings.limits.hold.about': None
  'settings.limits.key-cell': { name: Text; number: Text; table: Text }
  'settings.limits.market': None
  'settings.limits.none': None
  'settings.limits.notional': None
  'settings.limits.orders': None
  'settings.limits.orders.today': { count: Count }
  'settings.limits.per-day': None
  'settings.limits.per-order': None
  'settings.limits.remove': None
  'settings.limits.remove-from': { row: Text; table: Text }
  'settings.limits.row': { number: Text }
  'settings.limits.save': None
  'settings.limits.saved': None
  'settings.limits.see': None
  'settings.limits.undo': None
  'settings.limits.unreadable': None
  'settings.limits.unsaved': None
  'settings.limits.used-today': None
  'settings.lock': None
  'settings.lock.about': None
  'settings.lock.armed': None
  'settings.lock.armed.fault': { most: Text }
  'settings.lock.armed.hint': { most: Text }
  'settings.lock.idle': None
  'settings.lock.idle.fault': { most: Text }
  'settings.lock.idle.hint': { most: Text }
  'settings.lock.never': None
  'settings.lock.now': { command: Text }
  'settings.lock.session-only': None
  'settings.log': None
  'settings.log.about': None
  'settings.log.chosen': None
  'settings.log.copied': { lines: Count }
  'settings.log.copy': None
  'settings.log.copy-lines': { lines: Text }
  'settings.log.empty': None
  'settings.log.empty.about': None
  'settings.log.follow': None
  'settings.log.level.error': None
  'settings.log.level.info': None
  'settings.log.level.warn': None
  'settings.log.levels': None
  'settings.log.levels.all': None
  'settings.log.levels.errors': None
  'settings.log.levels.warnings': None
  'settings.log.lines': None
  'settings.log.no-match': None
  'settings.log.no-match.about': None
  'settings.log.not-copied': None
  'settings.log.older': None
  'settings.log.refused': None
  'settings.log.search': None
  'settings.log.shown': { lines: Count }
  'settings.log.too-long': None
  'settings.log.unread': { files: Text }
  'settings.mini': None
  'settings.mini.shortcut': None
  'settings.mini.shortcut.off': None
  'settings.mini.shortcut.taken': { keys: Text }
  'settings.mini.shortcut.wayland': { keys: Text }
  'settings.mini.show': None
  'settings.mini.show.about': None
  'settings.passphrase.about': None
  'settings.passphrase.again': None
  'settings.passphrase.changed': None
  'settings.passphrase.hint': { least: Text }
  'settings.passphrase.is-not-set': None
  'settings.passphrase.is-set': None
  'settings.passphrase.new': None
  'settings.passphrase.now': None
  'settings.passphrase.remove': None
  'settings.passphrase.removed': None
  'settings.passphrase.save': None
  'settings.passphrase.set': None
  'settings.passphrase.start-change': None
  'settings.passphrase.start-remove': None
  'settings.passphrase.start-set': None
  'settings.passphrase.unequal': None
  'settings.profile.capabilities-of': { name: Text }
  'settings.profile.clock': None
  'settings.profile.delete': None
  'settings.profile.delete-of': { name: Text }
  'settings.profile.enter-first-key': None
  'settings.profile.enter-key': None
  'settings.profile.key-of': { name: Text }
  'settings.profile.name-missing': None
  'settings.profile.name-too-long': None
  'settings.profile.new-key': None
  'settings.profile.new-key-of': { name: Text }
  'settings.profile.new-name': { name: Text }
  'settings.profile.rename': None
  'settings.profile.rename-of': { name: Text }
  'settings.profile.reset': None
  'settings.profile.reset-of': { name: Text }
  'settings.profile.save-name': None
  'settings.profile.show': None
  'settings.profile.show-of': { name: Text }
  'settings.profile.shown': None
  'settings.profile.try-key': None
  'settings.profile.unlock': None
  'settings.profile.was-reset': None
  'settings.profile.was-reset-of': { name: Text }
  'settings.profiles.add': None
  'settings.profiles.all-monitored': None
  'settings.profiles.delete': { name: Text }
  'settings.profiles.delete.about': None
  'settings.profiles.delete.act': { name: Text }
  'settings.profiles.delete.back': None
  'settings.profiles.delete.cache': None
  'settings.profiles.delete.exchange': None
  'settings.profiles.delete.journal': None
  'settings.profiles.delete.key': None
  'settings.profiles.delete.session-key': None
  'settings.profiles.demo': None
  'settings.profiles.demo.alone': None
  'settings.profiles.demo.beside': None
  'settings.profiles.demo.leave': None
  'settings.profiles.none': None
  'settings.proxy': None
  'settings.proxy.field': None
  'settings.proxy.hint': None
  'settings.stream': None
  'settings.stream.all': None
  'settings.stream.all.about': None
  'settings.stream.difference': { at: Text; count: Count; list: Text }
  'settings.stream.differences': None
  'settings.stream.early': None
  'settings.stream.early.about': None
  'settings.stream.end': { at: Text; why: Text }
  'settings.stream.ends': None
  'settings.stream.last': None
  'settings.stream.last.none': None
  'settings.stream.last.refused': None
  'settings.stream.late': None
  'settings.stream.late.count': { at: Text; count: Text }
  'settings.stream.list.collateralBalance': None
  'settings.stream.list.positions': None
  'settings.stream.list.tradeBalance': None
  'settings.stream.none': None
  'settings.stream.odd': None
  'settings.stream.odd.messages': { unknown: Count; unreadable: Text }
  'settings.stream.one': None
  'settings.stream.per-minute': None
  'settings.stream.since': { since: Text; state: Text }
  'settings.stream.state.connecting': None
  'settings.stream.state.live': None
  'settings.stream.state.off': None
  'settings.stream.state.waiting': None
  'settings.stream.why.closed': None
  'settings.stream.why.fault': None
  'settings.stream.why.no-access': None
  'settings.stream.why.not-reached': None
  'settings.stream.why.not-safe': None
  'settings.stream.why.not-understood': None
  'settings.stream.why.replaced': None
  'settings.stream.why.silent': None
  'settings.stream.why.slept': None
  'settings.stream.why.token': None
  'settings.stream.why.too-large': None
  'settings.theme': None
  'settings.theme.dark': None
  'settings.theme.light': None
  'settings.theme.system': None
  'settings.token.age': { age: Text; length: Count }
  'settings.token.copied': { seconds: Text }
  'settings.token.fetch': None
  'settings.token.fetch-new': None
  'settings.token.fetched': None
  'settings.token.let-go': None
  'settings.token.masked': { length: Count }
  'settings.token.none': None
  'settings.token.reveal': None
  'settings.token.shown': None
  'settings.token.what-for': None
  'settings.trading.from': { name: Text }
  'settings.trading.none': None
  'settings.trading.none.about': None
  'settings.trading.read-only': None
  'settings.trading.read-only.about': None
  'settings.updates': None
  'settings.updates.check': None
  'settings.updates.checking': None
  'settings.updates.download': { size: Text }
  'settings.updates.downloading': { percent: Amount; version: Text }
  'settings.updates.installing': { version: Text }
  'settings.updates.later': None
  'settings.updates.newest': None
  'settings.updates.notes': { version: Text }
  'settings.updates.offered': { version: Text }
  'settings.updates.only-asked': None
  'settings.updates.progress': { version: Text }
  'settings.updates.put-off': None
  'settings.updates.ready-file': { version: Text }
  'settings.updates.ready-restart': { version: Text }
  'settings.updates.restart': { version: Text }
  'settings.updates.show-file': None
  'settings.utc-times': None
  'settings.utc-times.now': { moment: Text }
  'settings.window.close': None
  'settings.window.close.keep-running': None
  'settings.window.close.keep-running.about': None
  'settings.window.close.quit': None
  'settings.window.close.quit.about': None
  'settings.window.no-trays': None
  'settings.window.tray': None
  'settings.window.tray.about': None
  'settings.window.without-tray': None
  'shell.account': None
  'shell.account-shown': { name: Text }
  'shell.accounts': None
  'shell.act.hedge': None
  'shell.act.no-amount': None
  'shell.act.side-unknown': None
  'shell.action.acknowledge': { title: Text }
  'shell.action.acknowledge.words': None
  'shell.action.add-account.words': None
  'shell.action.add-price-alert': None
  'shell.action.add-price-alert.words': None
  'shell.action.arm': None
  'shell.action.arm.words': None
  'shell.action.check-updates': None
  'shell.action.check-updates.words': None
  'shell.action.close.words': None
  'shell.action.copy-liquidation': { position: Text }
  'shell.action.copy-liquidation.words': None
  'shell.action.copy-ltv': None
  'shell.action.copy-ltv.words': None
  'shell.action.demo': None
  'shell.action.disarm': None
  'shell.action.export-journal': None
  'shell.action.export-journal.words': None
  'shell.action.first-steps': None
  'shell.action.first-steps.words': None
  'shell.action.hide-amounts': None
  'shell.action.hide-amounts.words': None
  'shell.action.lock': None
  'shell.action.lock.words': None
  'shell.action.margin-answer': None
  'shell.action.margin-answer.words': None
  'shell.action.mini-close': None
  'shell.action.mini-open': None
  'shell.action.mini-open.words': None
  'shell.action.refresh': None
  'shell.action.refresh.words': None
  'shell.action.settings-file': None
  'shell.action.settings-file.words': None
  'shell.action.shortcuts': None
  'shell.action.shortcuts.words': None
  'shell.action.show-amounts': None
  'shell.action.show-amounts.words': None
  'shell.action.snooze': { hours: Count; title: Text }
  'shell.action.snooze.words': None
  'shell.action.test-notification': None
  'shell.action.test-notification.words': None
  'shell.action.theme-dark': None
  'shell.action.theme-dark.words': None
  'shell.action.theme-light': None
  'shell.action.theme-light.words': None
  'shell.action.theme-system': None
  'shell.action.theme-system.words': None
  'shell.action.transfer': None
  'shell.action.transfer.words': None
  'shell.action.utc-off': None
  'shell.action.utc-off.words': None
  'shell.action.utc-on': None
  'shell.action.utc-on.words': None
  'shell.action.what-if': None
  'shell.action.what-if.words': None
  'shell.add-account': None
  'shell.amounts-shown': None
  'shell.and-more': { more: Text }
  'shell.armed': None
  'shell.armed.account': { name: Text }
  'shell.armed.demo': { name: Text }
  'shell.armed.disarm': None
  'shell.armed.left': { left: Text }
  'shell.armed.over': None
  'shell.armed.said': None
  'shell.connect.address.none': None
  'shell.connect.api-key.letters': None
  'shell.connect.api-key.long': None
  'shell.connect.api-key.none': None
  'shell.connect.api-key.short': None
  'shell.connect.api-secret.letters': None
  'shell.connect.api-secret.long': None
  'shell.connect.api-secret.none': None
  'shell.connect.api-secret.short': None
  'shell.connect.name.long': None
  'shell.connect.name.none': None
  'shell.copy.leave': { name: Text }
  'shell.copy.nothing-real': { since: Text }
  'shell.demo.leave': None
  'shell.demo.nothing-real': None
  'shell.elsewhere': { level: Text; who: Text }
  'shell.elsewhere.accounts': { count: Count }
  'shell.grave': { headline: Text; name: Text }
  'shell.incomplete': None
  'shell.incomplete.next': None
  'shell.level.caution': None
  'shell.level.danger': None
  'shell.level.fine': None
  'shell.level.unmonitored': None
  'shell.loan.may-fall': { share: Text }
  'shell.loan.no-headroom': None
  'shell.loan.none': None
  'shell.loan.not-enabled': None
  'shell.loan.not-seen': None
  'shell.loan.reached': None
  'shell.nearest': { market: Text; share: Text }
  'shell.nearest.reached': { market: Text }
  'shell.notifications-refused': None
  'shell.notifications-refused.test': None
  'shell.notifications-refused.text': None
  'shell.palette': None
  'shell.palette.account.on-screen': { where: Text }
  'shell.palette.account.show': { where: Text }
  'shell.palette.account.words': None
  'shell.palette.actions': None
  'shell.palette.label': None
  'shell.palette.none': { typed: Text }
  'shell.palette.none-said': None
  'shell.palette.place': { part: Text; screen: Text }
  'shell.palette.placeholder': None
  'shell.palette.recent-markets': None
  'shell.palette.results': { count: Count }
  'shell.palette.ticket': None
  'shell.palette.ticket.note': { note: Text }
  'shell.palette.used': None
  'shell.positions': { count: Count }
  'shell.positions.none': None
  'shell.positions.not-seen': None
  'shell.refreshed': None
  'shell.screens': None
  'shell.shortcut.account': None
  'shell.shortcut.accounts': None
  'shell.shortcut.amounts': None
  'shell.shortcut.close': None
  'shell.shortcut.lock': None
  'shell.shortcut.move': None
  'shell.shortcut.open': None
  'shell.shortcut.palette': None
  'shell.shortcut.refresh': None
  'shell.shortcut.shortcuts': None
  'shell.shortcuts': None
  'shell.shortcuts.list': None
  'shell.shortcuts.typing': { alt: Text; command: Text; keys: Text; last: Text }
  'shell.skip': None
  'shell.status': None
  'shell.status.attention': { count: Count }
  'shell.status.catching-up': None
  'shell.status.connection': None
  'shell.status.data.fresh': { age: Text }
  'shell.status.data.late': { age: Text }
  'shell.status.data.partly': { age: Text }
  'shell.status.data.stale': { age: Text }
  'shell.status.hide-amounts': { command: Text }
  'shell.status.key': None
  'shell.status.profiles': { name: Text; where: Text }
  'shell.status.shortcuts': None
  'shell.status.show-amounts': { command: Text }
  'shell.unreachable': None
  'shell.unreachable.next': None
  'shell.unreachable.why': None
  'shell.welcome': None
  'shell.window': { where: Text }
  'shell.window.demo': { where: Text }
  'shell.your-accounts': None
  'terms.accruedCost.text': None
  'terms.accruedCost.word': None
  'terms.borrowingLiquidationPrice.text': None
  'terms.borrowingLiquidationPrice.word': None
  'terms.clientOrderId.text': None
  'terms.clientOrderId.word': None
  'terms.clockSkew.text': None
  'terms.clockSkew.word': None
  'terms.dialect.text': None
  'terms.dialect.word': None
  'terms.entryPrice.text': None
  'terms.entryPrice.word': None
  'terms.equity.text': None
  'terms.equity.word': None
  'terms.funding.text': None
  'terms.funding.word': None
  'terms.fundingRate.text': None
  'terms.fundingRate.word': None
  'terms.futuresQuote.text': None
  'terms.futuresQuote.word': None
  'terms.headroom.text': None
  'terms.headroom.word': None
  'terms.hedge.text': None
  'terms.hedge.word': None
  'terms.initial.text': None
  'terms.initial.word': None
  'terms.ioc.text': None
  'terms.ioc.word': None
  'terms.leverage.text': None
  'terms.leverage.word': None
  'terms.liquidation.text': None
  'terms.liquidation.word': None
  'terms.liquidationPrice.text': None
  'terms.liquidationPrice.word': None
  'terms.ltv.text': None
  'terms.ltv.word': None
  'terms.marginCall.text': None
  'terms.marginCall.word': None
  'terms.marginLevel.text': None
  'terms.marginLevel.word': None
  'terms.markPrice.text': None
  'terms.markPrice.word': None
  'terms.noPrices.text': None
  'terms.noPrices.word': None
  'terms.notional.text': None
  'terms.notional.word': None
  'terms.oto.text': None
  'terms.oto.word': None
  'terms.positionSide.text': None
  'terms.positionSide.word': None
  'terms.postOnly.text': None
  'terms.postOnly.word': None
  'terms.realized.text': None
  'terms.realized.word': None
  'terms.reduceOnly.text': None
  'terms.reduceOnly.word': None
  'terms.reward.text': None
  'terms.reward.word': None
  'terms.roe.text': None
  'terms.roe.word': None
  'terms.rpi.text': None
  'terms.rpi.word': None
  'terms.stopLoss.text': None
  'terms.stopLoss.word': None
  'terms.stopOnFail.text': None
  'terms.stopOnFail.word': None
  'terms.stp.text': None
  'terms.stp.word': None
  'terms.streamToken.text': None
  'terms.streamToken.word': None
  'terms.takeProfit.text': None
  'terms.takeProfit.word': None
  'terms.unrealized.text': None
  'terms.unrealized.word': None
  'terms.usedMargin.text': None
  'terms.usedMargin.word': None
  'trade.add-rows': { count: Count }
  'trade.all-on': { count: Text; market: Text }
  'trade.and-more': { count: Text }
  'trade.arm.for-15': None
  'trade.arm.title': None
  'trade.arm.wait': { count: Count }
  'trade.arm.what-follows': None
  'trade.asked.found': None
  'trade.asked.label': None
  'trade.asked.no-answer': { message: Text }
  'trade.asked.what': None
  'trade.asked.when': None
  'trade.at-market': None
  'trade.bulk.blanks': { count: Count }
  'trade.bulk.ladder': None
  'trade.bulk.limits': { perDay: Amount; perOrder: Amount; quote: Text; used: Amount }
  'trade.bulk.of-most': { count: Text; most: Text }
  'trade.bulk.orders': None
  'trade.bulk.paste': None
  'trade.bulk.preview': { count: Count }
  'trade.bulk.retry-note': None
  'trade.bulk.stop-off': None
  'trade.bulk.stop-on': None
  'trade.bulk.title': None
  'trade.bulk.too-many': { most: Text }
  'trade.bulk.total': None
  'trade.bulk.total-of': { market: Text; side: Text }
  'trade.bulk.totals': None
  'trade.cancel': None
  'trade.check-activity': { message: Text }
  'trade.close.id': None
  'trade.close.id-copy': None
  'trade.close.id-empty': None
  'trade.close.id-no-uuid': None
  'trade.close.id-pick': None
  'trade.close.known': None
  'trade.close.known-text': None
  'trade.close.needed': None
  'trade.close.not-documented': None
  'trade.close.not-documented-text': None
  'trade.close.partners': None
  'trade.close.preview': None
  'trade.close.tail': None
  'trade.close.tail-empty': None
  'trade.close.tail-hint': None
  'trade.close.tail-wrong': { typed: Text }
  'trade.close.title': None
  'trade.close.unanswered': None
  'trade.close.what': None
  'trade.core-silent': None
  'trade.distance.above': { from: Text; percent: Amount }
  'trade.distance.at': { from: Text }
  'trade.distance.below': { from: Text; percent: Amount }
  'trade.effect.closes': { base: Text; held: Amount }
  'trade.effect.flips': { after: Amount; base: Text; direction: Text }
  'trade.effect.increases': { after: Amount; base: Text; direction: Text; held: Amount }
  'trade.effect.not-known': None
  'trade.effect.opens': { amount: Amount; base: Text; direction: Text }
  'trade.effect.reduces': { after: Amount; base: Text; direction: Text; held: Amount }
  'trade.effect.unread': None
  'trade.enable.allow': None
  'trade.enable.gone': None
  'trade.enable.not-armed': { account: Text }
  'trade.enable.read-only': { account: Text }
  'trade.enable.title-close': { position: Text }
  'trade.enable.title-reduce': { position: Text }
  'trade.enable.title-reverse': { position: Text }
  'trade.enable.what-follows': None
  'trade.estimate.at': { price: Amount }
  'trade.estimate.at-stop': None
  'trade.estimate.at-target': None
  'trade.estimate.break-even': None
  'trade.estimate.entry': None
  'trade.estimate.margin': None
  'trade.estimate.margin-at': { leverage: Amount }
  'trade.estimate.released': None
  'trade.estimate.released-at': { leverage: Amount }
  'trade.estimate.title': None
  'trade.favourite.keep': { market: Text }
  'trade.favourite.none': None
  'trade.favourite.of': { market: Text }
  'trade.favourite.take-off': { market: Text }
  'trade.favourite.type-first': None
  'trade.field.per-day': None
  'trade.field.per-order': None
  'trade.fix.row': { row: Text; text: Text }
  'trade.fix.rows': { count: Count }
  'trade.flag.post-only': None
  'trade.flag.reduce-only': None
  'trade.form-changed': None
  'trade.form.mismatch-block': { market: Text; since: Text }
  'trade.form.sends-nothing': None
  'trade.form.unknown-block': { market: Text; since: Text }
  'trade.gate.allow': None
  'trade.gate.back': None
  'trade.gate.can': None
  'trade.gate.cannot': None
  'trade.gate.in-the-way': None
  'trade.gate.label': None
  'trade.gate.not-armed': None
  'trade.gate.not-armed-text': None
  'trade.gate.preview-only': None
  'trade.gate.read-only': None
  'trade.gate.read-only-text': { account: Text }
  'trade.gate.some': { kinds: Text }
  'trade.gate.waiting': None
  'trade.grid.add': None
  'trade.grid.automatic': None
  'trade.grid.beyond': None
  'trade.grid.cell.amount': { row: Text }
  'trade.grid.cell.clientOrderId': { row: Text }
  'trade.grid.cell.ioc': { row: Text }
  'trade.grid.cell.market': { row: Text }
  'trade.grid.cell.postOnly': { row: Text }
  'trade.grid.cell.price': { row: Text }
  'trade.grid.cell.rpi': { row: Text }
  'trade.grid.cell.side': { row: Text }
  'trade.grid.change-row': None
  'trade.grid.client-id': None
  'trade.grid.duplicate': { row: Text }
  'trade.grid.duplicate-key': { command: Text }
  'trade.grid.keys': { command: Text }
  'trade.grid.label': None
  'trade.grid.markets': None
  'trade.grid.post': None
  'trade.grid.remove': { row: Text }
  'trade.grid.remove-key': { command: Text }
  'trade.hidden.ladder': None
  'trade.hidden.place-order': None
  'trade.hidden.place-orders': None
  'trade.hidden.rows': None
  'trade.id.order': None
  'trade.id.pair': None
  'trade.id.position': None
  'trade.kind-in-list.bulk': None
  'trade.kind-in-list.cancel': None
  'trade.kind-in-list.cancel-all': None
  'trade.kind-in-list.close-investment': None
  'trade.kind-in-list.close-position': None
  'trade.kind-in-list.collateral-limit': None
  'trade.kind-in-list.market': None
  'trade.kind-in-list.remove-level': None
  'trade.kind-in-list.set-level': None
  'trade.kind-in-list.transfer': None
  'trade.kind.bulk': None
  'trade.kind.cancel': None
  'trade.kind.cancel-all': None
  'trade.kind.close-investment': None
  'trade.kind.close-position': None
  'trade.kind.collateral-limit': None
  'trade.kind.market': None
  'trade.kind.remove-level': None
  'trade.kind.set-level': None
  'trade.kind.transfer': None
  'trade.ladder.add': None
  'trade.ladder.amounts': None
  'trade.ladder.field.amountStep': None
  'trade.ladder.field.from': None
  'trade.ladder.field.priceStep': None
  'trade.ladder.field.steps': None
  'trade.ladder.field.to': None
  'trade.ladder.field.total': None
  'trade.ladder.hint.amountStep': None
  'trade.ladder.hint.from': None
  'trade.ladder.hint.priceStep': None
  'trade.ladder.hint.steps': None
  'trade.ladder.hint.to': None
  'trade.ladder.hint.total': None
  'trade.ladder.how': None
  'trade.ladder.lean-text.flat': None
  'trade.ladder.lean-text.towards-end': None
  'trade.ladder.lean-text.towards-start': None
  'trade.ladder.lean.flat': None
  'trade.ladder.lean.towards-end': None
  'trade.ladder.lean.towards-start': None
  'trade.ladder.left': { left: Amount }
  'trade.ladder.post-only': None
  'trade.ladder.rung': { amount: Amount; price: Amount }
  'trade.ladder.sum': { amount: Amount; count: Count; notional: Amount }
  'trade.ladder.title': None
  'trade.ladder.total-in': { base: Text }
  'trade.level.act.move': None
  'trade.level.act.remove': None
  'trade.level.act.set': { level: Text }
  'trade.level.all': { base: Text; size: Amount }
  'trade.level.amount': { base: Text }
  'trade.level.at-result': None
  'trade.level.attached': None
  'trade.level.attached-change': None
  'trade.level.distance': None
  'trade.level.guessed': None
  'trade.level.hidden': None
  'trade.level.linked': None
  'trade.level.linked-not-shown': None
  'trade.level.move': { level: Text }
  'trade.level.moved': { quote: Text; trigger: Amount }
  'trade.level.name': { level: Text }
  'trade.level.no-price': None
  'trade.level.not-offered': None
  'trade.level.note': None
  'trade.level.of-all': None
  'trade.level.place': { mark: Amount; place: Text }
  'trade.level.price': { quote: Text }
  'trade.level.removing': None
  'trade.level.removing-unknown': None
  'trade.level.result': None
  'trade.level.review': None
  'trade.level.set': { level: Text }
  'trade.level.unread': None
  'trade.level.wrong-side': { mark: Amount; place: Text }
  'trade.lift.answer': { market: Text }
  'trade.lift.answer-asset': { asset: Text }
  'trade.lift.label': None
  'trade.lift.label-on': { market: Text }
  'trade.lift.title': { market: Text }
  'trade.lift.title-asset': { asset: Text }
  'trade.lift.title-investment': None
  'trade.limit-ahead': { act: Text }
  'trade.limit-order.after': None
  'trade.limit-order.after-text': None
  'trade.limit-order.enter': None
  'trade.limit-order.levels': None
  'trade.limit-order.once-filled': { effect: Text }
  'trade.limit-order.title': None
  'trade.limit-order.waits': None
  'trade.limits.currency-empty': None
  'trade.limits.no-count': { typed: Text }
  'trade.limits.no-currency': { typed: Text }
  'trade.limits.twice': { name: Text }
  'trade.linked.entry': { market: Text }
  'trade.linked.note': None
  'trade.linked.pair': { market: Text }
  'trade.linked.title': None
  'trade.market-field.hint': None
  'trade.market-field.hint-none': None
  'trade.market-field.hint-unread': None
  'trade.market-field.of-account': None
  'trade.market-field.of-exchange': None
  'trade.market-kind-name.futures': None
  'trade.market-kind-name.not-sent': None
  'trade.market-kind-name.spot': None
  'trade.market-kind-name.tradfiFutures': None
  'trade.market-kind.futures': None
  'trade.market-kind.spot': None
  'trade.market-kind.tradfiFutures': None
  'trade.market-note.closed': None
  'trade.market-note.delisted': None
  'trade.market-note.delisted-on': { day: Text }
  'trade.market-note.not-listed': None
  'trade.market-now.closed': None
  'trade.market-now.day': None
  'trade.market-now.day-title': None
  'trade.market-now.delisted': { when: Text }
  'trade.market-now.fee': { maker: Amount; taker: Amount }
  'trade.market-now.frozen': None
  'trade.market-now.label': { market: Text }
  'trade.market-now.last': None
  'trade.market-now.mark': None
  'trade.market-now.minimum': { amount: Amount; base: Text; notional: Amount; quote: Text }
  'trade.market-now.not-open': { kind: Text; state: Text }
  'trade.market-now.open': { kind: Text }
  'trade.market-now.step': { steps: Text }
  'trade.market-now.to-be-delisted': { when: Text }
  'trade.market.about': { notional: Amount }
  'trade.market.about-frees': { margin: Text; notional: Amount }
  'trade.market.about-margin': { margin: Text; notional: Amount }
  'trade.market.choose-side': None
  'trade.market.client-id-hint': None
  'trade.market.enter-amount': None
  'trade.market.enter-both': None
  'trade.market.fee-included': None
  'trade.market.hedge-asks': { term: Text }
  'trade.market.hedge-only': { term: Text }
  'trade.market.hedge-unknown': { term: Text }
  'trade.market.in-steps': { step: Amount }
  'trade.market.in-words': None
  'trade.market.leave-out': None
  'trade.market.levels': None
  'trade.market.like': None
  'trade.market.notional-unknown': None
  'trade.market.optional': None
  'trade.market.optional-in': { quote: Text }
  'trade.market.preview': None
  'trade.market.title': None
  'trade.market.unread': None
  'trade.market.words-later': None
  'trade.open-orders.both-sides': None
  'trade.open-orders.cancel': None
  'trade.open-orders.cancel-all': None
  'trade.open-orders.cancel-all-both': None
  'trade.open-orders.cancel-all-on': { market: Text }
  'trade.open-orders.cancel-all-on-both': { market: Text }
  'trade.open-orders.cancel-selected': { count: Text }
  'trade.open-orders.cancel-this': { order: Text }
  'trade.open-orders.cancelling': None
  'trade.open-orders.choose': { order: Text }
  'trade.open-orders.choose-all': None
  'trade.open-orders.chosen': { order: Text }
  'trade.open-orders.close-details': None
  'trade.open-orders.count': { count: Count }
  'trade.open-orders.count-of': { count: Count; shown: Text }
  'trade.open-orders.details': { order: Text }
  'trade.open-orders.empty': None
  'trade.open-orders.empty-text': None
  'trade.open-orders.filled': None
  'trade.open-orders.head.age': None
  'trade.open-orders.head.cancel': None
  'trade.open-orders.head.filled': None
  'trade.open-orders.head.flags': None
  'trade.open-orders.head.left': None
  'trade.open-orders.head.trigger': None
  'trade.open-orders.head.type': None
  'trade.open-orders.help': None
  'trade.open-orders.left': None
  'trade.open-orders.newest': { count: Text }
  'trade.open-orders.none-chosen': None
  'trade.open-orders.none-fits': None
  'trade.open-orders.not-shown': None
  'trade.open-orders.not-shown-text': None
  'trade.open-orders.sends-nothing': None
  'trade.open-orders.some-chosen': { count: Count }
  'trade.open-orders.too-many': { most: Text }
  'trade.open-orders.trigger': None
  'trade.open-orders.unknown': None
  'trade.open-orders.unreadable': None
  'trade.order-line.limit': { amount: Amount; market: Text; price: Amount; side: Text }
  'trade.order-line.market': { amount: Amount; market: Text; side: Text }
  'trade.order-line.market-for': { amount: Amount; market: Text; quote: Text; side: Text }
  'trade.order-line.trigger': { line: Text; trigger: Amount }
  'trade.parts.close': None
  'trade.parts.close-percent': { percent: Amount }
  'trade.parts.label': None
  'trade.parts.reverse': None
  'trade.paste.cells': None
  'trade.paste.column-left-out': { columns: Text }
  'trade.paste.columns': { columns: Text; most: Text }
  'trade.paste.columns-left-out': { columns: Text }
  'trade.paste.correct': None
  'trade.paste.how': None
  'trade.paste.line': { line: Text; text: Text }
  'trade.paste.none': None
  'trade.paste.read': { count: Count; header: Text; separator: Text }
  'trade.paste.replace': None
  'trade.paste.title': None
  'trade.position-changed': None
  'trade.position.no-market': None
  'trade.position.none': None
  'trade.position.unread': None
  'trade.position.yours': None
  'trade.position.yours-on': { market: Text }
  'trade.preview.about': None
  'trade.preview.account': None
  'trade.preview.again': None
  'trade.preview.asks-there': None
  'trade.preview.asks-twice': None
  'trade.preview.back': None
  'trade.preview.body': None
  'trade.preview.close': None
  'trade.preview.demo': None
  'trade.preview.expired': None
  'trade.preview.goes-to': None
  'trade.preview.hash': { hash: Text }
  'trade.preview.hidden': None
  'trade.preview.investment': None
  'trade.preview.keep': None
  'trade.preview.key': None
  'trade.preview.left': None
  'trade.preview.not-sent': None
  'trade.preview.notional': None
  'trade.preview.notional-unknown': None
  'trade.preview.recording': None
  'trade.preview.region': None
  'trade.preview.row-warning': { row: Text; warning: Text }
  'trade.preview.show-amounts': None
  'trade.preview.stop-off': { term: Text }
  'trade.preview.stop-on': { term: Text }
  'trade.preview.to-cancel': None
  'trade.preview.to-send': None
  'trade.preview.total': { count: Count; market: Text; side: Text }
  'trade.preview.total-left': { amount: Amount }
  'trade.preview.total-notional': { notional: Amount }
  'trade.preview.totals': None
  'trade.preview.unrealized': None
  'trade.preview.used-up': None
  'trade.preview.used-up-unsent': None
  'trade.preview.valid': { left: Text }
  'trade.preview.warnings': None
  'trade.price-as-of': { age: Text; from: Text }
  'trade.problem-line': { message: Text; title: Text }
  'trade.quoted': { text: Text }
  'trade.row': { row: Text }
  'trade.rows.namesake': { id: Text; row: Text }
  'trade.rows.none': None
  'trade.rows.one-breaks': { rows: Text }
  'trade.rows.one-unread': { rows: Text }
  'trade.rows.post-only-ioc': None
  'trade.rows.rpi-ioc': None
  'trade.rows.some-break': { rows: Text }
  'trade.rows.some-unread': { rows: Text }
  'trade.rows.too-many': { count: Text; most: Text; over: Text }
  'trade.rows.twin': { row: Text }
  'trade.scope.none': None
  'trade.scope.stop-loss': { price: Amount }
  'trade.scope.take-profit': { price: Amount }
  'trade.screen.all': None
  'trade.screen.latest': None
  'trade.screen.none': None
  'trade.screen.tabs': None
  'trade.show-limit': None
  'trade.side-hint.closes-or-reduces-long': None
  'trade.side-hint.closes-or-reduces-short': None
  'trade.side-hint.increases-long': None
  'trade.side-hint.increases-short': None
  'trade.side-hint.opens-long': None
  'trade.side-hint.opens-long-or-reduces': None
  'trade.side-hint.opens-or-increases-long': None
  'trade.side-hint.opens-or-increases-short': None
  'trade.side-hint.opens-short': None
  'trade.side-hint.opens-short-or-reduces': None
  'trade.side-why.buy': None
  'trade.side-why.open': { market: Text; side: Text }
  'trade.side-why.sell': None
  'trade.side.buy': None
  'trade.side.sell': None
  'trade.size.choose': None
  'trade.size.in': { unit: Text }
  'trade.size.money': None
  'trade.size.of-margin': None
  'trade.size.sends': { amount: Amount }
  'trade.size.to-step': None
  'trade.size.units': None
  'trade.subject.all': { count: Text; market: Text }
  'trade.subject.investment': { tail: Text }
  'trade.subject.limit': { amount: Amount; market: Text; price: Amount; side: Text }
  'trade.subject.market': { amount: Amount; market: Text; side: Text }
  'trade.subject.transfer': { amount: Amount; asset: Text; fromWallet: Text; toWallet: Text }
  'trade.summary.no-price': None
  'trade.summary.notional': { notional: Amount; price: Amount; quote: Text; words: Text }
  'trade.summary.order': { amount: Amount; base: Text; market: Text; side: Text }
  'trade.summary.order-side': { amount: Amount; base: Text; market: Text; positionSide: Text; side: Text }
  'trade.table.id': None
  'trade.table.of-request': None
  'trade.table.order': None
  'trade.table.trigger': None
  'trade.tie.favourite': None
  'trade.tie.open-position': None
  'trade.tie.traded-lately': None
  'trade.transfer.all-free': None
  'trade.transfer.begin': { wallet: Text }
  'trade.transfer.choose': None
  'trade.transfer.free': { amount: Amount; asset: Text }
  'trade.transfer.from': None
  'trade.transfer.hidden': None
  'trade.transfer.level-unknown': None
  'trade.transfer.note': None
  'trade.transfer.nothing': None
  'trade.transfer.reach': None
  'trade.transfer.review': None
  'trade.transfer.title': None
  'trade.transfer.to': None
  'trade.verdict.likely-filled': None
  'trade.verdict.likely-not-filled': None
  'trade.verdict.unclear': None
  'welcome.api-key': None
  'welcome.api-secret': None
  'welcome.back': None
  'welcome.check': None
  'welcome.check.balance': None
  'welcome.check.ping': None
  'welcome.check.state.failed': None
  'welcome.check.state.passed': None
  'welcome.check.state.running': None
  'welcome.check.state.waiting': None
  'welcome.connect': None
  'welcome.connect.about': None
  'welcome.connect.address.hint': None
  'welcome.connect.address.plain-http': None
  'welcome.connect.advice': None
  'welcome.connect.advice.addresses': None
  'welcome.connect.advice.addresses.text': None
  'welcome.connect.advice.days': None
  'welcome.connect.advice.days.text': None
  'welcome.connect.advice.little': None
  'welcome.connect.advice.little.text': None
  'welcome.connect.advice.one': None
  'welcome.connect.advice.one.text': None
  'welcome.connect.advice.why': None
  'welcome.connect.another-host': None
  'welcome.connect.api-key.kept': { hint: Text }
  'welcome.connect.api-key.rejected': { hint: Text }
  'welcome.connect.api-key.where': { address: Text }
  'welcome.connect.api-secret.kept': None
  'welcome.connect.api-secret.rejected': None
  'welcome.connect.check': None
  'welcome.connect.check-again': None
  'welcome.connect.checking': None
  'welcome.connect.family': None
  'welcome.connect.key-until-now': { hint: Text }
  'welcome.connect.leave': None
  'welcome.connect.leave.about': None
  'welcome.connect.leave.act': None
  'welcome.connect.leave.back': None
  'welcome.connect.memory-only': None
  'welcome.connect.name': None
  'welcome.connect.name.example': None
  'welcome.connect.new-key': { name: Text }
  'welcome.connect.no-keychain': None
  'welcome.connect.no-keys': None
  'welcome.connect.no-keys.about': None
  'welcome.connect.not-kept': None
  'welcome.connect.not-now': None
  'welcome.connect.proxy': None
  'welcome.connect.reason': { reason: Text }
  'welcome.connect.save-account': None
  'welcome.connect.save-key': None
  'welcome.connect.save.about': None
  'welcome.connect.save.not-yet': None
  'welcome.connect.session-only': None
  'welcome.connect.what-is-this': None
  'welcome.demo': None
  'welcome.demo.about': None
  'welcome.demo.day': None
  'welcome.demo.day.passed': None
  'welcome.demo.fail.maintenance': None
  'welcome.demo.fail.nonsense': None
  'welcome.demo.fail.not': None
  'welcome.demo.fail.trouble': None
  'welcome.demo.fail.unreachable': None
  'welcome.demo.failing.maintenance': None
  'welcome.demo.failing.nonsense': None
  'welcome.demo.failing.not': None
  'welcome.demo.failing.trouble': None
  'welcome.demo.failing.unreachable': None
  'welcome.demo.failure': None
  'welcome.demo.hour': None
  'welcome.demo.hour.passed': None
  'welcome.demo.loan': None
  'welcome.demo.loan-is.calm': None
  'welcome.demo.loan-is.liquidation': None
  'welcome.demo.loan-is.margin-call': None
  'welcome.demo.loan-is.none': None
  'welcome.demo.loan.calm': None
  'welcome.demo.loan.liquidation': None
  'welcome.demo.loan.margin-call': None
  'welcome.demo.loan.none': None
  'welcome.demo.moved': { market: Text; percent: Amount }
  'welcome.demo.time': None
  'welcome.demo.time.about': None
  'welcome.dismiss': { title: Text }
  'welcome.import': None
  'welcome.import.about': None
  'welcome.key': None
  'welcome.key.beyond': None
  'welcome.key.check': None
  'welcome.key.checked': None
  'welcome.key.checking': { at: Text; of: Text; subject: Text }
  'welcome.key.count.no-permission': { count: Text }
  'welcome.key.count.not-enabled': { count: Text }
  'welcome.key.count.not-offered': { count: Text }
  'welcome.key.count.not-tried': { count: Text }
  'welcome.key.count.works': { count: Count }
  'welcome.key.endpoint': None
  'welcome.key.found': None
  'welcome.key.last-used': { age: Text }
  'welcome.key.learned': None
  'welcome.key.no-key': None
  'welcome.key.nothing-now': { state: Text }
  'welcome.key.of': { name: Text }
  'welcome.key.said': { said: Text }
  'welcome.key.specified': None
  'welcome.key.state.no-permission': None
  'welcome.key.state.not-enabled': None
  'welcome.key.state.not-offered': None
  'welcome.key.state.not-tried': None
  'welcome.key.state.works': None
  'welcome.key.stop': None
  'welcome.key.summary': { count: Count; states: Text }
  'welcome.key.this-key': None
  'welcome.key.to-do': None
  'welcome.key.unused': None
  'welcome.lock': None
  'welcome.lock.awaiting-key': { count: Count }
  'welcome.lock.danger': None
  'welcome.lock.danger.before': { danger: Text }
  'welcome.lock.danger.caution': { count: Count }
  'welcome.lock.danger.danger': { count: Count }
  'welcome.lock.danger.highest-ltv': { ltv: Amount }
  'welcome.lock.danger.liquidation': { count: Count }
  'welcome.lock.danger.ltv': { ltv: Amount }
  'welcome.lock.danger.margin-call': { count: Count }
  'welcome.lock.forgotten': None
  'welcome.lock.goes-on': None
  'welcome.lock.keychain-asked': None
  'welcome.lock.meanwhile': None
  'welcome.lock.monitored': { count: Count }
  'welcome.lock.no-key': None
  'welcome.lock.nothing-asked': None
  'welcome.lock.page': None
  'welcome.lock.reset': None
  'welcome.lock.reset.back': None
  'welcome.lock.reset.damaged': None
  'welcome.lock.reset.forgotten': None
  'welcome.lock.reset.without': None
  'welcome.lock.session-only': { count: Count }
  'welcome.lock.since.by-hand': { time: Text }
  'welcome.lock.since.idle': { time: Text }
  'welcome.lock.since.screen-locked': { time: Text }
  'welcome.lock.since.sleep': { time: Text }
  'welcome.lock.since.start': { time: Text }
  'welcome.lock.stays': None
  'welcome.lock.unlock': None
  'welcome.lock.unmonitored': { count: Count }
  'welcome.lock.wait': { seconds: Count }
  'welcome.lock.waits': None
  'welcome.lock.waits.next': None
  'welcome.steps.at': { at: Text; of: Text }
  'welcome.steps.autostart': None
  'welcome.steps.begin': None
  'welcome.steps.done': None
  'welcome.steps.early': None
  'welcome.steps.early.lock': { minutes: Count }
  'welcome.steps.early.no-loan': None
  'welcome.steps.next': None
  'welcome.steps.notification': None
  'welcome.steps.notification.again': None
  'welcome.steps.notification.bad': None
  'welcome.steps.notification.good': None
  'welcome.steps.notification.no': None
  'welcome.steps.notification.seen': None
  'welcome.steps.notification.yes': None
  'welcome.steps.offer': None
  'welcome.steps.skip': None
  'welcome.steps.skip-rest': None
  'welcome.steps.step': { at: Text; of: Text }
  'welcome.steps.title.autostart': None
  'welcome.steps.title.early': None
  'welcome.steps.title.notification': None
  'welcome.try-demo': None
  'welcome.try-demo.about': None
  'welcome.welcome': None
}
