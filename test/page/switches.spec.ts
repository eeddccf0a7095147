// RES-8 on screen: in whatever order answers and pushes arrive, and however often the account on
// screen changes, nothing of one account appears under another's name. Every figure and every word
// of an account identifies it, so that the page can be searched for others.
import type { Page } from '@playwright/test'
import type { AccountsView } from '../../src/shared/accounts/account-summary.js'
import type { Channel } from '../../src/shared/contract.js'
import { anAppState } from '../fixtures/portfolio/accounts.js'
import {
  figureOf,
  idOf,
  namedAccounts,
  namedScene,
  namedSummary,
  wordOf,
} from '../fixtures/portfolio/named-accounts.js'
import { casesOf, seedOfRun } from '../support/seed.js'
import { expect, pageErrors, test } from './page-fixture.js'
import { advance, screenNames, twoFrames } from './screens.js'

declare global {
  interface Window {
    strangers?: string[]
    owns?: number
    lookForStrangers(): void
  }
}

const count = 6
const switches = casesOf({ gate: 20, scheduled: 50 })

/**
 * Records from now on, after every change of the page, what it shows of an account that is not on
 * screen.
 */
function watchForStrangers(page: Page): Promise<void> {
  return page.evaluate(() => {
    const strangers = new Set<string>()
    const marks = /Q(\d\d)Z|\b610(\d\d)\b/gi
    const namesIn = (text: string): string[] =>
      [...text.matchAll(marks)].map((found) => found[1] ?? found[2] ?? '')
    /**
     * Where accounts are shown side by side: within one of these items everything belongs to one
     * account.
     */
    const items =
      '[role="menuitemradio"], .worse, tr, section[aria-label="Other accounts in danger"] li, .your-accounts li, .left-out li'
    const read = ['title', 'aria-label', 'placeholder', 'data-initial']
    /** Fast, because it runs for all elements after every change, and most have no mark. */
    const isMarked = (element: Element): boolean => {
      for (let node = element.firstChild; node !== null; node = node.nextSibling)
        if (node instanceof Text && node.data.search(marks) >= 0) return true
      for (const name of read) {
        const text = element.getAttribute(name)
        if (text !== null && text.search(marks) >= 0) return true
      }
      return (
        (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
        element.value.search(marks) >= 0
      )
    }
    const textsOf = (element: Element): string[] => [
      ...read.flatMap((name) => element.getAttribute(name) ?? []),
      ...(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? [element.value]
        : []),
      ...[...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent ?? ''),
    ]
    const itemOf = (element: Element): Element | null => {
      const item = element.closest(items)
      // Rows of other tables belong to the account on screen.
      return item?.matches('tr') === true &&
        item.closest('[aria-label="All accounts, the worst first"]') === null
        ? null
        : item
    }
    window.lookForStrangers = () => {
      const bar = document.querySelector('.profile .name')?.textContent ?? ''
      const [shown] = namesIn(bar)
      if (shown === undefined) return
      const ofItem = new Map<Element, string>()
      let owns = 0
      for (const element of document.body.querySelectorAll('*:not(script, style)')) {
        if (!isMarked(element)) continue
        const texts = textsOf(element)
        const names = texts.flatMap(namesIn)
        const item = itemOf(element)
        // An alert of another account names it first.
        const isNamed =
          element.matches('[role="alert"] p') &&
          texts.every((text) =>
            text
              .split('. ')
              .every(
                (part) =>
                  /^And \d+ more$/.test(part) ||
                  (new Set(namesIn(part)).size === 1 && part.startsWith('“')),
              ),
          )
        if (isNamed) continue
        const owner = item === null ? shown : (ofItem.get(item) ?? names[0] ?? shown)
        if (item !== null) ofItem.set(item, owner)
        else owns += 1
        for (const name of names)
          if (name !== owner)
            strangers.add(
              `${name} under ${owner}: <${element.localName} class="${element.className.toString()}"> ${texts.join(' ').slice(0, 80)}`,
            )
      }
      window.strangers = [...strangers]
      window.owns = owns
    }
    new MutationObserver(window.lookForStrangers).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
    window.lookForStrangers()
  })
}

const strangers = (page: Page): Promise<string[]> => page.evaluate(() => window.strangers ?? [])

/** The same numbers in every run with the same seed. */
function drawsOf(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const one = <T>(list: readonly [T, ...T[]] | readonly T[]): T => {
    const found = list[below(list.length)]
    if (found === undefined) throw new Error('nothing to choose from')
    return found
  }
  return { below, one, odds: (share: number): boolean => next() < share }
}

const held: readonly Channel[] = [
  'alerts/page',
  'credit-line/history',
  'portfolio/margin-history',
  'orders/page',
  'orders/read',
  'orders/prepare',
  'flex/rows',
  'flex/facets',
  'flex/earnings',
  'flex/detail',
  'flex/search',
  'flex/saved-filters',
  'portfolio/refresh',
  'alerts/acknowledge',
  'trading/change-limits',
  'mining/add',
]

/** What main sends about one account, as a list of pushes. */
function pushesOf(
  at: number,
): Record<'portfolio' | 'connection' | 'alerts' | 'flex' | 'mining' | 'trading', unknown> {
  const { portfolio, connection, alerts, flex, mining, trading } = namedScene(at)
  return { portfolio, connection, alerts, flex: flex.view, mining, trading: trading.view }
}

function push(page: Page, pushes: { topic: string; payload: unknown }[]): Promise<void> {
  return page.evaluate((text) => {
    for (const { topic, payload } of JSON.parse(text) as { topic: 'app-state'; payload: never }[])
      window.fake.push(topic, payload)
  }, JSON.stringify(pushes))
}

/** Something a user does on a screen that sends a request to main, or leaves something behind. */
const actsOn: Record<
  (typeof screenNames)[number],
  ((page: Page, word: string) => Promise<void>)[]
> = {
  Overview: [(page) => page.keyboard.press('Control+r')],
  Positions: [(page) => page.locator('[data-row="0"]').click({ timeout: 1000 })],
  Trade: [
    async (page, word) => {
      await page.getByRole('combobox', { name: 'Market' }).fill(`${word}_USDT`, { timeout: 1000 })
      await page.getByRole('textbox', { name: /^Amount/ }).fill('0.01', { timeout: 1000 })
      await page.getByRole('button', { name: 'Preview order…' }).click({ timeout: 1000 })
    },
  ],
  Investments: [
    (page) => page.locator('[data-row="1"]').click({ timeout: 1000 }),
    (page) => page.getByRole('tab', { name: 'Earnings' }).click({ timeout: 1000 }),
    (page) => page.getByRole('tab', { name: 'History' }).click({ timeout: 1000 }),
    async (page) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click({ timeout: 1000 })
      await page.getByRole('button', { name: 'Search at the exchange' }).click({ timeout: 1000 })
    },
  ],
  Loans: [(page, word) => page.getByLabel(/^Amount in/).fill(word, { timeout: 1000 })],
  Mining: [
    async (page, word) => {
      await page.getByLabel('Name of the mining account').fill(`${word}-new`, { timeout: 1000 })
      await page.keyboard.press('Enter')
    },
    (page) =>
      page
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click({ timeout: 1000 }),
  ],
  Activity: [
    (page) => page.getByRole('tab', { name: 'Orders' }).click({ timeout: 1000 }),
    (page) => page.getByRole('tab', { name: 'Alerts' }).click({ timeout: 1000 }),
    (page) => page.getByText('Details').first().click({ timeout: 1000 }),
  ],
  Settings: [
    (page) => page.getByRole('tab', { name: 'Trading' }).click({ timeout: 1000 }),
    (page) => page.getByRole('tab', { name: 'Connection' }).click({ timeout: 1000 }),
    (page) => page.getByRole('tab', { name: 'Accounts' }).click({ timeout: 1000 }),
  ],
}

