// UX-46: while amounts are hidden, the page contains no figure of the account. Every figure of the
// scenes ends in digits that occur nowhere else, so none can pass for a count or an age; calculated
// figures show by their decimal point, percent sign or length.

import type { Page } from '@playwright/test'
import { impliedMark } from '../../src/shared/markets/mark-price.js'
import { defaultSettings } from '../../src/shared/settings/settings.js'
import { aCall } from '../fixtures/portfolio/calls.js'
import { scenes, type Scene, type SceneName } from '../fixtures/portfolio/scenes.js'
import { expect, test } from './page-fixture.js'
import {
  advance,
  asked,
  forgetAsked,
  goTo,
  openTab,
  screenNames,
  settingsTabNames,
  twoFrames,
  type ScreenName,
} from './screens.js'
import {
  fillMarket,
  openKind,
  openPreview,
  pasteRows,
  read,
  readyScene,
  theSheet,
} from './trade-screen.js'

const tail = '7391846'
const tailRuns = [0, 1, 2, 3].map((at) => tail.slice(at, at + 4))

/** Names of members without figures of the account: ids, times, addresses. */
const noFigure =
  /(^|[a-z])(Id|id|Ids|At|at|asOf|timestamp|nonce|hash|Hash|keyHint|baseUrl|every|proxy|version)$|^(nextFunding|from|to|since|until)/
/** From the exchange or the user's settings, not from the account. */
const parts = new Set(['appState', 'settings', 'connection', 'markets', 'mining'])

function tellingText(text: string): string {
  return text.replaceAll(/(?<![\d.:])\d+\.\d+(?![\d.]|:)/g, (figure) => `${figure}${tail}`)
}

function telling(value: unknown, name = ''): unknown {
  if (parts.has(name) || noFigure.test(name)) return value
  if (Array.isArray(value)) return value.map((one) => telling(one, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([member, one]) => [member, telling(one, member)]),
    )
  if (typeof value !== 'string') return value
  if (/^-?\d+$/.test(value)) return /[1-9]/.test(value) ? `${value}.${tail}` : value
  return tellingText(value)
}

function idsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([member, one]) =>
      idsIn(one, Array.isArray(value) ? name : member),
    )
  const text = String(value)
  // Shorter ones could be a count.
  return /id$|ids$|hash$|nonce$|hint$|url$/i.test(name) && /\d/.test(text) && text.length > 4
    ? [text]
    : []
}

/** The longest first. */
function idsOf(scene: Scene): string[] {
  return [...new Set(idsIn(scene))].sort((a, b) => b.length - a.length)
}

function hiddenScene(scene: Scene): Scene {
  return {
    ...(telling(scene) as Scene),
    settings: { ...defaultSettings, hideAmounts: true, hidePercentages: true },
  }
}

type Found = { where: string; text: string }

