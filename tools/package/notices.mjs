// The terms of everything third-party that ships, in one file: beside the program where it is
// packaged, in out/ where it is built.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const noticesFile = 'third-party-notices.txt'

/**
 * Written by electron-builder from Electron's own files: beside the program, on macOS in its
 * resources.
 */
export const electronNotices = ['LICENSE.electron.txt', 'LICENSES.chromium.html']

/** @param {string} holder */
function mit(holder) {
  return `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
}

/**
 * Up to the next heading, or to the addresses at the end.
 * @param {string} readme
 */
function termsSection(readme) {
  const lines = readme.split('\n')
  const from = lines.findIndex((line) => /^#* *licen[cs]e *$/i.test(line))
  if (from === -1) return ''
  const after = lines.slice(/^[-=]+$/.test(lines[from + 1] ?? '') ? from + 2 : from + 1)
  const end = after.findIndex((line) => /^[#[]/.test(line))
  return after
    .slice(0, end === -1 ? after.length : end)
    .join('\n')
    .trim()
}

/** @typedef {{ name?: string, license?: string, author?: string | { name?: string } }} Manifest */

/**
 * The licence text of a package, or null if it has none: its files, or the section of its README,
 * or, if it names nothing but the MIT licence and its author, that licence.
 * @param {string} folder
 * @returns {string | null}
 */
export function termsText(folder) {
  const names = readdirSync(folder).sort()
  const read = (/** @type {string} */ name) =>
    readFileSync(path.join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim()
  const files = names.filter((name) => /^(licen[cs]e|copying|notice)([.-]|$)/i.test(name))
  if (files.length > 0) return files.map(read).join('\n\n')

  const readme = names.find((name) => /^readme/i.test(name))
  const section = readme === undefined ? '' : termsSection(read(readme))
  if (/permission is hereby granted/i.test(section)) return section

  /** @type {Manifest} */
  const { license, author } = JSON.parse(read('package.json'))
  const holder = typeof author === 'string' ? author.replace(/ *[<(].*$/, '') : author?.name
  return license === 'MIT' && holder ? mit(holder) : null
}

/**
 * @param {readonly import('./shipped.mjs').Shipped[]} shipped
 * @param {(place: string) => string | null} textOf
 * @returns {{ text: string, missing: string[] }} what is missing is named, so that it can be found
 *   before it is handed out
 */
export function notices(shipped, textOf) {
  const all = shipped.map((one) => ({ ...one, text: textOf(one.place) }))
  const rule = '='.repeat(80)
  return {
    text: [
      `Plimsoll is made of its own code and of the ${all.length} packages below, each under the terms that follow its name.`,
      `Electron contains Chromium, Node.js and more: ${electronNotices.join(' and ')}, beside the program, say under which terms.`,
      ...all.map(
        ({ name, version, terms, text }) =>
          `${rule}\n${name} ${version}${terms ? ` (${terms})` : ''}\n${rule}\n\n${text ?? ''}`,
      ),
    ]
      .join('\n\n')
      .concat('\n'),
    missing: all
      .filter(({ text }) => text === null)
      .map(({ name, version }) => `${name} ${version}`),
  }
}
