// The page's own session: its files under one scheme, everything else blocked.
import { type App, type Session, session } from 'electron'
import path from 'node:path'
import { listPageFiles } from './page-files.js'
import { createSchemeHandler, scheme } from './app-scheme.js'
import { installPagePolicy, partition } from './session-policy.js'

/** Applies to every page from now on. `openLink` decides which links go to the system's browser. */
export const guardPages = (app: App, openLink: (address: string) => void): void => installPagePolicy(app, { openLink })

/** @param built the folder of the built programs. Rejects where the page's files cannot be read. */
export const openPageSession = async (built: string): Promise<Session> => {
  const pageFiles = await listPageFiles(path.join(built, 'renderer'))
  const pageSession = session.fromPartition(partition)
  pageSession.protocol.handle(scheme, createSchemeHandler(pageFiles))
  return pageSession
}
