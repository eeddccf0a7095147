// Tells one document from another. A reload is another page, another window too: what one of them was given is not the next one's to use.

/** What is needed of Electron's WebContents. */
export type PageHost = {
  readonly id: number
  on(event: 'did-start-navigation', listener: (details: { isMainFrame: boolean; isSameDocument: boolean }) => void): unknown
  on(event: 'did-navigate' | 'render-process-gone' | 'destroyed', listener: () => void): unknown
}

export type PageInstances = {
  /** The document this host shows now. */
  pageOf(host: PageHost): string
}

/** `gone` is called for every page that will never ask again. */
export const createPageInstances = (gone: (page: string) => void): PageInstances => {
  const loadsOf = new WeakMap<PageHost, { count: number }>()
  const nameOf = (host: PageHost, count: number): string => `${host.id}.${count}`

  const follow = (host: PageHost): { count: number } => {
    const loads = { count: 1 }
    const over = (): void => {
      const was = nameOf(host, loads.count)
      loads.count += 1
      gone(was)
    }
    // At the start of a navigation and again at its end: what the old document sends between the two is not accepted as its own any more.
    host.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) over()
    })
    host.on('did-navigate', over)
    host.on('render-process-gone', over)
    host.on('destroyed', over)
    loadsOf.set(host, loads)
    return loads
  }

  return { pageOf: (host) => nameOf(host, (loadsOf.get(host) ?? follow(host)).count) }
}
