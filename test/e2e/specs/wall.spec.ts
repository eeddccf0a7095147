import AxeBuilder from '@axe-core/playwright'
import { contentSecurityPolicy } from '../support/policy.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { watchMain } from '../support/held-time.js'
import { expect, test } from '../support/plimsoll.js'
import { onThisComputer } from '../../support/machine-pace.js'

test('REN-1 the page is sandboxed, isolated and without Node', async ({ installation }) => {
  const { app, page } = await installation.launch({ flags: ['--demo'] })
  await expect(windowScreen(page).status).toBeVisible()
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
    return contents.getLastWebPreferences()
  })
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    webSecurity: true,
    nodeIntegration: false,
    webviewTag: false,
    experimentalFeatures: false,
    allowRunningInsecureContent: false,
  })
  expect(await page.evaluate(() => [typeof Reflect.get(globalThis, 'require'), typeof Reflect.get(globalThis, 'process')])).toEqual([
    'undefined',
    'undefined',
  ])
})

test('IPC-3 the bridge has two functions and refuses what is not on the list', async ({ installation }) => {
  const { page } = await installation.launch()
  const found = await page.evaluate(async () => {
    const bridge = Reflect.get(globalThis, 'plimsoll') as { ask(channel: string, payload: unknown): Promise<unknown> }
    const tryAsk = async (channel: string, payload: unknown) => {
      try {
        return await bridge.ask(channel, payload)
      } catch (error) {
        return String(error)
      }
    }
    return {
      members: Object.keys(bridge).sort(),
      frozen: Object.isFrozen(bridge),
      unknown: await tryAsk('electron-store-get-data', null),
      extra: await tryAsk('session/read', { surplus: 1 }),
    }
  })
  expect(found.members).toEqual(['ask', 'listen'])
  expect(JSON.stringify(found.unknown)).toMatch(/bad-input|Error|refused|unknown/i)
  expect(found.extra).toMatchObject({ ok: false, error: { code: 'bad-input' } })
})

test('REN-3 the policy is exact, and the page runs under it without a complaint', async ({ installation }) => {
  const { app, page, consoleErrors } = await installation.launch({ flags: ['--demo'] })
  const window = windowScreen(page)
  for (const name of ['Positions', 'Credit line', 'Activity', 'Settings', 'Overview'] as const) await window.go(name)
  const header = await app.evaluate(async ({ BrowserWindow }) => {
    const session = BrowserWindow.getAllWindows()[0]?.webContents.session
    const answer = await session?.fetch('app://plimsoll/index.html')
    return answer?.headers.get('content-security-policy')
  })
  expect(header).toBe(contentSecurityPolicy)
  expect(consoleErrors).toEqual([])
})

test('REN-4 the page reaches no network', async ({ installation }) => {
  const { page } = await installation.launch()
  const reached = await page.evaluate(async () => {
    const attempts: Record<string, string> = {}
    try {
      await fetch('http://127.0.0.1:9/')
      attempts['fetch'] = 'allowed'
    } catch {
      attempts['fetch'] = 'refused'
    }
    try {
      new WebSocket('ws://127.0.0.1:9/').addEventListener('open', () => undefined)
      attempts['socket'] = 'made'
    } catch {
      attempts['socket'] = 'refused'
    }
    attempts['image'] = await new Promise<string>((settle) => {
      const image = new Image()
      image.onload = () => settle('allowed')
      image.onerror = () => settle('refused')
      image.src = 'http://127.0.0.1:9/x.png'
    })
    return attempts
  })
  expect(reached).toMatchObject({ fetch: 'refused', image: 'refused' })
})

test('REN-6 the page cannot leave or open a window', async ({ installation }) => {
  const { app, page } = await installation.launch()
  // Asked through main from here on: Playwright itself waits for a navigation that was refused.
  const inPage = (code: string) =>
    app.evaluate(({ BrowserWindow }, text) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text), code)
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
  await inPage("globalThis.open('https://example.com/'); location.href = 'https://example.com/'; true")
  await inPage('new Promise((settle) => setTimeout(settle, 500, true))')
  expect(await inPage('location.href')).toBe('app://plimsoll/index.html')
  expect(await inPage("document.body.innerText.includes('Try the demo')")).toBe(true)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('REN-8 every permission is denied', async ({ installation }) => {
  const { page } = await installation.launch()
  const states = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'] as PermissionName[]
    const asked = await Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state))
    return { asked, notification: await Notification.requestPermission() }
  })
  expect(states).toEqual({ asked: ['denied', 'denied', 'denied', 'denied', 'denied'], notification: 'denied' })
})

