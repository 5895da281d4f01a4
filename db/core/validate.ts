// Holding a value against a shape. The first thing that is wrong is said in a sentence that names
// the field and the mend (platform 6.1).

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { isDay, isInstant } from './clock.ts'
import type { Static, TSchema } from './kinds/kinds.ts'
import { isLine, isText, printed, trimmed } from './kinds/unseen.ts'
import { drop_nulls, droppingNulls } from './kinds/nulls.ts'
import { invalid, Refusal, unreadable } from './refusal.ts'

/**
 * open: unknown fields are dropped (hospital API). change: the same, of what a PATCH says.
 * closed: unknown fields are refused (messaging API). words: query words, which arrive as text.
 * exact: a reply, which must be just its shape.
 */
export type Reading = 'open' | 'change' | 'closed' | 'words' | 'exact'

const ajvs = new Map<Reading, Ajv>()
const compiled = new Map<Reading, WeakMap<object, ValidateFunction>>()

export function read<T extends TSchema>(
  schema: T,
  value: unknown,
  how: Reading = 'open',
): Static<T> {
  const validate = validatorOf(schema, how)
  if (validate(value)) return value as Static<T>
  throw refusalOf(validate.errors?.[0], how)
}

/** For checks that want the fault and not the refusal. */
export function faultOf(schema: TSchema, value: unknown, how: Reading): string | null {
  const validate = validatorOf(schema, how)
  if (validate(value)) return null
  const error = validate.errors?.[0]
  return `${error?.instancePath ?? ''} ${error?.message ?? ''} ${JSON.stringify(error?.params ?? {})}`
}

function validatorOf(schema: TSchema, how: Reading): ValidateFunction {
  let known = compiled.get(how)
  if (known === undefined) compiled.set(how, (known = new WeakMap()))
  let validate = known.get(schema)
  if (validate === undefined) {
    known.set(schema, (validate = ajvOf(how).compile(prepared(schema, how) as object)))
  }
  return validate
}

function prepared(schema: TSchema, how: Reading): unknown {
  switch (how) {
    case 'open':
    case 'change':
      return droppingNulls(schema, how)
    case 'closed':
    case 'exact':
      return closed(schema)
    default:
      return schema
  }
}

function ajvOf(how: Reading): Ajv {
  let ajv = ajvs.get(how)
  if (ajv !== undefined) return ajv
  ajv = new Ajv({
    strict: false,
    allErrors: false,
    verbose: true,
    coerceTypes: how === 'words',
    removeAdditional: how === 'open' || how === 'change' ? 'all' : false,
    addUsedSchema: false,
    // Replies are held against their shape in tests: to make the code smaller takes as long as to make it.
    code: { optimize: how !== 'exact' },
  })
  ajv.addFormat('text', isText)
  ajv.addFormat('line', isLine)
  ajv.addFormat('email', /^[^\s@\0]+@[^\s@\0]+\.[^\s@\0]+$/)
  ajv.addFormat('day', isDay)
  ajv.addFormat('clock', /^([01]\d|2[0-3]):[0-5]\d$/)
  ajv.addFormat('instant', isInstant)
  rewriting(ajv, 'trim', (text, lines) => trimmed(lines === 'lines' ? printed(text) : text))
  // Instants are compared as texts, so there is one way to write each (foundations 3.5).
  rewriting(ajv, 'utc', (text) => (isInstant(text) ? new Date(text).toISOString() : text))
  ajv.addKeyword(drop_nulls)
  ajvs.set(how, ajv)
  return ajv
}

/** A keyword that puts a text in the place of the one that came, before it is judged. */
function rewriting(
  ajv: Ajv,
  keyword: string,
  rewrite: (text: string, how: true | 'lines') => string,
): void {
  ajv.addKeyword({
    keyword,
    type: 'string',
    modifying: true,
    before: 'minLength',
    errors: false,
    validate: (
      how: true | 'lines',
      text: string,
      _: unknown,
      at?: { parentData: object; parentDataProperty: string | number },
    ) => {
      if (at !== undefined) {
        const held = at.parentData as Record<string | number, unknown>
        held[at.parentDataProperty] = rewrite(text, how)
      }
      return true
    },
  })
}

/** The same schema with every object shut, for edges that refuse what they do not know. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema))
    copy[key] = key === 'enum' ? value : closed(value)
  if (copy['type'] === 'object' && copy['properties'] !== undefined) {
    copy['additionalProperties'] ??= false
  }
  return copy
}

const said: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

interface Owned {
  complaint?: string
}

function refusalOf(error: ErrorObject | undefined, how: Reading): Refusal {
  if (error === undefined) return unreadable()
  const at = fieldOf(error.instancePath)
  if (error.keyword === 'required') {
    const missing = (error.params as { missingProperty: string }).missingProperty
    const { properties } = error.parentSchema as { properties?: Record<string, Owned> }
    const own = properties?.[missing]?.complaint ?? ''
    // A field may say in the same breath what is wanted: `is required (3 to 300 characters).`
    const what = own.startsWith('is required') ? own : 'is required.'
    return invalid(at === '' ? missing : `${at}.${missing}`, what)
  }
  if (error.keyword === 'additionalProperties') {
    const extra = (error.params as { additionalProperty: string }).additionalProperty
    return invalid(at === '' ? extra : `${at}.${extra}`, 'is not a field of this request.')
  }
  if (at === '') return unreadable()
  return invalid(at, complaintOf(error, how))
}

function complaintOf(error: ErrorObject, how: Reading): string {
  const own = error.parentSchema as
    | { complaint?: string; format?: string; type?: string; money?: boolean }
    | undefined
  if (error.keyword === 'format' && (own?.format === 'text' || own?.format === 'line')) {
    return 'holds a character that cannot be kept.'
  }
  if (how === 'words' && error.keyword === 'type' && Array.isArray(error.data)) {
    return 'may be given once.'
  }
  // Query words are text as they come; what they must be is all there is to say.
  if (how === 'words' && own?.complaint !== undefined) return own.complaint
  if (how === 'change' && error.data === null) return 'cannot be empty; leave it out to keep it.'
  // An amount says how large it may be, whatever came in its place.
  if (own?.money === true && own.complaint !== undefined) return own.complaint
  if (error.keyword === 'type') {
    const wanted = own?.type ?? (error.params as { type: string }).type
    if (own?.format === 'day' || own?.format === 'clock' || own?.format === 'instant') {
      return own.complaint ?? 'is not right.'
    }
    return `must be ${said[wanted] ?? wanted}.`
  }
  // Words about what is wanted do not fit one that sends too much.
  if (error.keyword === 'maxItems' && own?.complaint?.startsWith('is required') === true) {
    return `must be a list of at most ${(error.params as { limit: number }).limit}.`
  }
  if (own?.complaint !== undefined) return own.complaint
  if (error.keyword === 'maxLength') {
    return `must be at most ${(error.params as { limit: number }).limit} characters.`
  }
  return `${error.message ?? 'is not right'}.`
}

/** `/lines/2/quantity` is `lines[2].quantity` to a person. */
const fieldOf = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (field, part) =>
        /^\d+$/.test(part) ? `${field}[${part}]` : field === '' ? part : `${field}.${part}`,
      '',
    )
