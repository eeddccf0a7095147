import type { Problem } from '../../../shared/domain/problem.js'
import type { Result } from '../../../shared/result.js'
import type { Later } from './later.js'
import type { Handlers } from '../router.js'

export type ClipboardPorts = { copy(text: string): Later<Result<null, Problem>> }

export const clipboardHandlers = (ports: ClipboardPorts) =>
  ({ 'clipboard/copy': ({ text }) => ports.copy(text) }) satisfies Partial<Handlers>
