// How numbers and dates are written on the page now. Kept as state, so that every text that was
// written by it follows it.
import { formatTag, type FormatChoice, readFormatsFrom } from '../../shared/formats.js'

const state = $state<{ tag: string | null }>({ tag: null })

readFormatsFrom(() => ({ numbers: state.tag, dates: state.tag }))

/**
 * For the one place that knows the setting. `systemTag`: the region of the system, as a language
 * tag; plain until it is known.
 */
export function writeAs(choice: FormatChoice, systemTag = ''): void {
  state.tag = formatTag(choice, systemTag)
}
