// What Plimsoll sends on a session bus, against a real one: the bus closes the connection of a
// client that sends an incomplete message.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { BusMessage } from '../../../src/main/desktop/dbus-message.js'
import { notifyCall } from '../../../src/main/desktop/linux-notifier.js'
import {
  callOfBus,
  createSessionBus,
  type SessionBus,
} from '../../../src/main/desktop/session-bus.js'
import type { AlertNotification } from '../../../src/shared/alerts/alert.js'
import { keyringMissing, processesOf, startKeyring, type Keyring } from '../../support/keyring.js'
import { createFakeClock, settledUntil } from '../../support/fake-clock.js'

const emitter = 'gdbus'

const notice: AlertNotification = {
  id: 'n',
  profileId: 'a',
  title: 'Margin call: “ключ”',
  body: 'LTV 76',
  urgency: 'critical',
  timeoutType: 'never',
  silent: true,
  screen: 'loans',
}

describe.skipIf(keyringMissing())('ALR-8 a real session bus', () => {
  let keyring: Keyring
  const time = createFakeClock()
  const signals: BusMessage[] = []
  let closed = 0

  const open = (environment: NodeJS.ProcessEnv = keyring.env): Promise<SessionBus | null> =>
    createSessionBus({ environment, uid: process.getuid?.() ?? 0, after: time.after })({
      signal: (message) => signals.push(message),
      closed: () => {
        closed += 1
      },
    })

  const opened = async (): Promise<SessionBus> => {
    const bus = await open()
    if (bus === null) throw new Error('the bus did not take Plimsoll in')
    return bus
  }

  beforeEach(async () => {
    keyring = await startKeyring('absent')
    signals.length = 0
    closed = 0
  })
  afterEach(() => keyring.dispose())

  it('accepts Plimsoll, answers its requests, and says that nobody shows notifications', async () => {
    const bus = await opened()
    const named = await bus.call(callOfBus('ListNames', '', []))
    expect(named).toEqual({
      kind: 'return',
      body: [expect.arrayContaining(['org.freedesktop.DBus'])],
    })
    expect(await bus.call(notifyCall(notice, 0, new Set(['actions'])))).toEqual({
      kind: 'error',
      name: 'org.freedesktop.DBus.Error.ServiceUnknown',
    })
    expect(await bus.call(callOfBus('NameHasOwner', 's', ['org.freedesktop.DBus']))).toEqual({
      kind: 'return',
      body: [true],
    })
    bus.close()
    expect(await bus.call(callOfBus('ListNames', '', []))).toEqual({ kind: 'lost' })
    expect([closed, time.pending()]).toEqual([0, 0])
  })

  it('delivers a notification to the owner of the name, and reports when the name is taken and free again', async () => {
    const bus = await opened()
    const service = await opened()
    const match = `type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='org.freedesktop.Notifications'`
    await bus.call(callOfBus('AddMatch', 's', [match]))
    const owners = (): unknown[] =>
      signals
        .filter(({ member }) => member === 'NameOwnerChanged')
        .map(({ body }) => [body[1] !== '', body[2] !== ''])
    await service.call(callOfBus('RequestName', 'su', ['org.freedesktop.Notifications', 0]))
    await settledUntil(() => owners().length === 1)
    // Nobody answers, and nothing but this waits for it.
    const answer = bus.call(notifyCall(notice, 0, new Set(['actions'])))
    expect(
      await bus.call(callOfBus('NameHasOwner', 's', ['org.freedesktop.Notifications'])),
    ).toEqual({ kind: 'return', body: [true] })
    service.close()
    expect(await answer).toEqual({ kind: 'error', name: 'org.freedesktop.DBus.Error.NoReply' })
    await settledUntil(() => owners().length === 2)
    expect(owners()).toEqual([
      [false, true],
      [true, false],
    ])
    bus.close()
  })

  it('forwards a click', async () => {
    const bus = await opened()
    await bus.call(callOfBus('RequestName', 'su', ['app.plimsoll.Test', 0]))
    const owner = await bus.call(callOfBus('GetNameOwner', 's', ['app.plimsoll.Test']))
    const ownName = owner.kind === 'return' ? String(owner.body[0]) : ''
    const emit = [
      ...[
        'emit',
        '--session',
        '--dest',
        ownName,
        '--object-path',
        '/org/freedesktop/Notifications',
      ],
      ...['--signal', 'org.freedesktop.Notifications.ActionInvoked', 'uint32 7', "'default'"],
    ]
    await new Promise<void>((resolve, reject) =>
      execFile(emitter, emit, { env: { ...keyring.env } }, (fault) =>
        fault ? reject(fault) : resolve(),
      ),
    )
    await settledUntil(() => signals.some(({ member }) => member === 'ActionInvoked'))
    expect(signals.find(({ member }) => member === 'ActionInvoked')).toMatchObject({
      interface: 'org.freedesktop.Notifications',
      body: [7, 'default'],
    })
    bus.close()
  })

  it('that hangs holds up no turn of the loop: a thousand pass while a call waits for it, and are over before its answer', async () => {
    const bus = await opened()
    const pids = processesOf(keyring.home)
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    const order: string[] = []
    const call = bus.call(callOfBus('ListNames', '', [])).then((answer) => {
      order.push('answer')
      return answer
    })
    for (let turn = 0; turn < 1000; turn += 1) await new Promise(setImmediate)
    order.push('a thousand turns')
    for (const pid of pids) process.kill(pid, 'SIGCONT')
    expect(await call).toMatchObject({ kind: 'return' })
    expect(order).toEqual(['a thousand turns', 'answer'])
    bus.close()
  })

  it('that ends is noticed, and is gone', async () => {
    const bus = await opened()
    for (const pid of processesOf(keyring.home)) process.kill(pid, 'SIGKILL')
    await settledUntil(() => closed === 1)
    expect(await bus.call(callOfBus('ListNames', '', []))).toEqual({ kind: 'lost' })
    expect(await open()).toBeNull()
    expect(await open({})).toBeNull()
  })

  it('that refuses connections, sends nonsense or stays silent is skipped, and the next address is tried', async () => {
    const socket = path.join(keyring.home, 'other')
    const answers = ['REJECTED EXTERNAL\r\n', 'OK 01\r\nnonsense that is no message of D-Bus', '']
    const server: Server = createServer((connection) => {
      connection.on('error', () => undefined)
      connection.on('data', () => connection.write(answers[0] ?? ''))
    }).listen(socket)
    onTestFinished(() => void server.close())
    await settledUntil(() => existsSync(socket))
    const both = {
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket};${keyring.env['DBUS_SESSION_BUS_ADDRESS']}`,
    }
    for (; answers.length > 0; answers.shift()) {
      const armed = time.armed()
      const waiting = open(both)
      await settledUntil(() => time.armed() > armed)
      if (answers[0] === '') await time.pass(3)
      const bus = await waiting
      expect(bus).not.toBeNull()
      bus?.close()
    }
  })
})
