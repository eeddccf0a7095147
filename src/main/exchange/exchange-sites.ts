// The exchange's sites that users may be sent to, by host.
import { regions } from '../../v4/endpoints.js'

export const exchangeSites: readonly string[] = Object.values(regions).map(
  ({ baseUrl }) => new URL(baseUrl).host,
)
