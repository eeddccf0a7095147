import '@fontsource-variable/inter/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import { mount } from 'svelte'
import App from './app.svelte'
import { openBridge } from './bridge.js'
import { createStores } from './stores/stores.js'
import Unreachable from './views/shell/unreachable.svelte'

const target = document.getElementById('app')
if (target === null) throw new Error('index.html has no #app')

const bridge = openBridge()
if (bridge === null) mount(Unreachable, { target })
else mount(App, { target, props: { stores: createStores(bridge, () => Date.now() / 1000) } })
