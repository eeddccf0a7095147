// Sample responses as shown in the public documentation.
import { endpoints } from '../../../src/v4/endpoints.js'

const position =
  '{"positionId":527,"market":"BTC_USDT","openDate":1651568067.789679,"modifyDate":1651568067.789679,"amount":"0.1","basePrice":"45658.349",' +
  '"liquidationPrice":null,"liquidationState":null,"pnl":"-168.42","pnlPercent":"-0.43","margin":"8316.74","freeMargin":"619385.67",' +
  '"funding":"0","unrealizedFunding":"0.0019142920201966","unrealizedPnl":"0.0019142920201966",' +
  '"tpsl":{"takeProfitId":123,"takeProfit":"50000","stopLossId":124,"stopLoss":"35000"},"positionSide":"LONG"}'

export const answers: ReadonlyMap<string, string> = new Map([
  [endpoints.mainBalance.path, '{"BTC":{"main_balance":"0"},"USDT":{"main_balance":"100.50"}}'],
  [endpoints.openPositions.path, `[${position}]`],
])
