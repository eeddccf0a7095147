// The app state shown by the whole window: accounts, the key of the one on screen, and notices that
// stay until dismissed.
import type { Problem } from '../../shared/problem.js'
import type { About } from '../../shared/support/about.js'
import type { Notice, AppStateView } from '../../shared/accounts/app-state.js'
import { sameJson } from '../../shared/json.js'
import { fail, ok, type Result } from '../../shared/result.js'
import { createSignal } from '../../shared/signal.js'
import type { Clock } from '../../shared/time.js'
import type { MessageOrText } from '../../shared/messages/messages.js'
import { messageOf } from '../../shared/messages/messages.js'

/** More than anyone reads; the oldest are dropped. */
const mostNotices = 20

function contentOf(one: Omit<Notice, 'id' | 'at'>) {
  return JSON.stringify([one.level, one.title, one.text])
}

export type AppState = {
  view: () => AppStateView
  subscribe: (hear: (value: AppStateView) => void) => () => void
  /**
   * Sets the account on screen and its key state in one step, so that an account never appears with
   * another's key.
   */
  setAccounts: (some: Partial<Omit<AppStateView, 'notices' | 'about'>>) => void
  setAbout: (some: Partial<About>) => void
  /** Adds a notice that stays until dismissed. It replaces a shown notice with the same content. */
  notify: (notice: Omit<Notice, 'id' | 'at'>) => void
  /** Removes a notice with this title that no longer applies. */
  withdraw: (title: MessageOrText) => void
  /** Adds notices that were recorded earlier, under their own ids. */
  remind: (notices: readonly Notice[]) => void
  dismiss: (id: string) => Result<null, Problem>
}

export function createAppState(parts: {
  clock: Clock
  newId(): string
  about: About
  /**
   * Called when a notice is dismissed: some stand for something recorded until acknowledged.
   * Unknown ids change nothing.
   */
  acknowledge(noticeId: string): Result<null, Problem>
}): AppState {
  let view: AppStateView = {
    profiles: [],
    activeProfileId: null,
    demo: null,
    keyState: 'unknown',
    keyProblem: null,
    notices: [],
    about: parts.about,
  }
  const changes = createSignal<AppStateView>()

  const change = (some: Partial<AppStateView>): void => {
    const next = { ...view, ...some }
    if (sameJson(next, view)) return
    view = next
    changes.emit(next)
  }

  return {
    view: (): AppStateView => view,
    subscribe: changes.on,
    setAccounts: (some: Partial<Omit<AppStateView, 'notices' | 'about'>>): void => change(some),
    setAbout: (some: Partial<About>): void => change({ about: { ...view.about, ...some } }),
    notify: (notice: Omit<Notice, 'id' | 'at'>): void => {
      const others = view.notices.filter((shown) => contentOf(shown) !== contentOf(notice))
      change({
        notices: [...others, { ...notice, id: parts.newId(), at: parts.clock() }].slice(
          -mostNotices,
        ),
      })
    },
    withdraw: (title: MessageOrText): void =>
      change({ notices: view.notices.filter((notice) => !sameJson(notice.title, title)) }),
    remind: (notices: readonly Notice[]): void => {
      const others = view.notices.filter((shown) => !notices.some(({ id }) => id === shown.id))
      change({ notices: [...others, ...notices].slice(-mostNotices) })
    },
    dismiss: (id: string): Result<null, Problem> => {
      const left = view.notices.filter((notice) => notice.id !== id)
      if (left.length === view.notices.length)
        return fail({ code: 'gone', message: messageOf('accounts.notice-gone') })
      const acknowledged = parts.acknowledge(id)
      if (!acknowledged.ok) return acknowledged
      change({ notices: left })
      return ok(null)
    },
  }
}
