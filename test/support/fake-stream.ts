// The other end of the stream, as a test controls it: what the client sends, and what it receives.
import type {
  OpenStreamSocket,
  StreamSocketEnd,
  StreamSocketEvents,
} from '../../src/main/exchange/stream/stream-socket.js'

type Request = { id: number; method: string; params: unknown[] }

export type FakeStreamSocket = {
  sent: Request[]
  closed: () => boolean
  accept: () => void
  say: (message: unknown) => void
  sayText: (text: string) => void
  end: (why?: StreamSocketEnd) => void
}

/** Accepts every connection and answers every request, until a test says otherwise. */
export function createFakeStream() {
  const sockets: FakeStreamSocket[] = []
  const refusals = new Map<string, number>()
  let isObliging = true
  let isSilent = false

  const answerTo = ({ id, method }: Request): unknown => {
    const code = refusals.get(method)
    if (code !== undefined) return { id, result: null, error: { code, message: 'refused' } }
    return { id, result: method === 'ping' ? 'pong' : { status: 'success' }, error: null }
  }

  const open: OpenStreamSocket = (events: StreamSocketEvents) => {
    let isClosed = false
    const sent: Request[] = []
    const socket: FakeStreamSocket = {
      sent,
      closed: () => isClosed,
      accept: () => {
        if (!isClosed) events.opened()
      },
      say: (message) => socket.sayText(JSON.stringify(message)),
      sayText: (text) => {
        if (!isClosed) events.received(text)
      },
      end: (why = 'closed') => {
        if (isClosed) return
        isClosed = true
        events.ended(why)
      },
    }
    sockets.push(socket)
    if (isObliging) queueMicrotask(socket.accept)
    return {
      send: (text) => {
        const request = JSON.parse(text) as Request
        sent.push(request)
        if (isObliging && !isSilent) queueMicrotask(() => socket.say(answerTo(request)))
      },
      close: () => {
        isClosed = true
      },
    }
  }

  const latest = (): FakeStreamSocket => {
    const socket = sockets.at(-1)
    if (socket === undefined) throw new Error('no connection was opened')
    return socket
  }

  return {
    open,
    sockets,
    latest,
    /** Not closed by either side. */
    openSockets: (): number => sockets.filter((socket) => !socket.closed()).length,
    push: (channel: string, params: unknown): void =>
      latest().say({ id: null, method: `${channel}_update`, params }),
    refuse: (method: string, code: number): void => void refusals.set(method, code),
    accept: (method: string): void => void refusals.delete(method),
    oblige: (on: boolean): void => {
      isObliging = on
    },
    /** The connection stays open and nothing comes back. */
    silence: (on: boolean): void => {
      isSilent = on
    },
  }
}

/** A record of `positionsMargin`, as documented. */
export function aStreamPosition(more: Record<string, unknown> = {}) {
  return {
    id: 2,
    market: 'BTC_USDT',
    ctime: 1_755_500_000.1,
    mtime: 1_755_500_000.1,
    amount: '-0.01',
    amount_in_money: '118.762',
    base_price: '60000',
    pnl: '-0.47',
    liq_price: '65000',
    liq_stage: null,
    unrealized_funding: '0',
    funding: '0',
    margin: '23.8',
    free_margin: '999932.92',
    realized_pnl: '0',
    position_side: 'LONG',
    ...more,
  }
}

export function positionsUpdate(...records: object[]) {
  return { total: records.length, records }
}