/** Every text, attribute and field of the document that contains a digit. Runs in the page. */
function digits(): Found[] {
  const found: Found[] = [{ where: 'title of the window', text: document.title }]
  const nameOf = (element: Element | null): string =>
    element === null
      ? ''
      : `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement
    if (parent === null || parent.closest('script, style, head') !== null) continue
    found.push({ where: nameOf(parent), text: node.textContent ?? '' })
  }
  for (const element of document.querySelectorAll('body *')) {
    for (const { name, value } of element.attributes) {
      const tells =
        ['title', 'alt', 'value', 'placeholder'].includes(name) ||
        name.startsWith('aria-') ||
        name.startsWith('data-')
      const refers = [
        'aria-controls',
        'aria-describedby',
        'aria-labelledby',
        'aria-activedescendant',
        'aria-owns',
      ].includes(name)
      const counts = ['aria-rowcount', 'aria-rowindex', 'aria-setsize', 'aria-posinset'].includes(
        name,
      )
      if (tells && !refers && !counts)
        found.push({ where: `${nameOf(element)} ${name}`, text: value })
    }
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      found.push({ where: `${nameOf(element)} value`, text: element.value })
  }
  return found.filter(({ text }) => /\d/.test(text))
}

const digitsOf = (page: Page): Promise<Found[]> => page.evaluate(digits)

const kept = [
  // Times and durations.
  /\d{4}-\d\d(-\d\d)?([T ]\d\d:\d\d(:\d\d(\.\d+)?)?)?( ?[+-]\d\d:\d\d|Z| UTC)?/g,
  /\d{1,3}:\d\d(:\d\d)?/g,
  /\+?\d+ ms\b/g,
  // Counts of things.
  /\d[\d\u202f,]* (records|rows|lines)\b/g,
  // Sizes of files.
  /\d+(\.\d+)?[ \u00a0\u202f][kM]B\b/g,
  /\(?\b1[67]\d{8}(\.\d+)?\b\)?/g,
  // Ids, shortened as well.
  /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g,
  /[\da-f]{2,}…[\da-f]{2,}/g,
  // Hosts, versions, and names that contain digits.
  /https?:\/\/\S+/g,
  /\d+\.\d+\.\d+[\w.-]*/g,
  /[A-Za-z_…][A-Za-z0-9_…-]*/g,
  /\b\d+[A-Z][A-Z0-9]*_[A-Z]+/g,
]

/** The part of a text that is probably a figure of the account; empty if there is none. */
function leakIn(text: string, ids: readonly string[]): string {
  const withoutIds = ids.reduce((rest, id) => rest.replaceAll(id, ' '), text)
  const telltale = tailRuns.find((run) => withoutIds.includes(run))
  if (telltale !== undefined) return telltale
  const rest = kept.reduce((left, pattern) => left.replaceAll(pattern, ' '), withoutIds)
  return /\d+\.\d+|\d[\u202f\u00a0 ]?%|\d\u202f\d{3}|\d{5,}/.exec(rest)?.[0] ?? ''
}

type Walk = {
  page: Page
  ids: string[]
  leaks: string[]
  seen: string[]
  /**
   * The dialogs and forms of each screen that were checked, by what opens them; null if none should
   * be.
   */
  opened: Set<string> | null
}

function walkOn(page: Page, ids: string[]): Walk {
  return { page, ids, leaks: [], seen: [], opened: new Set() }
}

/** Every text that was examined with these ids, and what it leaks. */
const examined = new WeakMap<readonly string[], Map<string, string>>()

function knownLeak(text: string, ids: readonly string[]): string {
  const known = examined.get(ids) ?? new Map<string, string>()
  examined.set(ids, known)
  const leak = known.get(text) ?? leakIn(text, ids)
  known.set(text, leak)
  return leak
}

function leaksIn(found: readonly Found[], ids: readonly string[]): string[] {
  return found.flatMap(({ where, text }) => {
    const leak = knownLeak(text, ids)
    return leak !== '' && (!ownChoices.test(text) || tailRuns.includes(leak))
      ? [`${where}: “${text.trim().slice(0, 160)}”`]
      : []
  })
}

async function look(walk: Walk, place: string): Promise<void> {
  await twoFrames(walk.page)
  for (const leak of leaksIn(await digitsOf(walk.page), walk.ids))
    walk.leaks.push(`${place}: ${leak}`)
  walk.seen.push(place)
}

/**
 * Steps and distances that the user set are shown in settings, and are not figures of the account.
 */
const ownChoices =
  /of the way|% away|^\s*LTV \d+\u00a0%\s*$|^Remove the step LTV \d+\u00a0%$|^\s*(?:Remove the step )?(?:200|150|120)\s%\s*$|^No free margin left \(100\s%\)|Your own alerts on the margin level/

async function copyAll(page: Page, within: 'main' | 'dialog' = 'main'): Promise<void> {
  await page
    .getByRole(within)
    .getByRole('button', { name: /^Copy/, disabled: false })
    .evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLElement).click()
    })
}

async function lookInside(walk: Walk, screen: string, place = screen): Promise<void> {
  const { page } = walk
  await look(walk, place)
  const closed = await page.evaluate(() => {
    const details = [...document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')]
    for (const one of details) one.open = true
    return details.length
  })
  if (closed > 0) await look(walk, `${place}, opened`)
  const row = page.locator('main [data-row="0"]').first()
  if ((await row.count()) > 0) {
    await row.click()
    await look(walk, `${place}, details of the first row`)
    await copyAll(page)
    await page.keyboard.press('Escape')
  }
  // What opens a dialog or a form ends in dots.
  const leading = page.locator('main button:visible:enabled', { hasText: /…$/ })
  const names = [...new Set(await leading.allInnerTexts())]
  for (const name of walk.opened === null ? [] : names) {
    const button = leading.filter({ hasText: name }).first()
    // The tabs of a screen share what opens there.
    const opens = `${screen}: ${name}`
    if (walk.opened?.has(opens) === true) continue
    if ((await button.count()) === 0 || /^(Cancel|Close|Reduce|Export)/.test(name)) continue
    // It leads to Loans, where it is looked at.
    if (screen !== 'Loans' && name.startsWith('What you can do')) continue
    walk.opened?.add(opens)
    await button.click()
    await advance(page, 700)
    await look(walk, `${place}, ${name}`)
    await copyAll(page, 'dialog')
    await page.keyboard.press('Escape')
    await advance(page, 700)
  }
  await copyAll(page)
}

async function lookAtPalette(walk: Walk): Promise<void> {
  const { page } = walk
  await page.keyboard.press('Control+k')
  await look(walk, 'palette')
  // Markets are only offered while typing.
  await page.keyboard.type('btc')
  await look(walk, 'palette, searched')
  await page.keyboard.press('Escape')
}

async function lookAtKey(walk: Walk): Promise<void> {
  const { page } = walk
  await openTab(page, 'Accounts')
  const opener = page.getByRole('button', { name: /^What this key can do: / }).first()
  if ((await opener.count()) === 0) return
  await opener.click()
  await page.getByRole('dialog').getByRole('table').first().waitFor()
  await look(walk, 'what the key can do')
  await copyAll(page, 'dialog')
  await page.keyboard.press('Escape')
}

async function lookAtFirstSteps(walk: Walk): Promise<void> {
  const { page } = walk
  await openTab(page, 'Window and tray')
  await page.getByRole('button', { name: 'Go through the first steps' }).click()
  for (const step of [1, 2, 3]) {
    await look(walk, `first steps, ${step}`)
    if (step < 3) await page.getByRole('button', { name: 'Next', exact: true }).click()
  }
}

async function lookAround(walk: Walk): Promise<void> {
  const { page } = walk
  await page.keyboard.press('?')
  await look(walk, 'shortcuts')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Shift+A')
  await look(walk, 'accounts')
  await page.keyboard.press('Escape')
  await lookAtPalette(walk)
  await lookAtKey(walk)
  await lookAtFirstSteps(walk)
}

/** What a walk looks at. */
type Reach = {
  screens: readonly ScreenName[]
  /** Those of these screens, besides the one that a screen opens with, by how they begin. */
  tabs: readonly string[] | 'all'
  /** The shortcuts, the accounts, the palette, what the key can do, and the first steps. */
  keys?: true
  /** False if dialogs and forms are the same in this state as in another. */
  dialogs?: false
}

const everything: Reach = { screens: screenNames, tabs: 'all', keys: true }

/** The screens and their tabs within reach, and what opens there. */
async function walkAll(page: Page, scene: Scene, reach: Reach): Promise<Walk> {
  const walk = walkOn(page, idsOf(scene))
  if (reach.dialogs === false) walk.opened = null
  for (const screen of reach.screens) {
    await goTo(page, screen)
    await lookInside(walk, screen)
    const counted = page.getByRole('button', { name: 'What is counted' })
    if ((await counted.count()) > 0) {
      await counted.click()
      await page.getByRole('group', { name: 'What the account value is made of' }).waitFor()
      await look(walk, `${screen}, what is counted`)
      await page.keyboard.press('Escape')
    }
    const tabs = page.locator('main [role="tab"]')
    for (const [at, name] of (await tabs.allInnerTexts()).entries()) {
      const isWanted = reach.tabs === 'all' || reach.tabs.some((tab) => name.startsWith(tab))
      if (!isWanted || (await tabs.count()) <= at) continue
      await tabs.nth(at).click()
      await lookInside(walk, screen, `${screen}, ${name}`)
    }
  }
  if (reach.keys === true) await lookAround(walk)
  for (const payload of await asked(page, 'clipboard/copy')) {
    const { text } = payload as { text: string }
    for (const line of text.split('\n'))
      if (leakIn(line, walk.ids) !== '') walk.leaks.push(`copied: ${line}`)
  }
  return walk
}

/**
 * What the walk has to reach, so that one that skips something does not pass as one without a leak.
 */
const everywhere = [
  ...screenNames,
  ...settingsTabNames.map((tab) => `Settings, ${tab}`),
  ...['Market', 'Bulk', 'Close investment', 'Open orders (3)'].map((tab) => `Trade, ${tab}`),
  ...['History', 'Earnings', 'Open'].map((tab) => `Investments, ${tab}`),
  ...['Alerts', 'Orders', 'Not monitored', 'Calls', 'Console'].map((tab) => `Activity, ${tab}`),
  ...['Positions', 'Trade, Open orders (3)', 'Investments, History', 'Activity, Calls'].map(
    (list) => `${list}, details of the first row`,
  ),
  // Dialogs are named by what opens them.
  'Overview, what is counted',
  'Trade, Allow trading…',
  'Settings, Privacy and lock, Set a passphrase…',
  'Settings, Support, Make a support bundle…',
  'Settings, About, Third-party notices…',
  ...['shortcuts', 'accounts', 'palette', 'palette, searched', 'what the key can do'],
  ...['first steps, 1', 'first steps, 2', 'first steps, 3'],
]

/** An ordinary account beside another one is walked everywhere; the others where they differ. */
const states = {
  twoProfiles: everything,
  demo: {
    screens: ['Overview', 'Trade', 'Activity', 'Settings'],
    tabs: ['Market', 'Bulk', 'Close investment', 'Orders', 'Accounts'],
  },
  keyRejected: {
    screens: ['Overview', 'Positions', 'Trade', 'Loans', 'Activity', 'Settings'],
    tabs: ['Connection'],
    keys: true,
  },
  marginCall: {
    screens: ['Overview', 'Positions', 'Trade', 'Loans', 'Mining', 'Activity', 'Settings'],
    tabs: ['Market', 'Bulk', 'Close investment', 'Orders', 'Alerts', 'Trading'],
  },
  heavy: {
    screens: ['Overview', 'Positions', 'Trade', 'Investments', 'Loans', 'Mining', 'Settings'],
    tabs: ['Open', 'Alerts'],
    dialogs: false,
  },
  refused: { screens: ['Overview', 'Loans', 'Settings'], tabs: ['Alerts'] },
  stale: {
    screens: ['Overview', 'Positions', 'Trade', 'Investments', 'Loans', 'Mining', 'Activity'],
    tabs: [],
  },
} as const satisfies { [state in SceneName]?: Reach }
const wide = { viewport: { width: 1600, height: 1000 } }

for (const [state, reach] of Object.entries(states) as [keyof typeof states, Reach][])
  test(`UX-46 shows no figure of the account wherever it differs from others while amounts are hidden: ${state}`, async ({
    open,
  }) => {
    test.slow()
    const scene = hiddenScene(scenes[state]())
    const { leaks, seen } = await walkAll(await open(scene, wide), scene, reach)
    expect(leaks).toEqual([])
    const wanted = reach === everything ? everywhere : reach.screens
    expect(wanted.filter((place) => !seen.includes(place))).toEqual([])
    if (reach.tabs !== 'all')
      expect(reach.tabs.filter((tab) => !seen.some((one) => one.includes(`, ${tab}`)))).toEqual([])
  })

/** States that differ only in figures, and the screens where they differ. */
const loans = {
  nearInitial: ['Overview', 'Loans', 'Activity'],
  pastLiquidation: ['Overview', 'Loans'],
  fractions: ['Overview', 'Loans'],
  oddLevels: ['Overview', 'Loans'],
  cached: ['Overview', 'Positions', 'Trade', 'Loans'],
} as const satisfies { [state in SceneName]?: readonly ScreenName[] }

/** As text, because Playwright's types cannot follow a value that may hold any JSON. */
function pushFigures(page: Page, scene: Scene): Promise<void> {
  return page.evaluate((text) => {
    const { portfolio, alerts, connection } = JSON.parse(text) as Scene
    window.fake.push('connection', connection)
    window.fake.push('portfolio', portfolio)
    window.fake.push('alerts', alerts)
  }, JSON.stringify(scene))
}

test('UX-46 shows no figure of the account in any state of a loan, or from an earlier run, while amounts are hidden', async ({
  open,
}) => {
  const alertHistory = [
    ...scenes.nearInitial().alertHistory,
    ...scenes.pastLiquidation().alertHistory,
  ]
  const page = await open(hiddenScene({ ...scenes.nearInitial(), alertHistory }), wide)
  for (const [state, screens] of Object.entries(loans) as [
    keyof typeof loans,
    readonly ScreenName[],
  ][])
    await test.step(state, async () => {
      const shown = scenes[state]()
      // Only this state has a loan in this currency.
      const asset = state.toUpperCase()
      const { loan } = shown.portfolio
      if (loan.value?.kind !== 'loan') throw new Error('a state of a loan has a loan')
      const own = { ...loan, value: { ...loan.value, loan: { ...loan.value.loan, asset } } }
      const portfolio = { ...shown.portfolio, loan: own }
      const scene = hiddenScene({ ...shown, portfolio, alertHistory })
      await pushFigures(page, scene)
      await forgetAsked(page)
      await goTo(page, 'Loans')
      await expect(page.getByRole('main')).toContainText(asset)
      const isOfLoans = (screen: ScreenName): boolean => screen === 'Loans'
      for (const reach of [
        { screens: screens.filter(isOfLoans), tabs: [] },
        { screens: screens.filter((one) => !isOfLoans(one)), tabs: [], dialogs: false },
      ] as const) {
        const { leaks, seen } = await walkAll(page, scene, reach)
        expect(leaks).toEqual([])
        expect(reach.screens.filter((place) => !seen.includes(place))).toEqual([])
      }
    })
})

test('UX-46 the walk finds figures wherever they are when amounts are shown', async ({ open }) => {
  test.slow()
  const scene = {
    ...hiddenScene({ ...scenes.marginCall(), calls: [aCall({ id: 1 })] }),
    settings: defaultSettings,
  }
  const screens = [
    ...([
      'Overview',
      'Positions',
      'Trade',
      'Investments',
      'Loans',
      'Activity',
      'Settings',
    ] as const),
  ]
  const { leaks } = await walkAll(await open(scene, wide), scene, {
    screens,
    tabs: ['Calls', 'Alerts'],
    dialogs: false,
  })
  for (const place of [...screens.slice(0, -1), 'Activity, Calls', 'Settings, Alerts'])
    expect(leaks.filter((leak) => leak.startsWith(place)).length, place).toBeGreaterThan(0)
  expect(leaks.some((leak) => / aria-label: /.test(leak))).toBe(true)
  expect(leaks.some((leak) => / title: /.test(leak))).toBe(true)
  expect(leaks.some((leak) => leak.startsWith('copied: '))).toBe(true)
})

/** Percentages, LTV and market prices: what is not an amount, by its member. */
const noAmount =
  /Ltv$|^(prices|tickers|ltvSteps|ltv|percent|pnlPercent|percentage|rate|fundingRate|headroom|leverage|marginLevel)$/

function amountsSummary(value: unknown, name = ''): unknown {
  if (parts.has(name) || noFigure.test(name) || noAmount.test(name)) return value
  if (Array.isArray(value)) return value.map((one) => amountsSummary(one, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([member, one]) => [member, amountsSummary(one, member)]),
    )
  return telling(value, name)
}

for (const state of ['marginCall', 'twoProfiles'] as const)
  test(`UX-46 shows no amount on any screen when percentages, LTV and market prices stay visible: ${state}`, async ({
    open,
  }) => {
    const scene = {
      ...(amountsSummary(scenes[state]()) as Scene),
      settings: { ...defaultSettings, hideAmounts: true },
    }
    const marks = new Set(
      (scene.portfolio.positions.value ?? []).map((position) => impliedMark(position)),
    )
    const page = await open(scene, wide)
    const links = page.getByRole('navigation', { name: 'Screens' }).locator('ul a')
    const found: string[] = []
    for (let at = 0; at < (await links.count()); at += 1) {
      await links.nth(at).click()
      await twoFrames(page)
      const screen = await page.locator('main h1').first().innerText()
      for (const { where, text } of await digitsOf(page))
        if (!marks.has(text) && tailRuns.some((run) => text.includes(run)))
          found.push(`${screen}: ${where}: ${text}`)
    }
    expect(found).toEqual([])
    await goTo(page, 'Overview')
    const balances = page.getByRole('region', { name: 'Balances' }).getByRole('row')
    const first = balances.nth(1).getByRole('cell')
    await expect(first.nth(0)).toHaveText('•••••')
    await expect(first.nth(1)).toHaveText(/\d/)
    await expect(first.nth(2)).toHaveText('•••••')
    await expect(page.getByRole('region', { name: 'Headroom' })).toContainText(/\d\.\d\u00a0%/)
    await goTo(page, 'Loans')
    await expect(page.getByRole('region', { name: 'Credit line' })).toContainText(
      /LTV|\d\.\d\u00a0%/,
    )
    await expect(page.getByRole('region', { name: 'The loan' })).toContainText('•••••')
  })

/** Hiding amounts hides all figures. */
function strictly(scene: Scene): Scene {
  return {
    ...scene,
    settings: { ...defaultSettings, hidePercentages: true },
  }
}

const shortcut = 'Control+Shift+H'

async function hide(page: Page): Promise<void> {
  await page.keyboard.press(shortcut)
  await twoFrames(page)
}

async function expectNoFigure(page: Page): Promise<void> {
  const walk = walkOn(page, [])
  await look(walk, 'here')
  expect(walk.leaks).toEqual([])
}

/**
 * Presses the keys and examines the very next frame: the last that anybody can see before amounts
 * are hidden. Runs in the page.
 */
function digitsOfNextFrame(page: Page): Promise<Found[]> {
  return page.evaluate<Found[]>(`(async () => {
    const keys = { key: 'H', code: 'KeyH', ctrlKey: true, shiftKey: true, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new KeyboardEvent('keydown', keys))
    await window.nextFrame()
    return (${String(digits)})()
  })()`)
}

test('UX-46 hides in one update: the first frame after the shortcut contains no figure, on any screen', async ({
  open,
}) => {
  const scene = {
    ...hiddenScene(scenes.ordinary()),
    settings: { ...defaultSettings, hidePercentages: true },
  }
  const page = await open(scene, wide)
  const ids = idsOf(scene)
  await page.evaluate(() => window.fake.hold('settings/change'))
  for (const screen of ['Overview', 'Positions', 'Trade', 'Investments', 'Loans'] as const) {
    await goTo(page, screen)
    await expect
      .poll(async () => leaksIn(await digitsOf(page), ids).length, screen)
      .toBeGreaterThan(0)
    expect(leaksIn(await digitsOfNextFrame(page), ids), screen).toEqual([])
    await page.keyboard.press(shortcut)
  }
})

test('UX-46 confirms nothing unseen: an open preview is masked, its disabled button says why, and it opens again; unfinished input is hidden and restored: orders, bulk rows, ladder, what if, price alerts, limits', async ({
  open,
}) => {
  const page = await open(strictly(readyScene()))
  await test.step('an open preview', async () => {
    await fillMarket(page, '0.017391')
    await openPreview(page)
    await read(page)
    const sheet = theSheet(page)
    await expect(
      sheet.getByRole('button', { name: 'Buy 0.017391 BTC_USDT at market' }),
    ).toBeEnabled()
    await hide(page)
    await expectNoFigure(page)
    await expect(sheet.getByRole('button', { name: 'Buy ••••• BTC_USDT at market' })).toBeDisabled()
    await expect(sheet).toContainText('Amounts are hidden. Show them to confirm.')
    await sheet.getByText('Exact JSON body').click()
    await expectNoFigure(page)
    await sheet.getByRole('button', { name: 'Show amounts' }).click()
    await expect(
      sheet.getByRole('button', { name: 'Buy 0.017391 BTC_USDT at market' }),
    ).toBeEnabled()
    expect(await asked(page, 'orders/confirm')).toEqual([])
  })
  await page.keyboard.press('Escape')
  await expect(theSheet(page)).toHaveCount(0)
  await test.step('unfinished input', async () => {
    const survives = async (name: string | RegExp, typed: string): Promise<void> => {
      const field = page.getByRole('textbox', { name }).first()
      await field.fill(typed)
      await hide(page)
      await expectNoFigure(page)
      await page
        .getByRole('main')
        .or(page.getByRole('dialog'))
        .getByRole('button', { name: 'Show amounts' })
        .last()
        .click()
      await expect(field).toHaveValue(typed)
    }
    await fillMarket(page)
    await survives(/^Amount in/, '0.0173918')
    await openKind(page, 'Bulk')
    await survives('Amount, row 1', '0.0273918')
    await page.getByRole('button', { name: 'Ladder…' }).click()
    await survives(/^Total/, '5.573918')
    await page.keyboard.press('Escape')
    await pasteRows(page, 'BTC_USDT\tbuy\t0.0173918\t60000.5')
    await survives('Cells', 'BTC_USDT\tbuy\t0.0173918\t60000.5')
    await page.keyboard.press('Escape')
    await goTo(page, 'Loans')
    await page.getByText('Repay an amount').click()
    await survives(/^Amount in/, '2500.73918')
    await openTab(page, 'Alerts')
    await survives('Price', '64000.73918')
    await openTab(page, 'Trading')
    await survives(/^Per order/, '1000.73918')
  })
})

test('UX-46 shows and copies no body, answer or payload of a call with a figure', async ({
  open,
}) => {
  const body = '{"market":"BTC_USDT","side":"buy","amount":"0.0173918"}'
  const page = await open(strictly({ ...scenes.ordinary(), calls: [aCall({ id: 1, body })] }))
  await goTo(page, 'Activity')
  await page.getByRole('tab', { name: 'Calls' }).click()
  await page.locator('main [data-row="0"]').click()
  await expect(page.getByRole('main')).toContainText('0.0173918')
  await expect(page.getByRole('region', { name: 'Payload' })).toContainText(btoa(body))
  await hide(page)
  await expectNoFigure(page)
  await expect(page.getByRole('main')).not.toContainText(btoa(body))
  await copyAll(page)
  const copied = (await asked(page, 'clipboard/copy')).map(
    (payload) => (payload as { text: string }).text,
  )
  expect(copied).toHaveLength(2)
  for (const text of copied) expect(text).not.toMatch(/0\.0173918|1250\.75|0\.5/)
  expect(copied[0]).toContain('"amount":"•••••"')
})

test('UX-46 hides amounts by shortcut before main has answered, shows them again in place, remembers the choice, keeps them hidden when it cannot be saved, exports exact amounts, and still names the danger', async ({
  open,
}) => {
  const page = await open(strictly(scenes.ordinary()))
  await test.step('restores every region of the screen in place', async () => {
    const placesOf = (): Promise<(readonly [string, number, number])[]> =>
      page.locator('main section').evaluateAll((sections) =>
        sections.map((section) => {
          const { y, height } = section.getBoundingClientRect()
          return [
            section.getAttribute('aria-label') ?? section.getAttribute('aria-labelledby') ?? '',
            Math.round(y),
            Math.round(height),
          ] as const
        }),
      )
    const before = await placesOf()
    expect(before.length).toBeGreaterThan(3)
    await hide(page)
    await page.keyboard.press(shortcut)
    await twoFrames(page)
    expect(await placesOf()).toEqual(before)
  })
  await forgetAsked(page)
  // Wait until the announcement is gone.
  await advance(page, 12_000)
  await test.step('before main has answered, and when the choice cannot be saved', async () => {
    const button = page
      .getByRole('contentinfo', { name: 'Status' })
      .getByRole('button', { name: /amounts$/ })
    await expect(button).toHaveText('Hide amounts')
    await expect(page.getByRole('region', { name: 'Balances' })).toContainText('0.4182')
    await page.evaluate(() => window.fake.hold('settings/change'))
    await hide(page)
    await expect(button).toHaveText('Show amounts')
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expectNoFigure(page)
    await page.evaluate(() => window.fake.release('settings/change'))
    expect(await asked(page, 'settings/change')).toEqual([{ hideAmounts: true }])
    await expect(page.getByRole('status').first()).toHaveText('Amounts are hidden.')
    await button.click()
    await expect(page.getByRole('region', { name: 'Balances' })).toContainText('0.4182')
    expect((await asked(page, 'settings/change')).at(-1)).toEqual({ hideAmounts: false })

    await page.evaluate(() =>
      window.fake.answer('settings/change', {
        ok: false,
        error: { code: 'store-trouble', message: 'The disk is full.' },
      }),
    )
    await hide(page)
    await expectNoFigure(page)
  })
  await test.step('exports exact amounts, and says so at the export', async () => {
    await goTo(page, 'Positions')
    await expect(page.getByRole('main')).toContainText('The file holds exact amounts.')
    await goTo(page, 'Investments')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('The file holds exact amounts.')
  })
  await test.step('still names the danger: the LTV zone in words, and margin calls', async () => {
    await page.keyboard.press('Escape')
    await pushFigures(page, scenes.marginCall())
    await goTo(page, 'Loans')
    await expect(page.getByRole('region', { name: 'Credit line' })).toContainText(
      'LTV is between margin call and liquidation.',
    )
    await expect(page.getByRole('region', { name: 'Active alerts' })).toContainText(
      'ETH_USDT short is being liquidated',
    )
  })
})
