import { type ConnectionView, noConnection } from '../../shared/domain/connection.js'
import type { Problem } from '../../shared/domain/problem.js'
import { ok, type Result } from '../../shared/result.js'
import type { UnixSeconds } from '../../shared/time.js'
import type { Later } from '../ipc/later.js'
import type { Handlers } from '../ipc/router.js'
import { askOf, type OnScreen } from '../ipc/on-screen.js'

export type ConnectionPorts = {
  read(): ConnectionView
  fetchStreamToken(): Later<Result<{ fetchedAt: UnixSeconds; keptUntil: UnixSeconds; length: number }, Problem>>
  revealStreamToken(): Later<Result<{ token: string }, Problem>>
  copyStreamToken(): Later<Result<{ clearsAt: UnixSeconds }, Problem>>
}

export const connectionHandlers = (onScreen: OnScreen<ConnectionPorts>) => {
  const ask = askOf(onScreen)
  return {
    'connection/read': () => ok(onScreen()?.read() ?? noConnection),
    'stream-token/fetch': () => ask((line) => line.fetchStreamToken()),
    'stream-token/reveal': () => ask((line) => line.revealStreamToken()),
    'stream-token/copy': () => ask((line) => line.copyStreamToken()),
  } satisfies Partial<Handlers>
}
