// The system that Plimsoll runs on, in one line each.
import { messageOf, type MessageOrText } from '../../shared/messages/messages.js'

/** @param parts.release of the kernel; `version`: the system's own name, if that says more */
export function systemText(parts: {
  platform: NodeJS.Platform
  release: string
  version: string
  arch: string
}): string {
  const { platform, release, version, arch } = parts
  if (platform === 'win32') return `${version} ${release} (${arch})`
  return `${platform === 'darwin' ? 'macOS, Darwin' : platform === 'linux' ? 'Linux' : platform} ${release} (${arch})`
}

/** Characters of an environment value. */
const longestName = 50

const sessions: { readonly [type: string]: MessageOrText } = {
  x11: 'X11',
  wayland: 'Wayland',
  tty: messageOf('accounts.about.no-display'),
}

/**
 * The desktop's display server, and its name, if the session says them; null where there is no such
 * choice.
 */
export function desktopSessionText(
  platform: NodeJS.Platform,
  environment: { readonly [name: string]: string | undefined },
): MessageOrText | null {
  if (platform !== 'linux') return null
  const { XDG_SESSION_TYPE: type = '', XDG_CURRENT_DESKTOP: desktop = '' } = environment
  const session =
    sessions[type] ??
    (type === '' ? messageOf('accounts.about.session-not-known') : type.slice(0, longestName))
  return desktop === ''
    ? session
    : messageOf('accounts.about.session-and-desktop', {
        session,
        desktop: desktop.slice(0, longestName),
      })
}
