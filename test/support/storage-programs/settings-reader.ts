// Opens the settings as whoever runs this, chooses a theme, and prints what came of it.
import '../english-catalogue.js'
import { writeSync } from 'node:fs'
import Conf from 'conf'
import { openSettingsFile } from '../../../src/main/settings/stored-settings.js'

const [folder = ''] = process.argv.slice(2)
const { file, notices } = openSettingsFile({
  folder,
  clock: () => 1_749_988_800,
  openFile: ({ name, ...options }) => new Conf({ ...options, configName: name }),
})
const found = file.settings()
const changed = file.change({ density: 'compact' }).ok
writeSync(1, JSON.stringify({ found, titles: notices.map(({ title }) => title), changed }))
