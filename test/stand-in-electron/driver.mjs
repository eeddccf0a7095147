// Lets the end-to-end suite, which started this process, ask things of main and join in the
// browser. Only over the channel it made.

/**
 * @typedef {{ kind: 'evaluate', id: number, code: string, arg: unknown } | { kind: 'quit' }} Order
 * @param {{ electron: { app: { quit(): void }, BrowserWindow: { getAllWindows(): { ready:
 *   Promise<unknown> }[] } }, debuggerAddress: () => string }} parts
 */
export function serveDriver({ electron, debuggerAddress }) {
  /** @param {object} message */
  const say = (message) => process.send?.(message)
  /** @param {Order & { kind: 'evaluate' }} order */
  const evaluate = async ({ id, code, arg }) => {
    try {
      const act = /** @type {(electron: unknown, arg: unknown) => unknown} */ (
        globalThis.eval(`(${code})`)
      )
      say({ kind: 'value', id, value: (await act(electron, arg)) ?? null })
    } catch (fault) {
      say({
        kind: 'fault',
        id,
        message: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault),
      })
    }
  }
  process.on('message', (/** @type {Order} */ order) =>
    order.kind === 'quit' ? electron.app.quit() : void evaluate(order),
  )
  const waiting = setInterval(() => {
    const [window] = electron.BrowserWindow.getAllWindows()
    if (window === undefined) return
    clearInterval(waiting)
    void window.ready.then(() => say({ kind: 'window', address: debuggerAddress() }))
  }, 20)
}
