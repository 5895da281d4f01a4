// The words in which everything that crosses an edge is described. Each is a JSON Schema with its
// type; `complaint` is what a person is told when a value does not fit.

import type { Static, TProperties, TSchema, Type } from 'typebox'

export type { Static, TSchema } from 'typebox'

// The types are typebox's, the schemas plain objects: what it marks them with out of sight makes of each a table of
// names of its own, twenty megabytes of them for the routes of the house (decision 0464).
export type Kind<T> = ReturnType<typeof Type.Unsafe<T>>
export const kind = <T>(schema: object): Kind<T> => ({ ...schema }) as unknown as Kind<T>

/** A reference to a record. A malformed one is simply not found, so any short text is let in. */
export const Id = kind<string>({ type: 'string', maxLength: 64, format: 'text', trim: true })
export type Id = string

/** One line of text, without the blanks around it. */
export const Text = (min: number, max: number): Kind<string> =>
  kind<string>({
    type: 'string',
    minLength: min,
    maxLength: max,
    format: 'line',
    trim: true,
    complaint: `must be between ${min} and ${max} characters.`,
  })

/** Several lines, often pasted: what no printer shows is left out of them (FRO-9). */
export const LongText = (min: number, max: number): Kind<string> =>
  kind<string>({
    type: 'string',
    minLength: min,
    maxLength: max,
    format: 'text',
    trim: 'lines',
    complaint: `must be between ${min} and ${max} characters.`,
  })

/** Kept as typed, blanks too: passwords, PINs, codes, tokens. */
export const Secret = (max = 1000): Kind<string> =>
  kind<string>({ type: 'string', maxLength: max, format: 'text' })

/** Why somebody did it: every reason is 3–300 characters. */
export const Reason = Text(3, 300)

export const Email = kind<string>({
  type: 'string',
  maxLength: 254,
  format: 'email',
  trim: true,
  complaint: 'is not an email address.',
})

/** As people write it; rules read it against the hospital's country. */
export const Phone = kind<string>({
  type: 'string',
  maxLength: 40,
  format: 'line',
  trim: true,
  complaint: 'is not a telephone number.',
})

export const Flag = kind<boolean>({ type: 'boolean' })

export const Whole = (min = 0, max = Number.MAX_SAFE_INTEGER): Kind<number> =>
  kind<number>({
    type: 'integer',
    minimum: min,
    maximum: max,
    complaint:
      max === Number.MAX_SAFE_INTEGER
        ? `must be a whole number from ${min}.`
        : `must be between ${min} and ${max}.`,
  })

export const Decimal = (min: number, max: number): Kind<number> =>
  kind<number>({
    type: 'number',
    minimum: min,
    maximum: max,
    complaint: `must be between ${min} and ${max}.`,
  })

/** Money at the edge: a number in major units (foundations 3.6). */
export const Money = kind<number>({ type: 'number', minimum: -9e13, maximum: 9e13, money: true })

export const Day = kind<string>({
  type: 'string',
  format: 'day',
  complaint: 'must be a date like 2026-03-31.',
})

export const Time = kind<string>({
  type: 'string',
  format: 'clock',
  complaint: 'must be a time like 08:30.',
})

export const Instant = kind<string>({
  type: 'string',
  format: 'instant',
  utc: true,
  complaint: 'must be an instant like 2026-03-31T08:30:00.000Z.',
})

export const choice = <const V extends string>(values: readonly V[]): Kind<V> =>
  kind<V>({
    type: 'string',
    enum: [...values],
    complaint: `must be one of ${values.join(', ')}.`,
  })

/** The same kind, with words of its own for who sends something else. */
export const saying = <T extends TSchema>(schema: T, complaint: string): T =>
  Object.assign({ ...schema }, { complaint })

export const listOf = <T extends TSchema>(item: T, max = 1000, min = 0): Kind<Static<T>[]> =>
  kind<Static<T>[]>({
    type: 'array',
    items: item,
    minItems: min,
    maxItems: max,
    complaint: `must be a list of ${min} to ${max}.`,
  })

/** A list that is not empty. */
export const some = <T extends TSchema>(item: T, max = 1000): Kind<Static<T>[]> =>
  listOf(item, max, 1)

/** Anything that JSON can hold, as it came. */
export const Anything = kind<unknown>({})
/** Without `additionalProperties`: where unknown fields are dropped, that word would drop them all. */
export const AnyObject = kind<Record<string, unknown>>({ type: 'object' })

/** May be null. OpenAPI 3.0 has `nullable`; an enum must list null as well. */
export function nullable<T extends TSchema>(schema: T): Kind<Static<T> | null> {
  const inner = schema as { enum?: unknown[] }
  return kind<Static<T> | null>({
    ...schema,
    nullable: true,
    ...(inner.enum === undefined ? {} : { enum: [...inner.enum, null] }),
  })
}

/** What the house always knows of a record: null says nothing of it, in a change too. */
export const nullAsAbsent = <T extends TSchema>(schema: T): Kind<Static<T>> =>
  kind<Static<T>>({ ...nullable(schema), nullAsAbsent: true })

/** One of two shapes. */
export const oneOfTwo = <A extends TSchema, B extends TSchema>(one: A, other: B) =>
  ({ anyOf: [one, other] }) as unknown as ReturnType<typeof Type.Union<[A, B]>>

const may_miss = new WeakSet<object>()

/** May be left out. */
export function optional<T extends TSchema>(schema: T) {
  const copy = { ...schema }
  may_miss.add(copy)
  return copy as unknown as ReturnType<typeof Type.Optional<T>>
}

/** A shape: what a record looks like, or what a body may hold. */
export function form<P extends TProperties>(properties: P) {
  const required = Object.entries(properties)
    .filter(([, schema]) => !may_miss.has(schema))
    .map(([name]) => name)
  const made = { type: 'object', ...(required.length === 0 ? {} : { required }), properties }
  return made as unknown as ReturnType<typeof Type.Object<P>>
}
export const shape = form

/** A shape of which every field may be left out: what a PATCH may say. */
export function partial<P extends TProperties>(properties: P) {
  const all = Object.entries(properties).map(([name, schema]) => [name, optional(schema)])
  return form(Object.fromEntries(all)) as unknown as ReturnType<
    typeof Type.Partial<ReturnType<typeof Type.Object<P>>>
  >
}

/** Tells who a patient is: lists show it to whom the record is open (PRV-1). `id`: the field beside it. */
export const tellsWho = <T extends TSchema>(id: string, schema: T): T => ({
  ...schema,
  of_patient: id,
})

/** The same, and of a record that is opened by itself too: it is no part of what the desk does with a patient. */
export const tellsOf = <T extends TSchema>(id: string, schema: T): T => ({
  ...tellsWho(id, schema),
  everywhere: true,
})

/** The same schema under a name of its own in the API description. */
export const named = <T extends TSchema>(name: string, schema: T): T =>
  Object.assign(schema, { title: name })

/** What a person types to find something. */
export const Search = kind<string>({
  type: 'string',
  maxLength: 200,
  format: 'text',
  complaint: 'must be at most 200 characters.',
})

/** A yes or no among query words: `true` or `false`. */
export const QueryFlag = kind<boolean>({ type: 'boolean', complaint: 'must be true or false.' })
