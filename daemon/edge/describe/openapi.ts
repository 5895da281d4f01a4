// The API's own description, OpenAPI 3.0.3, made from the same lists that are mounted (PLT-135).

import { createHash } from 'node:crypto'
import { addressesOf } from '../route.ts'
import { codesOf, type Door, type Route } from '../route.ts'
import { exampleOf } from './example.ts'
import { hospital_refusal, messaging_refusal, refusalComponents, refusalsOf } from './refusals.ts'
import { clean, type Json } from './schemas.ts'
import { tellingOf } from './telling.ts'

export interface Described {
  title: string
  description: string
  prefix: string
  /** How a reply is wrapped, so that every schema shows what really comes. */
  envelope: 'hospital' | 'messaging'
  /** What the house itself posts, where it does. */
  webhooks?: () => Json
}

interface Made {
  text: string
  etag: string
}

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
  const components: Json = { ...components_of[about.envelope] }
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
    tags: doors.map(({ area, routes }) => ({ name: area, description: tagged(routes) })),
    paths,
    ...(about.webhooks === undefined ? {} : { 'x-webhooks': about.webhooks() }),
    components: {
      schemas: components,
      responses: refusalComponents(about.envelope),
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
    description: tellingOf(about.envelope, route),
    tags: [area],
    'x-permission': codes.length > 0 ? codes : [route.access],
    ...(route.module === undefined ? {} : { 'x-module': route.module }),
    ...(route.reply.kind === 'page' ? { 'x-paged': true } : {}),
    ...(route.access === 'open' ? { security: [] } : {}),
    parameters: parametersOf(route),
    ...bodyOf(route, components),
    responses: {
      [String(route.status)]: replyOf(about, route, components),
      ...(mayBeMadeBefore(route) ? { 200: replyOf(about, route, components) } : {}),
      ...refusalsOf(about.envelope, route),
    },
  }
}

/** A form that brings its id along and is sent again is answered with the record that stands (FRO-6). */
const mayBeMadeBefore = ({ status, body, again }: Route): boolean =>
  again === true ||
  (status === 201 &&
    Object.hasOwn((body as { properties?: object } | undefined)?.properties ?? {}, 'id'))

/** The first things that one does there, as a taste of the rest. */
const tagged = (routes: readonly Route[]): string =>
  `${[...new Set(routes.map(({ summary }) => summary))].slice(0, 4).join('; ')}.`

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
    example: exampleOf({ type: 'string' }, name),
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
      requestBody: {
        required: !route.body_may_miss,
        content: { 'application/json': { schema, example: exampleOf(route.body) } },
      },
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

/** A file of JSON is whatever stands in it. */
const fileSchema = (content_type: string): Json =>
  content_type.startsWith('application/json') ? {} : { type: 'string', format: 'binary' }

function replyOf(about: Described, route: Route, components: Json): Json {
  const { reply } = route
  if (reply.kind === 'file') {
    const types = [reply.content_type, reply.or_as].filter((type) => type !== undefined)
    return {
      description: route.summary,
      content: Object.fromEntries(types.map((type) => [type, { schema: fileSchema(type) }])),
    }
  }
  const schema = clean(reply.schema, components)
  const files = reply.kind === 'page' ? reply.or_as : []
  return {
    description: route.says,
    content: {
      'application/json': {
        schema: wrapped(about, reply.kind, schema, metaOf(reply, components)),
        example: exampleReply(about, route, exampleOf(reply.schema)),
      },
      ...Object.fromEntries(files.map((type) => [type, { schema: fileSchema(type) }])),
    },
  }
}

function exampleReply({ envelope }: Described, { reply, says }: Route, example: unknown): unknown {
  if (envelope === 'messaging' || reply.kind === 'bare') return example
  return reply.kind === 'page'
    ? { success: true, message: says, data: [example], meta: meta_example }
    : { success: true, message: says, data: example }
}

const meta: Json = {
  type: 'object',
  required: ['current_page', 'per_page', 'last_page', 'total'],
  properties: Object.fromEntries(
    ['current_page', 'per_page', 'last_page', 'total'].map((name) => [name, { type: 'integer' }]),
  ),
}
const hospital_components: Json = { Meta: meta, Refusal: hospital_refusal }
const meta_example = { current_page: 1, per_page: 50, last_page: 1, total: 1 }

function metaOf(reply: Route['reply'], components: Json): Json {
  const plain = { $ref: '#/components/schemas/Meta' }
  if (reply.kind !== 'page' || reply.figures === undefined) return plain
  const figures = clean(reply.figures, components)
  return { allOf: [plain, { type: 'object', properties: { figures } }] }
}

function wrapped(
  about: Described,
  kind: 'data' | 'page' | 'bare',
  schema: Json,
  meta_schema: Json,
): Json {
  if (about.envelope === 'messaging' || kind === 'bare') return schema
  return {
    type: 'object',
    required: ['success', 'message', 'data'],
    properties: {
      success: { type: 'boolean' },
      message: { type: 'string' },
      data: kind === 'page' ? { type: 'array', items: schema } : schema,
      ...(kind === 'page' ? { meta: meta_schema } : {}),
    },
  }
}

const components_of = { hospital: hospital_components, messaging: { Refusal: messaging_refusal } }
