// Where Plimsoll starts: whether it may, alone, and with somebody to speak for it should it fall. Then everything is built.
import { app, dialog as systemDialog, protocol, shell } from 'electron'
import { url as inspectorUrl } from 'node:inspector'
import path from 'node:path'
import { parseFlags, type Flags } from './desktop/lifecycle/flags.js'
import { harden, refusalText } from './desktop/lifecycle/hardening.js'
import { installLastResort } from './desktop/lifecycle/fatal-error.js'
import { schemePrivileges } from './desktop/page/app-scheme.js'
import { takeSingleInstance } from './desktop/lifecycle/single-instance.js'
import { nameForNotices } from './desktop/lifecycle/windows-notifications.js'
import { buildPlimsoll, type LastWords } from './composition-root.js'
import { createRedactor } from './logging/redactor.js'

const { platform } = process

const start = async (): Promise<void> => {
  const flags = parseFlags(process.argv)
  const { warnings, refused, unconfined } = harden({
    platform,
    app,
    inspected: inspectorUrl() !== undefined,
    line: process.argv.slice(1),
    environment: process.env,
    streams: [process.stdout, process.stderr],
  })
  for (const warning of warnings) console.warn(warning)
  if (refused.length > 0) {
    const text = refusalText({ refused, unconfined })
    console.error(text)
    if (unconfined) {
      // Perhaps nobody sees a terminal, and a box needs an app that is ready.
      await app.whenReady()
      systemDialog.showMessageBoxSync({
        type: 'error',
        title: 'Plimsoll',
        message: 'Plimsoll does not start',
        detail: text,
        buttons: ['Quit'],
      })
    }
    app.exit(2)
    return
  }

  // The demo has a folder of its own: it never stands between an account and its watch, and runs beside it.
  if (flags.demo && !app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', path.join(app.getPath('appData'), 'Plimsoll Demo'))

  let onSecond: (flags: Flags) => void = () => undefined
  if (!takeSingleInstance(app, (second) => onSecond(second))) {
    app.exit(0)
    return
  }

  const lastWords: LastWords = { stops: [], log: (what, fault) => console.error(what, createRedactor().value(fault)) }
  installLastResort({
    process,
    stops: () => lastWords.stops,
    log: (what, fault) => lastWords.log(what, fault),
    tell: (text) => systemDialog.showErrorBox('Plimsoll has stopped', text),
    exit: (code) => app.exit(code),
  })
  protocol.registerSchemesAsPrivileged([schemePrivileges])
  nameForNotices({ app, shell, platform, appData: () => app.getPath('appData'), log: (what) => console.warn(what) })
  await app.whenReady()
  onSecond = (await buildPlimsoll(flags, path.join(import.meta.dirname, '..'), lastWords)) ?? onSecond
}

void start()
