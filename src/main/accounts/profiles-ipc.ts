import type { AccountsView } from '../../shared/domain/account-summary.js'
import type { Problem } from '../../shared/domain/problem.js'
import { ok, type Result } from '../../shared/result.js'
import type { Later } from '../ipc/later.js'
import type { Handlers } from '../ipc/router.js'

export type ProfilePorts = {
  summaries(): AccountsView
  rename(id: string, name: string): Later<Result<null, Problem>>
  switchTo(id: string): Later<Result<null, Problem>>
  remove(id: string): Later<Result<null, Problem>>
  unlock(id: string): Later<Result<null, Problem>>
}

export const profileHandlers = (ports: ProfilePorts) =>
  ({
    'accounts/read': () => ok(ports.summaries()),
    'profiles/rename': ({ id, name }) => ports.rename(id, name),
    'profiles/switch': ({ id }) => ports.switchTo(id),
    'profiles/delete': ({ id }) => ports.remove(id),
    'profiles/unlock': ({ id }) => ports.unlock(id),
  }) satisfies Partial<Handlers>
