import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programPath } from '../../support/built-programs.js'
import { createAuthority } from '../../support/certificates.js'
import {
  type FakeExchangeServer,
  json,
  startFakeExchangeServer,
} from '../../support/fake-exchange-server.js'

const authority = createAuthority()
let server: FakeExchangeServer
let folder: string

beforeAll(async () => {
  server = await startFakeExchangeServer(authority.issue({ names: ['127.0.0.1', 'localhost'] }))
  server.always(json(['pong']))
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-ca-'))
  writeFileSync(join(folder, 'authority.pem'), authority.cert)
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** In its own process, because Node reads these variables once, at its start. */
function ping(
  env: Record<string, string>,
  ...trusted: string[]
): Promise<{ ok: boolean; error?: { cause: string } }> {
  return new Promise((resolve, reject) => {
    const words = [programPath('pinger'), `https://127.0.0.1:${server.port}`, ...trusted]
    execFile(
      process.execPath,
      words,
      { env: { PATH: process.env['PATH'] ?? '', ...env } },
      (fault, out) => (fault === null ? resolve(JSON.parse(out)) : reject(fault)),
    )
  })
}

describe('the environment', () => {
  it('NET-4 cannot add a certificate authority', async () => {
    const before = server.seen.length
    const answer = await ping({ NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') })
    expect(answer).toMatchObject({ ok: false, error: { cause: 'TLS_REFUSED' } })
    expect(server.seen).toHaveLength(before)
  })

  it('NET-3 cannot disable certificate checks', async () => {
    expect(await ping({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toMatchObject({
      ok: false,
      error: { cause: 'TLS_REFUSED' },
    })
  })

  it('NET-17 cannot add a proxy', async () => {
    const proxied = {
      HTTPS_PROXY: 'http://127.0.0.1:9',
      https_proxy: 'http://127.0.0.1:9',
      ALL_PROXY: 'http://127.0.0.1:9',
      NODE_USE_ENV_PROXY: '1',
    }
    expect(await ping(proxied, authority.cert)).toEqual({ ok: true })
  })
})
