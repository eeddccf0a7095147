// NET-16 over the whole run, and with it whatever no single story saw: before the first, between two, after the last.
import { expect } from '@playwright/test'
import { onlyLoopback, strayTraffic } from './stray-traffic.js'

export default (): (() => void) => {
  if (!onlyLoopback)
    process.stderr.write('\nNET-16 IS NOT CHECKED: this run has no network of its own, which only root on Linux can give it.\n')
  const before = onlyLoopback ? strayTraffic() : null
  return () => {
    if (onlyLoopback) expect(strayTraffic(), 'something tried to leave this computer').toEqual(before)
  }
}
