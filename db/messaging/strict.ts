// Reading bodies and query words of /v1 to the letter (MSG-123 to MSG-125): the first unknown field
// in document order, then the declared fields in the order of the table, each for presence, type
// and bounds; nothing is coerced, nothing is trimmed, one fault is told.

import type { Static, TSchema } from '../core/kinds/kinds.ts'
import { isDay, isOfOurTime, isOnCalendar } from '../core/clock.ts'
import { trimmed } from '../core/kinds/unseen.ts'
import { type Code, refuse, wrong } from './refusals.ts'

/** What these readers look at of a shape. */
interface Shape {
  type?: string
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  enum?: unknown[]
  nullable?: boolean
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
  /** After the field's name: `must be an https address.` */
  complaint?: string
  /** Said when a text is empty or blank; `is required.` */
  blank?: string
  /** Said of a list that is too long; judged after everything else (MSG-121, step 10). */
  over?: { code: Code; message: (count: number) => string }
  /** Fields of any name; each value is held against this. */
  additionalProperties?: Shape | boolean
}

interface Reading {
  /** A record's own members: what is absent stays, so null would have to empty it (MSG-662). */
  change: boolean
  later: (() => Error) | undefined
}

const reading = (change = false): Reading => ({ change, later: undefined })

export function readStrictly<T extends TSchema>(
  schema: T,
  value: unknown,
  { change = false } = {},
): Static<T> {
  if (!isObject(value)) throw refuse('invalid_request', 'The body must be a JSON object.')
  const how = reading(change)
  check(schema as Shape, value, '', how)
  if (how.later !== undefined) throw how.later()
  return value as Static<T>
}

/** Query words come as text: numbers and flags are read, everything else is as strict. */
export function readWords<T extends TSchema>(schema: T, query: Record<string, unknown>): Static<T> {
  const { properties = {}, additionalProperties: others } = schema as Shape
  const words: Record<string, unknown> = {}
  for (const [name, word] of Object.entries(query)) {
    const any = typeof others === 'object' && !forbidden.has(name) ? others : undefined
    const shape = Object.hasOwn(properties, name) ? properties[name] : any
    if (shape === undefined) throw wrong(name, `Unknown query parameter ${cut(name)}.`)
    if (typeof word !== 'string') throw wrong(name, `${name} may be given once.`)
    words[name] = wordOf(shape, word)
  }
  check(schema as Shape, words, '', reading())
  return words as Static<T>
}

function wordOf({ type }: Shape, word: string): unknown {
  if (type === 'integer') return /^\d{1,15}$/.test(word) ? Number(word) : Number.NaN
  if (type === 'boolean') return word === 'true' ? true : word === 'false' ? false : word
  return word
}

function check(shape: Shape, value: unknown, at: string, how: Reading): void {
  if (value === null && shape.nullable === true) return
  switch (shape.type) {
    case 'object':
      return checkObject(shape, value, at, how)
    case 'array':
      return checkList(shape, value, at, how)
    case 'string':
      return checkText(shape, value, at)
    case 'integer':
    case 'number':
      return checkNumber(shape, value, at)
    case 'boolean':
      if (typeof value !== 'boolean') throw faulty(shape, at, 'must be true or false.')
      return
    default:
      return
  }
}

function checkObject(shape: Shape, value: unknown, at: string, how: Reading): void {
  if (!isObject(value)) throw faulty(shape, at, 'must be an object.')
  const { properties, required = [] } = shape
  const others = shape.additionalProperties
  if (properties === undefined && typeof others !== 'object') return
  const known = properties ?? {}
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(known, name) && !forbidden.has(name)) continue
    if (typeof others === 'object' && !forbidden.has(name)) {
      check(others, value[name], named(at, name), how)
      continue
    }
    const field = named(at, name)
    throw wrong(field.slice(0, 200), `Unknown field ${cut(field)}.`)
  }
  for (const [name, inner] of Object.entries(known)) {
    const field = named(at, name)
    if (!Object.hasOwn(value, name)) {
      if (required.includes(name)) throw wrong(field, `${field} is required.`)
      continue
    }
    if (value[name] === null && saysNothing(inner, required.includes(name))) {
      if (how.change) throw wrong(field, `${field} cannot be empty; leave it out to keep it.`)
      delete value[name]
      continue
    }
    check(inner, value[name], field, how)
  }
}

