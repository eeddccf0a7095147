// SUP-9 in the packaged app: a real feed on this computer, the maintainer's key beside the archive,
// and an AppImage to replace.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { feedName, linuxFile, startUpdateFeed, type UpdateFeed } from '../../support/update-feed.js'
import { connectScreen } from '../screens/connect-screen.js'
import { settingsScreen } from '../screens/settings-screen.js'
import { tradeScreen } from '../screens/trade-screen.js'
import { updatesScreen } from '../screens/updates-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { answerBoxes } from '../support/boxes.js'
import { connectByHand, test as base, expect } from '../support/connected.js'

const program = process.env['PLIMSOLL_ELECTRON'] ?? ''
const configFile = path.join(path.dirname(program), 'resources', 'update-feed.json')

type Home = { folder: string; appImage: string; started: string; env: { [name: string]: string } }

const running = 'the version that runs'

/**
 * Replaces the next version: reports how it was started and whether it may show its content as an
 * AppImage does.
 */
function nextVersion(started: string): Buffer {
  return Buffer.from(
    `#!/bin/sh\n{ printf '%s\\n' "$@"; grep NoNewPrivs /proc/self/status; echo "APPDIR=$APPDIR"; } >"${started}.part" && mv "${started}.part" "${started}"\n`,
  )
}

const test = base.extend<{ feed: UpdateFeed; home: Home }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures a fixture needs from this pattern.
  feed: async ({}, use) => {
    const feed = await startUpdateFeed()
    writeFileSync(configFile, feed.config)
    await use(feed)
    writeFileSync(configFile, '')
    await feed.stop()
  },
  // eslint-disable-next-line no-empty-pattern -- as above
  home: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-update-'))
    // Named like our releases: the name contains a version, which differs in the next release.
    const appImage = path.join(folder, linuxFile('0.1.0'))
    writeFileSync(appImage, running)
    await use({
      folder,
      appImage,
      started: path.join(folder, 'started'),
      env: { APPIMAGE: appImage, APPDIR: path.dirname(program) },
    })
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  },
})

test('SUP-9 UX-71 checks, downloads and installs an update only on request, one step at a time, refuses updates that the maker did not sign, and starts the new version in the same place', async ({
  installation,
  feed,
  home,
}) => {
  const file = nextVersion(home.started)
  const { app, page } = await installation.launch({ flags: ['--demo'], env: home.env })
  const updates = updatesScreen(page)
  await updates.open()
  await expect(updates.words).toContainText('only when you ask')
  expect(feed.asked).toEqual([])

  await test.step('SUP-9 refuses a feed that is signed by someone else, older than the app or malformed, and downloads nothing', async () => {
    // Consecutive refusals have different messages.
    const refusals: [what: string, spoil: () => void, words: RegExp][] = [
      ['not there', () => feed.replace(feedName, null), /cannot be reached/],
      [
        'no signature',
        () => feed.replace(feedName, JSON.stringify({ signed: '{}' })),
        /cannot be understood/,
      ],
      [
        'elsewhere',
        () =>
          feed.answer(feedName, (response) =>
            response.writeHead(302, { Location: feedName }).end(),
          ),
        /cannot be reached/,
      ],
      [
        'another text under the signature',
        () =>
          feed.replace(
            feedName,
            feed.signed({ version: '9.9.9', notes: '', files: [] }).replace('9.9.9', '9.9.8'),
          ),
        /not signed by the maker/,
      ],
      ['an older one', () => feed.offer('0.0.1', file, ''), /older Plimsoll/],
      [
        'signed nonsense',
        () => feed.replace(feedName, feed.signed({ version: [] })),
        /cannot be understood/,
      ],
      [
        'the feed of another system',
        () =>
          feed.offer('9.9.9', file, '', {
            name: 'Plimsoll-9.9.9-mac-x64.dmg',
            system: 'darwin',
            arch: 'x64',
          }),
        /none of its installers/,
      ],
    ]
    for (const [what, spoil, words] of refusals) {
      feed.offer('9.9.9', file, '')
      spoil()
      await updates.look.click()
      await expect(updates.words, what).toContainText(words)
    }
    expect(new Set(feed.asked)).toEqual(new Set([feedName]))
    expect(readFileSync(home.appImage, 'utf8')).toBe(running)
  })

  await test.step('SUP-9 discards a file that does not match its signature', async () => {
    feed.offer('9.9.9', file, '')
    feed.replace(linuxFile('9.9.9'), Buffer.from('#!/bin/sh\necho evil\n'))
    await updates.look.click()
    await updates.download.click()
    await expect(updates.words).toContainText('so it was deleted')
    expect(readFileSync(home.appImage, 'utf8')).toBe(running)
  })

  await test.step('SUP-9 can cancel a download that never ends', async () => {
    feed.offer('9.9.9', file, '')
    const begun = new Promise<void>((resolve) => {
      feed.answer(
        linuxFile('9.9.9'),
        (response) => void response.writeHead(200).write('#!', () => resolve()),
      )
    })
    await updates.look.click()
    await updates.download.click()
    await begun
    await updates.cancel.click()
    await expect(updates.words).toContainText('Postponed')
  })

  await test.step('shows the notes as text, can wait, and downloads', async () => {
    feed.offer('9.9.9', file, 'Counts faster.\n<b>Not bold.</b>')
    const asked = feed.asked.length
    await updates.look.click()
    await expect(updates.panel).toContainText('<b>Not bold.</b>')
    await expect(updates.words).toContainText('9.9.9 is available')
    expect(feed.asked.slice(asked)).toEqual([feedName])

    await updates.later.click()
    await expect(updates.words).toContainText('Postponed')
    await updates.look.click()
    await updates.download.click()
    await expect(updates.restart).toBeVisible()
    expect(readFileSync(home.appImage, 'utf8')).toBe(running)
  })

  const gone = app.waitForEvent('close')
  await updates.restart.click()
  await gone
  await expect.poll(() => existsSync(home.started)).toBe(true)
  expect(readFileSync(home.appImage).equals(file)).toBe(true)
  expect(readdirSync(home.folder).sort()).toEqual([path.basename(home.appImage), 'started'])
  const said = readFileSync(home.started, 'utf8').split('\n')
  expect(said).toContain('--demo')
  expect(said).toContain(`--user-data-dir=${installation.folder}`)
  // The environment no longer says where the previous version ran or stops the new one from showing
  // its content.
  expect(said).toContain('APPDIR=')
  expect(said).toContain(/^NoNewPrivs:.*$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[0])

  // NET-16: no request identifies the installation.
  const ordinary = [
    'accept',
    'accept-encoding',
    'cache-control',
    'connection',
    'host',
    'user-agent',
  ]
  expect(
    feed.headers
      .flatMap((headers) => Object.keys(headers))
      .filter((name) => !ordinary.includes(name)),
  ).toEqual([])
  expect(existsSync(path.join(installation.folder, '.updaterId'))).toBe(false)
})

