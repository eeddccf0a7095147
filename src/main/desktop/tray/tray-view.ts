// The tray's icon, tooltip and menu from the account statuses. States differ by shape, never by colour alone.
import { type MenuItemView, separator } from './menu.js'

/** One shape each: `watching` the load line, `caution` a ring with a mark, `alarm` a triangle, `unmonitored` a broken ring, `idle` an empty one. */
export type TrayShape = 'watching' | 'caution' | 'alarm' | 'unmonitored' | 'idle'

/** How one account stands in a few lines; null where there is nothing to say. */
export type TrayAccount = {
  profileId: string
  demo: boolean
  level: 'fine' | 'caution' | 'danger' | 'unmonitored'
  account: string
  headline: string
  balances: readonly string[]
  ltv: string | null
  headroom: string | null
  age: string | null
  /** "LTV 25", for beside the icon. */
  brief: string | null
}

export type TrayView = {
  shape: TrayShape
  tooltip: string
  /** Beside the icon, where the system shows text there; empty where there is nothing to say. */
  title: string
  items: MenuItemView[]
  /** The same as long as nothing of what is shown has changed but the age. */
  gist: string
}

const shapes = { fine: 'watching', caution: 'caution', danger: 'alarm', unmonitored: 'unmonitored' } as const satisfies Record<
  TrayAccount['level'],
  TrayShape
>

/** As much as a glance takes in. Windows cuts a tooltip of more than 127 characters. */
const longestLine = 80
const longestTooltip = 127
/** Of a name in the tooltip, where what is said of it matters more. */
const longestName = 20
const longestNameInLine = 40
/** As many as a screen takes beside the rest; the others have a menu of their own. */
const mostAccounts = 30

const short = (text: string, longest: number): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

// Names that people and servers gave end up in a native menu: no control or direction marks, and no hidden mnemonics.
const plain = (text: string): string => short(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' '), longestLine)
const lines = (texts: readonly (string | null)[]): MenuItemView[] =>
  texts.flatMap((text) => (text === null ? [] : [{ label: plain(text).replaceAll('&', '&&'), enabled: false }]))

const open: MenuItemView = { act: 'open', label: 'Open Plimsoll' }
const refresh: MenuItemView = { act: 'refresh', label: 'Refresh now' }
const quit: MenuItemView = { act: 'quit', label: 'Quit' }

const groups = (...all: MenuItemView[][]): MenuItemView[] =>
  all.filter((group) => group.length > 0).flatMap((group, at) => (at === 0 ? group : [separator, ...group]))

/** Beside an account in danger: who is out of sight comes after it, and must not be forgotten over it. */
const unseenBeside = (worst: TrayAccount, others: readonly TrayAccount[]): string | null => {
  const unseen = others.filter(({ level, demo }) => level === 'unmonitored' && !demo).length
  return worst.level !== 'danger' || unseen === 0 ? null : `${unseen} ${unseen === 1 ? 'account' : 'accounts'} not monitored`
}

/** What is said, and how old it is, have to fit; who else is not monitored, and the headroom, have their place where they fit whole. */
const tooltipOf = ({ account, headline, headroom, age }: TrayAccount, unseen: string | null): string => {
  const head = `Plimsoll, ${short(plain(account), longestName)}: ${plain(headline)}`
  const whole = [[unseen, headroom], [unseen], []]
    .map((more) => [head, ...more, age].filter((text) => text !== null).join('\n'))
    .find(({ length }) => length <= longestTooltip)
  if (whole !== undefined) return whole
  const foot = age === null ? '' : `\n${age}`
  return `${short(head, longestTooltip - foot.length)}${foot}`
}

/** Of several accounts, one line each: its name, how it stands, and its LTV. */
const accountLine = ({ profileId, account, headline, brief }: TrayAccount): MenuItemView => {
  const line = `${short(plain(account), longestNameInLine)}: ${plain(headline)}${brief === null ? '' : ` · ${brief}`}`
  return { act: { show: profileId }, label: short(line, longestLine + longestNameInLine).replaceAll('&', '&&') }
}

const accountLines = (accounts: readonly TrayAccount[]): MenuItemView[] => {
  const rest = accounts.slice(mostAccounts)
  return [
    ...accounts.slice(0, mostAccounts).map(accountLine),
    ...(rest.length > 0 ? [{ label: `${rest.length} more`, submenu: rest.map(accountLine) }] : []),
  ]
}

const ofOne = ({ account, headline, balances, ltv, headroom, age }: TrayAccount): MenuItemView[][] => [
  lines([account, headline]),
  lines(balances),
  lines([ltv, headroom]),
  lines([age]),
]

type Shown = Omit<TrayView, 'gist'>

const nobody: Shown = {
  shape: 'idle',
  tooltip: 'Plimsoll: No account is connected',
  title: '',
  items: groups(lines(['No account is connected']), [open, quit]),
}

const shownOf = (accounts: readonly TrayAccount[]): Shown => {
  const [worst, ...others] = accounts
  if (worst === undefined) return nobody
  const about = others.length === 0 ? ofOne(worst) : [accountLines(accounts)]
  return {
    shape: shapes[worst.level],
    tooltip: tooltipOf(worst, unseenBeside(worst, others)),
    title: worst.brief ?? '',
    items: groups(...about, [open, refresh, quit]),
  }
}

/** `accounts`: the worst first. It speaks for all of them: the icon, the tooltip and the text beside the icon are its. */
export const trayView = (accounts: readonly TrayAccount[]): TrayView => ({
  ...shownOf(accounts),
  gist: JSON.stringify(shownOf(accounts.map((account) => ({ ...account, age: null })))),
})
