// Which document speaks. A reload is another page, another window too: what one of them was given is not the next one's to use.

/** What is needed of Electron's WebContents. */
export type PageHost = {
  readonly id: number
  on(event: 'did-start-navigation', hear: (details: { isMainFrame: boolean; isSameDocument: boolean }) => void): unknown
  on(event: 'did-navigate' | 'render-process-gone' | 'destroyed', hear: () => void): unknown
}

export type Pages = {
  /** The document this host shows now. */
  pageOf(host: PageHost): string
}

/** `gone` hears of every page that will never speak again. */
export const createPages = (gone: (page: string) => void): Pages => {
  const turns = new WeakMap<PageHost, { count: number }>()
  const nameOf = (host: PageHost, count: number): string => `${host.id}.${count}`

  const follow = (host: PageHost): { count: number } => {
    const turn = { count: 1 }
    const over = (): void => {
      const was = nameOf(host, turn.count)
      turn.count += 1
      gone(was)
    }
    // At the start of a navigation and again at its end: what the old document says between the two is nobody's any more.
    host.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) over()
    })
    host.on('did-navigate', over)
    host.on('render-process-gone', over)
    host.on('destroyed', over)
    turns.set(host, turn)
    return turn
  }

  return { pageOf: (host) => nameOf(host, (turns.get(host) ?? follow(host)).count) }
}
