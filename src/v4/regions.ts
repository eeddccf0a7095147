import type { Dialect, Region } from '../shared/domain/account.js'

/** Base addresses as publicly documented; the specification writes `{base_url}` and `{base_url_eu}`. No trailing slash. */
export const regions: Record<Exclude<Region, 'custom' | 'demo'>, { baseUrl: string; dialect: Dialect }> = {
  global: { baseUrl: 'https://whitebit.com', dialect: 'live' },
  eu: { baseUrl: 'https://whitebit.eu', dialect: 'live' },
}
