// The tray: what it shows of the accounts, and the system icon. States differ by shape, never by
// colour alone.
import type { Menu, MenuItemConstructorOptions, Tray } from 'electron'
import { execFile } from 'node:child_process'
import path from 'node:path'
import type { Signal } from '../../shared/signal.js'
import type { Clock, UnixSeconds } from '../../shared/time.js'
import type { Decimal } from '../../shared/money.js'
import type { HiddenFigures } from '../../shared/hidden-amounts.js'
import { t, textOf, type MessageOrText, withHidden } from '../../shared/messages/messages.js'
import {
  amountsItem,
  type MenuAct,
  type MenuItemView,
  menuTemplate,
  type Privacy,
  separator,
} from './menu.js'

/**
 * One shape each: `watching` the load line, `caution` a ring with a mark, `alarm` a triangle,
 * `unmonitored` a broken ring, `idle` an empty one.
 */
export type TrayShape = 'watching' | 'caution' | 'alarm' | 'unmonitored' | 'idle'

/** What is nearest to its end: the loan to its margin call, or the account to having no margin. */
export type TrayLoad = {
  /** "LTV 25.4", or "Margin level 180 %". */
  figure: MessageOrText
  room: MessageOrText | null
  /** The share of what backs it that may be lost; null if that is unknown. */
  left: Decimal | null
  /** Of the response that says so. */
  asOf: UnixSeconds
  /** From then on it counts as old; null if it does already. */
  oldFrom: UnixSeconds | null
}

/** The status of one account in a few lines; null if there is nothing to show. */
export type TrayAccount = {
  profileId: string
  demo: boolean
  level: 'fine' | 'caution' | 'danger' | 'unmonitored'
  account: string
  headline: MessageOrText
  balances: readonly MessageOrText[]
  ltv: MessageOrText | null
  headroom: MessageOrText | null
  age: MessageOrText | null
  /** When the oldest of what is monitored was true. */
  asOf: UnixSeconds | null
  /** From then on something of what is monitored counts as old; null if it does already. */
  oldFrom: UnixSeconds | null
  load: TrayLoad | null
  /** "LTV 25", for display beside the icon. */
  brief: MessageOrText | null
}

export type TrayView = {
  shape: TrayShape
  tooltip: string
  /** Beside the icon, where the system shows text there; empty if there is nothing to show. */
  title: string
  items: MenuItemView[]
  /** Unchanged as long as only the age has changed. */
  gist: string
}

const shapes = {
  fine: 'watching',
  caution: 'caution',
  danger: 'alarm',
  unmonitored: 'unmonitored',
} as const satisfies Record<TrayAccount['level'], TrayShape>

/** As much as fits a glance. Windows truncates tooltips at 127 characters. */
const longestLine = 80
const longestTooltip = 127
/** Of a name in the tooltip, where its status matters more. */
const longestName = 20
const longestNameInLine = 40
/** As many as fit on a screen; the others go into a submenu. */
const mostAccounts = 30

function short(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

// Names from users and servers end up in a native menu: no control or direction marks, and no
// hidden mnemonics.
export function plain(text: string): string {
  return short(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' '), longestLine)
}

function lines(texts: readonly (string | null)[]): MenuItemView[] {
  return texts.flatMap((text) =>
    text === null ? [] : [{ label: plain(text).replaceAll('&', '&&'), enabled: false }],
  )
}

const open = (): MenuItemView => ({ act: 'open', label: t('desktop.tray.open') })
const refresh = (): MenuItemView => ({ act: 'refresh', label: t('desktop.tray.refresh') })
const lock = (): MenuItemView => ({ act: 'lock', label: t('desktop.tray.lock') })
const unlock = (): MenuItemView => ({ act: 'open', label: t('desktop.tray.unlock') })
const quit = (): MenuItemView => ({ act: 'quit', label: t('desktop.tray.quit') })

/** The label names what it does next. */
function mini(isOpen: boolean): MenuItemView {
  return { act: 'mini', label: t(isOpen ? 'desktop.mini.close' : 'desktop.mini.show') }
}

function groups(...all: MenuItemView[][]): MenuItemView[] {
  return all
    .filter((group) => group.length > 0)
    .flatMap((group, at) => (at === 0 ? group : [separator, ...group]))
}

/**
 * Shown next to an account in danger: unmonitored accounts rank lower but must not be overlooked.
 */
