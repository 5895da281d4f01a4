// What the messaging API says differently from the hospital's (kinds.ts, which both are written in): nothing is
// trimmed or coerced on the way in, and each fault has a sentence of its own (db/messaging/strict.ts reads them).

import { form, type Kind, kind, nullable, type Static, type TSchema } from './kinds.ts'

/** A text of so many characters; an empty or blank one `is required`. */
export const Words = (min: number, max: number, complaint?: string): Kind<string> =>
  kind<string>({
    type: 'string',
    minLength: min,
    maxLength: max,
    ...(complaint === undefined ? {} : { complaint, blank: complaint }),
  })

export const Pattern = (pattern: RegExp, complaint: string, max = 300): Kind<string> =>
  kind<string>({ type: 'string', pattern: pattern.source, maxLength: max, complaint })

export const Id = Words(0, 64)
export const Count = (min = 0, max = Number.MAX_SAFE_INTEGER): Kind<number> =>
  kind<number>({ type: 'integer', minimum: min, maximum: max })

/** Money that moves: more than nothing. */
export const Sum = kind<number>({
  type: 'number',
  minimum: 0.01,
  maximum: 9e13,
  money: true,
  complaint: 'must be an amount above 0.',
})

export const Moment = kind<string>({
  type: 'string',
  format: 'instant',
  maxLength: 40,
  complaint: 'must be a time with its zone, like 2026-01-02T08:00:00Z.',
})
export const Date = kind<string>({
  type: 'string',
  format: 'day',
  complaint: 'must be a date like 2026-03-31.',
})

export interface ListWords {
  min?: number
  max?: number
  complaint?: string
  /** Said of an empty one. */
  blank?: string
  /** Judged after everything else, with a code of its own (MSG-121, step 10). */
  over?: { code: string; message: (count: number) => string }
}

export const list = <T extends TSchema>(item: T, words: ListWords = {}): Kind<Static<T>[]> => {
  const { min = 0, max, ...rest } = words
  return kind<Static<T>[]>({
    type: 'array',
    items: item,
    minItems: min,
    ...(max === undefined ? {} : { maxItems: max }),
    ...rest,
  })
}

/** An object whose members have names of their own. */
export const mapOf = <T extends TSchema>(value: T): Kind<Record<string, Static<T>>> =>
  kind<Record<string, Static<T>>>({ type: 'object', additionalProperties: value })

/** `{data, nextCursor}` (MSG-661). */
export const pageOf = <T extends TSchema>(each: T) =>
  form({ data: list(each), nextCursor: nullable(kind<string>({ type: 'string' })) })
