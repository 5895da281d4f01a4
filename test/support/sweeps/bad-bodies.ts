// Bodies that are none and pages that are none, at every route of a part of the house: a refusal in an
// envelope, and no row more than before (ALL-1, ALL-2, ALL-8).

import type { Test } from 'tap'
import type { Route } from '../../../daemon/edge/route.ts'
import { hospital_doors } from '../../../daemon/hospital/areas.ts'
import { newId } from '../../../db/core/ids.ts'
import type { Answer, Ask } from '../ask.ts'
import { boot } from '../boot.ts'
import { rowCounts } from '../counts.ts'
import { type HospitalPart, partOf } from './parts.ts'

const filled = (path: string): string => path.replace(/:[a-z_]+/g, newId())
const coded = (route: Route): boolean => route.access !== 'open'

export function isRefusal(t: Test, answer: Answer, name: string): void {
  const { status, body } = answer
  if (status < 400 || status >= 500) t.fail(`${name}: ${status} ${answer.message}`)
  const envelope = body !== null && body.success === false && body.data === null
  if (!envelope || typeof body.message !== 'string') t.fail(`${name}: no envelope`)
}

// A session is opened by the tests themselves; settings are made of an empty object as shipped.
const own = ['sessions', 'security_settings', 'notice_preferences']

export async function nothingLeft(t: Test, work: () => Promise<void>): Promise<void> {
  const before = await rowCounts(...own)
  await work()
  t.same(await rowCounts(...own), before, 'no row more than before')
}

export async function sweepBodies(t: Test, part: HospitalPart): Promise<void> {
  const every = hospital_doors
    .flatMap(({ routes }) => routes)
    .filter(({ path }) => partOf(path) === part)
  const { people } = await boot(t)
  const administrator = await people.administrator()
  const officer = await people.with('system_administrator')
  // The first look makes the policy and its walk-in patient.
  await administrator.get('/billing/policy')

  t.test('bodies that are no bodies, at every route that reads one', async (t) => {
    const writes = every.filter((route) => route.body !== undefined && coded(route))
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    const lists = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    const bodies: [string, string | Buffer, string][] = [
      ['deep objects', deep, 'application/json'],
      ['deep lists', `{"name":${lists}}`, 'application/json'],
      ['duplicate keys', '{"zz":1,"zz":{"x":2},"zz":3}', 'application/json'],
      [
        'huge numbers',
        '{"version":1e999,"page":-1e308,"n":123456789012345678901234567890}',
        'application/json',
      ],
      ['__proto__', '{"a":{"b":{"__proto__":{"admin":true}}}}', 'application/json'],
      ['constructor', '{"a":{"constructor":{"prototype":{"admin":true}}}}', 'application/json'],
      [
        'invalid UTF-8',
        Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
        'application/json',
      ],
      ['a byte order mark', '\uFEFF{"a":1}', 'application/json'],
      ['NUL', '{"a":"\u0000"}', 'application/json'],
      ['half a pair', '{"a":"\\ud800"}', 'application/json'],
      ['a number', '5', 'application/json'],
      ['null', 'null', 'application/json'],
      ['a text', '"x"', 'application/json'],
      ['nothing', '', 'application/json'],
      ['blanks', '   ', 'application/json'],
      ['another kind', 'a=1', 'application/x-www-form-urlencoded'],
      ['plain text', '{}', 'text/plain'],
      ['no kind that there is', '{}', 'json'],
      ['a broken kind', '{}', ';;'],
      ['multipart without a boundary', 'x', 'multipart/form-data'],
      ['2 MiB', `{"a":"${'x'.repeat(2 * 1024 * 1024)}"}`, 'application/json'],
    ]
    const may_be_done = new Set([
      '/auth/logout',
      '/auth/sessions/close-others',
      '/notifications/read-all',
    ])
    await nothingLeft(t, async () => {
      for (const route of writes) {
        if (may_be_done.has(route.path) || route.body_may_miss) continue
        const who: Ask = route.path.startsWith('/settings') ? officer : administrator
        const { required = [] } = route.body as { required?: string[] }
        for (const [what, payload, kind] of bodies) {
          const answer = await who.raw(route.method as 'POST', filled(route.path), payload, kind)
          const name = `${route.method} ${route.path} with ${what}`
          // Where every field may be left out an object of unknown fields is an empty one.
          if (answer.status < 300 && required.length === 0 && kind === 'application/json') continue
          isRefusal(t, answer, name)
        }
      }
    })
    t.equal(({} as { admin?: boolean }).admin, undefined, 'no prototype was changed')
  })

  t.test('a list asked for pages that are none (ALL-4)', async (t) => {
    const lists = every.filter(({ method, reply }) => method === 'GET' && reply.kind === 'page')
    t.ok(lists.length > 0, 'there are lists')
    for (const route of lists) {
      const who = route.path.startsWith('/settings') ? officer : administrator
      if (route.path.includes(':')) continue
      const asked = async (query: Record<string, string>): Promise<Answer> => {
        const answer = await who.get(filled(route.path), query)
        if (answer.status >= 500) t.fail(`${route.path} ${JSON.stringify(query)}: ${answer.status}`)
        return answer
      }
      const plain = await asked({})
      if (plain.status !== 200) continue
      for (const name of ['page', 'per_page']) {
        for (const value of [
          '0',
          '-1',
          'x',
          '1.5',
          '',
          '1e3',
          '0x10',
          ' 1',
          '99999999999999999999',
          '\u0000',
        ]) {
          const { status, message } = await asked({ [name]: value })
          t.equal(status, 400, `${route.path} ${name}=${value}`)
          t.match(message, new RegExp(`^${name} `))
        }
      }
      const url = `/api/v1${filled(route.path)}?search=a&search=b`
      const twice = await who.inject({ method: 'GET', url })
      t.same([twice.status, twice.message], [400, 'search may be given once.'], url)
      const far = await asked({ page: '1000000000' })
      t.ok(far.status === 400 || (far.status === 200 && far.data.length === 0), `${route.path} far`)
      const wide = await asked({ per_page: '201' })
      t.ok(
        wide.status === 400 || wide.meta?.per_page === 200,
        `${route.path} per_page=201: ${wide.status}`,
      )
      for (const odd of [
        { search: '\u0000' },
        { search: '%' },
        { search: "'; drop table users; --" },
        { search: 'x'.repeat(5000) },
        { from: 'x' },
        { sort: '__proto__' },
        { status: 'constructor' },
        { __proto__x: '1', constructor: '1' },
      ]) {
        await asked(odd as Record<string, string>)
      }
    }
  })
}