export function unseenBeside(worst: TrayAccount, others: readonly TrayAccount[]): string | null {
  const count = others.filter(({ level, demo }) => level === 'unmonitored' && !demo).length
  return worst.level !== 'danger' || count === 0 ? null : t('desktop.tray.unmonitored', { count })
}

/**
 * The status and its age must fit; other unmonitored accounts and the headroom are included if they
 * fit completely.
 */
function tooltipOf(
  { account, headline, headroom, age }: TrayAccount,
  unseen: string | null,
): string {
  const head = t('desktop.tray.tooltip', {
    account: short(plain(account), longestName),
    headline: plain(textOf(headline)),
  })
  const whole = [[unseen, headroom], [unseen], []]
    .map((more) =>
      [head, ...[...more, age].flatMap((text) => (text === null ? [] : [textOf(text)]))].join('\n'),
    )
    .find(({ length }) => length <= longestTooltip)
  if (whole !== undefined) return whole
  const foot = age === null ? '' : `\n${textOf(age)}`
  return `${short(head, longestTooltip - foot.length)}${foot}`
}

/** One of several accounts, one line each: name, status and LTV. */
function accountLine({ profileId, account, headline, brief }: TrayAccount): MenuItemView {
  const said = {
    account: short(plain(account), longestNameInLine),
    headline: plain(textOf(headline)),
  }
  const line =
    brief === null
      ? t('desktop.tray.account', said)
      : t('desktop.tray.account-brief', { ...said, brief: textOf(brief) })
  return {
    act: { show: profileId },
    label: short(line, longestLine + longestNameInLine).replaceAll('&', '&&'),
  }
}

function accountLines(accounts: readonly TrayAccount[]): MenuItemView[] {
  const rest = accounts.slice(mostAccounts)
  return [
    ...accounts.slice(0, mostAccounts).map(accountLine),
    ...(rest.length > 0
      ? [{ label: t('desktop.tray.more', { count: rest.length }), submenu: rest.map(accountLine) }]
      : []),
  ]
}

type Shown = Omit<TrayView, 'gist'>

function nobody(hidden: boolean, isMiniOpen: boolean): Shown {
  return {
    shape: 'idle',
    tooltip: t('desktop.tray.tooltip-nobody'),
    title: '',
    items: groups(lines([t('desktop.tray.nobody')]), [
      open(),
      mini(isMiniOpen),
      amountsItem(hidden ? 'hidden' : 'shown'),
      quit(),
    ]),
  }
}

/**
 * The text beside the icon is the LTV, or that nothing is monitored: there is no room for a mask.
 */
function withoutAmounts(account: TrayAccount, hidden: HiddenFigures): TrayAccount {
  return {
    ...account,
    brief: account.level === 'unmonitored' || hidden === 'amounts' ? account.brief : null,
  }
}

function shownOf(
  all: readonly TrayAccount[],
  hidden: HiddenFigures | null,
  isMiniOpen: boolean,
): Shown {
  const accounts = hidden === null ? all : all.map((account) => withoutAmounts(account, hidden))
  const [worst, ...others] = accounts
  if (worst === undefined) return nobody(hidden !== null, isMiniOpen)
  const { account, headline, balances, ltv, headroom, age } = worst
  const text = (message: MessageOrText | null): string | null =>
    message === null ? null : textOf(message)
  const about =
    others.length === 0
      ? [
          [account, text(headline)],
          balances.map(text),
          [text(ltv), text(headroom)],
          [text(age)],
        ].map(lines)
      : [accountLines(accounts)]
  return {
    shape: shapes[worst.level],
    tooltip: tooltipOf(worst, unseenBeside(worst, others)),
    title: textOf(worst.brief ?? ''),
    items: groups(...about, [
      open(),
      mini(isMiniOpen),
      refresh(),
      amountsItem(hidden === null ? 'shown' : 'hidden'),
      lock(),
      quit(),
    ]),
  }
}

/** While Plimsoll is locked: each account's status, without figures. */
function lockedOf(all: readonly TrayAccount[]): Shown {
  const accounts = all.map((account) => ({
    ...withoutAmounts(account, 'all'),
    balances: [],
    ltv: null,
    headroom: null,
    brief: null,
  }))
  const [worst] = accounts
  return {
    shape: worst === undefined ? 'idle' : shapes[worst.level],
    tooltip: worst === undefined ? t('desktop.tray.tooltip-locked') : tooltipOf(worst, null),
    title: '',
    items: groups(lines([t('desktop.tray.locked')]), accountLines(accounts), [
      unlock(),
      refresh(),
      quit(),
    ]),
  }
}

