import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { countOpenDialogs } from '../../../src/main/desktop/dialogs.js'

const main = path.join(import.meta.dirname, '../../../src/main')

describe('open dialogs', () => {
  it('are counted until they are answered, including those that fail', async () => {
    const answers: { resolve: (value: never) => void; reject: (fault: Error) => void }[] = []
    const asked: unknown[][] = []
    const show = (...words: unknown[]): Promise<never> => {
      asked.push(words)
      return new Promise((resolve, reject) => answers.push({ resolve, reject }))
    }
    const { dialog, open } = countOpenDialogs({
      showMessageBox: show,
      showSaveDialog: show,
      showOpenDialog: show,
    })
    const first = dialog.showMessageBox({ message: 'Sure?' })
    const second = dialog.showSaveDialog({}).catch(() => 'failed')
    void dialog.showOpenDialog({})
    expect(open()).toBe(3)
    expect(asked[0]).toEqual([{ message: 'Sure?' }])
    answers[0]?.resolve({ response: 0 } as never)
    answers[1]?.reject(new Error('gone'))
    answers[2]?.resolve({ canceled: true } as never)
    await Promise.all([first, second])
    expect(open()).toBe(0)
  })

  it('UX-71 are all counted: only start, platform and desktop use Electron’s dialogs directly', () => {
    const holders = readdirSync(main, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll(path.sep, '/'))
      .filter((file) => file.endsWith('.ts'))
      .filter((file) => {
        const [, imported = ''] =
          /import \{([^}]*)\} from 'electron'/.exec(readFileSync(path.join(main, file), 'utf8')) ??
          []
        return imported.split(',').some((name) => /^\s*dialog\b/.test(name))
      })
    expect(holders.sort()).toEqual(['desktop/desktop.ts', 'index.ts', 'platform.ts'])
    // Dialogs before anything can be updated, or while everything ends, bypass the count;
    // everything else gets the counted one.
    const uses = (file: string): string[] =>
      [...readFileSync(path.join(main, file), 'utf8').matchAll(/^.*\bsystemDialog\b.*$/gm)]
        .map(([line]) => line.trim())
        .filter(
          (line) =>
            !/showErrorBox|showFatal|showMessageBoxSync|^import |^dialog as systemDialog,$/.test(
              line,
            ),
        )
    expect(uses('index.ts')).toEqual([])
    expect(uses('platform.ts')).toEqual([])
    expect(uses('desktop/desktop.ts')).toEqual([
      'const { dialog, open: openDialogs } = countOpenDialogs(systemDialog)',
    ])
  })
})
