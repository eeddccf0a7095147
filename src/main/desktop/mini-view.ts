// What the mini window shows: the account that the tray icon shows as well.
import type { HiddenFigures } from '../../shared/hidden-amounts.js'
import type { MiniView } from '../../shared/desktop/mini.js'
import { sameJson } from '../../shared/json.js'
import { catalogueLanguage } from '../../shared/messages/language.js'
import {
  language,
  type MessageOrText,
  t,
  textOf,
  withHidden,
} from '../../shared/messages/messages.js'
import type { Privacy } from './menu.js'
import { plain, type TrayAccount, unseenBeside } from './tray.js'

type Said = Pick<MiniView, 'level' | 'name' | 'headline'> & Partial<MiniView>

function viewOf(said: Said): MiniView {
  return {
    language: catalogueLanguage(language()),
    figure: null,
    room: null,
    asOf: null,
    oldFrom: null,
    ...said,
    words: {
      open: t('desktop.mini.open'),
      close: t('desktop.mini.close'),
      old: t('desktop.mini.old'),
      stale: t('desktop.mini.stale'),
    },
  }
}

function textOrNull(told: MessageOrText | null): string | null {
  return told === null ? null : plain(textOf(told))
}

function accountView([worst, ...others]: readonly TrayAccount[]): MiniView {
  if (worst === undefined)
    return viewOf({ level: 'idle', name: 'Plimsoll', headline: t('desktop.tray.nobody') })
  const { level, account, headline, load, asOf, oldFrom } = worst
  const unseen = unseenBeside(worst, others)
  return viewOf({
    level,
    name: plain(account),
    figure: textOrNull(load?.figure ?? null),
    room: textOrNull(load?.room ?? null),
    headline: [unseen, plain(textOf(headline))].filter((text) => text !== null).join(' · '),
    asOf: load?.asOf ?? asOf,
    // What nobody watches is old, however young it is.
    oldFrom: level === 'unmonitored' ? null : load === null ? oldFrom : load.oldFrom,
  })
}

/** `accounts`: worst first. `hidden`: which figures to mask while amounts are hidden. */
export function miniView(
  accounts: readonly TrayAccount[],
  privacy: Privacy,
  hidden: HiddenFigures,
): MiniView {
  if (privacy === 'locked')
    return viewOf({ level: 'locked', name: 'Plimsoll', headline: t('desktop.tray.locked') })
  return withHidden(privacy === 'hidden' ? hidden : null, () => accountView(accounts))
}

/**
 * Sends the view when it has changed, and nothing while the window is closed: the next one asks for
 * it.
 */
export function createMiniUpdates(parts: {
  isOpen: () => boolean
  send: (view: MiniView) => void
}): (makeView: () => MiniView) => void {
  let sent: MiniView | null = null
  return (makeView) => {
    if (!parts.isOpen()) {
      sent = null
      return
    }
    const view = makeView()
    if (sameJson(view, sent)) return
    sent = view
    parts.send(view)
  }
}
