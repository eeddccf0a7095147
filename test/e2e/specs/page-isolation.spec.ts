import { chmodSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seriousFindings } from '../../support/axe.js'
import { contentSecurityPolicy } from '../support/policy.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { floodInWaves, floodMain } from '../support/flood.js'
import { needs } from '../support/needs.js'
import { expect, test } from '../support/plimsoll.js'
import { strayTraffic } from '../support/stray-traffic.js'

const otherScreens = [
  'Positions',
  'Trade',
  'Investments',
  'Loans',
  'Mining',
  'Activity',
  'Settings',
] as const

test.describe('one shared demo', () => {
  // One at a time in the app they share. The last one closes it: Playwright would wait forever for
  // the refused navigation.
  test.describe.configure({ mode: 'default' })

  test(
    'REN-3 has exactly the intended content security policy, and the page causes no violation',
    { tag: '@stand-in' },
    async ({ demo }) => {
      const { app, page, consoleErrors } = demo
      const window = windowScreen(page)
      for (const name of ['Positions', 'Loans', 'Activity', 'Settings', 'Overview'] as const)
        await window.go(name)
      const header = await app.evaluate(async ({ BrowserWindow }) => {
        const session = BrowserWindow.getAllWindows()[0]?.webContents.session
        const answer = await session?.fetch('app://plimsoll/index.html')
        return answer?.headers.get('content-security-policy')
      })
      expect(header).toBe(contentSecurityPolicy)
      expect(consoleErrors).toEqual([])
    },
  )

  test('REN-1 runs the page sandboxed, isolated and without Node', async ({ demo }) => {
    const { app, page } = demo
    await expect(windowScreen(page).status).toBeVisible()
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
        getLastWebPreferences(): Record<string, unknown>
      }
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
    expect(
      await page.evaluate(() => [
        typeof Reflect.get(globalThis, 'require'),
        typeof Reflect.get(globalThis, 'process'),
      ]),
    ).toEqual(['undefined', 'undefined'])
  })

  test(
    'IPC-3 exposes two functions on the bridge and refuses channels that are not listed',
    { tag: '@stand-in' },
    async ({ demo }) => {
      const { page } = demo
      const found = await page.evaluate(async () => {
        const bridge = Reflect.get(globalThis, 'plimsoll') as {
          ask(channel: string, payload: unknown): Promise<unknown>
        }
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
          extra: await tryAsk('app-state/read', { surplus: 1 }),
        }
      })
      expect(found.members).toEqual(['ask', 'listen'])
      expect(JSON.stringify(found.unknown)).toMatch(/bad-input|Error|refused|unknown/i)
      expect(found.extra).toMatchObject({ ok: false, error: { code: 'bad-input' } })
    },
  )

  test('REN-4 blocks the page from the network although a server is listening', async ({
    demo,
  }) => {
    const { page } = demo
    let received = 0
    const listener = createServer((_request, response) => response.end('x')).on(
      'connection',
      () => (received += 1),
    )
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(listener.address() as AddressInfo).port}`
    const reached = await page.evaluate(async (there) => {
      const failed = (element: HTMLElement): Promise<string> =>
        new Promise((settle) => {
          element.addEventListener('load', () => settle('allowed'))
          element.addEventListener('error', () => settle('refused'))
        })
      const image = new Image()
      const style = Object.assign(document.createElement('link'), { rel: 'stylesheet' })
      const seen = [failed(image), failed(style)]
      image.src = `http://${there}/x.png`
      style.href = `http://${there}/x.css`
      document.head.append(style)
      return {
        fetch: await fetch(`http://${there}/`).then(
          () => 'allowed',
          () => 'refused',
        ),
        socket: await new Promise<string>((settle) => {
          try {
            const socket = new WebSocket(`ws://${there}/`)
            socket.onopen = () => settle('allowed')
            socket.onerror = () => settle('refused')
          } catch {
            settle('refused')
          }
        }),
        beacon: navigator.sendBeacon(`http://${there}/`, 'x') ? 'queued' : 'refused',
        image: await seen[0],
        style: await seen[1],
      }
    }, host)
    expect(reached).toMatchObject({
      fetch: 'refused',
      socket: 'refused',
      image: 'refused',
      style: 'refused',
    })
    // The server works: a request from outside the page reaches it. Nothing reached it before.
    expect(received).toBe(0)
    await fetch(`http://${host}/`)
    expect(received).toBe(1)
    await new Promise((resolve) => listener.close(resolve))
  })

  test(
    'NET-16 makes no request beyond this computer on a walk through every screen',
    needs('a network of its own, in which what leaves can be counted', '@needs-own-network'),
    async ({ demo }) => {
      const window = windowScreen(demo.page)
      const before = strayTraffic()
      for (const name of [...otherScreens, 'Overview'] as const) await window.go(name)
      expect(strayTraffic()).toEqual(before)
    },
  )

  test(
    'REN-8 denies every permission',
    needs('Electron’s permission handlers', '@needs-electron'),
    async ({ demo }) => {
      const { page } = demo
      const states = await page.evaluate(async () => {
        const names = [
          'geolocation',
          'notifications',
          'camera',
          'microphone',
          'clipboard-read',
        ] as PermissionName[]
        const asked = await Promise.all(
          names.map(async (name) => (await navigator.permissions.query({ name })).state),
        )
        return { asked, notification: await Notification.requestPermission() }
      })
      expect(states).toEqual({
        asked: ['denied', 'denied', 'denied', 'denied', 'denied'],
        notification: 'denied',
      })
    },
  )

  test('REN-12 stores nothing in the page', async ({ demo }) => {
    const { app, page } = demo
    const window = windowScreen(page)
    for (const name of ['Positions', 'Loans', 'Settings'] as const) await window.go(name)
    const kept = await page.evaluate(async () => ({
      local: localStorage.length,
      session: sessionStorage.length,
      databases: (await indexedDB.databases()).length,
      workers:
        'serviceWorker' in navigator
          ? (await navigator.serviceWorker.getRegistrations().catch(() => [])).length
          : 0,
    }))
    expect(kept).toEqual({ local: 0, session: 0, databases: 0, workers: 0 })
    const inMain = await app.evaluate(async ({ BrowserWindow }) => {
      const session = BrowserWindow.getAllWindows()[0]?.webContents.session
      return {
        cookies: (await session?.cookies.get({}))?.length,
        stored: session?.storagePath ?? null,
      }
    })
    expect(inMain).toEqual({ cookies: 0, stored: null })
  })

  test(
    "REN-17, UX-65 the page uses the app's theme, and axe finds nothing serious in either",
    { tag: '@stand-in' },
    async ({ demo }) => {
      const { app, page } = demo
      const window = windowScreen(page)
      await window.go('Overview')
      for (const theme of ['dark', 'light'] as const) {
        await app.evaluate(({ nativeTheme }, source) => {
          nativeTheme.themeSource = source
        }, theme)
        await expect
          .poll(() => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches))
          .toBe(theme === 'dark')
        expect(await seriousFindings(page, 'all'), theme).toEqual([])
      }
    },
  )

  test('IPC-10 refuses the excess of ten thousand requests at once, and the page keeps working', async ({
    demo,
  }) => {
    const { app, page } = demo
    await windowScreen(page).go('Overview')
    const answers = await floodMain(page)
    expect(answers.served + answers.busy).toBe(10_000)
    expect(answers.served).toBeGreaterThan(0)
    // The number that the preload lets through before anything is answered, however slow the
    // computer.
    expect(answers.served).toBeLessThanOrEqual(200)

    // Half of that at a time, so that the preload refuses none of them; within one second of main's
    // clock, however long they take.
    await app.evaluate(() => {
      const now = performance.now()
      performance.now = () => now
    })
    const waves = await floodInWaves(page, 100, 5)
    await app.evaluate(() => Reflect.deleteProperty(performance, 'now'))
    expect(waves.served + waves.busy).toBe(500)
    expect(waves.served).toBeLessThanOrEqual(200)

    const risk = await overviewScreen(page).risk.innerText()
    await overviewScreen(page).refresh.click()
    await expect.poll(() => overviewScreen(page).risk.innerText()).not.toBe(risk)
  })

  test(
    'REN-6 blocks the page from navigating away and opening windows',
    needs(
      'the page’s own address, and windows that are refused before they open',
      '@needs-electron',
    ),
    async ({ demo }) => {
      const { app, page } = demo
      await expect(windowScreen(page).status).toBeVisible()
      const inPage = (code: string) =>
        app.evaluate(
          ({ BrowserWindow }, text) =>
            BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text),
          code,
        )
      expect(await inPage("globalThis.open('https://example.com/') === null")).toBe(true)
      const tried = app.evaluate(
        ({ BrowserWindow }) =>
          new Promise<{ url: string; prevented: boolean }>((resolve) => {
            const contents = BrowserWindow.getAllWindows()[0]?.webContents
            // After Plimsoll's own listeners, which exist since the page was created. What gets
            // past them would fail as well, but later.
            contents?.once('will-frame-navigate', ({ url, defaultPrevented }) =>
              resolve({ url, prevented: defaultPrevented }),
            )
            void contents?.executeJavaScript("location.href = 'https://example.com/'; true")
          }),
      )
      expect(await tried).toEqual({ url: 'https://example.com/', prevented: true })
      expect(await inPage('location.href')).toBe('app://plimsoll/index.html')
      expect(await inPage('document.title')).toContain('DEMO')
      expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(
        1,
      )
      await demo.close()
    },
  )
})

