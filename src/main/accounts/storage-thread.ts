// Runs long work on stored data in a separate thread (storage-worker.ts), so that the main thread
// never waits for it.
import { Worker } from 'node:worker_threads'
import type { FlexExport } from '../../shared/investments/flex-history.js'
import type { UnixSeconds } from '../../shared/time.js'
import { DatabaseFault, faultOf } from '../database/database-fault.js'
import type { DatabaseState } from '../database/database-state.js'
import type { ExportJob } from '../investments/flex-export.js'
import type { WrittenSamples } from '../portfolio/sample-cleanup.js'
import type { StorageJob, StorageReply } from './storage-worker.js'

export type StorageThread = {
  backup: (at: UnixSeconds, keep: number) => Promise<number>
  downsample: (written: WrittenSamples) => Promise<number>
  exportHistory: (exportJob: ExportJob) => Promise<number>
  /** The state of the database, and whether its backups are sound. */
  inspect: () => Promise<DatabaseState | null>
  /**
   * Waits for work in progress: a partial backup is useless, and one may still hold a removed
   * account.
   */
  close: () => Promise<void>
  /** Stops immediately, whatever it is doing: a partial backup or export does not count. */
  stop: () => void
}

type StorageEvents = { onProgress(progress: FlexExport): void; onState(state: DatabaseState): void }
type Waiting = StorageEvents & { resolve(done: number): void; reject(error: unknown): void }

const noEvents: StorageEvents = { onProgress: () => undefined, onState: () => undefined }

/**
 * Starts with the first job, which must not come before the database in `folder` is open. Jobs
 * reject with DatabaseFault.
 * @param program the built storage-worker.js
 */
export function createStorageThread(program: string, folder: string): StorageThread {
  const waiting = new Map<number, Waiting>()
  const running = new Set<Promise<number>>()
  let newest = 0
  let worker: Worker | null = null
  let closed = false

  /** A thread that fails takes its jobs with it; the next job starts another. */
  const threadEnded = (fault: DatabaseFault): void => {
    worker = null
    for (const { reject } of waiting.values()) reject(fault)
    waiting.clear()
  }

  const answered = (reply: StorageReply): void => {
    const job = waiting.get(reply.id)
    if (job === undefined) return
    if ('progress' in reply) {
      job.onProgress(reply.progress)
      return
    }
    if ('state' in reply) {
      job.onState(reply.state)
      return
    }
    waiting.delete(reply.id)
    if ('done' in reply) job.resolve(reply.done)
    else job.reject(new DatabaseFault(reply.failed.reason, reply.failed.message))
  }

  const start = (): Worker => {
    const started = new Worker(program, { workerData: { folder }, env: {} })
    started.unref()
    started.on('message', answered)
    started.on('error', (error) => threadEnded(faultOf(error)))
    started.on('exit', () => {
      if (worker === started) threadEnded(new DatabaseFault('CLOSED', 'the storage thread ended'))
    })
    return started
  }

  const run = (
    job: StorageJob,
    events: Partial<StorageEvents> = {},
    stop?: AbortSignal,
  ): Promise<number> => {
    if (closed) return Promise.reject(new DatabaseFault('CLOSED', 'the storage thread is closed'))
    worker ??= start()
    const thread = worker
    const id = (newest += 1)
    stop?.addEventListener('abort', () => thread.postMessage({ id, job: { kind: 'stop' } }), {
      once: true,
    })
    const ended = new Promise<number>((resolve, reject) =>
      waiting.set(id, { ...noEvents, ...events, resolve, reject }),
    ).finally(() => running.delete(ended))
    running.add(ended)
    thread.postMessage({ id, job })
    return ended
  }

  return {
    backup: (at: UnixSeconds, keep: number) => run({ kind: 'backup', at, keep }),
    downsample: (written: WrittenSamples) => run({ kind: 'downsample', written }),
    exportHistory: ({ stop, onProgress, ...job }: ExportJob) =>
      run({ kind: 'export', job }, { onProgress }, stop),
    inspect: async (): Promise<DatabaseState | null> => {
      let state: DatabaseState | null = null
      await run({ kind: 'inspect' }, { onState: (found) => (state = found) })
      return state
    },
    close: async (): Promise<void> => {
      closed = true
      await Promise.allSettled(running)
      await worker?.terminate()
    },
    stop: (): void => {
      closed = true
      void worker?.terminate()
    },
  }
}
