import type { CallDetail } from '../../shared/calls/call.js'
import {
  type ConsoleAsk,
  type ConsoleForm,
  type ConsolePreview,
  readForm,
} from '../../shared/calls/console.js'
import { NewestAnswer } from '../components/newest-answer.svelte.js'

/** The console: what is typed, what would be sent, and the result. */
export class ConsoleStore extends NewestAnswer {
  forms = $state.raw<readonly ConsoleForm[]>([])
  /** The path as typed, which may match no endpoint. */
  path = $state('/api/v4/public/ping')
  values = $state.raw<ConsoleAsk['values']>({})
  /** What exactly these values would send; null before the dry run and after any change. */
  preview = $state.raw<ConsolePreview | null>(null)
  answer = $state.raw<CallDetail | null>(null)
  sending = $state(false)
  #tried = $state(false)
  #flight: symbol | null = null

  readonly form = $derived.by(
    () => this.forms.find(({ path }) => path === this.path.trim()) ?? null,
  )
  /** A message for each invalid field, once the form was submitted. */
  readonly faults = $derived.by((): { readonly [field: string]: string } => {
    const read = this.#tried && this.form !== null ? readForm(this.form, this.values) : null
    return read === null || read.ok ? {} : read.error
  })

  async read(): Promise<void> {
    if (this.forms.length > 0) return
    const forms = await this.newest(() => this.bridge.ask('console/forms', null))
    if (forms !== null) this.forms = forms
  }

  choose(path: string): void {
    if (path === this.path) return
    this.path = path
    this.values = {}
    this.#changed()
    this.answer = null
  }

  set(field: string, value: string): void {
    this.values = { ...this.values, [field]: value }
    this.#changed()
  }

  /** Whether there is something to look at now. */
  async dryRun(): Promise<boolean> {
    const ask = this.#ask()
    if (ask === null) return false
    const preview = await this.newest(() => this.bridge.ask('console/prepare', ask))
    if (preview !== null) this.preview = preview
    return preview !== null
  }

  async send(): Promise<CallDetail | null> {
    const ask = this.#ask()
    if (ask === null || this.preview === null || this.sending) return null
    const flight = (this.#flight = Symbol('flight'))
    this.sending = true
    this.answer = null
    const answer = await this.newest(() => this.bridge.ask('console/send', ask))
    if (this.#flight === flight) this.sending = false
    if (answer !== null) this.answer = answer
    return answer
  }

  override forget(): void {
    super.forget()
    this.values = {}
    this.#tried = false
    this.preview = null
    this.answer = null
    this.sending = false
    this.#flight = null
  }

  #changed(): void {
    this.#tried = false
    this.preview = null
    super.forget()
  }

  /** Null if a field is invalid. */
  #ask(): ConsoleAsk | null {
    const { form } = this
    if (form === null || form.kind === 'moves-money') return null
    this.#tried = true
    return readForm(form, this.values).ok ? { endpoint: form.name, values: this.values } : null
  }
}
