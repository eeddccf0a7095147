// Whether amounts are currently hidden, for everything that prints one. A standalone amount is
// printed by `components/amount.svelte`; in a sentence it is an argument of a message and masked by
// its type. A percentage, an LTV or a market price, never an amount, follows `ratiosHidden`: it
// stays visible unless the user chose to hide it too.
import { decimalText } from '../../shared/formats.js'
import { type HiddenFigures, jsonWithoutFigures, mask } from '../../shared/hidden-amounts.js'
import { readHiddenFrom } from '../../shared/messages/messages.js'
import type { Decimal } from '../../shared/money.js'

const state = $state<{ hidden: HiddenFigures | null }>({ hidden: null })

/** Null if nothing is hidden. */
export function figuresHidden(): HiddenFigures | null {
  return state.hidden
}

readHiddenFrom(figuresHidden)

export function amountsHidden(): boolean {
  return state.hidden !== null
}

/** Percentages, LTV and market prices are hidden too. */
export function ratiosHidden(): boolean {
  return state.hidden === 'all'
}

/** Called only where the setting is known. Null if nothing is hidden. */
export function hideAmounts(hidden: HiddenFigures | null): void {
  state.hidden = hidden
}

/** An amount or a price within a text. */
export function shownAmount(figure: Decimal): string {
  return amountsHidden() ? mask : decimalText(figure)
}

/** A percentage, an LTV or a market price within a text. */
export function shownRatio(figure: Decimal): string {
  return ratiosHidden() ? mask : decimalText(figure)
}

/**
 * JSON, or while amounts are hidden the same without its figures. `plain`: members that are not
 * amounts.
 */
export function shownJson(text: string, plain: readonly string[] = []): string {
  return amountsHidden() ? jsonWithoutFigures(text, plain) : text
}
