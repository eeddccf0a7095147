// The switches built into Electron's program (promise REN-14): what electron-builder.yml sets is
// read back and compared with this table.
import {
  flipFuses,
  FuseState,
  FuseV1Options,
  FuseVersion,
  getCurrentFuseWire,
} from '@electron/fuses'

/** @typedef {'shipped' | 'e2e'} Flavour */

/** @type {Partial<Record<keyof typeof FuseV1Options, boolean>>} */
const shipped = {
  RunAsNode: false,
  EnableCookieEncryption: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  // Electron's default; electron-builder has no option for it.
  WasmTrapHandlers: true,
}

/**
 * The flavour for end-to-end tests differs in one fuse: without it, the packaged app cannot be
 * driven.
 * @param {Flavour} flavour
 */
function wantedFuses(flavour) {
  return flavour === 'e2e' ? { ...shipped, EnableNodeCliInspectArguments: true } : shipped
}

/** Turns a program that ships into the flavour for end-to-end tests. @param {string} program */
export function letTestsIn(program) {
  return flipFuses(program, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  })
}

/**
 * The fuses of a program, by name; unknown ones have their number as a name.
 * @param {string} program
 * @returns {Promise<Map<string, boolean>>}
 */
export async function readFuses(program) {
  const { version, ...wire } = await getCurrentFuseWire(program)
  if (version !== FuseVersion.V1)
    throw new Error(`The fuses of ${program} have version ${version}; only version 1 is known.`)
  return new Map(
    Object.entries(wire)
      // A removed fuse no longer exists in this Electron.
      .filter(([, state]) => state !== FuseState.REMOVED && typeof state === 'number')
      .map(([at, state]) => [
        FuseV1Options[Number(at)] ?? `number ${at}`,
        state === FuseState.ENABLE,
      ]),
  )
}

/**
 * The differences between the fuses found and those wanted, in words. `oldest` programs, which are
 * only for tests, may lack a fuse; one that exists and is in no table is always a complaint.
 * @param {Map<string, boolean>} found
 * @param {Flavour} flavour
 * @param {boolean} mayLack
 * @returns {string[]}
 */
export function fuseComplaints(found, flavour, mayLack) {
  const wanted = new Map(Object.entries(wantedFuses(flavour)))
  const word = (/** @type {boolean} */ on) => (on ? 'on' : 'off')
  return [
    ...[...found].flatMap(([name, on]) => {
      const expected = wanted.get(name)
      if (expected === undefined)
        return [
          `the fuse ${name} is in no table: decide what it has to be in tools/package/fuses.mjs`,
        ]
      return expected === on
        ? []
        : [`the fuse ${name} is ${word(on)} and has to be ${word(expected)}`]
    }),
    ...(mayLack
      ? []
      : [...wanted.keys()]
          .filter((name) => !found.has(name))
          .map((name) => `the program has no fuse ${name}`)),
  ]
}
