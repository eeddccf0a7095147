import { describe, expect, it } from 'vitest'
import { explainFailure, shownLine } from '../../../tools/package/builder-output.mjs'

const stack =
  '    at ClientRequest.<anonymous> (/app/node_modules/got/dist/source/core/index.js:970:111)'
const offline =
  '  ⨯ getaddrinfo ENOTFOUND github.com  failedTask=build stackTrace=RequestError: getaddrinfo ENOTFOUND github.com'

describe("electron-builder's output", () => {
  it('is shown without stack traces', () => {
    expect(shownLine('  • packaging       platform=linux arch=x64')).toBe(
      '  • packaging       platform=linux arch=x64',
    )
    expect(shownLine(offline)).toBe('  ⨯ getaddrinfo ENOTFOUND github.com  failedTask=build')
    expect(shownLine(stack)).toBeNull()
  })

  it.each([
    [
      `  • packaging\n${offline}\n${stack}\n`,
      /: github\.com, where Electron .+, cannot be reached\. Check the network connection and try again\.$/,
    ],
    [
      '  ⨯ connect ETIMEDOUT 192.0.2.1:443  failedTask=build\n',
      /: github\.com, where .+ cannot be reached\./,
    ],
    [
      '  ⨯ cannot find specified resource "icon.icns".  failedTask=build stackTrace=Error: no\n',
      /: cannot find specified resource "icon\.icns"\.$/,
    ],
    ['Killed\n', /: electron-builder ended with 137\.$/],
  ])('is summarised in one sentence on failure', (output, words) => {
    const sentence = explainFailure(output, 137)
    expect(sentence).toMatch(/^The installers could not be made: /)
    expect(sentence).toMatch(words)
    expect(sentence).not.toMatch(/\n|stackTrace/)
  })
})
