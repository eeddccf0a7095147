import { checkProxy } from '../../shared/domain/address.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Settings } from '../../shared/domain/settings.js'
import type { Result } from '../../shared/result.js'
import type { SettingsFile } from './settings-file.js'

export type SettingsChangesParts = {
  file: Pick<SettingsFile, 'settings' | 'change'>
  /** In a system dialog. */
  confirmProxy(before: string, after: string): Promise<Result<unknown, Problem>>
  /** These hold now; `some` of them were changed. */
  changed(settings: Settings, some: Partial<Settings>): void
}

export const createSettingsChanges = ({ file, confirmProxy, changed }: SettingsChangesParts) => {
  const change = (some: Partial<Settings>): Result<Settings, Problem> => {
    const written = file.change(some)
    if (written.ok) changed(written.value, some)
    return written
  }
  return {
    change,
    /** A new proxy is confirmed in a system dialog. */
    changeByPage: async (some: Partial<Settings>): Promise<Result<Settings, Problem>> => {
      const { proxy } = file.settings()
      const checked = some.proxy === undefined ? null : checkProxy(some.proxy)
      // What is no proxy is refused as that, without a dialog.
      if (checked?.ok !== true || checked.proxy === proxy) return change(some)
      const agreed = await confirmProxy(proxy, checked.proxy)
      return agreed.ok ? change({ ...some, proxy: checked.proxy }) : agreed
    },
  }
}
