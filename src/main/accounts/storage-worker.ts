// The program of the storage thread: long work on stored data, over its own connections. It makes
// no decisions.
import { parentPort, workerData } from 'node:worker_threads'
import type { FlexExport } from '../../shared/investments/flex-history.js'
import type { UnixSeconds } from '../../shared/time.js'
import { makeBackup } from '../database/backup.js'
import { faultOf, type FaultReason } from '../database/database-fault.js'
import { databaseFiles } from '../database/database-files.js'
import { type DatabaseState, readDatabaseState } from '../database/database-state.js'
import { type Database, openOwnDatabase } from '../database/database.js'
import type { ExportJob } from '../investments/flex-export.js'
import { exportStoredHistory } from '../investments/history-database.js'
import { createSampleDownsampler, type WrittenSamples } from '../portfolio/sample-cleanup.js'

export type StorageJob =
  | { kind: 'backup'; at: UnixSeconds; keep: number }
  | { kind: 'downsample'; written: WrittenSamples }
  | { kind: 'export'; job: Omit<ExportJob, 'stop' | 'onProgress'> }
  | { kind: 'inspect' }
  /** Stops the export with the same id. */
  | { kind: 'stop' }

export type StorageReply = { id: number } & (
  | { progress: FlexExport }
  /** How many samples were removed; 0 for other jobs. */
  | { done: number }
  /** Sent before the `done` of the same job. */
  | { state: DatabaseState }
  | { failed: { reason: FaultReason; message: string } }
)

const { folder }: { folder: string } = workerData
const files = databaseFiles(folder)
type Opened = { database: Database; downsample: ReturnType<typeof createSampleDownsampler> }

function open(): Opened {
  const database = openOwnDatabase(files.database)
  return { database, downsample: createSampleDownsampler(database) }
}

/**
 * Opened by the first job that needs it: an error thrown while a thread starts arrives without its
 * reason.
 */
let opened: Opened | null = null
const stops = new Map<number, AbortController>()
const reply = (message: StorageReply): void => parentPort?.postMessage(message)

async function run(id: number, job: StorageJob): Promise<number> {
  if (job.kind === 'stop') stops.get(id)?.abort()
  else if (job.kind !== 'export') {
    opened ??= open()
    if (job.kind === 'downsample') return opened.downsample(job.written)
    if (job.kind === 'inspect') reply({ id, state: readDatabaseState(opened.database, files) })
    else makeBackup(opened.database, files, job.at, job.keep)
  } else {
    const stop = new AbortController()
    stops.set(id, stop)
    const onProgress = (progress: FlexExport): void => reply({ id, progress })
    await exportStoredHistory(folder, { ...job.job, stop: stop.signal, onProgress }).finally(() =>
      stops.delete(id),
    )
  }
  return 0
}

parentPort?.on('message', ({ id, job }: { id: number; job: StorageJob }) => {
  run(id, job)
    .then((done) => {
      if (job.kind !== 'stop') reply({ id, done })
    })
    .catch((error: unknown) => {
      const { reason, message } = faultOf(error)
      reply({ id, failed: { reason, message } })
    })
})
