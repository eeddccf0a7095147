// A set of texts that all workers of a run share: a file to which each appends a print per text.
import { createHash } from 'node:crypto'
import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs'

export type SharedPrints = {
  has(text: string): boolean
  add(text: string): void
}

/** Bytes of a print. */
const length = 32

function printOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

export function openSharedPrints(file: string): SharedPrints {
  const known = new Set<string>()
  let until = 0

  const readNew = (): void => {
    const open = openSync(file, 'a+')
    try {
      const { size } = fstatSync(open)
      const news = Buffer.alloc(size - (size % length) - until)
      readSync(open, news, 0, news.length, until)
      for (let at = 0; at < news.length; at += length)
        known.add(news.toString('latin1', at, at + length))
      until += news.length
    } finally {
      closeSync(open)
    }
  }

  return {
    has: (text) => {
      const print = printOf(text).toString('latin1')
      if (!known.has(print)) readNew()
      return known.has(print)
    },
    add: (text) => {
      const print = printOf(text)
      const key = print.toString('latin1')
      if (known.has(key)) return
      known.add(key)
      appendFileSync(file, print)
    },
  }
}
