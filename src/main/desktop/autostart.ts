// Whether Plimsoll starts with the system. Always read from the system's own record, which can be
// changed outside Plimsoll.
import type { App } from 'electron'
import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { AutostartChange, AutostartView } from '../../shared/desktop/autostart.js'
import type { Problem } from '../../shared/problem.js'
import { messageOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { autostartEntry, execLine, type FoundEntry, readAutostartEntry } from './autostart-entry.js'

const systems: { [platform in NodeJS.Platform]?: AutostartView['system'] } = {
  darwin: 'mac',
  win32: 'windows',
  linux: 'linux',
}

export type Autostart = {
  read: () => Promise<AutostartView>
  /**
   * Returns the resulting state. A file that is not Plimsoll's own is neither removed nor, without
   * `replace`, overwritten.
   */
  change: (wanted: AutostartChange) => Promise<Result<AutostartView, Problem>>
  /**
   * Updates the entry: an AppImage that was moved, or renamed by an update, would silently stop
   * starting.
   */
  followProgram: () => Promise<void>
  /** macOS passes no switch: it reports it directly. */
  startedByLogin: () => boolean
}

/** Larger than any entry: not read, and not Plimsoll's. */
const mostBytes = 65_536

/**
 * An AppImage is started by its file: the running program is in a folder that disappears with it.
 */
function linuxProgram(execPath: string, { APPIMAGE, APPDIR }: NodeJS.ProcessEnv): string {
  // Both are inherited by every program started from within another AppImage.
  return APPIMAGE !== undefined &&
    path.isAbsolute(APPIMAGE) &&
    APPDIR !== undefined &&
    execPath.startsWith(`${APPDIR}/`)
    ? APPIMAGE
    : execPath
}

function autostartFile(home: string, { XDG_CONFIG_HOME }: NodeJS.ProcessEnv): string {
  return path.join(
    XDG_CONFIG_HOME !== undefined && path.isAbsolute(XDG_CONFIG_HOME)
      ? XDG_CONFIG_HOME
      : path.join(home, '.config'),
    'autostart',
    'plimsoll.desktop',
  )
}

function codeOf(fault: unknown): string {
  return fault instanceof Error && 'code' in fault ? String(fault.code) : 'UNKNOWN'
}

function notTaken(reason: string): Problem {
  return {
    code: 'system-refused',
    message: messageOf('desktop.autostart-not-changed'),
    reason,
  }
}

function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  )
}

