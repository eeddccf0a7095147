// Errors in a .deb, read back from the finished file.
import { execFileSync } from 'node:child_process'
import { installedIn } from './deb.mjs'
import { desktopEntryComplaints } from './desktop-entry.mjs'

/** Maintainer scripts that dpkg would run on a user's computer. */
const scripts = ['preinst', 'postinst', 'prerm', 'postrm', 'config', 'triggers', 'conffiles']
const needed = [
  `${installedIn}/plimsoll`,
  `${installedIn}/resources/app.asar`,
  '/usr/bin/plimsoll',
  '/usr/share/applications/plimsoll.desktop',
  '/usr/share/plimsoll/autostart/plimsoll.desktop',
  '/usr/share/icons/hicolor/scalable/apps/plimsoll.svg',
  '/usr/share/icons/hicolor/256x256/apps/plimsoll.png',
  '/usr/share/doc/plimsoll/copyright',
]

/**
 * @param {string} listing as `dpkg-deb --contents` prints it
 * @param {string} control as `dpkg-deb --field` prints it
 * @param {readonly string[]} members of the control archive
 * @returns {string[]}
 */
export function debListingComplaints(listing, control, members) {
  const entries = listing
    .trim()
    .split('\n')
    .map((line) => {
      const [mode = '', owner = '', , , , ...place] = line.trim().split(/\s+/)
      return {
        mode,
        owner,
        place: place
          .join(' ')
          .replace(/^\./, '')
          .replace(/ -> .*$/, ''),
      }
    })
  const places = new Set(entries.map(({ place }) => place))
  return [
    ...needed.filter((place) => !places.has(place)).map((place) => `${place} is missing`),
    ...entries
      .filter(({ owner }) => owner !== 'root/root')
      .map(({ place, owner }) => `${place} belongs to ${owner}`),
    // Electron on Linux does not check its archive: anyone who can write it controls Plimsoll.
    ...entries
      .filter(({ mode }) => !mode.startsWith('l') && (mode[5] === 'w' || mode[8] === 'w'))
      .map(({ place }) => `${place} may be written by others`),
    ...entries
      .filter(
        ({ mode, place }) => /s/i.test(mode.slice(1)) && place !== `${installedIn}/chrome-sandbox`,
      )
      .map(({ place }) => `${place} runs as its owner`),
    ...entries
      .filter(
        ({ mode, place }) => place === `${installedIn}/chrome-sandbox` && mode !== '-rwsr-xr-x',
      )
      .map(() => 'chrome-sandbox is not what Chromium expects'),
    ...members
      .filter((name) => scripts.includes(name.replace(/^\.\//, '')))
      .map((name) => `it carries ${name}: something that dpkg runs or keeps`),
    ...['Depends', 'Recommends', 'Installed-Size']
      .filter((field) => !new RegExp(`^${field}: .`, 'm').test(control))
      .map((field) => `it has no ${field}`),
    ...(/^Recommends: .*libsecret/m.test(control) ? [] : ['it does not recommend libsecret']),
  ]
}

const entries = [
  {
    place: '/usr/share/applications/plimsoll.desktop',
    flags: ' %u',
    actions: ['demo'],
    schemes: ['plimsoll'],
  },
  {
    place: '/usr/share/plimsoll/autostart/plimsoll.desktop',
    flags: ' --hidden',
    actions: [],
    schemes: [],
  },
]

/** @param {string} file */
export function debComplaints(file) {
  /** @type {(...words: string[]) => string} */
  const ask = (...words) =>
    execFileSync('dpkg-deb', words, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const members = execFileSync('sh', ['-c', 'dpkg-deb --ctrl-tarfile "$1" | tar -t', 'sh', file], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
  const listing = ask('--contents', file)
  return [
    ...debListingComplaints(listing, ask('--field', file), members),
    ...entries
      .filter(({ place }) => listing.includes(` .${place}\n`))
      .flatMap(({ place, flags, actions, schemes }) => {
        const text = execFileSync(
          'sh',
          ['-c', 'dpkg-deb --fsys-tarfile "$1" | tar -xO ".$2"', 'sh', file, place],
          { encoding: 'utf8' },
        )
        return desktopEntryComplaints(place, text, {
          program: `${installedIn}/plimsoll`,
          icon: 'plimsoll',
          flags,
          actions,
          schemes,
        })
      }),
  ]
}
