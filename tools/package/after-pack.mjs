// Called by electron-builder when the folder is complete, before it is signed: sets the fuses.
import path from 'node:path'
import { flipFuses } from '@electron/fuses'
import { fuseConfig, readFlavour, readFuses } from './fuses.mjs'

/**
 * @param {{ appOutDir: string, electronPlatformName: string, packager: { executableName?: string, appInfo: { productFilename: string } } }} context
 */
export default async ({ appOutDir, electronPlatformName, packager }) => {
  const extension = { darwin: '.app', win32: '.exe', linux: '' }[electronPlatformName]
  if (extension === undefined) throw new Error(`Plimsoll is not packaged for ${electronPlatformName}.`)
  const name = (electronPlatformName === 'linux' ? packager.executableName : undefined) ?? packager.appInfo.productFilename
  const program = path.join(appOutDir, `${name}${extension}`)
  const there = (await readFuses(program)).keys()
  await flipFuses(
    program,
    fuseConfig(there, readFlavour(process.env.PLIMSOLL_FLAVOUR), { resetAdHocDarwinSignature: electronPlatformName === 'darwin' }),
  )
}