test("RES-8, UX-48 never shows a figure of one account under another's name in many switches with late and reordered answers and pushes", async ({
  open,
}) => {
  test.setTimeout(300_000)
  const { below, one, odds } = drawsOf(seedOfRun)
  const page = await open(namedAccounts(count))
  await watchForStrangers(page)
  const { appState } = namedAccounts(count)
  let shown = 0
  const trace: string[] = []
  const places = Array.from({ length: count }, (_, at) => at)

  const goToSome = async (): Promise<void> => {
    const screen = one(screenNames)
    trace.push(screen)
    await page.getByRole('link', { name: screen, exact: true }).click({ timeout: 1000 })
    await twoFrames(page)
    if (odds(0.8)) await one(actsOn[screen])(page, wordOf(shown))
  }

  for (let turn = 0; turn < switches; turn += 1) {
    await page.evaluate(
      (names) => {
        for (const name of names) window.fake.hold(name)
      },
      held.filter(() => odds(0.6)),
    )
    // Where a dialog is in the way, or the list has not arrived, a user would not get there either.
    if (odds(0.7)) await goToSome().catch(() => trace.push('(not there)'))
    if (odds(0.3)) await advance(page, below(20_000))
    const before = shown
    shown = (shown + 1 + below(count - 1)) % count
    const way = one(['keys', 'list', 'elsewhere', 'elsewhere'])
    const blocked = (await page.locator('[role="dialog"], [role="alertdialog"]').count()) > 0
    trace.push(`${wordOf(before)} → ${wordOf(shown)} by ${blocked ? 'elsewhere' : way}`)
    if (way === 'keys' && !blocked) {
      await page.getByRole('link', { name: 'Overview' }).focus()
      await page.keyboard.press(`Control+Shift+Digit${shown + 1}`)
    } else if (way === 'list' && !blocked) {
      await page
        .getByRole('navigation')
        .getByRole('button', { name: /^Account:/ })
        .click()
      await page.getByRole('menuitemradio', { name: wordOf(shown) }).click()
    } else {
      // Main sends the other account's data in any order, and one part of it or another only later.
      const pushes = Object.entries(pushesOf(shown)).map(([topic, payload]) => ({ topic, payload }))
      const early = pushes.filter(() => odds(0.4))
      const late = pushes.filter((each) => !early.includes(each))
      await push(page, early)
      if (odds(0.5)) await twoFrames(page)
      await push(page, [
        { topic: 'app-state', payload: anAppState({ ...appState, activeProfileId: idOf(shown) }) },
      ])
      if (odds(0.5)) await twoFrames(page)
      await push(page, late)
    }
    await expect(page.locator('.profile .name')).toContainText(wordOf(shown))
    // What main was sending for accounts that were shown before.
    const tardy = places.filter((at) => at !== shown && odds(0.5))
    const stale = tardy.flatMap((at) => Object.entries(pushesOf(at)).filter(() => odds(0.5)))
    await push(
      page,
      stale.map(([topic, payload]) => ({ topic, payload })),
    )
    const accounts = places.map((at) =>
      namedSummary(at, {
        level: one(['fine', 'caution', 'danger', 'unmonitored']),
        calling: below(3),
      }),
    )
    await push(page, [{ topic: 'accounts', payload: { accounts } satisfies AccountsView }])
    const waiting = await page.evaluate(
      (names) => names.map((name) => window.fake.waiting(name)),
      held,
    )
    // By channel: one answer, all of them, or none.
    const released = held.flatMap((name, at): { name: Channel; one: number | null }[] => {
      const many = waiting[at] ?? 0
      if (many > 0 && odds(0.5)) return [{ name, one: below(many) }]
      return odds(0.15) ? [{ name, one: null }] : []
    })
    await page.evaluate((each) => {
      for (const { name, one } of each)
        if (one === null) window.fake.release(name)
        else window.fake.releaseOne(name, one)
    }, released)
    await twoFrames(page)
    expect(
      await strangers(page),
      `turn ${turn}, seed ${seedOfRun}: ${trace.slice(-8).join(', ')}`,
    ).toEqual([])
  }

  for (const channel of held) await page.evaluate((name) => window.fake.release(name), channel)
  await advance(page, 20_000)
  await push(
    page,
    Object.entries(pushesOf(shown)).map(([topic, payload]) => ({ topic, payload })),
  )
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  // The data of the account on screen is there, so the search is not empty.
  for (const screen of screenNames) {
    await page.getByRole('link', { name: screen, exact: true }).click()
    await advance(page, 2000)
    await twoFrames(page)
    expect(await strangers(page), screen).toEqual([])
    await page.evaluate(() => window.lookForStrangers())
    if (screen !== 'Settings')
      expect(await page.evaluate(() => window.owns ?? 0), screen).toBeGreaterThan(3)
  }
  expect(pageErrors.get(page)).toEqual([])
})

