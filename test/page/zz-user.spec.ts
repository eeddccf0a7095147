// @ts-nocheck
import http from 'node:http'
import { scenes } from '../fixtures/portfolio/scenes.js'
import * as T from '../fixtures/portfolio/trading.js'
import * as A from '../fixtures/portfolio/alerts.js'
import * as F from '../fixtures/portfolio/figures.js'
import * as M from '../fixtures/portfolio/market.js'
import * as P from '../fixtures/portfolio/price-alarms.js'
import * as AC from '../fixtures/portfolio/accounts.js'
import * as S from './screens.js'
import * as TS from './trade-screen.js'
import { test } from './page-fixture.js'
test('user', async ({ open }) => {
  test.setTimeout(0)
  const st = {}
  const AF = Object.getPrototypeOf(async () => {}).constructor
  await new Promise((done) => {
    const srv = http.createServer((q, r) => {
      let b = ''
      q.on('data', (c) => (b += c))
      q.on('end', async () => {
        if (b.trim() === 'quit') { r.end('bye'); srv.close(); return done() }
        try {
          const out = await new AF('open', 'scenes', 'T', 'A', 'F', 'M', 'P', 'AC', 'S', 'TS', 'st', b)(open, scenes, T, A, F, M, P, AC, S, TS, st)
          r.end(typeof out === 'string' ? out : JSON.stringify(out ?? null, null, 1))
        } catch (e) { r.end('ERR ' + e.stack?.slice(0, 1500)) }
      })
    })
    srv.listen(47811, '127.0.0.1')
  })
})
