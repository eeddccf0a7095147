// Whether amounts are hidden now, for everything that prints one. Where an amount stands by itself `components/amount.svelte` prints it; every other
// text that may hold a figure of the account goes through `shownText`: sentences, titles, labels, what is read out and what is copied.
import { decimalText } from '../../shared/formats.js'
import { jsonWithoutFigures, mask, textWithoutFigures } from '../../shared/hidden-amounts.js'
import { textOf, type Told } from '../../shared/messages/messages.js'

const state = $state({ hidden: false })

export const amountsHidden = (): boolean => state.hidden

/** For the one place that knows the setting. */
export const hideAmounts = (hidden: boolean): void => {
  state.hidden = hidden
}

/** The text in the language of now, or while amounts are hidden the same without its figures. */
export const shownText = (told: Told): string => (state.hidden ? textWithoutFigures(textOf(told)) : textOf(told))

/** The same of JSON. */
export const shownJson = (text: string): string => (state.hidden ? jsonWithoutFigures(text) : text)

/** A decimal that is part of a text of which the rest stays as it is. */
export const shownFigure = (figure: string): string => (state.hidden ? mask : decimalText(figure))
