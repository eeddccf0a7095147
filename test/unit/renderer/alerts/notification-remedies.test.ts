import { expect, it } from 'vitest'
import { notificationRemedies } from '../../../../src/renderer/alerts/notification-remedies.js'

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64)', 'A bare window manager'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'System Settings'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Windows key + N'],
])('UX-53 names what helps on this system when a notification is not seen: %s', (agent, words) => {
  expect(notificationRemedies(agent).join('\n')).toContain(words)
})