/**
 * `accounts`: worst first. The first represents all: the icon, the tooltip and the text beside the
 * icon are its. `hidden`: which figures to omit while amounts are hidden.
 */
export function trayView(
  accounts: readonly TrayAccount[],
  privacy: Privacy = 'shown',
  hidden: HiddenFigures = 'all',
  isMiniOpen = false,
): TrayView {
  const shown = (all: readonly TrayAccount[]): Shown => {
    if (privacy === 'locked') return withHidden('all', () => lockedOf(all))
    const masked = privacy === 'hidden' ? hidden : null
    return withHidden(masked, () => shownOf(all, masked, isMiniOpen))
  }
  return {
    ...shown(accounts),
    gist: JSON.stringify(shown(accounts.map((account) => ({ ...account, age: null })))),
  }
}

/**
 * The image file of a shape. macOS colours the image itself and recognizes such images by name;
 * Electron finds the "@2x" file beside each by itself.
 */
export function trayIconFile(
  resources: string,
  shape: TrayShape,
  platform: NodeJS.Platform,
): string {
  if (platform === 'darwin') return path.join(resources, 'tray', `${shape}Template.png`)
  return path.join(resources, 'tray', platform === 'win32' ? `${shape}-16.png` : `${shape}-22.png`)
}

const watcher = 'org.kde.StatusNotifierWatcher'
const objectPath = '/StatusNotifierWatcher'
const property = 'IsStatusNotifierHostRegistered'
const get = 'org.freedesktop.DBus.Properties.Get'

/**
 * The same query for the three tools a desktop may have. Chromium sends it too before showing an
 * icon this way.
 */
const queries: readonly (readonly [tool: string, ...rest: string[]])[] = [
  [
    'dbus-send',
    '--session',
    '--print-reply',
    `--dest=${watcher}`,
    objectPath,
    get,
    `string:${watcher}`,
    `string:${property}`,
  ],
  ['busctl', '--user', 'get-property', watcher, objectPath, watcher, property],
  [
    'gdbus',
    'call',
    '--session',
    '--dest',
    watcher,
    '--object-path',
    objectPath,
    '--method',
    get,
    watcher,
    property,
  ],
]

/**
 * Runs a program without a shell and returns its output, or null if it is missing, fails or takes
 * too long.
 */
export type RunTool = (tool: string, rest: readonly string[]) => Promise<string | null>

const runTool: RunTool = (tool, rest) =>
  new Promise((answer) => {
    execFile(
      tool,
      [...rest],
      { timeout: 2000, killSignal: 'SIGKILL', maxBuffer: 4096 },
      (fault, output) => answer(fault ? null : output),
    )
  })

/**
 * True if an icon will be visible; without one a hidden window would be lost. On Linux that needs a
 * host on the session bus; no reply means none.
 */
export async function hasTrayHost(
  platform: NodeJS.Platform,
  run: RunTool = runTool,
): Promise<boolean> {
  if (platform !== 'linux') return true
  for (const [tool, ...rest] of queries) {
    const output = await run(tool, rest)
    if (output !== null) return /\btrue\b/.test(output)
  }
  return false
}

/**
 * A panel that appears or disappears changes the work area; showing the window again is the next
 * moment a missing icon may be noticed.
 */
export function checkTrayHostOnChange(parts: {
  check: () => Promise<unknown>
  windowShown: Pick<Signal<boolean>, 'on'>
  screen: {
    on(
      event: 'display-metrics-changed',
      listener: (event: unknown, display: unknown, changed: string[]) => void,
    ): unknown
  }
}): void {
  parts.windowShown.on((shown) => {
    if (shown) void parts.check()
  })
  parts.screen.on('display-metrics-changed', (_event, _display, changed) => {
    if (changed.includes('workArea')) void parts.check()
  })
}

export type TrayIcon = Pick<
  Tray,
  'setImage' | 'setTitle' | 'setToolTip' | 'setContextMenu' | 'destroy' | 'isDestroyed'
> & {
  on(event: 'click', listener: () => void): unknown
}

/** What the icon shows, and since when its age does. */
type Painted = Pick<TrayView, 'gist' | 'shape' | 'title' | 'tooltip'> & {
  items: string
  at: UnixSeconds
}

