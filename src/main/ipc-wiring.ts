// The door: every channel, and the part that answers it.
import { mountBoard } from './ipc/ipc-server.js'
import { createHandlers, type HandlerPorts } from './ipc-handlers.js'
import { createRouter, type RouterPorts } from './ipc/router.js'

export type DoorParts = Omit<RouterPorts, 'handlers'> & {
  ports: HandlerPorts
  /** Hears of every page that will not speak again. */
  pageGone(page: string): void
}

/** Opens the door. Gives back what closes it. */
export const openDoor = ({ ports, pageGone, ...router }: DoorParts): (() => void) =>
  mountBoard(createRouter({ ...router, handlers: createHandlers(ports) }), pageGone)