export function createAutostart(parts: {
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'> & { readonly isPackaged: boolean }
  platform: NodeJS.Platform
  execPath: string
  /** Switches of this run that the next one needs to open the same data. */
  switches: readonly string[]
  environment: NodeJS.ProcessEnv
  home: string
  log: (what: string, fault?: unknown) => void
}): Autostart {
  const { app, platform, switches, environment, log } = parts
  const system = systems[platform] ?? 'other'
  const words = ['--hidden', ...switches]
  const seen = (
    state: AutostartView['state'],
    starts = state === 'on',
    file: string | null = null,
  ): AutostartView => ({
    system,
    state,
    starts,
    file,
  })

  const notOffered = (): AutostartView | null => {
    if (system === 'other') return seen('no-such-system')
    if (!app.isPackaged) return seen('from-source')
    return system === 'mac' && switches.length > 0 ? seen('other-folder') : null
  }

  const mac = {
    read: (): AutostartView => {
      const { status } = app.getLoginItemSettings()
      return seen(
        status === 'enabled' ? 'on' : status === 'requires-approval' ? 'needs-approval' : 'off',
      )
    },
    change: (on: boolean): void => app.setLoginItemSettings({ openAtLogin: on }),
  }

  /** Electron joins them with spaces, and Windows splits them at spaces. */
  const item = {
    path: parts.execPath,
    args: words.map((word) => (/\s/.test(word) ? `"${word}"` : word)),
  }
  const windows = {
    read: (): AutostartView => {
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(item)
      if (openAtLogin) return seen(executableWillLaunchAtLogin ? 'on' : 'off-by-system')
      return executableWillLaunchAtLogin ? seen('elsewhere', true) : seen('off')
    },
    change: (on: boolean): void =>
      app.setLoginItemSettings({ ...item, openAtLogin: on, enabled: on }),
  }

  const file = autostartFile(parts.home, environment)
  const command = [linuxProgram(parts.execPath, environment), ...words]
  /** Null if there is none; throws if it cannot be read. */
  const found = async (): Promise<FoundEntry | null> => {
    try {
      const place = await lstat(file)
      const entry =
        place.size > mostBytes
          ? readAutostartEntry('')
          : readAutostartEntry(await readFile(file, 'utf8'))
      // A linked file is kept elsewhere by the user and belongs to them.
      return { ...entry, own: entry.own && place.isFile() }
    } catch (fault) {
      if (codeOf(fault) !== 'ENOENT') throw fault
      // A dangling link still exists.
      return (await isThere(file)) ? readAutostartEntry('') : null
    }
  }
  const linuxView = (entry: FoundEntry | null): AutostartView => {
    if (entry === null) return seen('off', false, file)
    if (!entry.own) return seen('changed', entry.switchedOn, file)
    if (!entry.switchedOn) return seen('off-by-system', false, file)
    return entry.exec === execLine(command) ? seen('on', true, file) : seen('elsewhere', true, file)
  }
  const write = async (): Promise<void> => {
    const text = autostartEntry(command)
    if (text === null)
      throw Object.assign(new Error('This program’s path cannot stand in an autostart file.'), {
        code: 'PATH',
      })
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    // A desktop only reads names ending in .desktop, so it never sees half a file.
    const partial = `${file}.${randomBytes(4).toString('hex')}.part`
    try {
      await writeFile(partial, text, { mode: 0o600, flag: 'wx', flush: true })
      await rename(partial, file)
    } catch (fault) {
      await rm(partial, { force: true }).catch(() => undefined)
      throw fault
    }
  }
  const linux = {
    read: async (): Promise<AutostartView> => linuxView(await found()),
    change: async ({ on, replace }: AutostartChange): Promise<void> => {
      const entry = await found()
      if (entry !== null && !entry.own && !(on && replace)) return
      if (on) await write()
      else if (entry !== null) await rm(file)
    },
  }

  const read = async (): Promise<AutostartView> => {
    const none = notOffered()
    if (none !== null) return none
    try {
      return system === 'mac'
        ? mac.read()
        : system === 'windows'
          ? windows.read()
          : await linux.read()
    } catch (fault) {
      log('autostart could not be read', fault)
      return seen('unknown', false, system === 'linux' ? file : null)
    }
  }

  return {
    read,
    change: async (wanted: AutostartChange): Promise<Result<AutostartView, Problem>> => {
      if (notOffered() === null) {
        try {
          if (system === 'mac') mac.change(wanted.on)
          else if (system === 'windows') windows.change(wanted.on)
          else await linux.change(wanted)
        } catch (fault) {
          log('autostart could not be changed', fault)
          return fail(notTaken(codeOf(fault)))
        }
      }
      const now = await read()
      return wanted.on && now.state === 'off' ? fail(notTaken('REFUSED')) : ok(now)
    },
    followProgram: async (): Promise<void> => {
      if (system !== 'linux' || notOffered() !== null) return
      try {
        const entry = await found()
        if (entry === null || !entry.own || !entry.switchedOn || entry.exec === execLine(command))
          return
        if (entry.exec !== execLine([entry.program, ...words]) || (await isThere(entry.program)))
          return
        await write()
        log('autostart followed this program to its new place')
      } catch (fault) {
        log('autostart could not follow this program', fault)
      }
    },
    startedByLogin: (): boolean => system === 'mac' && app.getLoginItemSettings().wasOpenedAtLogin,
  }
}
