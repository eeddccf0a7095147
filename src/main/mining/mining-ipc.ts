import { type MiningView, noMining } from '../../shared/domain/mining.js'
import type { Problem } from '../../shared/domain/problem.js'
import { ok, type Result } from '../../shared/result.js'
import type { Handlers } from '../ipc/router.js'
import { askOf, type OnScreen } from '../ipc/on-screen.js'

export type MiningPorts = {
  read(): MiningView
  add(name: string): Result<null, Problem>
  remove(name: string): Result<null, Problem>
  check(name: string | null): Result<null, Problem>
  acknowledge(name: string): Result<null, Problem>
}

export const miningHandlers = (onScreen: OnScreen<MiningPorts>) => {
  const ask = askOf(onScreen)
  return {
    'mining/read': () => ok(onScreen()?.read() ?? noMining),
    'mining/add': ({ name }) => ask((mining) => mining.add(name)),
    'mining/remove': ({ name }) => ask((mining) => mining.remove(name)),
    'mining/check': ({ name }) => ask((mining) => mining.check(name)),
    'mining/acknowledge': ({ name }) => ask((mining) => mining.acknowledge(name)),
  } satisfies Partial<Handlers>
}
