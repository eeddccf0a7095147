import type { MiningView } from '../../../shared/domain/mining.js'
import type { Problem } from '../../../shared/domain/problem.js'
import { ok, type Result } from '../../../shared/result.js'
import type { Handlers } from '../router.js'

export type MiningPorts = {
  read(): MiningView
  add(name: string): Result<null, Problem>
  remove(name: string): Result<null, Problem>
  check(name: string | null): Result<null, Problem>
  acknowledge(name: string): Result<null, Problem>
}

export const miningHandlers = (ports: MiningPorts) =>
  ({
    'mining/read': () => ok(ports.read()),
    'mining/add': ({ name }) => ports.add(name),
    'mining/remove': ({ name }) => ports.remove(name),
    'mining/check': ({ name }) => ports.check(name),
    'mining/acknowledge': ({ name }) => ports.acknowledge(name),
  }) satisfies Partial<Handlers>
