// Whether amounts are hidden now, for everything that prints one. Where an amount stands by itself `components/amount.svelte` prints it; every other
// text that may hold a figure of the account goes through `shownText`: sentences, titles, labels, what is read out and what is copied. What is a
// percentage, an LTV or a price of a market, and never an amount, goes by `ratiosHidden`: it stays unless somebody chose to hide it as well.
import { decimalText } from '../../shared/formats.js'
import { type HiddenFigures, jsonWithoutFigures, mask, textWithoutFigures } from '../../shared/hidden-amounts.js'
import { textOf, type Told } from '../../shared/messages/messages.js'

const state = $state<{ hidden: HiddenFigures | null }>({ hidden: null })

export const amountsHidden = (): boolean => state.hidden !== null

/** Percentages, LTV and prices of markets are hidden as well. */
export const ratiosHidden = (): boolean => state.hidden === 'all'

/** For the one place that knows the setting. Null where nothing is hidden. */
export const hideAmounts = (hidden: HiddenFigures | null): void => {
  state.hidden = hidden
}

/** The text in the language of now, or while amounts are hidden the same without its figures. */
export const shownText = (told: Told): string => (state.hidden === null ? textOf(told) : textWithoutFigures(textOf(told), [], state.hidden))

/** A text that holds no figure but percentages, LTV and prices of markets. */
export const shownRatios = (told: Told): string => (ratiosHidden() ? textWithoutFigures(textOf(told)) : textOf(told))

/** The same of JSON. */
export const shownJson = (text: string): string => (amountsHidden() ? jsonWithoutFigures(text) : text)

/** A percentage, an LTV or a price of a market that is part of a text of which the rest stays as it is. */
export const shownRatio = (figure: string): string => (ratiosHidden() ? mask : decimalText(figure))
