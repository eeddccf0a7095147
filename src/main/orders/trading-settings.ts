import { defaultTradeLimits, type TradingView } from '../../shared/domain/trading.js'

export type TradingSettings = Pick<TradingView, 'readOnly' | 'limits' | 'favourites'>

/** Nobody has allowed this account to trade yet. */
export const defaultTradingSettings: TradingSettings = { readOnly: true, limits: defaultTradeLimits, favourites: [] }
