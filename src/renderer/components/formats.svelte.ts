// How numbers and dates are currently formatted on the page. Kept as state, so that all formatted
// text follows it.
import { formatTag, type FormatChoice, readFormatsFrom } from '../../shared/formats.js'

const state = $state<{ tag: string | null }>({ tag: null })

readFormatsFrom(() => ({ numbers: state.tag, dates: state.tag }))

/**
 * Called only where the setting is known. `systemTag`: the region of the system, as a language tag;
 * plain until it is known.
 */
export function writeAs(choice: FormatChoice, systemTag = ''): void {
  state.tag = formatTag(choice, systemTag)
}