function openFilter(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Filter', exact: true }).click()
}

function openEarnings(page: Page): Promise<void> {
  return page.getByRole('tab', { name: 'Earnings' }).click()
}

/** Where each request is made, and what then shows its answer for the other account. */
const questions: {
  channel: Channel
  screen: (typeof screenNames)[number]
  act?: (page: Page) => Promise<void>
  again?: (page: Page) => Promise<void>
}[] = [
  { channel: 'alerts/page', screen: 'Activity' },
  {
    channel: 'orders/page',
    screen: 'Activity',
    act: (page) => page.getByRole('tab', { name: 'Orders' }).click(),
  },
  { channel: 'credit-line/history', screen: 'Loans' },
  { channel: 'portfolio/margin-history', screen: 'Loans' },
  { channel: 'flex/rows', screen: 'Investments' },
  { channel: 'flex/facets', screen: 'Investments', again: openFilter },
  { channel: 'flex/saved-filters', screen: 'Investments', again: openFilter },
  {
    channel: 'flex/detail',
    screen: 'Investments',
    act: (page) => page.locator('[data-row="1"]').click(),
  },
  {
    channel: 'flex/search',
    screen: 'Investments',
    act: async (page) => {
      await openFilter(page)
      await page.getByRole('button', { name: 'Search at the exchange' }).click()
    },
  },
  { channel: 'flex/earnings', screen: 'Investments', act: openEarnings, again: openEarnings },
  {
    channel: 'orders/prepare',
    screen: 'Trade',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Market' }).fill(`${wordOf(0)}_USDT`)
      await page.getByRole('textbox', { name: /^Amount/ }).fill('0.01')
      await page.getByRole('button', { name: 'Preview order…' }).click()
    },
  },
]

