import type { InvestmentDetail } from '../../shared/domain/flex-history.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Bridge } from '../../shared/ipc/contract.js'

/** The one investment whose details are open. */
export class InvestmentDetailStore {
  readonly #bridge: Bridge
  investmentId = $state<string | null>(null)
  /** The row it was opened from, to mark it. */
  transactionId = $state<string | null>(null)
  investment = $state.raw<InvestmentDetail | null>(null)
  problem = $state.raw<Problem | null>(null)
  #round = 0

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  async open(investmentId: string, transactionId: string | null): Promise<void> {
    if (investmentId !== this.investmentId) this.close()
    this.investmentId = investmentId
    this.transactionId = transactionId
    await this.read()
  }

  /** Also when the records have changed. */
  async read(): Promise<void> {
    const { investmentId } = this
    if (investmentId === null) return
    this.#round += 1
    const round = this.#round
    const answer = await this.#bridge.ask('flex/detail', { investmentId })
    if (round !== this.#round) return
    this.problem = answer.ok ? null : answer.error
    if (answer.ok) this.investment = answer.value
  }

  close(): void {
    this.#round += 1
    this.investmentId = null
    this.transactionId = null
    this.investment = null
    this.problem = null
  }

  /** For another profile it means nothing. */
  forget(): void {
    this.close()
  }
}
