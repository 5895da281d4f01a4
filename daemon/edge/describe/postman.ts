// The Postman pair: a folder per area, the token kept by the sign-in request itself (PLT-136). It runs from end
// to end as it is published: it begins with signing in and ends with signing out, and lists and new records
// hand their ids to the requests that name one.

import { codesOf, type Door, type Route } from '../route.ts'
import { example_id, exampleOf } from './example.ts'

type Json = Record<string, unknown>

const entrance = '/auth/login'

export function collectionOf(doors: readonly Door[], prefix: string): Json {
  const way_in = doors.flatMap(({ routes }) => routes).filter(({ path }) => path === entrance)
  const folders = doors.toSorted((a, b) => Number(signsOut(a)) - Number(signsOut(b)))
  return {
    info: {
      name: 'Kituo hospital API',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{access_token}}', type: 'string' }] },
    item: [
      ...way_in.map((route) => itemOf(route, prefix)),
      ...folders.map(({ area, routes }) => ({
        name: area,
        item: routes
          .toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))
          .map((route) => itemOf(route, prefix)),
      })),
    ],
    variable: namesOf(doors).map((key) => ({ key, value: example_id, type: 'string' })),
  }
}

const isLast = ({ path }: Route): boolean => path === '/auth/logout'
const signsOut = ({ routes }: Door): boolean => routes.some(isLast)

/** Every record that a path names, each a variable of the collection. */
const namesOf = (doors: readonly Door[]): string[] => [
  ...new Set(doors.flatMap(({ routes }) => routes.flatMap(({ path }) => idsIn(path).map(named)))),
]

/** `/patients/:id/alerts/:alert_id` names `/patients` and `/patients/:id/alerts`. */
const idsIn = (path: string): string[] =>
  [...path.matchAll(/\/:[a-z_]+/gi)].map(({ index }) => path.slice(0, index))

/** `/patients/:id/alerts` → `patients_alerts_id` */
const named = (path: string): string =>
  `${path
    .replace(/:[a-z_]+/gi, '')
    .replace(/[^a-z0-9]+/gi, '_')
    .replace(/^_|_$/g, '')}_id`

function itemOf(route: Route, prefix: string): Json {
  const path = `${prefix}${route.path === '/' ? '' : route.path}`
  const codes = codesOf(route.access)
  const names = idsIn(route.path).map(named)
  const scripts = scriptsOf(route)
  return {
    name: route.summary,
    request: {
      method: route.method,
      description:
        codes.length > 0 ? `Needs ${codes.join(' or ')}.` : `Access: ${route.access as string}.`,
      header: headersOf(route),
      url: {
        raw: `{{base_url}}${path}`,
        host: ['{{base_url}}'],
        path: path.split('/').filter((part) => part !== ''),
        variable: [...route.path.matchAll(/:([a-z_]+)/gi)].map(([, key], at) => ({
          key,
          value: `{{${names[at]}}}`,
        })),
        query: queryOf(route),
      },
      ...(route.access === 'open' ? { auth: { type: 'noauth' } } : {}),
      ...bodyOf(route),
    },
    ...(scripts === null ? {} : { event: [scripts] }),
  }
}

const headersOf = (route: Route): Json[] => [
  { key: 'X-Facility-Id', value: '{{facility_id}}', disabled: true },
  ...(route.body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
]

/** What must be asked is asked; the rest stands there to be switched on. */
function queryOf({ query }: Route): Json[] {
  const { properties = {}, required = [] } = (query ?? {}) as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([key, schema]) => ({
    key,
    value: String(exampleOf(schema, key)),
    disabled: !required.includes(key),
  }))
}

/** What stands in the environment and not in an example. */
const own_bodies: Readonly<Record<string, Json>> = {
  [entrance]: {
    identifier: '{{username}}',
    password: '{{password}}',
    workspace: '{{workspace}}',
  },
  '/auth/refresh': { refresh_token: '{{refresh_token}}' },
}

function bodyOf(route: Route): Json {
  if (route.body !== undefined) {
    const raw = JSON.stringify(own_bodies[route.path] ?? exampleOf(route.body), null, 2)
    return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } }
  }
  if (typeof route.takes === 'object') {
    return { body: { mode: 'formdata', formdata: [{ key: 'file', type: 'file', src: [] }] } }
  }
  return {}
}

function scriptsOf(route: Route): Json | null {
  if (route.path === entrance || route.path === '/auth/refresh') return keep_tokens
  return hands(route) ? keepId(named(route.path)) : null
}

/** Whoever works with the collection does not end their own session or account by the first row of a list. */
const own = /^\/(auth|users)\b/

/** A list, or a record that is made: its id is what others name. */
const hands = ({ method, path, reply }: Route): boolean =>
  !own.test(path) &&
  ((method === 'GET' && reply.kind === 'page') || (method === 'POST' && reply.kind === 'data'))

// All scripts of a run share one room, in which names such as `data` are taken: each keeps its own to itself.
const script = (lines: readonly string[]): Json => ({
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: ['(function () {', ...lines.map((line) => `  ${line}`), '})();'],
  },
})

const keep_tokens = script([
  'if (pm.response.code >= 300) return;',
  'const tokens = pm.response.json().data.tokens;',
  'if (!tokens) return;',
  "pm.environment.set('access_token', tokens.access_token);",
  "pm.environment.set('refresh_token', tokens.refresh_token);",
])

const keepId = (name: string): Json =>
  script([
    'if (pm.response.code >= 300) return;',
    'const found = pm.response.json().data;',
    'const first = Array.isArray(found) ? found[0] : found;',
    `if (first && first.id) pm.collectionVariables.set('${name}', first.id);`,
  ])

export const environmentOf = (base_url: string): Json => ({
  name: 'Kituo',
  values: [
    ['base_url', base_url],
    ['workspace', ''],
    ['username', 'admin'],
    ['password', ''],
    ['access_token', ''],
    ['refresh_token', ''],
    ['facility_id', ''],
  ].map(([key, value]) => ({
    key,
    value,
    enabled: true,
    type: key === 'password' || String(key).endsWith('_token') ? 'secret' : 'default',
  })),
  _postman_variable_scope: 'environment',
})
