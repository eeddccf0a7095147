// Money moves through the order gateway alone: read from the sources, so that a second way cannot
// be added by accident.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { endpoints } from '../../../src/v4/endpoints.js'
import { endpointNames } from '../../support/documented-answers.js'

const root = resolve(import.meta.dirname, '../../..')

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

function filesWith(pattern: RegExp): string[] {
  return sources('src').filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
}

const moving = endpointNames.filter((name) => endpoints[name].movesMoney).join('|')

it('ORD-1 IPC-11 only the order gateway calls the endpoints that move money', () => {
  const named = filesWith(new RegExp(`\\bendpoints\\.(${moving})\\b`))
  expect(named.filter((file) => !file.startsWith('src/simulator/'))).toEqual([
    'src/main/exchange/order-gateway.ts',
  ])
  const described = filesWith(new RegExp(`import (?!type).*\\b(${moving})\\b`))
  expect(described.filter((file) => !/^src\/(v4|simulator)\//.test(file))).toEqual([])
})

it('ORD-1 IPC-11 only the order review prepares, and only a confirmed order is sent', () => {
  expect(filesWith(/\borderGateway\.prepare\(/)).toEqual(['src/main/orders/order-review.ts'])
  expect(filesWith(/\borderGateway\.send\(/)).toEqual(['src/main/orders/order-submission.ts'])
  expect(filesWith(/\bexecuteOrder\(/)).toEqual(['src/main/orders/order-submission.ts'])
  expect(filesWith(/(?<!function )\bcreateOrderGateway\(/)).toEqual([
    'src/main/exchange/exchange-client.ts',
  ])
  expect(filesWith(/\bpipeline\.send\(/)).toEqual(['src/main/exchange/order-gateway.ts'])
})

it('ORD-1 what reads cannot move money: the request pipeline refuses such a call as a read', () => {
  expect(readFileSync(join(root, 'src/main/exchange/request-pipeline.ts'), 'utf8')).toMatch(
    /read: async (?:(?!try \{)[^])*try \{\n\s+if \(endpoint\.movesMoney\) return fail/,
  )
})
