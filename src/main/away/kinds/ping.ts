// A service such as healthchecks (healthchecks.io/docs/http_api) raises an alert itself when pings
// stop for longer than the period that the user has set there. A ping says nothing but that it is
// one.
import { splitAddress } from '../../../shared/away/away.js'
import type { Kind } from './kind.js'

export const ping: Kind = {
  alert: null,
  push: (_message, { settings }) => {
    const split = splitAddress(settings.address)
    return {
      baseUrl: split.ok ? split.baseUrl : '',
      method: 'GET',
      path: split.ok ? split.path : '/',
      headers: {},
      body: null,
    }
  },
  cancel: null,
  fault: () => null,
  isFinal: () => false,
  waits: () => 0,
  hasIds: true,
  replaces: () => true,
  dailyMessages: () => null,
}
