// The Postman pair: a folder per area, the token kept by the sign-in request itself (PLT-136).

import { codesOf, type Door, type Route } from '../route.ts'

type Json = Record<string, unknown>

export const collectionOf = (doors: readonly Door[], prefix: string): Json => ({
  info: {
    name: 'Kituo hospital API',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{access_token}}', type: 'string' }] },
  item: doors.map(({ area, routes }) => ({
    name: area,
    item: routes.map((route) => itemOf(route, prefix)),
  })),
})

function itemOf(route: Route, prefix: string): Json {
  const path = `${prefix}${route.path === '/' ? '' : route.path}`
  const codes = codesOf(route.access)
  return {
    name: route.summary,
    request: {
      method: route.method,
      description:
        codes.length > 0 ? `Needs ${codes.join(' or ')}.` : `Access: ${route.access as string}.`,
      header: [{ key: 'X-Facility-Id', value: '{{facility_id}}', disabled: true }],
      url: {
        raw: `{{base_url}}${path}`,
        host: ['{{base_url}}'],
        path: path.split('/').filter((part) => part !== ''),
        variable: [...route.path.matchAll(/:([a-z_]+)/gi)].map(([, key]) => ({ key, value: '' })),
      },
      ...(route.access === 'open' ? { auth: { type: 'noauth' } } : {}),
      ...bodyOf(route),
    },
    ...(route.path === '/auth/login' || route.path === '/auth/refresh'
      ? { event: [keep_tokens] }
      : {}),
  }
}

function bodyOf(route: Route): Json {
  if (route.path === '/auth/login') {
    const example = {
      identifier: '{{username}}',
      password: '{{password}}',
      workspace: '{{workspace}}',
    }
    return {
      body: {
        mode: 'raw',
        raw: JSON.stringify(example, null, 2),
        options: { raw: { language: 'json' } },
      },
    }
  }
  if (route.body !== undefined) {
    const raw = JSON.stringify(exampleOf(route.body), null, 2)
    return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } }
  }
  if (typeof route.takes === 'object') {
    return { body: { mode: 'formdata', formdata: [{ key: 'file', type: 'file', src: [] }] } }
  }
  return {}
}

function exampleOf(schema: unknown): unknown {
  const {
    type,
    properties = {},
    items,
    enum: values,
  } = schema as {
    type?: string
    properties?: Record<string, unknown>
    items?: unknown
    enum?: unknown[]
  }
  if (values !== undefined) return values[0]
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, exampleOf(inner)]),
      )
    case 'array':
      return items === undefined ? [] : [exampleOf(items)]
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return false
    default:
      return ''
  }
}

const keep_tokens = {
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: [
      'const { data } = pm.response.json();',
      'if (data && data.tokens) {',
      "  pm.environment.set('access_token', data.tokens.access_token);",
      "  pm.environment.set('refresh_token', data.tokens.refresh_token);",
      '}',
    ],
  },
}

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
