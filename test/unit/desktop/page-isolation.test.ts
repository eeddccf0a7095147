import { describe, expect, it } from 'vitest'
import { readLanguageFrom } from '../../../src/shared/messages/messages.js'
import {
  contentSecurityPolicy,
  createSchemeHandler,
  homeUrl,
  schemePrivileges,
  stoppedUrl,
  type PageFiles,
  withStoppedPage,
} from '../../../src/main/desktop/page-isolation.js'

const contents: Record<string, string> = {
  '/index.html': '<!doctype html>',
  '/stopped.html': '<!doctype html>',
  '/assets/index-BgfqwizP.js': 'export {}',
  '/assets/index-f5KBot2l.css': 'body{}',
  '/assets/inter-latin-wght-normal-Dx4kXJAl.woff2': 'font',
  '/assets/mark.svg': '<svg/>',
  '/assets/mark.png': 'png',
  // Next to the page in a careless build; none of them is served.
  '/assets/index.js.map': '{}',
  '/secrets.json': '{}',
  '/readme': 'x',
}
const files: PageFiles = {
  get: (path) => {
    const text = contents[path]
    return text === undefined ? undefined : () => Promise.resolve(new TextEncoder().encode(text))
  },
}

function ask(url: string, method = 'GET'): Promise<Response> {
  return createSchemeHandler(files)({ url, method })
}

const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'none'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; " +
    'trusted-types svelte-trusted-html',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const found: [url: string, type: string][] = [
  ['app://plimsoll/', 'text/html; charset=utf-8'],
  [homeUrl, 'text/html; charset=utf-8'],
  [stoppedUrl, 'text/html; charset=utf-8'],
  ['app://plimsoll/assets/index-BgfqwizP.js', 'text/javascript; charset=utf-8'],
  ['app://plimsoll/assets/index-f5KBot2l.css', 'text/css; charset=utf-8'],
  ['app://plimsoll/assets/inter-latin-wght-normal-Dx4kXJAl.woff2', 'font/woff2'],
  ['app://plimsoll/assets/mark.svg', 'image/svg+xml'],
  ['app://plimsoll/assets/mark.png', 'image/png'],
  ['app://plimsoll/index.html#/positions', 'text/html; charset=utf-8'],
]

const refused: [url: string, status: number][] = [
  ['app://plimsoll/nothing.js', 404],
  ['app://plimsoll/index.html/x.js', 404],
  ['app://plimsoll/INDEX.HTML', 403],
  ['app://plimsoll/../../etc/passwd', 403],
  ['app://plimsoll/%2e%2e/%2e%2e/etc/passwd', 403],
  ['app://plimsoll/..%2f..%2fetc%2fpasswd', 400],
  ['app://plimsoll/..%5c..%5cwindows', 400],
  ['app://plimsoll/..\\..\\windows', 400],
  ['app://plimsoll/%5c%5cserver/share', 400],
  ['app://plimsoll/index.html%00.js', 400],
  ['app://plimsoll/%', 400],
  ['app://plimsoll/%zz', 400],
  ['app://plimsoll/%69ndex.html', 400],
  ['app://plimsoll//etc/passwd', 400],
  ['app://plimsoll//plimsoll/index.html', 400],
  ['app://plimsoll/assets/', 400],
  ['app://plimsoll/assets//index-BgfqwizP.js', 400],
  ['app://plimsoll/.env', 400],
  ['app://plimsoll/.git/config', 400],
  ['app://plimsoll/assets/.hidden.js', 400],
  ['app://plimsoll/index.html?x=1', 400],
  ['app://plimsoll/index.html;v=1', 400],
  ['app://plimsoll/index.html:stream', 400],
  ['app://plimsoll/in dex.html', 400],
  ['app://plimsoll/indеx.html', 400],
  ['app://plimsoll/assets/index.js.map', 403],
  ['app://plimsoll/secrets.json', 403],
  ['app://plimsoll/readme', 403],
  ['app://other/index.html', 403],
  ['app://plimsoll.evil/index.html', 403],
  ['app://plimsoll:80/index.html', 403],
  ['app://user@plimsoll/index.html', 403],
  ['app://user:word@plimsoll/index.html', 403],
  ['file:///etc/passwd', 403],
  ['https://plimsoll/index.html', 403],
  ['not an address', 400],
]

describe('the app:// scheme', () => {
  it.each(found)('serves %s as %s', async (url, type) => {
    const response = await ask(url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(await response.text()).not.toBe('')
  })

  it.each(refused)('REN-10 answers %s with %i and nothing of a file', async (url, status) => {
    const response = await ask(url)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(Object.values(contents)).not.toContain(await response.text())
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'get'])(
    'REN-10 is read-only: refuses %s',
    async (method) => {
      const response = await ask(homeUrl, method)
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    },
  )

  it('REN-10 answers HEAD like GET, without the content', async () => {
    const response = await ask(homeUrl, 'HEAD')
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  it.each([...found, ...refused].map(([url]) => url))(
    'REN-3 sends the complete policy with %s',
    async (url) => {
      const sent = Object.fromEntries((await ask(url)).headers)
      const { 'content-type': _type, allow: _allow, ...rest } = sent
      expect(rest).toEqual(headers)
      expect(contentSecurityPolicy).toBe(headers['content-security-policy'])
    },
  )

  it('REN-3 sends the policy even if a file cannot be read', async () => {
    const broken = createSchemeHandler({
      get: () => () => Promise.reject(new Error('/home/someone/private: EACCES')),
    })
    const response = await broken({ url: homeUrl, method: 'GET' })
    expect([response.status, await response.text()]).toEqual([500, 'The file could not be read.'])
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy)
  })

  it.each([
    ['en', 'en', 'monitoring and alerts continue', 'Reload'],
    ['uk', 'uk', 'спостереження і попередження тривають', 'Перезавантажити'],
  ] as const)(
    'REN-16 shows the page after crashes in the language: %s',
    async (chosen, lang, words, reload) => {
      readLanguageFrom(() => chosen)
      try {
        const response = await createSchemeHandler(withStoppedPage(files))({
          url: stoppedUrl,
          method: 'GET',
        })
        const html = await response.text()
        expect([response.status, response.headers.get('content-security-policy')]).toEqual([
          200,
          contentSecurityPolicy,
        ])
        expect(html).toContain(`<html lang="${lang}">`)
        expect(html).toContain(words)
        expect(html).toContain(`<a href="/index.html">${reload}</a>`)
        expect(html).not.toMatch(/<script|https?:/)
      } finally {
        readLanguageFrom(() => 'en')
      }
    },
  )

  it('REN-11 requests no more privileges than a page needs', () => {
    expect(schemePrivileges).toEqual({
      scheme: 'app',
      privileges: { standard: true, secure: true },
    })
  })
})