test('REN-12 nothing is kept in the page', async ({ installation }) => {
  const { app, page } = await installation.launch({ flags: ['--demo'] })
  const window = windowScreen(page)
  for (const name of ['Positions', 'Credit line', 'Settings'] as const) await window.go(name)
  const kept = await page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    workers: 'serviceWorker' in navigator ? (await navigator.serviceWorker.getRegistrations().catch(() => [])).length : 0,
  }))
  expect(kept).toEqual({ local: 0, session: 0, databases: 0, workers: 0 })
  const inMain = await app.evaluate(async ({ BrowserWindow }) => {
    const session = BrowserWindow.getAllWindows()[0]?.webContents.session
    return { cookies: (await session?.cookies.get({}))?.length, stored: session?.storagePath ?? null }
  })
  expect(inMain).toEqual({ cookies: 0, stored: null })
})

test('REN-16 a page that crashes comes back by itself with the figures of main', async ({ installation }) => {
  const { app, page } = await installation.launch({ flags: ['--demo'] })
  await expect(overviewScreen(page).assets.first()).toBeVisible()
  const after = await app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (contents === undefined) return null
    const back = new Promise<void>((settle) => {
      contents.once('did-finish-load', () => settle())
    })
    contents.forcefullyCrashRenderer()
    await back
    const found = `new Promise((settle) => {
      const look = () => document.querySelector('[aria-label^="Assets"] li') ? settle(document.title) : setTimeout(look, 50)
      look()
    })`
    return (await contents.executeJavaScript(found)) as string
  })
  expect(after).toContain('DEMO')
})

test('REN-17 axe finds nothing serious on any screen, in either theme', async ({ installation }) => {
  const { app, page } = await installation.launch({ flags: ['--demo'] })
  const window = windowScreen(page)
  await expect(overviewScreen(page).assets.first()).toBeVisible()
  for (const theme of ['light', 'dark'] as const) {
    await app.evaluate(({ nativeTheme }, source) => {
      nativeTheme.themeSource = source
    }, theme)
    await expect.poll(() => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(theme === 'dark')
    for (const name of ['Overview', 'Positions', 'Credit line', 'Activity', 'Settings'] as const) {
      await window.go(name)
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(serious.map(({ id, nodes }) => `${theme} ${name}: ${id} at ${nodes[0]?.html ?? ''}`)).toEqual([])
    }
  }
})

test('52 a second start raises the first window and ends', async ({ installation }) => {
  const first = await installation.launch()
  await expect(first.page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
  expect(await installation.startAgain(['--demo'])).toBe(0)
  await expect(overviewScreen(first.page).assets.first()).toBeVisible()
  expect(await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('IPC-10 ten thousand asks at once are refused beyond what a page at work needs, and main is not held', async ({ installation }) => {
  const { app, page } = await installation.launch({ flags: ['--demo'] })
  await expect(overviewScreen(page).headroom).toContainText('before margin call')
  // A second apart: the quietest tells what a flood holds main for, the others what else this computer did at the time.
  const all: number[] = []
  const limit = onThisComputer(100)
  for (let flood = 1; flood <= 3 || (flood <= 8 && Math.min(...all) >= limit); flood += 1) {
    const main = await watchMain(app)
    const answers = await page.evaluate(async () => {
      const bridge = Reflect.get(globalThis, 'plimsoll') as {
        ask(channel: string, payload: unknown): Promise<{ ok: boolean; error?: { code: string } }>
      }
      const told = await Promise.all(Array.from({ length: 10_000 }, () => bridge.ask('portfolio/read', null)))
      return { served: told.filter(({ ok }) => ok).length, busy: told.filter(({ error }) => error?.code === 'busy').length }
    })
    const { held, words } = await main()
    console.info(`A burst of 10,000: ${answers.served} served, ${answers.busy} refused; ${words}`)
    expect(answers.served + answers.busy).toBe(10_000)
    expect(answers.served).toBeGreaterThan(0)
    expect(answers.served).toBeLessThan(1000)
    all.push(held)
    await page.waitForTimeout(1100)
  }
  expect(Math.min(...all)).toBeLessThan(limit)
  // The page goes on working.
  await overviewScreen(page).refresh.click()
  await expect(overviewScreen(page).headroom).toContainText('before margin call')
})
