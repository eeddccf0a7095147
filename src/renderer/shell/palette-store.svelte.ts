/** No more are remembered. */
const mostRemembered = 20

function withFirst(one: string, list: readonly string[]): readonly string[] {
  return [one, ...list.filter((other) => other !== one)].slice(0, mostRemembered)
}

/** Recently used commands and viewed markets, newest first. Lasts as long as the page. */
export class PaletteStore {
  /** Ids of commands. */
  used = $state.raw<readonly string[]>([])
  lookedAt = $state.raw<readonly string[]>([])

  use(id: string): void {
    this.used = withFirst(id, this.used)
  }

  lookAt(market: string): void {
    if (this.lookedAt[0] !== market) this.lookedAt = withFirst(market, this.lookedAt)
  }

  /** The markets are those of the account. */
  forget(): void {
    this.lookedAt = []
  }
}
