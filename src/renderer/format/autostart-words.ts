import type { AutostartView } from '../../shared/domain/autostart.js'

/** Where a system keeps its own list of programs that start with it. */
const lists: Record<AutostartView['system'], string> = {
  mac: 'System Settings, General, Login Items',
  windows: 'Task Manager, Startup apps',
  linux: 'your desktop’s settings for programs that start with the session',
  other: 'the system’s settings',
}

export type AutostartWords = { text: string; /** Something other than what was chosen holds. */ caution: boolean }

/** What holds at the next login, and what to do where that is not what was chosen. */
export const autostartWords = ({ system, state, starts, file }: AutostartView): AutostartWords => {
  const calm = (text: string): AutostartWords => ({ text, caution: false })
  const caution = (text: string): AutostartWords => ({ text, caution: true })
  switch (state) {
    case 'on':
      return calm('Starts without a window and monitors from then on. It is in the tray, or minimised where there is no tray.')
    case 'off':
      return calm('After a restart of this computer nothing is monitored until you start Plimsoll.')
    case 'off-by-system':
      return system === 'windows'
        ? caution(`Turned off in ${lists.windows}, so Plimsoll does not start. Switch it on here or there.`)
        : caution(`Switched off in ${lists[system]}, so Plimsoll does not start. Switch it on here or there.`)
    case 'needs-approval':
      return caution(`macOS waits for your approval, and does not start Plimsoll until then. Allow it in ${lists.mac}.`)
    case 'elsewhere':
      return caution('Another copy of Plimsoll starts, or this one in another way. Switch it on to have this one start without a window.')
    case 'changed':
      return caution(
        `${file ?? 'The file'} was changed by you or another program, so Plimsoll leaves it as it is. ${starts ? 'What it names is started.' : 'Nothing is started by it.'}`,
      )
    case 'unknown':
      return caution(`Whether Plimsoll starts could not be read${file === null ? '' : ` from ${file}`}. Look in ${lists[system]}.`)
    case 'from-source':
      return calm(
        'Not offered in a run from source: the system would start Electron without Plimsoll in it. An installed Plimsoll offers it.',
      )
    case 'other-folder':
      return calm('Not offered with a data folder of your own: macOS would start Plimsoll on its usual one.')
    case 'no-such-system':
      return calm('Not offered: Plimsoll does not know how this system starts programs.')
  }
}

/** Whether there is anything to switch. */
export const isSwitchable = ({ state }: AutostartView): boolean =>
  !['changed', 'from-source', 'other-folder', 'no-such-system'].includes(state)
