// What the window loads after its first figures, as one script: every screen but the overview, the
// dialogs, what the overview can add a moment later, and the stores that only these use.
import Welcome from '../accounts/welcome.svelte'
import KeyDialog from '../capabilities/key-dialog.svelte'
import DemoControls from '../demo/demo-controls.svelte'
import Investments from '../investments/investments.svelte'
import Mining from '../mining/mining.svelte'
import EnableTrading from '../orders/enable-trading.svelte'
import LevelDialog from '../orders/level-dialog.svelte'
import GapNotice from '../alerts/gap-notice.svelte'
import MarginCallPanel from '../portfolio/loans/margin-call-panel.svelte'
import Trade from '../orders/trade.svelte'
import TransferDialog from '../orders/transfer-dialog.svelte'
import Loans from '../portfolio/loans/loans.svelte'
import Wallets from '../portfolio/overview/wallets.svelte'
import Positions from '../portfolio/positions/positions.svelte'
import AutostartStep from '../settings/autostart-step.svelte'
import EarlyStepsStep from '../settings/early-steps-step.svelte'
import NotificationStep from '../settings/notification-step.svelte'
import SettingsScreen from '../settings/settings.svelte'
import { createLaterStores } from '../later-stores.js'
import Activity from './activity.svelte'
import CommandPalette from './command-palette.svelte'
import ShortcutsDialog from './shortcuts-dialog.svelte'

export const laterParts = {
  createStores: createLaterStores,
  screens: {
    positions: Positions,
    trade: Trade,
    investments: Investments,
    loans: Loans,
    mining: Mining,
    activity: Activity,
  },
  firstSteps: {
    early: EarlyStepsStep,
    notification: NotificationStep,
    autostart: AutostartStep,
  },
  GapNotice,
  MarginCallPanel,
  Wallets,
  SettingsScreen,
  Welcome,
  KeyDialog,
  DemoControls,
  EnableTrading,
  TransferDialog,
  LevelDialog,
  CommandPalette,
  ShortcutsDialog,
}