test(
  "UX-52, REN-16 raises the first window on a second start, which exits; reloads a page that crashed, with main's figures",
  needs(
    'Electron’s single-instance lock, and a page process that crashes and comes back in the same window',
    '@needs-electron',
  ),
  async ({ installation }) => {
    const { app, page } = await installation.launch()
    await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible()
    expect(await installation.startAgain(['--demo'])).toBe(0)
    await expect(overviewScreen(page).assets.first()).toBeVisible()
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)

    const crash = () =>
      app.evaluate(async ({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        if (contents === undefined) return
        const back = new Promise<void>((settle) => {
          contents.once('did-finish-load', () => settle())
        })
        contents.forcefullyCrashRenderer()
        await back
      })
    await crash()
    // Asked through main, because Playwright considers the page lost.
    const shown = () =>
      app.evaluate(
        ({ BrowserWindow }): Promise<{ title: string; assets: number } | undefined> | undefined =>
          BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
            `({ title: document.title, assets: document.querySelectorAll('[aria-label^="Assets"] :is(li, tbody tr)').length })`,
          ),
      )
    await expect.poll(async () => (await shown())?.assets).toBeGreaterThan(0)
    expect((await shown())?.title).toContain('DEMO')

    // Twice more within a minute: a page without scripts in the chosen language, and a dialog when
    // that one crashes as well.
    const ask = (script: string) =>
      app.evaluate(
        ({ BrowserWindow }, code): Promise<unknown> | undefined =>
          BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code),
        script,
      )
    await ask("window.plimsoll.ask('settings/change', { language: 'uk' })")
    const title = () => ask("document.querySelector('h1')?.textContent")
    await crash()
    expect(await title()).toBe('Вікно кілька разів за хвилину перестало працювати')
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false })
    })
    await crash()
    expect(await ask('location.href')).toBe('app://plimsoll/index.html')
  },
)

test(
  'FLT-10 names an unwritable data folder in a dialog and on the terminal, and fails to start',
  needs('a folder without rights and a system dialog', '@needs-electron'),
  async ({ installation }) => {
    test.skip(
      process.getuid?.() === 0 || process.platform !== 'linux',
      'rights say nothing to root, and xdotool presses the button',
    )
    chmodSync(installation.folder, 0o500)
    try {
      const { said, exitCode } = await installation.startRefused()
      expect(said).toContain(`Plimsoll cannot write to its data folder. `)
      expect(said).toContain(installation.folder)
      expect(exitCode).toBe(1)
    } finally {
      chmodSync(installation.folder, 0o700)
    }
  },
)
