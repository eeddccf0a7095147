// Asks one address for its pong through the product's own transport, and says how it went: for
// environments a test cannot set in itself.
import { createHttpClient } from '../../../src/main/exchange/http-client.js'

const [baseUrl = '', authority] = process.argv.slice(2)
const http = createHttpClient({
  baseUrl,
  ...(authority !== undefined && { trust: { testAuthorities: [authority] } }),
})
const sent = http.ok
  ? await http.value.send({
      method: 'GET',
      path: '/api/v4/public/ping',
      headers: {},
      body: null,
      deadline: 5000,
      freshSocket: false,
    })
  : http
process.stdout.write(JSON.stringify(sent.ok ? { ok: true } : { ok: false, error: sent.error }))
if (http.ok) http.value.close()
