import type { DemoAct } from '../../shared/domain/demo.js'
import type { Problem } from '../../shared/domain/problem.js'
import type { Result } from '../../shared/result.js'
import type { Handlers } from '../ipc/router.js'

/** Refuses with `gone` while no demo is open. */
export type DemoPorts = { act(act: DemoAct): Result<null, Problem> }

export const demoHandlers = (ports: DemoPorts) => ({ 'demo/act': (act) => ports.act(act) }) satisfies Partial<Handlers>
