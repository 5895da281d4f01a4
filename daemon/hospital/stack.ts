// The stack check, health, and the API's own descriptions. All open, all without the envelope but
// health.

import { clock } from '../../db/core/clock.ts'
import { databaseAnswers, obstacles, uptimeS } from '../../db/appliance/health.ts'
import { troubles } from '../../db/appliance/house/troubles.ts'
import {
  choice,
  Instant,
  listOf,
  named,
  partial,
  shape,
  Text,
  Whole,
} from '../../db/core/kinds/kinds.ts'
import { Refusal } from '../../db/core/refusal.ts'
import { version } from '../../db/core/version.ts'
import { page as docsPage, policy } from '../edge/describe/docs.ts'
import { openapi } from '../edge/describe/openapi.ts'
import { collectionOf, environmentOf } from '../edge/describe/postman.ts'
import { Bare } from '../edge/answers.ts'
import { area, type Door } from '../edge/route.ts'
import { nobodys } from './words.ts'

const { bare, file, get } = nobodys

/** For a balancer that keeps a maintained house among its own (OPS-26). */
const ReadyAsked = partial({ maintenance: choice(['200']) })

const Stack = named(
  'Stack',
  shape({
    status: choice(['ok', 'down']),
    version: Text(1, 40),
    api: Text(1, 10),
    time: Instant,
    database: choice(['ok', 'down']),
    uptime_s: Whole(),
  }),
)

export const hospital_description = {
  title: 'Kituo hospital API',
  prefix: '/api/v1',
  envelope: 'hospital' as const,
  description:
    'Every reply but files and the stack check is {success, message, data, meta?}. Send the access token as `Authorization: Bearer …`; ' +
    '`X-Facility-Id` picks the acting branch; `If-Match: <version>` refuses a stale change.',
}

/** The doors are handed in, because the descriptions are of all of them, this one too. */
export const stackOf = (doors: () => readonly Door[]): Door =>
  area('stack', [
    bare('/', {
      summary: 'Stack check',
      access: 'open',
      reply: Stack,
      run: async () => {
        const stack = {
          version,
          api: 'v1.0.0',
          time: clock.instant(),
          uptime_s: uptimeS(),
        }
        if (await databaseAnswers())
          return { status: 'ok' as const, ...stack, database: 'ok' as const }
        throw new Bare(503, { status: 'down', ...stack, database: 'down' })
      },
    }),
    get('/health', {
      summary: 'Whether the process answers',
      access: 'open',
      reply: shape({ status: choice(['ok']) }),
      run: async () => ({ status: 'ok' as const }),
    }),
    get('/ready', {
      summary: 'Whether the house can work: database, migrations, disk',
      access: 'open',
      query: ReadyAsked,
      reply: shape({ status: choice(['ready']), checks: listOf(Text(1, 40)) }),
      run: async ({ query }) => {
        const checks = await obstacles()
        const passed = query.maintenance === '200' ? ['maintenance'] : []
        if (checks.some((one) => !passed.includes(one)))
          throw new Refusal(503, 'not_ready', `Not ready: ${checks.join(', ')}.`, {
            retry_after_s: 5,
          })
        return { status: 'ready' as const, checks: [...checks, ...troubles()] }
      },
    }),
    file('/openapi.json', {
      summary: 'This description, OpenAPI 3.0.3',
      access: 'open',
      content_type: 'application/json; charset=utf-8',
      run: async () => {
        const { text, etag } = openapi(hospital_description, doors())
        return {
          content_type: 'application/json; charset=utf-8',
          bytes: text,
          etag,
          cache: 'no-cache',
        }
      },
    }),
    file('/docs', {
      summary: 'Interactive reference of both APIs; needs no network',
      access: 'open',
      content_type: 'text/html; charset=utf-8',
      run: async () => ({
        content_type: 'text/html; charset=utf-8',
        bytes: docsPage(),
        cache: 'no-cache',
        headers: { 'content-security-policy': policy() },
      }),
    }),
    file('/postman/collection.json', {
      summary: 'Postman collection, a folder per area',
      access: 'open',
      content_type: 'application/json; charset=utf-8',
      run: async () => ({
        content_type: 'application/json; charset=utf-8',
        bytes: JSON.stringify(collectionOf(doors(), hospital_description.prefix), null, 2),
        file_name: 'kituo.postman_collection.json',
        cache: 'no-cache',
      }),
    }),
    file('/postman/environment.json', {
      summary: 'Postman environment: addresses and where tokens are kept',
      access: 'open',
      content_type: 'application/json; charset=utf-8',
      run: async ({ facts }) => ({
        content_type: 'application/json; charset=utf-8',
        bytes: JSON.stringify(environmentOf(facts.base_url), null, 2),
        file_name: 'kituo.postman_environment.json',
        cache: 'no-cache',
      }),
    }),
  ])
