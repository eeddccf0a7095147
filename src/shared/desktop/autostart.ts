/**
 * `off-by-system`: set up, but switched off in the system's own list of startup programs ·
 * `needs-approval`: macOS waits for approval in its settings · `elsewhere`: set up by Plimsoll for
 * another copy of it, or with other switches · `changed`: a file that is not Plimsoll's is in its
 * place · `unknown`: the system does not say.
 */
type AutostartState =
  'on' | 'off' | 'off-by-system' | 'needs-approval' | 'elsewhere' | 'changed' | 'unknown'

/**
 * `from-source`: running from source would start the wrong program · `other-folder`: macOS could
 * not pass this run's data folder.
 */
type NotOffered = 'from-source' | 'other-folder' | 'no-such-system'

/**
 * Whether Plimsoll starts with the system, according to the system; never what was once chosen
 * here.
 */
export type AutostartView = {
  system: 'mac' | 'windows' | 'linux' | 'other'
  state: AutostartState | NotOffered
  /** Whether something starts at the next login. */
  starts: boolean
  /** The file that controls it, on Linux. */
  file: string | null
}

/** `replace`: even if the file is not, or no longer, Plimsoll's own. */
export type AutostartChange = { on: boolean; replace: boolean }
