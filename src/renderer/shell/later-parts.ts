// What the window loads after its first figures, as one script: every screen but the overview, and
// the dialogs.
import Welcome from '../accounts/welcome.svelte'
import KeyDialog from '../capabilities/key-dialog.svelte'
import DemoControls from '../demo/demo-controls.svelte'
import Investments from '../investments/investments.svelte'
import Mining from '../mining/mining.svelte'
import EnableTrading from '../orders/enable-trading.svelte'
import Trade from '../orders/trade.svelte'
import TransferDialog from '../orders/transfer-dialog.svelte'
import Loans from '../portfolio/loans/loans.svelte'
import Positions from '../portfolio/positions/positions.svelte'
import SettingsScreen from '../settings/settings.svelte'
import Activity from './activity.svelte'
import CommandPalette from './command-palette.svelte'
import ShortcutsDialog from './shortcuts-dialog.svelte'

export const laterParts = {
  screens: {
    positions: Positions,
    trade: Trade,
    investments: Investments,
    loans: Loans,
    mining: Mining,
    activity: Activity,
  },
  SettingsScreen,
  Welcome,
  KeyDialog,
  DemoControls,
  EnableTrading,
  TransferDialog,
  CommandPalette,
  ShortcutsDialog,
}