/** Replacing the menu closes it while open, so the age line alone is updated this rarely. */
export const ageRepaintSeconds = 30
/**
 * How often a missing icon is retried, as its panel may start late, and how often the panel is
 * checked while the window is hidden: nothing else would restore either.
 */
export const hostCheckSeconds = 30

export function createTray(parts: {
  /** May throw if the desktop has no place for it. */
  create: (picture: string) => TrayIcon
  picture: (shape: TrayShape) => string
  menuFrom: (template: MenuItemConstructorOptions[]) => Menu
  hasHost: () => Promise<boolean>
  /** Whether the icon is the only way to the window. */
  windowHidden: () => boolean
  onAct: (act: MenuAct) => void
  /** Whether a click on the icon opens the window, on desktops that do not open the menu. */
  clickOpens: boolean
  /** Only macOS shows text beside the icon. */
  hasTitle: boolean
  /**
   * Whether everything is set again although it has not changed. Windows loses what it was given,
   * the tooltip when its Explorer restarts and a picture when it is busy, and reports neither.
   */
  repaintsAll: boolean
  onShownChange: (shown: boolean) => void
  clock: Clock
  log: (what: string, fault: unknown) => void
}) {
  let icon: TrayIcon | null = null
  let host = false
  let latest: TrayView | null = null
  let painted: Painted | null = null
  let lastShown = false
  let wanted = false
  /** Painting failed; retried at the next host check, not every second. */
  let broken = false
  let checkedAt: UnixSeconds | null = null

  const notifyShown = (): void => {
    const shown = icon !== null && host
    if (shown === lastShown) return
    lastShown = shown
    parts.onShownChange(shown)
  }

  const remove = (): void => {
    if (icon !== null && !icon.isDestroyed()) icon.destroy()
    icon = null
    painted = null
  }

  const put = (): void => {
    if (icon !== null || latest === null) return
    icon = parts.create(parts.picture(latest.shape))
    if (parts.clickOpens) icon.on('click', () => parts.onAct('open'))
  }

  /** The menu is rebuilt each time: on Linux, one already set cannot be changed. */
  const repaint = (): void => {
    if (icon === null || latest === null) return
    const at = parts.clock()
    if (painted !== null && painted.gist === latest.gist && at - painted.at < ageRepaintSeconds)
      return
    const { gist, shape, title, tooltip } = latest
    const items = JSON.stringify(latest.items)
    const known = parts.repaintsAll ? null : painted
    // Each is a message to the desktop, which draws it again.
    if (known?.shape !== shape) icon.setImage(parts.picture(shape))
    if (parts.hasTitle && known?.title !== title) icon.setTitle(title)
    if (known?.tooltip !== tooltip) icon.setToolTip(tooltip)
    if (known?.items !== items)
      icon.setContextMenu(parts.menuFrom(menuTemplate(latest.items, parts.onAct)))
    painted = { gist, shape, title, tooltip, items, at }
  }

  const update = (): void => {
    if (broken) return
    try {
      if (wanted) put()
      else remove()
      repaint()
    } catch (fault) {
      parts.log('the tray icon could not be painted', fault)
      broken = true
      try {
        remove()
      } catch {
        icon = null
      }
    }
    notifyShown()
  }

  const checkHost = async (): Promise<boolean> => {
    broken = false
    checkedAt = parts.clock()
    const found = await parts.hasHost().catch(() => false)
    // An icon created while no host was running stays invisible: it must be recreated.
    if (found && !host) remove()
    host = found
    update()
    return lastShown
  }

  const isCheckDue = (): boolean => {
    if (!wanted || checkedAt === null) return false
    const since = parts.clock() - checkedAt
    return (since < 0 || since >= hostCheckSeconds) && (!lastShown || parts.windowHidden())
  }

  return {
    /** Whether there is an icon and the desktop shows icons. */
    shown: () => lastShown,
    /** Creates or removes the icon. */
    want: (now: boolean): void => {
      wanted = now
      update()
    },
    paint: (view: TrayView): void => {
      latest = view
      update()
      if (isCheckDue()) void checkHost()
    },
    /**
     * Checks again whether the desktop shows icons, as a panel may start after Plimsoll, or stop;
     * returns like `shown`.
     */
    checkHost,
    destroy: (): void => {
      wanted = false
      update()
    },
  }
}