test('RES-8, UX-48 never shows an answer that arrives for another account, whichever comes first', async ({
  open,
}) => {
  const page = await open(namedAccounts(2))
  await watchForStrangers(page)
  const show = async (at: number): Promise<void> => {
    await page.evaluate((id) => void window.fake.bridge.ask('profiles/switch', { id }), idOf(at))
    await expect(page.locator('.profile .name')).toContainText(wordOf(at))
  }
  for (const { channel, screen, act, again } of questions)
    for (const first of ['oldest', 'newest'] as const)
      await test.step(`${channel}, ${first} first`, async () => {
        await page.evaluate((name) => window.fake.hold(name), channel)
        const waiting = (): Promise<number> =>
          page.evaluate((name) => window.fake.waiting(name), channel)
        await page.getByRole('link', { name: screen, exact: true }).click()
        await act?.(page)
        await expect.poll(waiting).toBeGreaterThan(0)
        const asked = await waiting()
        await show(1)
        await again?.(page)
        await twoFrames(page)
        for (let left = await waiting(); left > 0; left = await waiting()) {
          const at = first === 'oldest' ? 0 : left - 1
          await page.evaluate(([name, place]) => window.fake.releaseOne(name, place), [
            channel,
            at,
          ] as const)
          await twoFrames(page)
          expect(await strangers(page), `${left} left of ${asked} and more`).toEqual([])
        }
        await page.evaluate((name) => window.fake.release(name), channel)
        await advance(page, 3000)
        await twoFrames(page)
        expect(await strangers(page)).toEqual([])
        await page.keyboard.press('Escape')
        await page.getByRole('link', { name: 'Overview', exact: true }).click()
        await show(0)
        await advance(page, 1000)
      })
})

test('RES-8 the search finds a figure, a word, a title and a field of another account anywhere', async ({
  open,
}) => {
  const page = await open(namedAccounts(3))
  await expect(page.locator('.profile .name')).toContainText(wordOf(0))
  await watchForStrangers(page)
  expect(await strangers(page)).toEqual([])
  let found = 0
  for (const put of [
    (figure: string) => document.querySelector('main')?.append(figure),
    (figure: string) => document.querySelector('main h1')?.setAttribute('title', figure),
    (figure: string) => {
      const field = document.createElement('input')
      field.value = figure
      document.querySelector('main')?.append(field)
    },
    (figure: string) => document.querySelector('tbody tr td')?.append(figure),
    (figure: string) => document.querySelector('.switcher .name')?.append(figure),
  ])
    for (const of of [figureOf(2), wordOf(2)]) {
      found += 1
      await page.evaluate(put, of)
      await expect.poll(() => strangers(page)).toHaveLength(found)
    }
})
