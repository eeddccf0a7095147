// Plimsoll's entry point: refuses to start where it must not, hands over to a running instance, and
// installs the fatal-error handler.
import { app, dialog as systemDialog, protocol, shell } from 'electron'
import { url as inspectorUrl } from 'node:inspector'
import path from 'node:path'
import {
  type Flags,
  harden,
  isFolderWritable,
  nameForNotifications,
  parseFlags,
  refusalText,
  takeSingleInstance,
} from './desktop/startup.js'
import { createLinkInbox } from './desktop/app-links.js'
import { installFatalErrorHandler } from './desktop/shutdown.js'
import { catalogueFiles } from './desktop/catalogue-files.js'
import { schemePrivileges } from './desktop/page-isolation.js'
import { buildPlimsoll, type FatalErrorHooks } from './composition-root.js'
import { createRedactor } from './logging/redactor.js'
import { languageFor } from '../shared/messages/language.js'
import { readCataloguesFrom, readLanguageFrom, t } from '../shared/messages/messages.js'

const { platform } = process
const built = path.join(import.meta.dirname, '..')

/** Shows a dialog once possible, for users without a terminal. */
async function showRefusal(words: () => { message: string; detail: string }): Promise<void> {
  await app.whenReady()
  systemDialog.showMessageBoxSync({
    type: 'error',
    title: 'Plimsoll',
    ...words(),
    buttons: [t('exchange.start.quit')],
  })
}

/**
 * The settings, including the language, are in the unusable folder, so the system's language is
 * used.
 */
async function refuseFolder(folder: string): Promise<void> {
  const words = () => ({
    message: t('exchange.data-read-only.title'),
    detail: t('desktop.refusal.data-read-only', { folder }),
  })
  const { message, detail } = words()
  console.error(`${message}. ${detail}`)
  readLanguageFrom(() => languageFor('system', app.getLocale()))
  await showRefusal(words)
}

async function start(): Promise<void> {
  readCataloguesFrom(catalogueFiles(path.join(built, 'locales'), console.warn))
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
      await showRefusal(() => ({ message: t('exchange.start.refused'), detail: text }))
    }
    app.exit(2)
    return
  }

  // The demo has its own folder: it never prevents an account from being monitored, and can run at
  // the same time.
  if (flags.demo && !app.commandLine.hasSwitch('user-data-dir'))
    app.setPath('userData', path.join(app.getPath('appData'), 'Plimsoll Demo'))

  const links = createLinkInbox(app)
  if (flags.link !== null) links.received(flags.link)
  let onSecond: (flags: Flags) => void = () => undefined
  const passOn = (second: Flags): void =>
    second.link === null ? onSecond(second) : links.received(second.link)
  if (!takeSingleInstance(app, passOn)) {
    const folder = app.getPath('userData')
    const mayWrite = isFolderWritable(folder)
    if (!mayWrite) await refuseFolder(folder)
    app.exit(mayWrite ? 0 : 1)
    return
  }

  const fatalError: FatalErrorHooks = {
    stops: [],
    log: (what, fault) => console.error(what, createRedactor().value(fault)),
  }
  installFatalErrorHandler({
    process,
    stops: () => fatalError.stops,
    log: (what, fault) => fatalError.log(what, fault),
    tell: (text) => systemDialog.showErrorBox(t('exchange.start.stopped'), text),
    exit: (code) => app.exit(code),
  })
  protocol.registerSchemesAsPrivileged([schemePrivileges])
  nameForNotifications({
    app,
    shell,
    platform,
    appData: () => app.getPath('appData'),
    log: (what) => console.warn(what),
  })
  await app.whenReady()
  onSecond = (await buildPlimsoll(flags, built, fatalError, links)) ?? onSecond
}

void start()
