import '@fontsource-variable/inter/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import { mount } from 'svelte'
import type { Bridge } from '../shared/contract.js'
import App from './app.svelte'
import { openBridge } from './bridge.js'
import { speak } from './shell/language.svelte.js'
import { writeAs } from './components/formats.svelte.js'
import { ClockStore } from './components/clock.svelte.js'
import { LockStore } from './lock/lock-store.svelte.js'
import { createStores } from './stores.js'
import LockScreen from './lock/lock-screen.svelte'
import Unreachable from './shell/unreachable.svelte'

const place = document.getElementById('app')
if (place === null) throw new Error('index.html has no #app')
const target = place

const now = (): number => Date.now() / 1000

/**
 * While Plimsoll is locked the page is the lock screen and nothing else; main reloads it when that
 * changes.
 */
async function start(bridge: Bridge): Promise<void> {
  const lock = await bridge.ask('lock/read', null)
  // Before anything is rendered.
  await speak(lock.ok ? lock.value.language : 'system')
  if (lock.ok) writeAs(lock.value.formats)
  if (lock.ok && lock.value.locked !== null)
    mount(LockScreen, {
      target,
      props: { lock: new LockStore(bridge), clock: new ClockStore(now) },
    })
  else mount(App, { target, props: { stores: createStores(bridge, now) } })
}

const bridge = openBridge()
if (bridge === null) void speak('system').then(() => mount(Unreachable, { target }))
else void start(bridge)
