import type { FlexExport, FlexView } from '../../shared/domain/flex-history.js'
import type { ExportFormat } from '../../shared/domain/trading.js'
import type { Clock, Timing } from '../../shared/time.js'
import type { ExchangeClient } from '../exchange/exchange-client.js'
import type { PollScheduler } from '../polling/poll-scheduler.js'

export type FlexClient = Pick<ExchangeClient, 'flexHistory'>

export type InvestmentPorts = {
  clock: Clock
  timing: Timing
  newId: () => string
  scheduler: PollScheduler
  /** Null while there is no key, or the exchange has not accepted it yet. Another one where the key was loaded again. */
  client(): FlexClient | null
  /** The system's own dialog for a new file; null where the person chose none. */
  chooseFile(options: { suggestedName: string; format: ExportFormat }): Promise<string | null>
  /** Not called for what `read` gives at the opening. */
  changed(view: FlexView): void
  exportChanged(progress: FlexExport): void
  /** What was kept was most likely another account's: it was removed, and everything is read anew. */
  forgotten(): void
  log(event: string, details?: object): void
}
