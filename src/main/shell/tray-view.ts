// What the icon beside the clock looks like and says, from a glance that the watch has already judged. Never by colour alone.
import type { MenuItemView } from './menu-view.js'

/** One shape each: `watching` the load line, `caution` a ring with a mark, `alarm` a triangle, `blind` a broken ring, `idle` an empty one. */
export type TrayShape = 'watching' | 'caution' | 'alarm' | 'blind' | 'idle'

/** The state of the watch in a few lines; null where there is nothing to say. */
export type TrayGlance = {
  level: 'fine' | 'caution' | 'danger' | 'blind'
  /** Null with no account connected. */
  account: string | null
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
  /** The same as long as nothing but the age has changed. */
  gist: string
}

const shapes = { fine: 'watching', caution: 'caution', danger: 'alarm', blind: 'blind' } as const satisfies Record<
  TrayGlance['level'],
  TrayShape
>

/** As much as a glance takes in. Windows cuts a tooltip of more than 127 characters. */
const longestLine = 80
const longestTooltip = 127
/** Of a name in the tooltip, where what is said of it matters more. */
const longestName = 20

const short = (text: string, longest: number): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

// Names that people and servers gave end up in a native menu: no control or direction marks, and no hidden mnemonics.
const plain = (text: string): string => short(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' '), longestLine)
const lines = (texts: readonly (string | null)[]): MenuItemView[] =>
  texts.flatMap((text) => (text === null ? [] : [{ kind: 'text', label: plain(text).replaceAll('&', '&&') }]))

const separator: MenuItemView = { kind: 'separator' }
const open: MenuItemView = { kind: 'act', act: 'open', label: 'Open Plimsoll' }
const refresh: MenuItemView = { kind: 'act', act: 'refresh', label: 'Refresh now' }
const quit: MenuItemView = { kind: 'act', act: 'quit', label: 'Quit' }

const groups = (...all: MenuItemView[][]): MenuItemView[] =>
  all.filter((group) => group.length > 0).flatMap((group, at) => (at === 0 ? group : [separator, ...group]))

/** What is said, and how old it is, have to fit; the headroom has its place where it fits whole. */
const tooltipOf = ({ account, headline, headroom, age }: TrayGlance): string => {
  const head = `Plimsoll${account === null ? '' : `, ${short(plain(account), longestName)}`}: ${plain(headline)}`
  const whole = [head, headroom, age].filter((text) => text !== null).join('\n')
  if (whole.length <= longestTooltip) return whole
  const foot = age === null ? '' : `\n${age}`
  return `${short(head, longestTooltip - foot.length)}${foot}`
}

export const trayView = (glance: TrayGlance): TrayView => {
  const { account, headline, balances, ltv, headroom, age, brief } = glance
  const shape = account === null ? 'idle' : shapes[glance.level]
  const ways = account === null ? [open, quit] : [open, refresh, quit]
  const facts = [account, headline, ltv, headroom, brief]
  return {
    shape,
    tooltip: tooltipOf(glance),
    title: brief ?? '',
    items: groups(lines([account, headline]), lines(balances), lines([ltv, headroom]), lines([age]), ways),
    gist: JSON.stringify([shape, ...facts, ...balances]),
  }
}
