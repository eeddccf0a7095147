// NET-16 over the whole run, and with it whatever no single story saw: before the first, between two, after the last.
import { expect } from '@playwright/test'
import { onlyLoopback, strayTraffic } from './stray-traffic.js'

export default (): (() => void) => {
  const before = onlyLoopback ? strayTraffic() : null
  return () => {
    if (onlyLoopback) expect(strayTraffic(), 'something tried to leave this computer').toEqual(before)
  }
}
