import type { Problem } from '../../shared/domain/problem.js'
import type { Settings } from '../../shared/domain/settings.js'
import { ok, type Result } from '../../shared/result.js'
import type { Later } from '../ipc/later.js'
import type { Handlers } from '../ipc/router.js'

export type SettingsPorts = {
  read(): Settings
  change(some: Partial<Settings>): Later<Result<Settings, Problem>>
}

export const settingsHandlers = (ports: SettingsPorts) =>
  ({
    'settings/read': () => ok(ports.read()),
    'settings/change': (some) => ports.change(some),
  }) satisfies Partial<Handlers>
