// Holds every JSON answer against what the API's own description says of it: the document is the contract, and
// what a test gets is what a client gets (PLT-135).

import { Ajv, type ValidateFunction } from 'ajv'
import { type Described, documentOf } from '../../../daemon/edge/describe/openapi.ts'
import type { Door } from '../../../daemon/edge/route.ts'
import { hospital_doors } from '../../../daemon/hospital/areas.ts'
import { hospital_description } from '../../../daemon/hospital/stack.ts'
import { messaging_doors } from '../../../daemon/messaging/areas.ts'
import { messaging_description } from '../../../daemon/messaging/stack.ts'

type Json = Record<string, unknown>
type Operations = Record<string, { responses?: Json }>

interface Given {
  method: string
  /** With its query words or without. */
  url: string
  status: number
  body: unknown
}

/** What does not fit; null where all is as described. */
export function faultIn({ method, url, status, body }: Given): string | null {
  const [path = ''] = url.split('?')
  const validate = apiOf(path)?.validatorOf(path.replace(/(.)\/$/, '$1'), method, status) ?? null
  if (validate === null || validate(body)) return null
  const [error] = validate.errors ?? []
  return `${method} ${path} ${status}: ${error?.instancePath ?? ''} ${error?.message ?? ''} ${JSON.stringify(error?.params ?? {})}`
}

interface Judge {
  validatorOf: (path: string, method: string, status: number) => ValidateFunction | null
}

let hospital: Judge | undefined
let messaging: Judge | undefined

function apiOf(path: string): Judge | null {
  if (path.startsWith('/api/v1/')) return (hospital ??= judge(hospital_description, hospital_doors))
  if (path.startsWith('/v1/')) return (messaging ??= judge(messaging_description, messaging_doors))
  return null
}

function judge(about: Described, doors: readonly Door[]): Judge {
  const document = forAjv(documentOf(about, doors)) as Json
  const paths = Map.groupBy(
    Object.entries(document['paths'] as Record<string, Operations>),
    ([path]) => path.split('/').length,
  )
  const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: false })
  ajv.addSchema({ $id: 'api', components: document['components'] })
  const compiled = new Map<string, ValidateFunction | null>()
  // A thousand operations share one refusal.
  const by_text = new Map<string, ValidateFunction>()
  const compile = (schema: unknown): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')
    let known = by_text.get(text)
    if (known === undefined) by_text.set(text, (known = ajv.compile(JSON.parse(text) as object)))
    return known
  }
  return {
    validatorOf(path, method, status) {
      const alike = paths.get(path.split('/').length) ?? []
      const [template, operations] = pathLike(alike, path)
      const key = `${method} ${template} ${status}`
      let found = compiled.get(key)
      if (found === undefined) {
        const { responses = {} } = operations[method.toLowerCase()] ?? {}
        const schema = schemaOf(document, responses[String(status)] ?? responses['default'])
        found = schema === undefined ? null : compile(schema)
        compiled.set(key, found)
      }
      return found
    },
  }
}

/** Words before names: `/visits/queue` is not the visit `queue`. */
function pathLike(
  paths: readonly [string, Operations][],
  path: string,
): readonly [string, Operations] {
  const parts = path.split('/')
  let best: readonly [string, Operations] = ['', {}]
  let fewest = Infinity
  for (const one of paths) {
    const wanted = one[0].split('/')
    const names = wanted.filter((part) => part.startsWith('{')).length
    const fits = wanted.every((part, n) => part === parts[n] || part.startsWith('{'))
    if (fits && names < fewest) [best, fewest] = [one, names]
  }
  return best
}

/** Of a file there is nothing to hold. */
function schemaOf(document: Json, response: unknown): unknown {
  const { $ref } = (response ?? {}) as { $ref?: string }
  const whole = $ref === undefined ? response : at(document, $ref)
  const { content = {} } = (whole ?? {}) as { content?: Record<string, { schema?: unknown }> }
  return content['application/json']?.schema
}

const at = (document: Json, ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((found, name) => (found as Json | undefined)?.[name], document)

/** OpenAPI 3.0 says `nullable` where JSON Schema has a type more, and of a reference beside `allOf`. */
function forAjv(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forAjv)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      key === 'example' ? [] : [[key, forAjv(inner)]],
    ),
  )
  if (copy['nullable'] !== true) return copy
  const { nullable: _, ...rest } = copy
  const { type } = rest as { type?: unknown }
  if (typeof type === 'string') return { ...rest, type: [type, 'null'] }
  return { anyOf: [{ type: 'null' }, rest] }
}
