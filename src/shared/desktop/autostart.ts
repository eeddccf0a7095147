/**
 * `off-by-system`: set up, and switched off in the system's own list of programs that start ·
 * `needs-approval`: macOS waits for a yes in its settings · `elsewhere`: set up by Plimsoll for
 * another copy of it, or with other switches · `changed`: another's file stands in its place ·
 * `unknown`: the system does not say.
 */
type AutostartState =
  'on' | 'off' | 'off-by-system' | 'needs-approval' | 'elsewhere' | 'changed' | 'unknown'

/**
 * `from-source`: a run of the sources would start the wrong program · `other-folder`: macOS could
 * not hand over this run's data folder.
 */
type NotOffered = 'from-source' | 'other-folder' | 'no-such-system'

/**
 * Whether Plimsoll starts with the system, as the system has it; never what was once chosen here.
 */
export type AutostartView = {
  system: 'mac' | 'windows' | 'linux' | 'other'
  state: AutostartState | NotOffered
  /** Whether something starts at the next login. */
  starts: boolean
  /** The file that says so, on Linux. */
  file: string | null
}

/** `replace`: also in the place of a file that is not Plimsoll's own, or not any more. */
export type AutostartChange = { on: boolean; replace: boolean }
