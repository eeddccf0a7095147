// NET-16 over the complete run, including what no single test saw: before the first, between two,
// after the last.
import { expect } from '@playwright/test'
import { leaveOut } from '../../support/leave-out.js'
import { onlyLoopback, strayTraffic } from './stray-traffic.js'

export default (): (() => void) => {
  if (!onlyLoopback)
    leaveOut(
      'traffic of the whole run (NET-16)',
      'only root on Linux may give the run a network of its own. Run npm test as root, or in a container.',
    )
  const before = onlyLoopback ? strayTraffic() : null
  return () => {
    if (onlyLoopback)
      expect(strayTraffic(), 'something tried to leave this computer').toEqual(before)
  }
}
