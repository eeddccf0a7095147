// What every order form keeps.
/** Common state of the order forms: whether a preview was requested, and what was last sent. */
export class TicketDraft {
  /** Empty fields are errors only from then on. */
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

/** What is selected from a list and sent as it is: only what was last sent is kept. */
export class TargetDraft extends TicketDraft {
  sent(intentId: string): void {
    this.markSent(intentId)
  }
}
