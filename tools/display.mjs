// Whether the display named by the environment accepts connections. A variable is often left over:
// from a desktop session that has ended, from ssh, from a container. Plain Node without
// dependencies.
import { connect } from 'node:net'
import path from 'node:path'

/**
 * @typedef {'WAYLAND_DISPLAY' | 'DISPLAY'} Variable
 * @typedef {import('node:net').NetConnectOpts} Address
 * @typedef {(address: Address) => Promise<boolean>} Reaches
 * @typedef {{ set: Variable[], unreachable: Variable[] }} Displays
 */

/** Far longer than a display needs: it ends the wait for a host that never responds. */
const patience = 5000

/** The TCP port of an X server: display 0 has this port, display 1 the next. */
const firstPort = 6000

/**
 * Every address where the X server of a DISPLAY may listen; none if the value is meaningless.
 * @param {string} value
 * @returns {Address[]}
 */
export function xAddresses(value) {
  // As on macOS: the complete value is the socket's name.
  if (value.startsWith('/')) return [{ path: value }]
  const colon = value.lastIndexOf(':')
  const digits = /^\d{1,5}/u.exec(value.slice(colon + 1))?.[0]
  if (colon < 0 || digits === undefined) return []
  const [host = '', protocol = ''] = value.slice(0, colon).split('/').reverse()
  const number = Number(digits)
  if (host === '' || host === 'unix' || protocol === 'unix') {
    const socket = `/tmp/.X11-unix/X${number}`
    // Linux: an abstract socket of the same name, which needs no folder.
    return [{ path: socket }, { path: `\0${socket}` }]
  }
  const port = firstPort + number
  return port > 65_535 ? [] : [{ host: host.replace(/^\[(.*)\]$/u, '$1'), port }]
}

/**
 * @param {string} value of WAYLAND_DISPLAY
 * @param {string | undefined} folder XDG_RUNTIME_DIR
 * @returns {Address[]}
 */
export function waylandAddresses(value, folder) {
  if (path.isAbsolute(value)) return [{ path: value }]
  return folder ? [{ path: path.join(folder, value) }] : []
}

/** @type {Reaches} */
export function accepts(address) {
  return new Promise((done) => {
    const socket = connect(address)
    /** @param {boolean} reached */
    function end(reached) {
      clearTimeout(late)
      socket.destroy()
      done(reached)
    }
    const late = setTimeout(end, patience, false)
    socket.once('connect', () => end(true))
    socket.on('error', () => end(false))
  })
}

/**
 * Which displays the environment names, and which of them do not accept connections.
 * @param {NodeJS.ProcessEnv} env
 * @param {Reaches} reaches
 * @returns {Promise<Displays>}
 */
export async function lookAtDisplays(env, reaches = accepts) {
  /** @type {Record<Variable, Address[]>} */
  const addresses = {
    WAYLAND_DISPLAY: waylandAddresses(env.WAYLAND_DISPLAY ?? '', env.XDG_RUNTIME_DIR),
    DISPLAY: xAddresses(env.DISPLAY ?? ''),
  }
  const set = /** @type {const} */ (['WAYLAND_DISPLAY', 'DISPLAY']).filter((name) => env[name])
  const reached = await Promise.all(
    set.map(async (name) => (await Promise.all(addresses[name].map(reaches))).includes(true)),
  )
  return { set, unreachable: set.filter((_name, at) => !reached[at]) }
}

/**
 * "The display in DISPLAY (:99) cannot be reached": for one variable or both.
 * @param {readonly Variable[]} names
 * @param {NodeJS.ProcessEnv} env
 */
export function cannotBeReached(names, env) {
  const list = names.map((name) => `${name} (${env[name]})`).join(' and in ')
  return `The display in ${list} cannot be reached`
}
