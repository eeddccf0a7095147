import type { KeyStorage, Profile } from '../../shared/domain/account.js'
import type { ConnectCheck, ConnectForm } from '../../shared/domain/connect.js'
import type { Problem } from '../../shared/domain/problem.js'
import { fail, type Result } from '../../shared/result.js'
import type { Later } from '../ipc/later.js'
import type { Handlers } from '../ipc/router.js'

export type ConnectPorts = {
  /** The form is the only thing that ever brings a key and a secret in. */
  check(form: ConnectForm): Later<Result<ConnectCheck, Problem>>
  save(draftId: string, storage: Exclude<KeyStorage, 'demo'>): Later<Result<Profile, Problem>>
  discard(draftId: string): Later<Result<null, Problem>>
}

const refused = fail({
  code: 'gone',
  message: 'Only the demo is shown here, and no key is taken in. To connect an account, start Plimsoll where Electron can be installed.',
} as const)

/** Where only the demo is shown. */
export const noKeys: ConnectPorts = { check: () => refused, save: () => refused, discard: () => refused }

export const connectHandlers = (ports: ConnectPorts) =>
  ({
    'connect/check': (form) => ports.check(form),
    'connect/save': ({ draftId, storage }) => ports.save(draftId, storage),
    'connect/discard': ({ draftId }) => ports.discard(draftId),
  }) satisfies Partial<Handlers>
