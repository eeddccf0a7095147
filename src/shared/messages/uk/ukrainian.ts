import { accounts } from './accounts.js'
import { activity } from './activity.js'
import { alerts } from './alerts.js'
import { common } from './common.js'
import { desktop } from './desktop.js'
import { exchange } from './exchange.js'
import { investments } from './investments.js'
import { journal } from './journal.js'
import { loan } from './loan.js'
import { lock } from './lock.js'
import { mining } from './mining.js'
import { outcomes } from './outcomes.js'
import { orders } from './orders.js'
import { overview } from './overview.js'
import { portfolio } from './portfolio.js'
import { positions } from './positions.js'
import { problems } from './problems.js'
import { settings } from './settings.js'
import { shell } from './shell.js'
import { terms } from './terms.js'
import { trade } from './trade.js'
import { welcome } from './welcome.js'

export const ukrainian = {
  accounts,
  activity,
  alerts,
  common,
  desktop,
  exchange,
  investments,
  journal,
  loan,
  lock,
  mining,
  outcomes,
  orders,
  overview,
  portfolio,
  positions,
  problems,
  settings,
  shell,
  terms,
  trade,
  welcome,
} as const
