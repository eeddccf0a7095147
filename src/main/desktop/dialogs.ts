// System dialogs, which nothing running in the page can answer.
import type { BrowserWindow, Dialog, MessageBoxOptions, SaveDialogOptions } from 'electron'
import { randomBytes } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import type { DestinationSettings } from '../../shared/away/away.js'
import { byteOrderMark } from '../../shared/csv.js'
import { wordsFor } from '../../shared/problem-words.js'
import type { Problem } from '../../shared/problem.js'
import type { ExportFormat } from '../../shared/orders/trading.js'
import { messageOf, t, textOf } from '../../shared/messages/messages.js'
import { fail, ok, type Result } from '../../shared/result.js'
import type { Clock } from '../../shared/time.js'

type Dialogs = Pick<Dialog, 'showMessageBox' | 'showSaveDialog' | 'showOpenDialog'>

/** Electron's dialogs with a count of open ones: an update must not restart Plimsoll under one. */
export function countOpenDialogs(dialog: Dialogs): { dialog: Dialogs; open(): number } {
  let open = 0
  const counted = <T>(dialogClosed: Promise<T>): Promise<T> => {
    open += 1
    return dialogClosed.finally(() => (open -= 1))
  }
  /** The parent window is an optional first argument, so arguments are passed through unchanged. */
  const countedDialog: Dialogs = {
    showMessageBox: (...args: unknown[]) =>
      counted(Reflect.apply(dialog.showMessageBox, dialog, args)),
    showSaveDialog: (...args: unknown[]) =>
      counted(Reflect.apply(dialog.showSaveDialog, dialog, args)),
    showOpenDialog: (...args: unknown[]) =>
      counted(Reflect.apply(dialog.showOpenDialog, dialog, args)),
  }
  return { dialog: countedDialog, open: () => open }
}

/**
 * Why Plimsoll cannot start, what it means for the user's money, what to do, and the exact cause.
 * Before `ready` on Linux it goes to the terminal.
 */
export function showFatalDialog(
  dialog: Pick<Dialog, 'showErrorBox'>,
  { code, message, reason }: Problem,
): void {
  const { title, money, next } = wordsFor(code)
  const cause = reason === undefined ? textOf(message) : `${textOf(message)} (${reason})`
  dialog.showErrorBox(
    t('desktop.fatal.title', { problem: title }),
    [cause, money, next].join('\n\n'),
  )
}

/**
 * Shown the first time the window is hidden: Plimsoll keeps running, and where to find it. Resolves
 * immediately if it was shown before. One dialog at a time, however often the window is closed
 * meanwhile.
 */
