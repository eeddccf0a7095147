// Every channel meets its handler here: one that is missing does not compile.
import type { Handlers } from '../router.js'
import { alertHandlers, type AlertPorts } from './alerts.js'
import { clipboardHandlers, type ClipboardPorts } from './clipboard.js'
import { connectHandlers, type ConnectPorts } from './connect.js'
import { connectionHandlers, type ConnectionPorts } from './connection.js'
import { demoHandlers, type DemoPorts } from './demo.js'
import { flexHandlers, type FlexPorts } from './flex.js'
import { miningHandlers, type MiningPorts } from './mining.js'
import { portfolioHandlers, type PortfolioPorts } from './portfolio.js'
import { profileHandlers, type ProfilePorts } from './profiles.js'
import { sessionHandlers, type SessionPorts } from './session.js'
import { settingsHandlers, type SettingsPorts } from './settings.js'
import { tradingHandlers, type TradingPorts } from './trading.js'
import type { OnScreen } from './on-screen.js'
import { updateHandlers, type UpdatePorts } from './updates.js'

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