test("UX-71 postpones a restart while an order's outcome is unknown, even in an account that is not open, or a dialog is unanswered", async ({
  installation,
  keyring,
  simulator,
  feed,
  home,
}) => {
  feed.offer('9.9.9', nextVersion(home.started), '')
  const { app, page } = await installation.launch({ keyring, env: home.env })
  await connectByHand(page, simulator)
  const trade = tradeScreen(page)
  await answerBoxes(app, 'yes')
  await windowScreen(page).go('Trade')
  await trade.allow.click()
  await trade.arm.click()
  await trade.fillMarket({ market: 'ETH_USDT', side: 'Buy', amount: '0.01' })
  await trade.previewOrder.click()
  // The exchange's lists do not settle it, so it stays unknown until the user answers.
  await simulator.control('POST', 'history', { delaySeconds: 3600 })
  await simulator.control('POST', 'fault', {
    path: '/api/v4/order/collateral/market',
    drop: 'after',
    times: 1,
  })
  await trade.act('Buy 0.01 ETH_USDT at market').click()
  await expect(trade.unknown).toContainText('Buy 0.01 ETH_USDT at market')

  const form = connectScreen(page)
  const settings = settingsScreen(page)
  await windowScreen(page).go('Settings')
  await settings.addAccount.click()
  await form.fill({ address: simulator.url, ...simulator.key('plain'), name: 'Second' })
  await form.check()
  await form.save()
  await expect(windowScreen(page).status).toContainText('Second')

  const updates = updatesScreen(page)
  await updates.open()
  await updates.look.click()
  await updates.download.click()
  await updates.restart.click()
  await expect(updates.words).toContainText('in this account or another one')

  await settings.open('Accounts')
  await settings.showAccount.click()
  await windowScreen(page).go('Trade')
  await trade.answer('It was filled…').click()
  await trade.typeAnswer('ETH_USDT')
  await trade.act('It was filled').click()
  await expect(trade.unknown).toHaveCount(0)

  // A system dialog without an answer.
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = (() =>
      new Promise((resolve) =>
        Reflect.set(globalThis, 'answerBox', resolve),
      )) as unknown as typeof dialog.showMessageBox
  })
  await trade.backToReadOnly.click()
  await trade.allow.click()
  await expect
    .poll(() => app.evaluate(() => typeof Reflect.get(globalThis, 'answerBox')))
    .toBe('function')
  await updates.open()
  await updates.restart.click()
  await expect(updates.words).toContainText('A question is waiting')
  expect(readFileSync(home.appImage, 'utf8')).toBe(running)

  await app.evaluate(() =>
    (Reflect.get(globalThis, 'answerBox') as (answer: object) => void)({
      response: 1,
      checkboxChecked: false,
    }),
  )
  const gone = app.waitForEvent('close')
  await updates.restart.click()
  await gone
  await expect.poll(() => existsSync(home.started)).toBe(true)
})
