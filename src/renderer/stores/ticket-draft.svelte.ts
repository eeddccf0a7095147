/** What every form for orders knows of itself: whether a preview was asked for, and what was sent from it last. */
export class TicketDraft {
  /** Only then are empty fields complained about. */
  asked = $state(false)
  sentId = $state<string | null>(null)
  /** Until its result has been shown for the first time. */
  justSent = false

  protected markSent(intentId: string): void {
    this.sentId = intentId
    this.justSent = true
    this.asked = false
  }
}
