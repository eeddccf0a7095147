// Every channel meets its handler here: one that is missing does not compile.
import type { Handlers } from './ipc/router.js'
import { alertHandlers, type AlertPorts } from './alerts/alerts-ipc.js'
import { clipboardHandlers, type ClipboardPorts } from './desktop/clipboard-ipc.js'
import { connectHandlers, type ConnectPorts } from './accounts/connect-ipc.js'
import { connectionHandlers, type ConnectionPorts } from './portfolio/connection-ipc.js'
import { demoHandlers, type DemoPorts } from './demo/demo-ipc.js'
import { flexHandlers, type FlexPorts } from './investments/investments-ipc.js'
import { miningHandlers, type MiningPorts } from './mining/mining-ipc.js'
import { portfolioHandlers, type PortfolioPorts } from './portfolio/portfolio-ipc.js'
import { profileHandlers, type ProfilePorts } from './accounts/profiles-ipc.js'
import { sessionHandlers, type SessionPorts } from './accounts/app-state-ipc.js'
import { settingsHandlers, type SettingsPorts } from './settings/settings-ipc.js'
import { tradingHandlers, type TradingPorts } from './orders/orders-ipc.js'
import type { OnScreen } from './ipc/on-screen.js'
import { updateHandlers, type UpdatePorts } from './updates/updates-ipc.js'

export type HandlerPorts = {
  session: SessionPorts
  demo: DemoPorts
  connect: ConnectPorts
  profiles: ProfilePorts
  portfolio: OnScreen<PortfolioPorts>
  alerts: AlertPorts
  trading: OnScreen<TradingPorts>
  flex: OnScreen<FlexPorts>
  mining: OnScreen<MiningPorts>
  connection: OnScreen<ConnectionPorts>
  updates: UpdatePorts
  settings: SettingsPorts
  clipboard: ClipboardPorts
}

export const createHandlers = (ports: HandlerPorts): Handlers =>
  ({
    ...sessionHandlers(ports.session),
    ...demoHandlers(ports.demo),
    ...connectHandlers(ports.connect),
    ...profileHandlers(ports.profiles),
    ...portfolioHandlers(ports.portfolio),
    ...alertHandlers(ports.alerts),
    ...tradingHandlers(ports.trading),
    ...flexHandlers(ports.flex),
    ...miningHandlers(ports.mining),
    ...connectionHandlers(ports.connection),
    ...updateHandlers(ports.updates),
    ...settingsHandlers(ports.settings),
    ...clipboardHandlers(ports.clipboard),
  }) satisfies Handlers
