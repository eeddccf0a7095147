// Whether amounts are hidden now, for everything that prints one. Where an amount stands by itself,
// `components/amount.svelte` prints it; in a sentence it is an argument of a message and masked by
// its type. What is a percentage, an LTV or a price of a market, and never an amount, goes by
// `ratiosHidden`: it stays unless somebody chose to hide it as well.
import { decimalText } from '../../shared/formats.js'
import { type HiddenFigures, jsonWithoutFigures, mask } from '../../shared/hidden-amounts.js'
import { readHiddenFrom } from '../../shared/messages/messages.js'
import type { Decimal } from '../../shared/money.js'

const state = $state<{ hidden: HiddenFigures | null }>({ hidden: null })

/** Null where nothing is hidden. */
export function figuresHidden(): HiddenFigures | null {
  return state.hidden
}

readHiddenFrom(figuresHidden)

export function amountsHidden(): boolean {
  return state.hidden !== null
}

/** Percentages, LTV and prices of markets are hidden as well. */
export function ratiosHidden(): boolean {
  return state.hidden === 'all'
}

/** For the one place that knows the setting. Null where nothing is hidden. */
export function hideAmounts(hidden: HiddenFigures | null): void {
  state.hidden = hidden
}

/** An amount or a price that is part of a text. */
export function shownAmount(figure: Decimal): string {
  return amountsHidden() ? mask : decimalText(figure)
}

/** A percentage, an LTV or a price of a market that is part of a text. */
export function shownRatio(figure: Decimal): string {
  return ratiosHidden() ? mask : decimalText(figure)
}

/**
 * JSON, or while amounts are hidden the same without its figures. `plain`: members that hold no
 * amount.
 */
export function shownJson(text: string, plain: readonly string[] = []): string {
  return amountsHidden() ? jsonWithoutFigures(text, plain) : text
}
