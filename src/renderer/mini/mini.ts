// The page of the mini window. Main words and masks everything it shows; the page only keeps the
// age of the figure current, and marks it as old by itself if main says nothing more.
import type { Bridge } from '../../shared/contract.js'
import type { MiniView } from '../../shared/desktop/mini.js'
import type { UnixSeconds } from '../../shared/time.js'
import { openBridge } from '../bridge.js'
import { createTicker, nextAge, pageSight } from '../components/ticker.js'

/** Milliseconds until it asks again, if main could not answer and pushed nothing. */
const retryMs = 2000

type Unit = 'second' | 'minute' | 'hour' | 'day'

const units: readonly [size: number, unit: Unit][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
]

/** "12s ago", in the largest unit that fits, never rounded up. */
function agoText(seconds: number, language: string): string {
  const [size, unit] = units.find(([one]) => seconds >= one) ?? [1, 'second']
  const count = Math.floor(Math.max(0, seconds) / size)
  const format = new Intl.RelativeTimeFormat(language, { style: 'narrow', numeric: 'always' })
  return format.format(-count, unit)
}

function place(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`mini.html has no #${id}`)
  return found
}

const [name, age, figure, room, headline] = ['name', 'age', 'figure', 'room', 'headline'].map(
  place,
) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement]
const [openButton, closeButton] = [place('open'), place('close')]

/** An unchanged text is left alone, so that a screen reader does not say it again. */
function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

function mark(attribute: 'old' | 'bare', isOn: boolean): void {
  document.body.toggleAttribute(`data-${attribute}`, isOn)
}

function start(bridge: Bridge): void {
  let view: MiniView | null = null
  const ticker = createTicker(
    () => Date.now() / 1000,
    pageSight,
    () => writeAge(),
  )

  const isOld = ({ asOf, oldFrom }: MiniView, now: UnixSeconds): boolean =>
    asOf !== null && (oldFrom === null || now > oldFrom)

  /** “All clear” is not said of what is no longer known. */
  const writeHeadline = ({ level, headline: text, words }: MiniView, old: boolean): void => {
    const shown = old && level === 'fine' ? words.stale : text
    write(headline, shown)
    headline.title = shown
    mark('old', old)
  }

  const writeAge = (): void => {
    if (view === null) return
    const now = ticker.now()
    const old = isOld(view, now)
    writeHeadline(view, old)
    if (view.asOf === null) return write(age, '')
    const ago = agoText(now - view.asOf, view.language)
    write(age, old ? `${view.words.old} ${ago}` : ago)
    const next = nextAge(view.asOf, now)
    if (next === null) ticker.everySecond()
    else ticker.at(next)
    // The mark does not wait for the next minute.
    if (!old && view.oldFrom !== null) ticker.at(Math.floor(view.oldFrom) + 1)
  }

  const show = (now: MiniView): void => {
    view = now
    document.documentElement.lang = now.language
    document.body.dataset['level'] = now.level
    mark('bare', now.figure === null)
    write(name, now.name)
    name.title = now.name
    write(figure, now.figure ?? now.words.open)
    write(room, now.room ?? '')
    room.title = now.room ?? ''
    openButton.title = now.words.open
    closeButton.title = now.words.close
    closeButton.ariaLabel = now.words.close
    writeAge()
  }

  const read = async (): Promise<void> => {
    const answer = await bridge.ask('mini/read', null)
    if (answer.ok) show(answer.value)
    else if (view === null) pageSight.after(retryMs, () => void read())
  }

  openButton.addEventListener('click', () => void bridge.ask('mini/open', null))
  closeButton.addEventListener('click', () => void bridge.ask('mini/close', null))
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') void bridge.ask('mini/close', null)
  })
  // Before it asks, so that nothing is missed in between.
  bridge.listen('mini', show)
  ticker.open()
  openButton.focus()
  void read()
}

const bridge = openBridge()
if (bridge !== null) start(bridge)
