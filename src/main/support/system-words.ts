// The system that Plimsoll runs on, in a line each.

/** @param parts.release of the kernel; `version` what the system calls itself, where that says more */
export const systemText = (parts: { platform: NodeJS.Platform; release: string; version: string; arch: string }): string => {
  const { platform, release, version, arch } = parts
  if (platform === 'win32') return `${version} ${release} (${arch})`
  return `${platform === 'darwin' ? 'macOS, Darwin' : platform === 'linux' ? 'Linux' : platform} ${release} (${arch})`
}

const protocols: { readonly [type: string]: string } = { x11: 'X11', wayland: 'Wayland', tty: 'no display' }

/** How the desktop draws, and its name, where the session says them; null where there is no such choice. */
export const desktopSessionText = (
  platform: NodeJS.Platform,
  environment: { readonly [name: string]: string | undefined },
): string | null => {
  if (platform !== 'linux') return null
  const { XDG_SESSION_TYPE: type = '', XDG_CURRENT_DESKTOP: desktop = '' } = environment
  const protocol = protocols[type] ?? (type === '' ? 'type not known' : type)
  return [protocol, ...(desktop === '' ? [] : [desktop])].join(', ').slice(0, 100)
}
