// Every field of every body at the ends of what its shape lets in, on records that are there: never
// 500. A shape that is wider than its rule or its column shows here.

import t from 'tap'
import { hospital_doors } from '../../daemon/hospital/areas.ts'
import { messaging_doors } from '../../daemon/messaging/areas.ts'
import { type Door, type Route } from '../../daemon/edge/route.ts'
import { row, within } from '../../db/store/connection.ts'
import { loadDemo } from '../../db/hospital/tenants/demo/load.ts'
import { permits } from '../../db/hospital/permits.ts'
import { newId } from '../../db/core/ids.ts'
import { change } from '../../db/messaging/settings/settings.ts'
import { raw, sql } from '../../db/store/sql.ts'
import { tables } from '../../db/store/table.ts'
import { account } from '../support/accounts.ts'
import type { Ask } from '../support/ask.ts'
import { boot } from '../support/boot.ts'
import { extremes, having, type Hint, places, plain } from '../support/extremes.ts'
import { firm } from '../support/messaging.ts'

/** What would take away the ground under the sweep itself, and what waits on purpose. */
const left_alone =
  /^\/(auth|portal|sms\/stream)|\/(deceased|merge|hospital|revoke|close|suspend|purge)$/

/** The newest record of every table that has its owner in this column. */
async function newest(column: string, owner: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { name, columns } of tables) {
    if (!('id' in columns) || !(column in columns)) continue
    const there = await row<{ id: string }>(
      sql`select id from ${raw(name)} where ${raw(column)} = ${owner} order by id desc limit 1`,
    )
    if (there !== undefined) found.set(name, String(there.id))
  }
  return found
}

/** `/visits/:id/vitals` with the id of a visit, where there is one: the table is called like it. */
const filled = (path: string, ids: ReadonlyMap<string, string>, prefix: string): string =>
  path
    .split('/')
    .map((part, index, parts) => {
      if (!part.startsWith(':')) return part
      const of = (parts[index - 1] ?? '').replaceAll('-', '_')
      return ids.get(`${prefix}${of}`) ?? newId()
    })
    .join('/')

const said_types: Record<string, (word: unknown) => boolean> = {
  string: (word) => typeof word === 'string',
  array: Array.isArray,
}

const hinting =
  (ids: ReadonlyMap<string, string>, said: Record<string, unknown>, prefix: string): Hint =>
  (field, { type = '' }) => {
    if (field in said) return said_types[type]?.(said[field]) === true ? said[field] : undefined
    const of = /^(?<of>.+?)_?[iI]d$/.exec(field)?.groups?.['of']
    return of === undefined ? undefined : ids.get(`${prefix}${of}s`)
  }

/** What was let in must not make a list unreadable. */
async function unreadable(who: Ask, doors: readonly Door[], at: string): Promise<string[]> {
  const broken: string[] = []
  for (const { method, path, access } of doors.flatMap(({ routes }) => routes)) {
    if (method !== 'GET' || path.includes(':') || access === 'open' || left_alone.test(path))
      continue
    const { status } = await who.get(`${at}${path}`)
    if (status >= 500) broken.push(`GET ${path}: ${status}`)
  }
  return broken
}

interface Sweep {
  who: Ask
  doors: readonly Door[]
  at: string
  prefix: string
  ids: () => Promise<Map<string, string>>
  said: Record<string, unknown>
}

/** How many requests it took, and every answer that is none. */
async function swept({ who, doors, at, prefix, ids, said }: Sweep): Promise<[number, string[]]> {
  const broken: string[] = []
  let asked = 0
  for (const route of doors.flatMap(({ routes }) => routes)) {
    if (route.body === undefined || route.access === 'open' || left_alone.test(route.path)) continue
    const there = await ids()
    const hint = hinting(there, said, prefix)
    const url = `${at}${filled(route.path, there, prefix)}`
    const body = plain(route.body, hint)
    const tried: [string, unknown][] = [['', body]]
    for (const place of places(route.body)) {
      for (const value of extremes(place.shape)) {
        tried.push([place.at.join('.'), having(body, route.body, place.at, value, hint)])
      }
      // What is the most that one may say may be said twice, and is then more than a sum can hold.
      const [most] = extremes(place.shape)
      if (typeof most === 'number')
        tried.push([place.at.join('.'), having(body, route.body, place.at, most, hint)])
    }
    for (const [field, sent] of tried) {
      asked += 1
      const { status } = await who.send(route.method, url, sent)
      if (status < 200 || status >= 500) broken.push(said_of(route, field, sent, status))
    }
  }
  return [asked, broken]
}

const said_of = ({ method, path }: Route, field: string, sent: unknown, status: number): string =>
  `${method} ${path} ${field}: ${status} to ${JSON.stringify(sent).slice(0, 200)}`

t.test('fields at the ends of what is let in', { timeout: 300_000 }, async (t) => {
  const house = await boot(t)

  t.test('of the hospital', async (t) => {
    await loadDemo(house.system, { patients: 20, days: 5, seed: 3, until: null })
    const who = await house.people.holding(...Object.keys(permits))
    // Whoever is changed, it is not who asks.
    const other = await account(house)
    const [asked, broken] = await swept({
      who,
      doors: hospital_doors,
      at: '/api/v1',
      prefix: '',
      ids: async () => (await newest('hospital_id', house.hospital.id)).set('users', other.id),
      said: { phone: '0712345678', to: '0712345678', facility_id: house.facility_id },
    })
    t.same(broken, [])
    t.ok(asked > 2000, `${asked} requests`)
    t.same(await unreadable(who, hospital_doors, '/api/v1'), [])
  })

  t.test('of messaging', async (t) => {
    const own = await firm(house.app)
    await within(() => change({ rate_limit_per_minute: 100_000 }, 'test'))
    await own.sender()
    await own.topUp(1_000_000)
    const [asked, broken] = await swept({
      who: await own.key(),
      doors: messaging_doors,
      at: '/v1',
      prefix: 'msg_',
      ids: () => newest('account_id', own.account.id),
      said: {
        to: '0712345678',
        phone: '0712345678',
        recipients: ['0712345678'],
        senderId: 'KLINIKI',
        url: 'https://example.com/hook',
      },
    })
    t.same(broken, [])
    t.ok(asked > 100, `${asked} requests`)
  })
})
