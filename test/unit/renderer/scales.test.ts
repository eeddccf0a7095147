// One scale of font sizes and one of distances, both in styles/tokens.css: exceptions are listed
// here with their reason.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../src/renderer')
const files = globSync('**/*.{css,svelte}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file !== 'styles/tokens.css')

function isScaled(property: string): boolean {
  return /^(?:padding|margin|row-gap|column-gap|gap|font-size)/.test(property)
}

/** In a sheet, and in an attribute of an element. */
const declarations = [/([a-z-]+):\s([^;{}]+);/g, /style:([a-z-]+)="([^"]+)"/g]

/** What a value adds of its own. A pixel is the width of a line: nothing else moves by it. */
function ownSizes(value: string): string[] {
  return value
    .split(/[\s()*,+/]+/)
    .filter((part) => /^-?[\d.]+(?:[a-z]+|%)$/.test(part) && !/^-?1px$/.test(part))
}

const found = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/<script[\s\S]*?<\/script>/g, '')
  return declarations.flatMap((declaration) =>
    [...text.matchAll(declaration)]
      .map(([, property = '', value = '']) => ({ file, property, value }))
      .filter(({ property }) => isScaled(property)),
  )
})

/** A file, and why its values follow no scale. */
const exceptions: Record<string, { sizes: string[]; because: string }> = {
  'app.svelte': {
    sizes: ['15vh'],
    because: 'An element alone in the window is placed by its height.',
  },
  'shell/unreachable.svelte': { sizes: ['15vh'], because: 'As above.' },
  'components/amount.svelte': {
    sizes: ['0.9em', '0.8em', '0.22em', '0.04em', '1.32em', '0.92em'],
    because: 'Digits, units and masks are as large as the amount they stand in.',
  },
  'styles/base.css': {
    sizes: ['100%', '0.92em'],
    because: 'The size a person set in the system; letters of one width look larger.',
  },
  'portfolio/positions/position-cell.svelte': {
    sizes: ['0.2em'],
    because: 'As the unit of an amount.',
  },
  'mining/payout-destination.svelte': {
    sizes: ['0.5em'],
    because: 'Half a letter between the groups of an address, whatever its size.',
  },
  'portfolio/overview/accounts-panel.svelte': {
    sizes: ['26px'],
    because: 'The mark before the name of an account, and the gap behind it.',
  },
  'portfolio/loans/history-panel.svelte': {
    sizes: ['26px'],
    because: 'The line of times that the chart draws below itself.',
  },
}

test('every font size and every distance follows the scales', () => {
  // So that an expression that finds nothing does not pass.
  expect(found.length).toBeGreaterThan(300)
  const own = found.flatMap(({ file, property, value }) =>
    ownSizes(value)
      .filter((size) => !exceptions[file]?.sizes.includes(size))
      .map((size) => `${file}: ${property} ${size}`),
  )
  expect(own).toEqual([])
})

test('has no unused exception to the scales', () => {
  for (const [file, { sizes }] of Object.entries(exceptions)) {
    const own = found.filter((one) => one.file === file).flatMap(({ value }) => ownSizes(value))
    expect(own, file).toEqual(expect.arrayContaining(sizes))
  }
})
