// How long the threads that must never be held are held: main's, which watches and signs, and the page's, which shows. The clock alone
// would also measure what else this computer does. So the processor time of the very thread is measured beside it (Linux tells it): a
// thread cannot have worked longer than it was given a processor. Main may also wait, for a disk: there it counts where the computer is busy.
import type { ElectronApplication, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'

/** Whether other programs fill this computer so much that its clock says nothing about this one. */
export const isBusy = (): boolean => (loadavg()[0] ?? 0) / availableParallelism() > 1.5

const now = (): number => performance.timeOrigin + performance.now()
/** Clocks of two programs may differ by so many milliseconds. */
const apart = 5

/** Milliseconds of processor time the first thread of a program had so far; null where the system does not tell. */
const spentBy = (pid: number): number | null => {
  try {
    return Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8'), 10) / 1e6
  } catch {
    return null
  }
}

type ThreadTime = {
  /** The most the thread can have worked between two moments, in milliseconds of processor time; infinite where that is not known. */
  between(from: number, to: number): number
  stop(): void
}

/** Looks again and again how much the first thread of a program has worked. Moments are in milliseconds of Unix time. */
export const followThread = (pid: number): ThreadTime => {
  const seen: { at: number; spent: number }[] = []
  const look = (): void => {
    const spent = spentBy(pid)
    if (spent !== null) seen.push({ at: now(), spent })
  }
  look()
  const timer = setInterval(look, 5)
  return {
    between: (from, to) => {
      const before = seen.findLast(({ at }) => at <= from - apart)
      const after = seen.find(({ at }) => at >= to + apart)
      return before === undefined || after === undefined ? Number.POSITIVE_INFINITY : after.spent - before.spent
    },
    stop: () => {
      clearInterval(timer)
    },
  }
}

const pagePid = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0)

type Held = {
  /** Milliseconds: what is to be judged. */
  held: number
  words: string
}

/** Of main's loop, the 99th hundredth. */
export const watchMain = async (app: ElectronApplication): Promise<() => Promise<Held>> => {
  await app.evaluate(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
    const { readFileSync: read } = process.getBuiltinModule('node:fs')
    const spent = (): number => {
      try {
        return Number.parseInt(read('/proc/self/schedstat', 'utf8'), 10) / 1e6
      } catch {
        return Number.NaN
      }
    }
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const turns: number[] = []
    let before = spent()
    const timer = setInterval(() => {
      const after = spent()
      turns.push(after - before)
      before = after
    }, 1)
    Reflect.set(globalThis, 'endOfWatch', () => {
      clearInterval(timer)
      delay.disable()
      turns.sort((a, b) => a - b)
      return {
        clock: { p99: delay.percentile(99) / 1e6, most: delay.max / 1e6 },
        own: { p99: turns[Math.floor(turns.length * 0.99)] ?? Number.NaN, most: turns.at(-1) ?? Number.NaN },
      }
    })
  })
  return async () => {
    type Figures = { p99: number; most: number }
    const { clock, own } = await app.evaluate(() => (Reflect.get(globalThis, 'endOfWatch') as () => { clock: Figures; own: Figures })())
    const busy = isBusy() && !Number.isNaN(own.p99)
    const held = busy ? own.p99 : clock.p99
    const words =
      `main's loop, by the clock p99 ${clock.p99.toFixed(1)} ms, most ${clock.most.toFixed(1)}; own processor time p99 ${own.p99.toFixed(1)} ms, ` +
      `most ${own.most.toFixed(1)}; judged by ${busy ? 'processor time, as this computer is busy' : 'the clock'}`
    return { held, words }
  }
}

/** Of the page, its longest task. Tasks under 50 ms are not told by the browser and count as none. */
export const watchPage = async (app: ElectronApplication, page: Page): Promise<() => Promise<Held>> => {
  const thread = followThread(await pagePid(app))
  await page.evaluate(() => {
    const tasks: { from: number; to: number }[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        const from = performance.timeOrigin + startTime
        tasks.push({ from, to: from + duration })
      }
    })
    observer.observe({ type: 'longtask', buffered: false })
    Reflect.set(globalThis, 'longTasks', { tasks, observer })
  })
  return async () => {
    // The browser tells a little later.
    await page.waitForTimeout(200)
    const tasks = await page.evaluate(() => {
      const kept = Reflect.get(globalThis, 'longTasks') as { tasks: { from: number; to: number }[]; observer: PerformanceObserver }
      kept.observer.disconnect()
      return kept.tasks
    })
    const judged = tasks.map(({ from, to }) => {
      const clock = to - from
      const own = thread.between(from, to)
      // A page waits for nothing in the middle of a task, neither for a disk nor for main: what it did not work, it was kept from working.
      return { clock, own, held: own < clock ? own : clock }
    })
    thread.stop()
    const held = Math.max(0, ...judged.map((task) => task.held))
    const most = (times: number[]): string => Math.max(...times).toFixed(0)
    const figures =
      judged.length === 0
        ? 'none'
        : `${judged.length}, most ${most(judged.map(({ clock }) => clock))} ms, of which at most ${most(judged.map(({ own }) => own))} of processor time`
    const words = `page's tasks over 50 ms by the clock: ${figures}`
    return { held, words }
  }
}
