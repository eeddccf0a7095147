import { t } from '../../shared/messages/messages.js'
import type { AutostartView } from '../../shared/desktop/autostart.js'

export type AutostartWords = {
  text: string
  /** The setting in effect differs from the one chosen. */ caution: boolean
}

/** What will happen at the next login, and what to do if that is not what was chosen. */
export function autostartWords({ system, state, starts, file }: AutostartView): AutostartWords {
  const calm = (text: string): AutostartWords => ({ text, caution: false })
  const caution = (text: string): AutostartWords => ({ text, caution: true })
  switch (state) {
    case 'on':
    case 'off':
    case 'from-source':
    case 'other-folder':
    case 'no-such-system':
      return calm(t(`settings.autostart.${state}`))
    case 'off-by-system':
      return caution(t('settings.autostart.off-by-system', { system }))
    case 'needs-approval':
    case 'elsewhere':
      return caution(t(`settings.autostart.${state}`))
    case 'changed': {
      const started = starts ? 'yes' : 'no'
      return caution(
        file === null
          ? t('settings.autostart.changed-unnamed', { starts: started })
          : t('settings.autostart.changed', { file, starts: started }),
      )
    }
    case 'unknown':
      return caution(
        file === null
          ? t('settings.autostart.unknown', { system })
          : t('settings.autostart.unknown-from', { system, file }),
      )
  }
}

/** Whether there is anything to switch. */
export function isSwitchable({ state }: AutostartView): boolean {
  return !['changed', 'from-source', 'other-folder', 'no-such-system'].includes(state)
}
