import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { loansScreen } from '../screens/loans-screen.js'
import { demoControls } from '../screens/demo-controls.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { settingsScreen } from '../screens/settings-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { expect, test } from '../support/plimsoll.js'

const root = path.resolve(import.meta.dirname, '../../..')

/**
 * As the build recorded it: git only answers the owner. The test may run as another user, whom git
 * answers when asked to.
 */
function commitOfSource(): string {
  const repository = path.join(root, '.git')
  if (!existsSync(repository) || statSync(repository).uid !== statSync(path.join(root, 'out')).uid)
    return 'not known'
  const words = ['-c', 'safe.directory=*', 'rev-parse', '--short=12', 'HEAD']
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
}

test(
  'UX-73 drives the demo past margin call, offline and back, and shows each state; names the commit and runtime in About, and opens the notices',
  { tag: '@long' },
  async ({ installation }) => {
    const { page, consoleErrors } = await installation.launch({ flags: ['--demo'] })
    const window = windowScreen(page)
    const controls = demoControls(page)
    await expect(overviewScreen(page).headroom).toContainText('before margin call')

    await controls.open()
    await expect(controls.dialog).toContainText('DEMO')
    await controls.pull('Past margin call')
    await expect(controls.said).toContainText('past margin call')
    await controls.close()
    await overviewScreen(page).refresh.click()
    await expect(overviewScreen(page).attention).toContainText(/margin call/i)

    await controls.open()
    await controls.pull('No loan')
    await controls.pull('Cut the connection')
    await controls.close()
    await expect(window.status).toContainText('Offline')

    await controls.open()
    await controls.pull('Work again')
    await controls.close()
    await expect(window.status).toContainText('Online')
    await window.go('Loans')
    await expect(loansScreen(page).loadLine).toContainText('No active loan')

    await test.step('UX-73 names the commit and runtime in About, and opens the notices', async () => {
      await window.go('Settings')
      const settings = settingsScreen(page)
      await settings.open('About')
      await expect(settings.about('Commit')).toHaveText(
        new RegExp(`^${commitOfSource()}(, with changes)?$`),
      )
      await expect(settings.about('Electron')).toHaveText(/^\d+\.\d+\.\d+/)
      await expect(settings.about('Notifications')).toHaveText(/not known|shown|refused|has none/)
      await expect(settings.about('Data folder')).toContainText(path.basename(installation.folder))
      await settings.showNotices.click()
      await expect(
        page.getByRole('region', { name: 'Text of the third-party notices' }),
      ).toContainText(/\d+\.\d+\.\d+/)
      expect(consoleErrors).toEqual([])
    })
  },
)
