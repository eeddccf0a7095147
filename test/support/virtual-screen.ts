// A screen of one's own: no window, focus or clipboard is shared with a person or with tests that run beside.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type VirtualScreen = {
  /** For DISPLAY. */
  name: string
  stop(): Promise<void>
}

export const startVirtualScreen = async (size: string): Promise<VirtualScreen> => {
  // It takes the first number that is free and says which.
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', `${size}x24`, '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const name = await new Promise<string>((resolve, reject) => {
    screen.once('error', reject)
    screen.once('exit', () => reject(new Error('Xvfb did not start')))
    screen.stdio[3]?.on('data', (data: Buffer) => resolve(`:${data.toString().trim()}`))
  })
  return {
    name,
    stop: async () => {
      const ended = once(screen, 'exit')
      screen.kill('SIGKILL')
      await ended
    },
  }
}