/** Null where a member may be missing and has no empty value: as if it were missing. */
const saysNothing = ({ nullable, type }: Shape, is_required: boolean): boolean =>
  !is_required && nullable !== true && type !== undefined

/** JSON.parse makes an own member of `__proto__`; it is a name like any other, and unknown. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

function checkList(shape: Shape, value: unknown, at: string, how: Reading): void {
  if (!Array.isArray(value)) throw faulty(shape, at, 'must be a list.')
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, over, items } = shape
  if (value.length < minItems) throw wrong(at, `${at} ${shape.blank ?? 'must not be empty.'}`)
  if (value.length > maxItems) {
    if (over === undefined) throw wrong(at, `${at} may hold at most ${maxItems}.`)
    // Count before content: what stands in a list that is too long is not looked at.
    how.later ??= () => refuse(over.code, over.message(value.length), { field: at })
    return
  }
  if (items === undefined) return
  // What stands in a list is sent whole, in a change too.
  const whole = how.change ? reading() : how
  for (let index = 0; index < value.length; index++)
    check(items, value[index], `${at}[${index}]`, whole)
  how.later ??= whole.later
}

function checkText(shape: Shape, value: unknown, at: string): void {
  if (typeof value !== 'string') throw faulty(shape, at, textWanted(shape))
  if (!value.isWellFormed() || control.test(value))
    throw wrong(at, `${at} contains a character that cannot be sent.`)
  const { minLength = 0, maxLength, format, pattern } = shape
  if (minLength > 0 && trimmed(value) === '')
    throw wrong(at, `${at} ${shape.blank ?? 'is required.'}`)
  const long = maxLength !== undefined && value.length > maxLength && [...value].length > maxLength
  if (shape.enum !== undefined && !shape.enum.includes(value))
    throw wrong(at, `${at} ${oneOfThese(shape.enum)}`)
  if (long && shape.complaint === undefined)
    throw wrong(at, `${at} may have at most ${maxLength} characters.`)
  const fits =
    !long &&
    [...value].length >= minLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(value)) &&
    (format !== 'instant' || isInstant(value)) &&
    (format !== 'day' || isDay(value))
  if (!fits)
    throw wrong(at, `${at} ${shape.complaint ?? `must have at least ${minLength} characters.`}`)
}

const textWanted = (shape: Shape): string =>
  shape.enum === undefined ? 'must be a string.' : oneOfThese(shape.enum)

const oneOfThese = (words: readonly unknown[]): string =>
  `must be one of ${words.filter((word) => typeof word === 'string').join(', ')}.`

function checkNumber(shape: Shape, value: unknown, at: string): void {
  const { minimum = -Infinity, maximum = Infinity, type } = shape
  const fits =
    typeof value === 'number' &&
    Number.isFinite(value) &&
    (type !== 'integer' || Number.isInteger(value)) &&
    value >= minimum &&
    value <= maximum
  if (!fits) throw faulty(shape, at, numberWanted(shape))
}

function numberWanted({ type, minimum, maximum }: Shape): string {
  const kind = type === 'integer' ? 'a whole number' : 'a number'
  if (minimum === undefined && maximum === undefined) return `must be ${kind}.`
  if (maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER)
    return `must be ${kind} from ${minimum}.`
  return `must be ${kind} from ${minimum} to ${maximum}.`
}

const faulty = (shape: Shape, at: string, said: string): Error =>
  wrong(at, `${at} ${shape.complaint ?? said}`)

/** With its zone; `2026-02-30` is no day. */
function isInstant(text: string): boolean {
  const parts = /^(?<day>\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.exec(
    text,
  )?.groups
  return parts !== undefined && isOnCalendar(parts['day'] ?? '') && isOfOurTime(Date.parse(text))
}

// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const control = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const named = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`)

const cut = (name: string): string =>
  name.length > 80 ? `${name.slice(0, 80).toWellFormed()}…` : name
