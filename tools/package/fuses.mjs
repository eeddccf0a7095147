// The switches baked into Electron's program (promise REN-14), in one table: what is set when packaging is what is checked afterwards.
import { FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'

/** @typedef {'shipped' | 'e2e'} Flavour */
/** @typedef {keyof typeof FuseV1Options} FuseName */

/** @type {Partial<Record<FuseName, boolean>>} */
const shipped = {
  // Our program must not serve as a Node for whoever finds it.
  RunAsNode: false,
  // No cookies are kept; on, this opens a second entry in the system's keychain.
  EnableCookieEncryption: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  // Electron honours this on macOS and Windows.
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
}

/**
 * The flavour for end-to-end tests differs in one fuse: without it nothing can drive the packaged app.
 * @param {Flavour} flavour
 * @returns {Partial<Record<FuseName, boolean>>}
 */
export const wantedFuses = (flavour) => (flavour === 'e2e' ? { ...shipped, EnableNodeCliInspectArguments: true } : shipped)

/** @type {(text: string | undefined) => Flavour} */
export const readFlavour = (text) => {
  if (text === undefined || text === '' || text === 'shipped') return 'shipped'
  if (text === 'e2e') return 'e2e'
  throw new Error(`There is no flavour "${text}": it is "shipped" or "e2e".`)
}

/**
 * The fuses of a program, by name; those it has and we do not know come with their number.
 * @param {string} program
 * @returns {Promise<Map<string, boolean>>}
 */
export const readFuses = async (program) => {
  const { version, ...wire } = await getCurrentFuseWire(program)
  if (version !== FuseVersion.V1) throw new Error(`The fuses of ${program} have version ${version}; only version 1 is known.`)
  return new Map(
    Object.entries(wire)
      // A removed fuse is one that this Electron has not got any more.
      .filter(([, state]) => state !== FuseState.REMOVED && typeof state === 'number')
      .map(([at, state]) => [FuseV1Options[Number(at)] ?? `number ${at}`, state === FuseState.ENABLE]),
  )
}

/**
 * What differs between the fuses found and those wanted, in words. `oldest` programs, which only tests run in, may lack a fuse; one
 * that exists and is in no table is always a complaint.
 * @param {Map<string, boolean>} found
 * @param {Flavour} flavour
 * @param {boolean} mayLack
 * @returns {string[]}
 */
export const fuseComplaints = (found, flavour, mayLack) => {
  const wanted = new Map(Object.entries(wantedFuses(flavour)))
  const word = (/** @type {boolean} */ on) => (on ? 'on' : 'off')
  return [
    ...[...found].flatMap(([name, on]) => {
      const expected = wanted.get(name)
      if (expected === undefined) return [`the fuse ${name} is in no table: decide what it has to be in tools/package/fuses.mjs`]
      return expected === on ? [] : [`the fuse ${name} is ${word(on)} and has to be ${word(expected)}`]
    }),
    ...(mayLack ? [] : [...wanted.keys()].filter((name) => !found.has(name)).map((name) => `the program has no fuse ${name}`)),
  ]
}

/**
 * What to hand to `flipFuses` for a program with these fuses.
 * @param {Iterable<string>} there
 * @param {Flavour} flavour
 * @param {{ resetAdHocDarwinSignature: boolean }} options
 */
export const fuseConfig = (there, flavour, { resetAdHocDarwinSignature }) => {
  const wanted = wantedFuses(flavour)
  /** @type {import('@electron/fuses').FuseConfig} */
  const config = { version: FuseVersion.V1, resetAdHocDarwinSignature }
  for (const name of there) {
    const key = /** @type {FuseName} */ (name)
    if (wanted[key] === undefined) throw new Error(`Electron has a fuse that is in no table: ${name}. Decide in tools/package/fuses.mjs.`)
    config[FuseV1Options[key]] = wanted[key]
  }
  return config
}
