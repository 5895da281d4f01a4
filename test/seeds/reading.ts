// Reading answers as the source documents describe them: `?` after a type is null or the type.

import type { Test } from 'tap'
import type { Answer } from '../support/ask.ts'

/** `string`, `string?`, `integer` …, a list of one kind in brackets, or the words of an enum. */
export type Kind =
  | `${'string' | 'number' | 'integer' | 'boolean' | 'object' | 'list' | 'date' | 'time'}${'' | '?'}`
  | readonly (string | null)[]

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isSafeInteger(value),
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: (value) => Array.isArray(value),
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  time: (value) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value),
}

function fits(kind: Kind, value: unknown): boolean {
  if (typeof kind !== 'string') return kind.includes(value as string | null)
  if (kind.endsWith('?')) return value === null || fits(kind.slice(0, -1) as Kind, value)
  return kinds[kind]?.(value) === true
}

/** Every documented field is there, and of its documented type. */
export function fields(t: Test, record: unknown, said: Readonly<Record<string, Kind>>): void {
  const held = (record ?? {}) as Record<string, unknown>
  const wrong = Object.entries(said)
    .filter(([name, kind]) => !Object.hasOwn(held, name) || !fits(kind, held[name]))
    .map(([name, kind]) => `${name} is ${JSON.stringify(held[name])}, not ${String(kind)}`)
  t.same(wrong, [])
}

/** What was sent stands in the answer as it was sent. */
export function echoed(t: Test, record: unknown, sent: Readonly<Record<string, unknown>>): void {
  t.match(record, sent, 'as it was sent')
}

/** `success`, `message`, `data`: a success. */
export function succeeded(t: Test, answer: Answer, status = 200): void {
  t.equal(answer.status, status, answer.message)
  t.equal(answer.body.success, true)
  t.type(answer.body.message, 'string')
  t.ok(Object.hasOwn(answer.body, 'data'), 'data is always present')
}

/** "A refusal has success false, data null, and a message written for a person." */
export function refused(t: Test, answer: Answer, status: number): void {
  t.equal(answer.status, status, answer.message)
  t.equal(answer.body.success, false)
  t.equal(answer.body.data, null)
  t.match(answer.body.message, /^\S.{3,}/s)
  t.notOk(Object.hasOwn(answer.body, 'meta'))
}

/** A list with `meta` of four whole numbers and nothing else. */
export function paged(t: Test, answer: Answer): void {
  succeeded(t, answer)
  t.ok(Array.isArray(answer.data), 'a list')
  fields(t, answer.body.meta, {
    current_page: 'integer',
    per_page: 'integer',
    last_page: 'integer',
    total: 'integer',
  })
  t.same(Object.keys(answer.body.meta ?? {}).sort(), [
    'current_page',
    'last_page',
    'per_page',
    'total',
  ])
}

/** The same body with each of its nullable fields as null, one after the other, and all of them. */
export function withNulls(
  body: Readonly<Record<string, unknown>>,
  nullable: readonly string[],
): [string, Record<string, unknown>][] {
  const all = Object.fromEntries(nullable.map((name) => [name, null]))
  return [
    ...nullable.map((name): [string, Record<string, unknown>] => [name, { ...body, [name]: null }]),
    ['all of them', { ...body, ...all }],
  ]
}
