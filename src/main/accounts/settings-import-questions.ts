// What an import asks in system dialogs: whatever the same change asks when it is made by hand.
import { t } from '../../shared/messages/messages.js'
import { type ConfirmRequest, looserLockConfirm, proxyConfirm } from '../desktop/dialogs.js'
import { mostChanges } from '../orders/stored-limits.js'
import { regionNames } from '../orders/order-text.js'
import type { ImportQuestions } from './settings-import-plan.js'

/** As many as a user reads in one dialog. */
function inParts(changes: readonly string[]): string[][] {
  const starts = changes.flatMap((_change, at) => (at % mostChanges === 0 ? [at] : []))
  return starts.map((at) => changes.slice(at, at + mostChanges))
}

function looserLimitsConfirms({
  target,
  keyHint,
  changes,
}: ImportQuestions['looserLimits'][number]): ConfirmRequest[] {
  const { name } = target
  const region = regionNames[target.region]
  const message =
    keyHint === ''
      ? t('settings.file.loosen-new', { name, region })
      : t('orders.loosen.question', { name, region, key: keyHint })
  return inParts(changes).map((part) => ({
    title: t('orders.loosen.title'),
    message,
    detail: part.join('\n'),
    confirm: t('orders.loosen.confirm'),
    statesAmounts: true,
  }))
}

/** Plimsoll reads markets and prices from it, also while the account has no key. */
function importedAddressConfirm(address: string): ConfirmRequest {
  return {
    title: t('desktop.address.title'),
    message: t('settings.file.address', { address }),
    detail: t('settings.file.address.detail'),
    confirm: t('settings.file.address.confirm'),
  }
}

/** Everything that is asked, in this order. */
export function confirmsOf({
  proxy,
  looserLock,
  addresses,
  looserLimits,
}: ImportQuestions): ConfirmRequest[] {
  return [
    ...(proxy === null ? [] : [proxyConfirm(proxy.before, proxy.after)]),
    ...(looserLock.length === 0 ? [] : [looserLockConfirm(looserLock)]),
    ...addresses.map(importedAddressConfirm),
    ...looserLimits.flatMap(looserLimitsConfirms),
  ]
}
