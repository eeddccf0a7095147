// The sites of the exchange that a person may be led to, by host.
import { regions } from '../../v4/endpoints.js'

export const exchangeSites: readonly string[] = Object.values(regions).map(
  ({ baseUrl }) => new URL(baseUrl).host,
)
