import type { Problem } from '../../shared/domain/problem.js'
import type { SessionView } from '../../shared/domain/session.js'
import { ok, type Result } from '../../shared/result.js'
import type { Later } from '../ipc/later.js'
import type { Handlers } from '../ipc/router.js'

export type SessionPorts = {
  read(): SessionView
  enterDemo(): Later<Result<null, Problem>>
  leaveDemo(): Later<Result<null, Problem>>
  dismissNotice(id: string): Later<Result<null, Problem>>
}

export const sessionHandlers = (ports: SessionPorts) =>
  ({
    'session/read': () => ok(ports.read()),
    'session/enter-demo': () => ports.enterDemo(),
    'session/leave-demo': () => ports.leaveDemo(),
    'notices/dismiss': ({ id }) => ports.dismissNotice(id),
  }) satisfies Partial<Handlers>
