// Where the page lives: a session of its own, its files under one scheme, and nothing that leads out of it.
import { type App, type Session, session } from 'electron'
import path from 'node:path'
import { listPageFiles } from './page-files.js'
import { createSchemeHandler, scheme } from './app-scheme.js'
import { installPagePolicy, partition } from './session-policy.js'

/** Watches over every page from now on. `openLink` decides which links go to the system's browser. */
export const guardPages = (app: App, openLink: (address: string) => void): void => installPagePolicy(app, { openLink })

/** @param built the folder of the built programs. Rejects where the page's files cannot be read. */
export const openPageSession = async (built: string): Promise<Session> => {
  const pageFiles = await listPageFiles(path.join(built, 'renderer'))
  const pageSession = session.fromPartition(partition)
  pageSession.protocol.handle(scheme, createSchemeHandler(pageFiles))
  return pageSession
}
