// Every body of both APIs, on records that are there: what sweeps over fields walk.

import { hospital_doors } from '../../../daemon/hospital/areas.ts'
import { messaging_doors } from '../../../daemon/messaging/areas.ts'
import type { Door, Route } from '../../../daemon/edge/route.ts'
import { clock, dayIn, nextDay } from '../../../db/core/clock.ts'
import { row, within } from '../../../db/store/connection.ts'
import { loadDemo } from '../../../db/hospital/tenants/demo/load.ts'
import { permits } from '../../../db/hospital/permits.ts'
import { newId } from '../../../db/core/ids.ts'
import { change } from '../../../db/messaging/settings/settings.ts'
import { raw, sql } from '../../../db/store/sql.ts'
import { tables } from '../../../db/store/table.ts'
import { account } from '../accounts.ts'
import type { Ask } from '../ask.ts'
import type { House } from '../boot.ts'
import type { Hint } from './extremes.ts'
import { firm } from '../messaging/messaging.ts'

/** What would take away the ground under a sweep itself, and what waits on purpose. */
export const left_alone =
  /^\/(auth|portal|sms\/stream)|\/(deceased|merge|hospital|revoke|close|suspend|purge)$/

export interface Ground {
  who: Ask
  doors: readonly Door[]
  /** Where its paths stand, and how the names of its tables begin. */
  at: string
  prefix: string
  /** The newest record of each of these tables. */
  ids: (of: ReadonlySet<string>) => Promise<Map<string, string>>
  said: Record<string, unknown>
}

export interface Place {
  route: Route
  body: object
  url: string
  hint: Hint
}

/** Every route with a body, its path filled with what is there now. */
export async function* everyBody({ doors, at, prefix, ids, said }: Ground): AsyncGenerator<Place> {
  for (const route of doors.flatMap(({ routes }) => routes)) {
    if (route.body === undefined || route.access === 'open' || left_alone.test(route.path)) continue
    const there = await ids(spokenOf(route, prefix))
    const hint = hinting(there, said, prefix)
    yield { route, body: route.body, url: `${at}${filled(route.path, there, prefix)}`, hint }
  }
}

export async function hospitalGround(house: House): Promise<Ground> {
  const yesterday = nextDay(dayIn('Africa/Dar_es_Salaam', clock.now()), -1)
  await loadDemo(house.system, { patients: 20, days: 5, seed: 3, until: yesterday })
  // Whoever is changed, it is not who asks.
  const other = await account(house)
  return {
    who: await house.people.holding(...Object.keys(permits)),
    doors: hospital_doors,
    at: '/api/v1',
    prefix: '',
    ids: async (of) => (await newest(of, 'hospital_id', house.hospital.id)).set('users', other.id),
    said: { phone: '0712345678', to: '0712345678', facility_id: house.facility_id },
  }
}

export async function messagingGround(house: House): Promise<Ground> {
  const own = await firm(house.app)
  await within(() => change({ rate_limit_per_minute: 100_000 }, 'test'))
  await own.sender()
  await own.topUp(1_000_000)
  return {
    who: await own.key(),
    doors: messaging_doors,
    at: '/v1',
    prefix: 'msg_',
    ids: (of) => newest(of, 'account_id', own.account.id),
    said: {
      to: '0712345678',
      phone: '0712345678',
      recipients: ['0712345678'],
      senderId: 'KLINIKI',
      url: 'https://example.com/hook',
    },
  }
}

/** The tables that a path or a field is called like: to look into all of them would take longer than to ask. */
function spokenOf({ path, body }: Route, prefix: string): Set<string> {
  const parts = path.split('/').map((part) => part.replaceAll('-', '_'))
  const fields = [...JSON.stringify(body).matchAll(/"(?<of>\w+?)_?[iI]d":/g)]
  return new Set(
    [...parts, ...fields.map(({ groups }) => `${groups?.['of']}s`)].map((of) => `${prefix}${of}`),
  )
}

/** Where the table has its owner in this column. */
async function newest(
  of: ReadonlySet<string>,
  column: string,
  owner: string,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { name, columns } of tables) {
    if (!of.has(name) || !('id' in columns) || !(column in columns)) continue
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
