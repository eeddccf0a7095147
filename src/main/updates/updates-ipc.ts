import type { UpdateView } from '../../shared/domain/update.js'
import { ok } from '../../shared/result.js'
import type { Handlers } from '../ipc/router.js'

/** Each act answers at once; where it stands arrives on the topic `updates`. */
export type UpdatePorts = {
  view(): UpdateView
  look(): Promise<void>
  download(): Promise<void>
  later(): void
  install(): Promise<void>
}

export const updateHandlers = (ports: UpdatePorts) =>
  ({
    'updates/read': () => ok(ports.view()),
    'updates/look': () => (void ports.look(), ok(null)),
    'updates/download': () => (void ports.download(), ok(null)),
    'updates/later': () => (ports.later(), ok(null)),
    'updates/install': () => (void ports.install(), ok(null)),
  }) satisfies Partial<Handlers>
