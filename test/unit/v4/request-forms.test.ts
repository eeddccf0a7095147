// The forms of the console: each read can be filled in and matches its schema; what moves money has
// no form.
import { describe, expect, it } from 'vitest'
import { type FormField, readForm } from '../../../src/shared/calls/console.js'
import { askForms, endpointNamed } from '../../../src/v4/request-forms.js'
import { endpoints } from '../../../src/v4/endpoints.js'

const forms = askForms()
const reads = forms.filter(({ kind }) => kind !== 'moves-money')

function fitting(field: FormField): string {
  switch (field.kind) {
    case 'text':
      return 'abc'
    case 'integer':
      return String(field.least ?? 1)
    case 'integers':
      return '1, 2'
    case 'boolean':
      return 'true'
    case 'choice':
      return field.choices.at(-1) ?? ''
  }
}

function schemaOf(name: string) {
  const endpoint = endpointNamed(name)
  if (endpoint === null) throw new Error(`no endpoint ${name}`)
  return endpoint.ask
}

function fieldOf(name: string, field: string): FormField | undefined {
  return forms.find((form) => form.name === name)?.fields.find((one) => one.name === field)
}

describe('console forms', () => {
  it('exist for every endpoint', () => {
    expect(forms.map(({ name }) => name)).toEqual(Object.keys(endpoints))
    expect(forms.every(({ name, path }) => endpointNamed(name)?.path === path)).toBe(true)
  })

  it('have no field for what moves money', () => {
    const moving = forms.filter(({ kind }) => kind === 'moves-money')
    expect(moving.map(({ name }) => name)).toEqual(
      Object.keys(endpoints).filter((name) => endpointNamed(name)?.movesMoney === true),
    )
    expect(moving.length).toBeGreaterThan(5)
    expect(moving.flatMap(({ fields }) => fields)).toEqual([])
  })

  it.each(reads.map((form) => [form.name, form] as const))(
    'can be filled in to match the schema: %s',
    (name, form) => {
      const values = Object.fromEntries(form.fields.map((field) => [field.name, fitting(field)]))
      const read = readForm(form, values)
      if (!read.ok) throw new Error(JSON.stringify(read.error))
      expect(Object.keys(read.value)).toEqual(form.fields.map((field) => field.name))
      expect(schemaOf(name).safeParse(read.value)).toMatchObject({ success: true })
      expect(form.fields.map((field) => field.name).toSorted()).toEqual(
        Object.keys(schemaOf(name).shape).toSorted(),
      )
    },
  )

  it.each(reads.map((form) => [form.name, form] as const))(
    'leave out empty fields, and require what is needed: %s',
    (name, form) => {
      const needed = form.fields.filter(({ required }) => required)
      const empty = readForm(form, {})
      expect(empty.ok ? [] : Object.keys(empty.error)).toEqual(needed.map((field) => field.name))
      expect(schemaOf(name).safeParse({}).success).toBe(needed.length === 0)
      const read = readForm(
        form,
        Object.fromEntries(needed.map((field) => [field.name, fitting(field)])),
      )
      expect(read.ok && schemaOf(name).safeParse(read.value).success).toBe(true)
    },
  )

  it('carry the limits of their fields', () => {
    expect(fieldOf('activeOrders', 'limit')).toMatchObject({
      kind: 'integer',
      least: 1,
      most: 100,
      required: false,
    })
    expect(fieldOf('flexHistory', 'limit')).toMatchObject({ kind: 'integer', least: 0, most: null })
    expect(fieldOf('flexHistory', 'dateFrom')).toMatchObject({
      kind: 'integer',
      least: null,
      most: null,
    })
    expect(fieldOf('activeOrders', 'clientOrderId')).toMatchObject({
      kind: 'text',
      pattern: '^[A-Za-z0-9._-]{1,64}$',
    })
    expect(fieldOf('fixedInvestments', 'status')).toMatchObject({
      kind: 'choice',
      choices: ['1', '2'],
      numbers: true,
    })
    expect(fieldOf('flexHistory', 'actionTypes')).toMatchObject({ kind: 'integers' })
    expect(fieldOf('payoutDestination', 'accountName')).toMatchObject({
      kind: 'text',
      required: true,
      least: 1,
    })
  })

  it.each([
    ['activeOrders', 'limit', '0', 'Enter 1 or more.'],
    ['activeOrders', 'limit', '101', 'Enter 100 or less.'],
    ['activeOrders', 'limit', '1.5', 'Enter a whole number.'],
    ['activeOrders', 'limit', '1e3', 'Enter a whole number.'],
    ['activeOrders', 'clientOrderId', 'a b', 'It must match ^[A-Za-z0-9._-]{1,64}$.'],
    ['fixedInvestments', 'status', '3', 'Choose one from the list.'],
    ['flexHistory', 'actionTypes', '1,,2', 'Enter whole numbers, separated by commas.'],
    ['flexHistory', 'plan', 'x'.repeat(1001), 'Enter at most 1000 characters.'],
    ['payoutDestination', 'accountName', '  ', 'This field is required.'],
  ])('reject invalid input: %s.%s “%s”', (name, field, value, fault) => {
    const form = forms.find((one) => one.name === name)
    if (form === undefined) throw new Error('no form')
    expect(readForm(form, { [field]: value })).toEqual({ ok: false, error: { [field]: fault } })
  })
})
