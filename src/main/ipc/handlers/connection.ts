import type { ConnectionView } from '../../../shared/domain/connection.js'
import type { Problem } from '../../../shared/domain/problem.js'
import { ok, type Result } from '../../../shared/result.js'
import type { UnixSeconds } from '../../../shared/time.js'
import type { Later } from './later.js'
import type { Handlers } from '../router.js'

export type ConnectionPorts = {
  read(): ConnectionView
  fetchStreamToken(): Later<Result<{ fetchedAt: UnixSeconds; keptUntil: UnixSeconds; length: number }, Problem>>
  revealStreamToken(): Later<Result<{ token: string }, Problem>>
  copyStreamToken(): Later<Result<{ clearsAt: UnixSeconds }, Problem>>
}

export const connectionHandlers = (ports: ConnectionPorts) =>
  ({
    'connection/read': () => ok(ports.read()),
    'stream-token/fetch': () => ports.fetchStreamToken(),
    'stream-token/reveal': () => ports.revealStreamToken(),
    'stream-token/copy': () => ports.copyStreamToken(),
  }) satisfies Partial<Handlers>
