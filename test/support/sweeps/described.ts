// Holds every JSON answer against what the API's own description says of it: the document is the contract, and
// what a test gets is what a client gets (PLT-135).

import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { type Described, documentOf } from '../../../daemon/edge/describe/openapi.ts'
import { addressesOf, type Door } from '../../../daemon/edge/route.ts'
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
  if (validate === null) return null
  judged += 1
  if (validate(body)) return null
  const [error] = validate.errors ?? []
  return `${method} ${path} ${status}: ${error?.instancePath ?? ''} ${error?.message ?? ''} ${JSON.stringify(error?.params ?? {})}`
}

/** How many answers this process has judged; the run adds them up (scripts/answers.mjs). */
let judged = 0
const run = process.env['KITUO_TEST_RUN']
process.once('exit', () => {
  if (run === undefined || judged === 0) return
  const shelf = join(tmpdir(), `kituo-answers-${run}`)
  mkdirSync(shelf, { recursive: true })
  writeFileSync(join(shelf, String(process.pid)), String(judged))
})

/** `POST /visits/:id/close`, as lists of routes name it; undefined: no route of the house. */
export function routeAt(method: string, path: string): string | undefined {
  return apiOf(path)?.routeAt(path.replace(/(.)\/$/, '$1'), method)
}

interface Judge {
  routeAt: (path: string, method: string) => string | undefined
  validatorOf: (path: string, method: string, status: number) => ValidateFunction | null
}

let hospital: Judge | undefined
let messaging: Judge | undefined

function apiOf(path: string): Judge | null {
  if (path.startsWith('/api/v1/')) return (hospital ??= judge(hospital_description, hospital_doors))
  if (path.startsWith('/v1/')) return (messaging ??= judge(messaging_description, messaging_doors))
  return null
}

/** A door is described when it is first asked: a test asks a few of two hundred. */
function judge(about: Described, doors: readonly Door[]): Judge {
  const templates = Map.groupBy(templatesOf(about, doors), ({ parts }) => parts.length)
  const described = new Map<Door, DoorJudge>()
  const validators = new Map<string, ValidateFunction | null>()
  return {
    routeAt(path, method) {
      const parts = path.split('/')
      const found = pathLike(templates.get(parts.length) ?? [], parts)
      if (found?.doors.has(method) !== true) return undefined
      const own = found.template.slice(about.prefix.length).replace(/\{([a-z_]+)\}/gi, ':$1')
      return `${method} ${own}`
    },
    validatorOf(path, method, status) {
      const parts = path.split('/')
      const found = pathLike(templates.get(parts.length) ?? [], parts)
      const door = found?.doors.get(method)
      if (found === undefined || door === undefined) return null
      const key = `${method} ${found.template} ${status}`
      let validator = validators.get(key)
      if (validator === undefined) {
        let of_door = described.get(door)
        if (of_door === undefined) described.set(door, (of_door = judgeOf(about, door)))
        validators.set(key, (validator = of_door(found.template, method, status)))
      }
      return validator
    },
  }
}

type DoorJudge = (template: string, method: string, status: number) => ValidateFunction | null

function judgeOf(about: Described, door: Door): DoorJudge {
  const document = forAjv(documentOf(about, [door])) as Json
  const paths = document['paths'] as Record<string, Operations>
  // Each is used a few times: to make its code smaller takes as long as to make it.
  const code = { optimize: false }
  const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: false, code })
  ajv.addSchema({ $id: 'api', components: document['components'] })
  // Its operations share one refusal.
  const by_text = new Map<string, ValidateFunction>()
  const compile = (schema: unknown): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')
    let known = by_text.get(text)
    if (known === undefined) by_text.set(text, (known = ajv.compile(JSON.parse(text) as object)))
    return known
  }
  return (template, method, status) => {
    const { responses = {} } = paths[template]?.[method.toLowerCase()] ?? {}
    const schema = schemaOf(document, responses[String(status)] ?? responses['default'])
    return schema === undefined ? null : compile(schema)
  }
}

interface Template {
  template: string
  /** By method. */
  doors: ReadonlyMap<string, Door>
  /** Null: whatever stands there. */
  parts: readonly (string | null)[]
  names: number
}

function templatesOf(about: Described, doors: readonly Door[]): Template[] {
  const found = new Map<string, Map<string, Door>>()
  for (const door of doors) {
    for (const route of door.routes) {
      const template = (addressesOf(about, route)[0] ?? '').replace(/:([a-z_]+)/gi, '{$1}')
      const by_method = found.get(template) ?? new Map<string, Door>()
      found.set(template, by_method.set(route.method, door))
    }
  }
  return [...found].map(([template, by_method]) => {
    const parts = template.split('/').map((part) => (part.startsWith('{') ? null : part))
    const names = parts.filter((part) => part === null).length
    return { template, doors: by_method, parts, names }
  })
}

/** Words before names: `/visits/queue` is not the visit `queue`. */
function pathLike(templates: readonly Template[], parts: readonly string[]): Template | undefined {
  let best: Template | undefined
  for (const one of templates) {
    if (best !== undefined && one.names >= best.names) continue
    if (one.parts.every((part, n) => part === null || part === parts[n])) best = one
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
