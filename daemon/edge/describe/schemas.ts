// Shapes as OpenAPI 3.0.3 writes them: our own words are left out, and a shape with a name stands once among
// the components.

import { capital } from '../../../db/core/capital.ts'
import type { Door } from '../route.ts'

export type Json = Record<string, unknown>

export function clean(schema: unknown, components: Json): Json {
  if (typeof schema !== 'object' || schema === null) return {}
  const { title } = schema as { title?: string }
  if (title === undefined) return bare(schema as Json, components)
  if (components[title] === undefined) {
    components[title] = {}
    // Whether it may be null is said where it is used, not of the record itself.
    const { nullable: _, ...record } = schema as Json
    components[title] = bare(record, components)
  }
  const $ref = { $ref: `#/components/schemas/${title}` }
  return (schema as Json)['nullable'] === true ? { nullable: true, allOf: [$ref] } : $ref
}

/** Of two shapes with one name the second would stand nowhere: whoever gave it twice finds out at the start. */
export function refuseTwins(doors: readonly Door[]): void {
  const known = new Map<string, string>()
  const seen = new Set<object>()
  const look = (value: unknown, where: string): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return
    seen.add(value)
    const { title } = value as { title?: unknown }
    if (typeof title === 'string') {
      const text = textOf(value)
      const before = known.get(title)
      if (before !== undefined && before !== text)
        throw new Error(`${where}: another shape is called ${title} already`)
      known.set(title, text)
    }
    for (const inner of Object.values(value)) look(inner, where)
  }
  for (const { method, path, query, body, reply } of doors.flatMap(({ routes }) => routes)) {
    for (const schema of [query, body, 'schema' in reply ? reply.schema : undefined])
      look(schema, `${method} ${path}`)
  }
}

const textOf = (value: object): string => {
  const { nullable: _, ...record } = value as Json
  return JSON.stringify(record)
}

const formats: Record<string, string | undefined> = {
  email: 'email',
  day: 'date',
  instant: 'date-time',
}
const ours = new Set([
  'complaint',
  'trim',
  'utc',
  'money',
  'title',
  'format',
  'blank',
  'over',
  'nullAsAbsent',
  'of_patient',
  'everywhere',
])

function bare(schema: Json, components: Json): Json {
  const result: Json = {}
  for (const [key, value] of Object.entries(schema)) {
    if (ours.has(key)) continue
    if (key === 'properties') {
      result[key] = Object.fromEntries(
        Object.entries(value as Json).map(([name, inner]) => [name, clean(inner, components)]),
      )
    } else if (key === 'items' || (key === 'additionalProperties' && typeof value === 'object'))
      result[key] = clean(value, components)
    else if (key === 'anyOf') result[key] = (value as Json[]).map((one) => clean(one, components))
    else result[key] = value
  }
  const format = formats[String(schema['format'])]
  if (format !== undefined) result['format'] = format
  // What people are told of a value that does not fit says what fits.
  const { complaint } = schema as { complaint?: string }
  if (complaint !== undefined) result['description'] = saidOf(complaint)
  return result
}

/** `must be a date like 2026-03-31.` → `A date like 2026-03-31.` */
function saidOf(complaint: string): string {
  return capital(complaint.replace(/^must be /, '').replace(/^is not (an? )/, '$1'))
}
