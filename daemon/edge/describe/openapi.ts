// The API's own description, OpenAPI 3.0.3, made from the same lists that are mounted (PLT-135).

import { createHash } from 'node:crypto'
import { addressesOf } from '../route.ts'
import { codesOf, type Door, type Route } from '../route.ts'

export interface Described {
  title: string
  description: string
  prefix: string
  /** How a reply is wrapped, so that every schema shows what really comes. */
  envelope: 'hospital' | 'messaging'
}

interface Made {
  text: string
  etag: string
}

type Json = Record<string, unknown>

const made = new Map<string, Made>()

/** Made once; the document is the same for every caller. */
export function openapi(about: Described, doors: readonly Door[]): Made {
  let kept = made.get(about.prefix)
  if (kept === undefined) {
    const text = JSON.stringify(documentOf(about, doors))
    kept = { text, etag: createHash('sha256').update(text).digest('hex').slice(0, 32) }
    made.set(about.prefix, kept)
  }
  return kept
}

export function documentOf(about: Described, doors: readonly Door[]): Json {
  const components: Json =
    about.envelope === 'hospital' ? { ...hospital_components } : { ...messaging_components }
  const paths: Record<string, Json> = {}
  for (const door of doors) {
    for (const route of door.routes) {
      const path = (addressesOf(about, route)[0] ?? '').replace(/:([a-z_]+)/gi, '{$1}')
      paths[path] ??= {}
      paths[path][route.method.toLowerCase()] = operationOf(about, door.area, route, components)
    }
  }
  return {
    openapi: '3.0.3',
    info: { title: about.title, version: 'v1.0.0', description: about.description },
    servers: [{ url: '/' }],
    tags: doors.map(({ area }) => ({ name: area })),
    paths,
    components: {
      schemas: components,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ bearer: [] }],
  }
}

function operationOf(about: Described, area: string, route: Route, components: Json): Json {
  const codes = codesOf(route.access)
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    tags: [area],
    'x-permission': codes.length > 0 ? codes : [route.access],
    ...(route.module === undefined ? {} : { 'x-module': route.module }),
    ...(route.reply.kind === 'page' ? { 'x-paged': true } : {}),
    ...(route.access === 'open' ? { security: [] } : {}),
    parameters: parametersOf(route),
    ...bodyOf(route, components),
    responses: { [String(route.status)]: replyOf(about, route, components), ...refusals },
  }
}

/** `get_facilities_id_modules`: unique, because method and path are. */
/** `/portal/proxies` and `/portal-proxies` are two: a hyphen is told from a slash. */
const operationIdOf = (route: Route): string => {
  if (route.at_root === true && route.path === '/') return 'startPage'
  const words = route.path.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  return `${route.method.toLowerCase()}${words.replace(/[^a-zA-Z0-9]+/g, '_').replace(/_$/, '')}`
}

function parametersOf(route: Route): Json[] {
  const in_path = [...route.path.matchAll(/:([a-z_]+)/gi)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const { properties = {} } = (route.query ?? {}) as { properties?: Record<string, Json> }
  const asked = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: ((route.query as { required?: string[] }).required ?? []).includes(name),
    schema: clean(schema, {}),
  }))
  const keyed = route.once
    ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }]
    : []
  return [...in_path, ...asked, ...keyed]
}

function bodyOf(route: Route, components: Json): Json {
  if (route.body !== undefined) {
    const schema = clean(route.body, components)
    return {
      requestBody: { required: !route.body_may_miss, content: { 'application/json': { schema } } },
    }
  }
  if (typeof route.takes !== 'object') return {}
  const bytes = { schema: { type: 'string', format: 'binary' } }
  const { properties = {}, required = [] } =
    route.takes.fields === undefined
      ? {}
      : (clean(route.takes.fields, components) as { properties?: Json; required?: string[] })
  return {
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file', ...required],
            properties: { file: bytes.schema, ...properties },
          },
        },
        ...Object.fromEntries(route.takes.upload.map((kind) => [kind, bytes])),
      },
    },
  }
}

function replyOf(about: Described, route: Route, components: Json): Json {
  const { reply } = route
  if (reply.kind === 'file') {
    return {
      description: route.summary,
      content: { [reply.content_type]: { schema: { type: 'string', format: 'binary' } } },
    }
  }
  const schema = clean(reply.schema, components)
  return {
    description: route.says,
    content: { 'application/json': { schema: wrapped(about, reply.kind, schema) } },
  }
}

function wrapped(about: Described, kind: 'data' | 'page' | 'bare', schema: Json): Json {
  if (about.envelope === 'messaging' || kind === 'bare') return schema
  return {
    type: 'object',
    required: ['success', 'message', 'data'],
    properties: {
      success: { type: 'boolean' },
      message: { type: 'string' },
      data: kind === 'page' ? { type: 'array', items: schema } : schema,
      ...(kind === 'page' ? { meta: { $ref: '#/components/schemas/Meta' } } : {}),
    },
  }
}

const refusals = {
  default: {
    description: 'A refusal, in words for a person',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  },
}

const hospital_components: Json = {
  Meta: {
    type: 'object',
    required: ['current_page', 'per_page', 'last_page', 'total'],
    properties: Object.fromEntries(
      ['current_page', 'per_page', 'last_page', 'total'].map((name) => [name, { type: 'integer' }]),
    ),
  },
  Refusal: {
    type: 'object',
    required: ['success', 'message', 'data'],
    properties: {
      success: { type: 'boolean', enum: [false] },
      message: { type: 'string' },
      data: { type: 'object', nullable: true },
    },
  },
}

const messaging_components: Json = {
  Refusal: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message', 'requestId', 'docs'],
        properties: {
          code: { type: 'string' },
          message: { type: 'string' },
          field: { type: 'string', nullable: true },
          requestId: { type: 'string' },
          docs: { type: 'string' },
        },
      },
    },
  },
}

/** Our own words are left out; a shape with a name stands once among the components. */
function clean(schema: unknown, components: Json): Json {
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
  '~kind',
  '~optional',
])

function bare(schema: Json, components: Json): Json {
  const result: Json = {}
  for (const [key, value] of Object.entries(schema)) {
    if (ours.has(key)) continue
    if (key === 'properties') {
      result[key] = Object.fromEntries(
        Object.entries(value as Json).map(([name, inner]) => [name, clean(inner, components)]),
      )
    } else if (key === 'items') result[key] = clean(value, components)
    else if (key === 'anyOf') result[key] = (value as Json[]).map((one) => clean(one, components))
    else result[key] = value
  }
  const format = formats[String(schema['format'])]
  if (format !== undefined) result['format'] = format
  return result
}