export function createHideExplanation(parts: {
  dialog: Pick<Dialog, 'showMessageBox'>
  platform: NodeJS.Platform
  explained: () => boolean
  markExplained: () => void
}) {
  const { dialog, platform, explained, markExplained } = parts
  const options = (): MessageBoxOptions => ({
    type: 'info',
    title: 'Plimsoll',
    message: t('desktop.hide.message'),
    detail: t('desktop.hide.detail', { system: platform }),
    buttons: [t('desktop.hide.keep'), t('desktop.hide.quit')],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  let asking: Promise<'keep-running' | 'quit'> | null = null

  const ask = async (): Promise<'keep-running' | 'quit'> => {
    const { response } = await dialog.showMessageBox(options())
    asking = null
    if (response === 1) return 'quit'
    markExplained()
    return 'keep-running'
  }

  return (): Promise<'keep-running' | 'quit'> =>
    explained() ? Promise.resolve('keep-running') : (asking ??= ask())
}

export type ConfirmRequest = {
  title: string
  message: string
  detail: string
  confirm: string
  /** The other button; *Cancel* if absent. */
  refuse?: string
  /** It contains figures of the account, so it is not shown while they are hidden. */
  statesAmounts?: boolean
  /**
   * Longest wait in milliseconds after a refusal before the same title may be shown again; five
   * minutes by default.
   */
  longestWait?: number
}

const cancel = 1

export function confirmDialogOptions({
  title,
  message,
  detail,
  confirm,
  refuse = t('desktop.confirm.cancel'),
}: ConfirmRequest): MessageBoxOptions {
  return {
    type: 'warning',
    title,
    message,
    detail,
    // An underscore in a market name is not an access key (GTK would swallow it), and neither is an
    // ampersand.
    buttons: [confirm.replaceAll('&', '&&'), refuse],
    normalizeAccessKeys: true,
    defaultId: cancel,
    cancelId: cancel,
    noLink: true,
  }
}

const firstWait = 2_000
const factor = 4
const defaultLongestWait = 300_000
/** A request later than this after the wait resets the back-off. */
const pressingWindow = 60_000

export type Confirm = (question: ConfirmRequest) => Promise<Result<null, Problem>>

const refused: Problem = {
  code: 'cancelled',
  message: messageOf('desktop.confirm.refused'),
  reason: 'BOX',
}
const hidden: Problem = {
  code: 'amounts-hidden',
  message: messageOf('desktop.confirm.hidden'),
  reason: 'AMOUNTS_HIDDEN',
}
const open: Problem = {
  code: 'busy',
  message: messageOf('desktop.confirm.open'),
  reason: 'BOX_OPEN',
}

function tooSoon(ms: number, now: number): Problem {
  const seconds = Math.ceil(ms / 1000)
  return {
    code: 'busy',
    message: messageOf('desktop.confirm.too-soon', { seconds }),
    reason: 'BOX_AGAIN',
    retryAt: now + seconds,
  }
}

/**
 * One confirmation dialog at a time, above the window if there is one. A compromised page could
 * open the same dialog until the user clicks the wrong button, so after each refusal the next one
 * waits longer. `ticks`: monotonic milliseconds.
 */
export function createConfirm(ports: {
  dialog: Pick<Dialog, 'showMessageBox'>
  window(): BrowserWindow | null
  ticks(): number
  clock: Clock
  amountsHidden(): boolean
  /** How often Plimsoll was locked: a question asked before a lock counts as refused. */
  timesLocked?: () => number
}): Confirm {
  const { dialog, window, ticks, clock, amountsHidden, timesLocked = () => 0 } = ports
  let isOpen = false
  /** By dialog title. */
  const waits = new Map<string, { ms: number; until: number }>()

  /** True only if the confirming button was pressed. */
  const show = async (question: ConfirmRequest): Promise<boolean> => {
    const options = confirmDialogOptions(question)
    const parent = window()
    const { response } = await (parent === null
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(parent, options))
    return response === 0
  }

  return async (question) => {
    if (isOpen) return fail(open)
    if (question.statesAmounts === true && amountsHidden()) return fail(hidden)
    const wait = waits.get(question.title)
    if (wait !== undefined && ticks() < wait.until)
      return fail(tooSoon(wait.until - ticks(), clock()))
    isOpen = true
    const lockedBefore = timesLocked()
    // A dialog that could not be shown was not confirmed.
    const agreed = await show(question).catch(() => null)
    isOpen = false
    if (agreed === null || timesLocked() !== lockedBefore) return fail(refused)
    if (agreed) {
      waits.delete(question.title)
      return ok(null)
    }
    const isPressing = wait !== undefined && ticks() - wait.until <= pressingWindow
    const ms = isPressing
      ? Math.min(question.longestWait ?? defaultLongestWait, wait.ms * factor)
      : firstWait
    waits.set(question.title, { ms, until: ticks() + ms })
    return fail(refused)
  }
}

export function newAddressConfirm(baseUrl: string): ConfirmRequest {
  return {
    title: t('desktop.address.title'),
    message: t('desktop.address.message', { address: baseUrl }),
    detail: t('desktop.address.detail'),
    confirm: t('desktop.address.confirm'),
  }
}

export function revealTokenConfirm(profileName: string): ConfirmRequest {
  return {
    title: t('desktop.token.title'),
    message: t('desktop.token.message', { account: profileName }),
    detail: t('desktop.token.detail'),
    confirm: t('desktop.token.confirm'),
  }
}

export function proxyConfirm(was: string, is: string): ConfirmRequest {
  return {
    title: t('desktop.proxy.title'),
    message:
      is === '' ? t('desktop.proxy.message-none') : t('desktop.proxy.message', { proxy: is }),
    detail: t('desktop.proxy.detail', { proxy: was === '' ? t('desktop.proxy.none') : was }),
    confirm: t(is === '' ? 'desktop.proxy.confirm-none' : 'desktop.proxy.confirm'),
  }
}

/** Names the address with the topic or chat. */
export function newDestinationConfirm(wanted: DestinationSettings): ConfirmRequest {
  const { kind, address: host, topic: name, authority } = wanted
  const address = {
    ntfy: `${host}/${name}`,
    telegram: t('away.place-chat', { host, name }),
    email: t('away.place-mail', { host, name: wanted.mail?.to ?? '' }),
    webhook: host,
    ping: host,
  }[kind]
  const more = [
    ...(wanted.percentages ? [t('desktop.destination.percentages')] : []),
    ...(wanted.accountName ? [t('desktop.destination.account-name')] : []),
    ...(authority === null
      ? []
      : [
          t('desktop.destination.authority', {
            name: authority.subject,
            hash: authority.fingerprint,
          }),
        ]),
  ]
  return {
    title: t('desktop.destination.title'),
    message: t('desktop.destination.message', { address }),
    detail: [t('desktop.destination.detail'), ...more].join(' '),
    confirm: t('desktop.destination.confirm'),
  }
}

/**
 * On quitting, while the report that Plimsoll stopped is scheduled. `pinged`: services that report
 * it in any case.
 */
export function cancelReportConfirm(pinged: readonly string[]): ConfirmRequest {
  const names = pinged.join(', ')
  const more = pinged.length === 0 ? [] : [t('desktop.report.pinged-too', { names })]
  return {
    title: t('desktop.report.title'),
    message: t('desktop.report.message'),
    detail: [t('desktop.report.detail'), ...more].join(' '),
    confirm: t('desktop.report.cancel'),
    refuse: t('desktop.report.leave'),
  }
}

export type Fact = Pick<ConfirmRequest, 'message' | 'detail'>

/** On quitting: services report it when the pings stop. */
export function pingedFact(pinged: readonly string[]): Fact {
  return {
    message: t('desktop.report.pinged', { names: pinged.join(', ') }),
    detail: t('desktop.report.pinged-detail'),
  }
}

/** On quitting: the scheduled report may be delivered at `time`. */
export function notCancelledFact(time: string): Fact {
  return {
    message: t('desktop.report.not-cancelled'),
    detail: t('desktop.report.not-cancelled-detail', { time }),
  }
}

/** The first button keeps Plimsoll running, and so does closing the dialog. */
export type QuitQuestion = { title: string; message: string; detail: string; buttons: string[] }

/** Resolves with the number of the button. Above the window if there is one. */
export function createQuitQuestion(ports: {
  dialog: Pick<Dialog, 'showMessageBox'>
  window(): BrowserWindow | null
}): (question: QuitQuestion) => Promise<number> {
  return async ({ buttons, ...said }) => {
    const options: MessageBoxOptions = {
      type: 'warning',
      ...said,
      buttons: buttons.map((label) => label.replaceAll('&', '&&')),
      normalizeAccessKeys: true,
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    }
    const parent = ports.window()
    const { response } = await (parent === null
      ? ports.dialog.showMessageBox(options)
      : ports.dialog.showMessageBox(parent, options))
    return response
  }
}

/** A dialog on quitting with nothing to decide, above the window if there is one. */
export function createQuitNotice(ports: {
  dialog: Pick<Dialog, 'showMessageBox'>
  window(): BrowserWindow | null
}): (fact: Fact) => Promise<unknown> {
  return (fact) => {
    const options: MessageBoxOptions = {
      type: 'warning',
      title: 'Plimsoll',
      ...fact,
      buttons: [t('desktop.report.quit')],
      noLink: true,
    }
    const parent = ports.window()
    return parent === null
      ? ports.dialog.showMessageBox(options)
      : ports.dialog.showMessageBox(parent, options)
  }
}

/** `changes`: one sentence each. */
export function looserLockConfirm(changes: readonly string[]): ConfirmRequest {
  return {
    title: t('desktop.looser.title'),
    message: t('desktop.looser.message'),
    detail: changes.join('\n'),
    confirm: t('desktop.looser.confirm'),
  }
}

export type SaveDialog = {
  choose: (parts: { suggestedName: string; format: FileFormat }) => Promise<string | null>
  saveBytes: (wanted: {
    suggestedName: string
    content: string | Uint8Array
  }) => Promise<Result<{ file: string } | null, Problem>>
  saveText: (parts: {
    suggestedName: string
    text: string
  }) => Promise<Result<{ file: string } | null, Problem>>
}

type FileFormat = ExportFormat | 'zip'

function formatOf(name: string): FileFormat {
  return name.endsWith('.zip') ? 'zip' : name.endsWith('.json') ? 'json' : 'csv'
}

function notWritten(fault: unknown): Problem {
  return {
    code: 'system-refused',
    message: messageOf('desktop.save.not-written'),
    reason: fault instanceof Error && 'code' in fault ? String(fault.code) : 'WRITE',
  }
}

/** The system's save dialog, and short files written to the chosen file atomically. */
export function createSaveDialog(ports: {
  dialog: Pick<Dialog, 'showSaveDialog'>
  window: () => BrowserWindow | null
  /** Whether CSV files begin with a byte-order mark. */
  csvBom: () => boolean
  amountsHidden: () => boolean
  /** How often Plimsoll was locked: a file chosen after a lock is not written. */
  timesLocked?: () => number
  /** Replaces the disk. */
  write?: (
    file: string,
    content: string | Uint8Array,
    options: { mode: number; flush: boolean },
  ) => Promise<void>
}): SaveDialog {
  const { dialog, window, csvBom, amountsHidden, timesLocked = () => 0, write = writeFile } = ports
  /** An absolute path; null if the user cancelled. */
  const choose = async ({
    suggestedName,
    format,
  }: {
    suggestedName: string
    format: FileFormat
  }): Promise<string | null> => {
    const exactAmounts = t('desktop.save.exact')
    const options: SaveDialogOptions = {
      // macOS shows the message and not the title.
      ...(format !== 'zip' && amountsHidden()
        ? { title: exactAmounts, message: exactAmounts }
        : { title: t('desktop.save.title') }),
      defaultPath: suggestedName,
      filters: [{ name: t(`desktop.save.${format}`), extensions: [format] }],
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    }
    const parent = window()
    const lockedBefore = timesLocked()
    const { canceled, filePath } = await (parent === null
      ? dialog.showSaveDialog(options)
      : dialog.showSaveDialog(parent, options))
    return canceled || filePath === '' || timesLocked() !== lockedBefore ? null : filePath
  }

  /** Null if the user cancelled. */
  const saveBytes = async (wanted: {
    suggestedName: string
    content: string | Uint8Array
  }): Promise<Result<{ file: string } | null, Problem>> => {
    const { suggestedName, content } = wanted
    const file = await choose({ suggestedName, format: formatOf(suggestedName) })
    if (file === null) return ok(null)
    // Written under another name in the same folder and renamed, so that an older file is replaced
    // completely or not at all.
    const partial = `${file}.${randomBytes(4).toString('hex')}.part`
    try {
      await write(partial, content, { mode: 0o600, flush: true })
      await rename(partial, file)
      return ok({ file })
    } catch (fault) {
      await rm(partial, { force: true }).catch(() => undefined)
      return fail(notWritten(fault))
    }
  }

  return {
    choose,
    saveBytes,
    saveText: ({ suggestedName, text }: { suggestedName: string; text: string }) =>
      saveBytes({
        suggestedName,
        content: formatOf(suggestedName) === 'csv' && csvBom() ? `${byteOrderMark}${text}` : text,
      }),
  }
}
