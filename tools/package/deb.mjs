// Makes the .deb from a packaged Linux folder, with Debian's own tools. No script runs on a user's
// computer when it is installed or removed, so nothing can be left behind; everything in it belongs
// to root, because Electron on Linux does not check the archive itself.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { filesBelow } from './archive.mjs'

/**
 * What Electron 33 to 45 are linked against, and what they load on demand: names before and after
 * the 64-bit time change.
 */
const depends = [
  'libc6 (>= 2.31)',
  'libasound2 | libasound2t64',
  'libatk-bridge2.0-0 | libatk-bridge2.0-0t64',
  'libatk1.0-0 | libatk1.0-0t64',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'libcups2 | libcups2t64',
  'libdbus-1-3',
  'libdrm2',
  'libgbm1',
  'libglib2.0-0 | libglib2.0-0t64',
  'libgtk-3-0 | libgtk-3-0t64',
  'libnotify4',
  'libnss3',
  'libx11-6',
  'libxcomposite1',
  'libxdamage1',
  'libxext6',
  'libxfixes3',
  'libxkbcommon0',
  'libxrandr2',
]
/** Without a keychain Plimsoll still runs, and says that it cannot store a key. */
const recommends = [
  'libsecret-1-0',
  'gnome-keyring | org.freedesktop.secrets',
  'libayatana-appindicator3-1',
  'xdg-utils',
]

export const installedIn = '/opt/Plimsoll'

/** @param {string} flags */
function desktopEntry(flags) {
  return `[Desktop Entry]
Type=Application
Name=Plimsoll
GenericName=Exchange account watch
Comment=Watches balances, positions and a loan on a V4 exchange, and warns before a margin call
Exec=${installedIn}/plimsoll${flags}
TryExec=${installedIn}/plimsoll
Icon=plimsoll
Terminal=false
Categories=Office;Finance;
Keywords=exchange;balance;margin;loan;LTV;
StartupNotify=true
StartupWMClass=plimsoll
`
}

const withDemo = `Actions=demo;

[Desktop Action demo]
Name=Open the demo account
Exec=${installedIn}/plimsoll --demo
`

/**
 * @typedef {object} DebParts
 * @property {string} folder the packaged folder
 * @property {string} repository where resources/, LICENSE and CHANGELOG.md are
 * @property {string} output folder for the .deb
 * @property {{ version: string, description: string }} manifest
 * @property {'amd64' | 'arm64'} arch
 * @property {number} at seconds since 1970, for every date inside: the same input gives the same
 *   bytes
 * @property {'xz' | 'none'} compression
 */

/**
 * @param {DebParts} parts
 * @returns {string} the file
 */
export function makeDeb({ folder, repository, output, manifest, arch, at, compression }) {
  const stage = mkdtempSync(path.join(tmpdir(), 'plimsoll-deb-'))
  try {
    chmodSync(stage, 0o755)
    const program = path.join(stage, installedIn)
    cpSync(folder, program, { recursive: true })
    /** @type {(place: string, content: string | Buffer) => void} */
    const put = (place, content) => {
      const file = path.join(stage, place)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, content)
    }
    put(
      '/usr/share/applications/plimsoll.desktop',
      desktopEntry(' %u').concat('MimeType=x-scheme-handler/plimsoll;\n', withDemo),
    )
    // To be copied to ~/.config/autostart by users who want monitoring to begin with their session.
    put(
      '/usr/share/plimsoll/autostart/plimsoll.desktop',
      desktopEntry(' --hidden').concat('X-GNOME-Autostart-enabled=true\n'),
    )
    for (const name of readdirSync(path.join(repository, 'resources', 'icons'))) {
      put(
        `/usr/share/icons/hicolor/${path.parse(name).name}/apps/plimsoll.png`,
        readFileSync(path.join(repository, 'resources', 'icons', name)),
      )
    }
    put(
      '/usr/share/icons/hicolor/scalable/apps/plimsoll.svg',
      readFileSync(path.join(repository, 'resources', 'icon.svg')),
    )
    put('/usr/share/doc/plimsoll/copyright', readFileSync(path.join(repository, 'LICENSE')))
    put(
      '/usr/share/doc/plimsoll/changelog.gz',
      gzipSync(readFileSync(path.join(repository, 'CHANGELOG.md')), { level: 9 }),
    )
    mkdirSync(path.join(stage, 'usr', 'bin'), { recursive: true })
    symlinkSync(`${installedIn}/plimsoll`, path.join(stage, 'usr', 'bin', 'plimsoll'))

    const executable = new Set(['plimsoll', 'chrome_crashpad_handler'])
    const files = filesBelow(stage).filter((file) => file !== 'usr/bin/plimsoll')
    for (const file of files) {
      const own = path.posix.relative(installedIn.slice(1), file)
      chmodSync(path.join(stage, file), executable.has(own) ? 0o755 : 0o644)
    }
    for (const entry of readdirSync(stage, { recursive: true, withFileTypes: true })) {
      if (entry.isDirectory()) chmodSync(path.join(entry.parentPath, entry.name), 0o755)
    }
    // Chromium's own helper for kernels on which an unprivileged user may not create a sandbox: as
    // in Chromium's packages.
    chmodSync(path.join(program, 'chrome-sandbox'), 0o4755)

    const sums = files.sort().map(
      (file) =>
        `${createHash('md5')
          .update(readFileSync(path.join(stage, file)))
          .digest('hex')}  ${file}\n`,
    )
    const size = files.reduce(
      (total, file) => total + Math.ceil(statSync(path.join(stage, file)).size / 1024),
      0,
    )
    put('/DEBIAN/md5sums', sums.join(''))
    put(
      '/DEBIAN/control',
      `Package: plimsoll
Version: ${manifest.version}
Architecture: ${arch}
Maintainer: the Plimsoll authors <noreply@plimsoll.invalid>
Installed-Size: ${size}
Depends: ${depends.join(', ')}
Recommends: ${recommends.join(', ')}
Section: utils
Priority: optional
Description: warns before a margin call on WhiteBIT
 ${manifest.description}
`,
    )
    const file = path.join(output, `Plimsoll-${manifest.version}-linux-${arch}.deb`)
    mkdirSync(output, { recursive: true })
    execFileSync('dpkg-deb', ['--root-owner-group', `-Z${compression}`, '--build', stage, file], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, SOURCE_DATE_EPOCH: String(at) },
    })
    return file
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}
