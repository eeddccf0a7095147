import type { DestinationKind } from '../../../shared/away/away.js'
import type { Kind } from './kind.js'
import { email } from './email.js'
import { ntfy } from './ntfy.js'
import { ping } from './ping.js'
import { telegram } from './telegram.js'
import { webhook } from './webhook.js'

export const kinds: Record<DestinationKind, Kind> = {
  ntfy,
  telegram,
  email,
  webhook,
  ping,
}
