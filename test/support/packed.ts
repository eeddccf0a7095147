// A package as it must be, in memory: small, and complete in every part the checks look at.
import type { Package } from '../../tools/package/archive.mjs'

/** The first bytes of a native file for a machine. */
export const nativeHead = (platform: 'linux' | 'darwin' | 'win32', arch: 'x64' | 'arm64'): Buffer => {
  const head = Buffer.alloc(256)
  if (platform === 'linux') {
    head.writeUInt32BE(0x7f454c46, 0)
    head.writeUInt16LE(arch === 'x64' ? 62 : 183, 18)
  } else if (platform === 'darwin') {
    head.writeUInt32LE(0xfeedfacf, 0)
    head.writeUInt32LE(arch === 'x64' ? 0x01000007 : 0x0100000c, 4)
  } else {
    head.write('MZ', 'latin1')
    head.writeUInt32LE(0x80, 0x3c)
    head.writeUInt16LE(arch === 'x64' ? 0x8664 : 0xaa64, 0x84)
  }
  return head
}

const manifestOf = (dependencies: string[], optional: string[] = []): string =>
  JSON.stringify({
    dependencies: Object.fromEntries([...dependencies, ...optional].map((name) => [name, '1.0.0'])),
    optionalDependencies: Object.fromEntries(optional.map((name) => [name, '1.0.0'])),
  })

export const keytarNative = 'node_modules/keytar/prebuilds/linux-x64/keytar.node'
export const libsqlNative = 'node_modules/@libsql/linux-x64-gnu/index.node'

const sound: Record<string, string | Buffer> = {
  'package.json': JSON.stringify({ name: 'plimsoll', version: '1.2.3', main: 'out/main/index.js', dependencies: { keytar: '1' } }),
  'out/main/index.js':
    "import { app } from 'electron'\nimport a from 'libsql'\nimport '../chunks/part.js'\nexport const b = () => import('keytar')\n",
  'out/main/keychain-broker.js': "import 'node:path'\nconst k = await import('keytar')\nexport { k }\n",
  'out/chunks/part.js': "// as in: import('./types')\nconst text = \"require('nowhere')\"\nexport { text }\n",
  'out/preload/index.cjs': "const { ipcRenderer } = require('electron')\nvoid ipcRenderer\n",
  'out/renderer/index.html': '<!doctype html>',
  'out/renderer/assets/index.js': 'document.title\n',
  'node_modules/keytar/package.json': manifestOf(['node-addon-api']),
  'node_modules/keytar/lib/keytar.js': '',
  'node_modules/libsql/package.json': manifestOf(['detect-libc'], ['@libsql/linux-x64-gnu', '@libsql/darwin-arm64']),
  'node_modules/detect-libc/package.json': manifestOf([]),
  'node_modules/@libsql/linux-x64-gnu/package.json': manifestOf([]),
  [keytarNative]: nativeHead('linux', 'x64'),
  [libsqlNative]: nativeHead('linux', 'x64'),
}

export type Fault = {
  /** Files added or replaced; null takes one away. */
  files?: Record<string, string | Buffer | null>
  /** Native files that got into the archive. */
  inside?: string[]
  resources?: string[]
  archiveSize?: number
}

/** The sound package, with a fault if one is given. */
export const packed = (fault: Fault = {}): Package => {
  const contents = new Map(
    Object.entries({ ...sound, ...fault.files }).filter((entry): entry is [string, string | Buffer] => entry[1] !== null),
  )
  const outside = (file: string): boolean => file.endsWith('.node') && !(fault.inside ?? []).includes(file)
  return {
    files: [...contents].map(([path, content]) => ({ path, size: content.length, unpacked: outside(path) })),
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
