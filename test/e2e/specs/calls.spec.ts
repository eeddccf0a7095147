import { callsScreen } from '../screens/calls-screen.js'
import { overviewScreen } from '../screens/overview-screen.js'
import { windowScreen } from '../screens/window-screen.js'
import { expect, test } from '../support/plimsoll.js'

test('inspects calls, copies one without the key, and sends a read from the console', async ({
  demo,
}) => {
  const { app, page } = demo
  await expect(overviewScreen(page).headroom).toContainText('before margin call')
  const calls = callsScreen(page)
  await windowScreen(page).go('Activity')
  await calls.open('Calls')
  await calls.pause.click()
  await calls.openNewest('main-account/balance')
  await expect(calls.details).toContainText('X-TXC-APIKEY')
  await expect(calls.details.getByRole('region', { name: 'Answer' })).toContainText('main_balance')
  const shownKey = /X-TXC-APIKEY: (\S+)/.exec((await calls.details.textContent()) ?? '')?.[1] ?? ''
  expect(shownKey).toContain('…')
  await calls.copyAsCurl.click()
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toContain('curl -X POST')
  const copied = await app.evaluate(({ clipboard }) => clipboard.readText())
  expect(copied).toContain('X-TXC-APIKEY: <API key>')
  expect(copied).toContain('X-TXC-SIGNATURE: <signature>')
  for (const part of shownKey.split('…'))
    expect(copied.replace(/"nonce":"\d+"/, '')).not.toContain(part)

  await calls.open('Console')
  await calls.choose('/api/v4/main-account/balance')
  await expect(calls.send).toBeDisabled()
  await calls.dryRun.click()
  await expect(calls.preview).toContainText('<taken when it is sent>')
  await calls.send.click()
  await expect(calls.answer).toContainText('HTTP status 200')
  await calls.openInCalls.click()
  await expect(calls.details).toContainText('from the console')
  await calls.open('Console')
  await calls.choose('/api/v4/order/collateral/market')
  await expect(calls.request).toContainText('Orders go through the order review')
  await expect(calls.send).toHaveCount(0)
})
