// The program exactly as shipped, and installed where that is possible: its fuses leave no way in,
// so it is observed from outside.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '../support/plimsoll.js'
import { runShipped, startShipped } from '../support/shipped.js'

test.skip(
  process.env['PLIMSOLL_NO_SANDBOX'] === '1',
  'what ships does not start without a sandbox, which root has not',
)

test('starts, opens its window and exits when the system asks', async () => {
  const plimsoll = startShipped(['--demo'])
  try {
    await expect.poll(() => plimsoll.windows().join()).toContain('DEMO')
    expect(plimsoll.log()).toContain('started')
  } finally {
    expect(await plimsoll.end()).toBe(0)
  }
})

// All refused switches are named, so each of them was refused by itself.
for (const doors of [
  ['--inspect=0', '--remote-debugging-port=0', '--disable-web-security'],
  // Plimsoll does not recognise the last two.
  ['--inspect-brk=0', '--remote-debugging-pipe', '--load-extension=/nonexistent', '--eval'],
]) {
  test(`REN-13 does not start with ${doors.join(' ')}`, async () => {
    const { code, said } = await runShipped(doors)
    expect(code).toBe(2)
    const refused = /Plimsoll does not start with (.+): it takes only/.exec(said)?.[1]
    expect(refused?.split(', ').sort()).toEqual(doors.toSorted())
    expect(said).not.toContain('Debugger listening')
  })
}

for (const [what, flags, environment] of [
  ['where it is switched off on the line, as an AppImage does by itself', ['--no-sandbox'], {}],
  ['where it is switched off in the environment', [], { ELECTRON_DISABLE_SANDBOX: '1' }],
] as const) {
  test(`REN-2 refuses to start without a sandbox ${what}, and explains why in a dialog and on the terminal`, async () => {
    const plimsoll = startShipped([...flags, '--demo'], environment)
    try {
      await expect.poll(plimsoll.windows).toEqual(['Plimsoll'])
      expect(plimsoll.said()).toContain('use the .deb')
      await expect.poll(() => (plimsoll.answer(), plimsoll.child.exitCode)).toBe(2)
      // Neither the data nor the log was opened.
      expect(plimsoll.log()).toBe('')
    } finally {
      await plimsoll.end()
    }
  })
}

test('REN-14 cannot be run as Node, ignores NODE_OPTIONS and opens no inspector on a signal', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plimsoll-script-'))
  const script = path.join(folder, 'script.js')
  writeFileSync(script, 'console.log("a" + "b")')
  const plimsoll = startShipped(['--demo', script], {
    ELECTRON_RUN_AS_NODE: '1',
    NODE_OPTIONS: '--require=/nonexistent/never.js --inspect=0',
  })
  try {
    await expect.poll(() => plimsoll.windows().length).toBeGreaterThan(0)
    plimsoll.child.kill('SIGUSR1')
    // Without an inspector to open, the signal ends the process.
    await expect.poll(() => plimsoll.child.signalCode).toBe('SIGUSR1')
    for (const never of ['ab', 'Debugger listening', 'never.js'])
      expect(plimsoll.said()).not.toContain(never)
  } finally {
    await plimsoll.end()
    rmSync(folder, { recursive: true })
  }
})
