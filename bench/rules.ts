// What single rules cost (platform 9): the permission check, gapless numbers under 50 writers of whom
// a third roll back, the description of the API, one row by 200 clients.
//   npm run bench -- rules     DB=postgres for the other database

import { openapi } from '../daemon/edge/describe/openapi.ts'
import { hospitalApi } from '../daemon/hospital/api.ts'
import { hospital_doors } from '../daemon/hospital/areas.ts'
import { hospital_description } from '../daemon/hospital/stack.ts'
import { OpenCounter } from '../daemon/edge/limits.ts'
import { operator } from '../db/core/caller.ts'
import { closeDatabase, openDatabase, within } from '../db/store/connection.ts'
import { brings } from '../db/hospital/areas.ts'
import { byCode } from '../db/hospital/office/hospitals/hospitals.ts'
import { facilities } from '../db/hospital/office/places/tables.ts'
import { bring } from '../db/hospital/registry.ts'
import { nextReference } from '../db/hospital/office/sequences/references.ts'
import { copiedDatabase, hospital_code } from '../test/support/database.ts'
import { child } from './harness/child.ts'
import type { Served } from './harness/house.ts'
import { load } from './harness/load.ts'
import { type Figures, report } from './harness/report.ts'

const found: Record<string, Figures> = {}
const say = (what: string, figure: string, goal: string): void =>
  void (found[what] = { figure, goal })

const database = await copiedDatabase()
await openDatabase(database.address)
bring([
  ...brings,
  {
    area: 'bench',
    sequences: [
      {
        kind: 'bench',
        label: 'Bench',
        area: 'bench',
        pattern: 'B-{SEQ:6}',
        scope: 'HOSPITAL',
        reset: 'NEVER',
        gapless: true,
      },
    ],
  },
])
const hospital = await byCode(hospital_code)
if (hospital === undefined) throw new Error('no hospital in the prepared database')
const main = await facilities.find({ hospital_id: hospital.id, is_main: true })
const caller = operator(hospital.id, 'bench', main?.id)

const began = performance.now()
const { text } = openapi(hospital_description, hospital_doors)
say(`openapi.json made, ${Math.round(text.length / 1024)} KB`, since(began, 1), '100 ms')
await permissionCheck()
await gapless()
await closeDatabase()
await database.remove()
await twoHundredClients()
report('rules', found)

async function permissionCheck(): Promise<void> {
  const api = hospitalApi(new OpenCounter({ sign_in: 1e9, open: 1e9 }))
  const route = hospital_doors.flatMap(({ routes }) => routes).find((one) => one.path === '/users')
  if (route === undefined) throw new Error('no such route')
  const asker = { ...caller, permissions: new Set(['self:use', 'user:read', 'user:update']) }
  const start = performance.now()
  for (let n = 0; n < 100_000; n++) await api.permit(asker, route)
  say('a permission check', since(start, 100_000), '0.2 ms')
}

async function gapless(): Promise<void> {
  const taken: string[] = []
  let rolled_back = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: 50 }, async (_, writer) => {
      for (let n = 0; n < 40; n++) {
        await within(async () => {
          const reference = await nextReference(caller, 'bench')
          if ((writer + n) % 3 === 0) throw new Error('rolled back')
          return reference
        }).then(
          (reference) => taken.push(reference),
          () => (rolled_back += 1),
        )
      }
    }),
  )
  const numbers = taken
    .map((reference) => Number(/\d+$/.exec(reference)?.[0]))
    .sort((a, b) => a - b)
  const whole = numbers.every((number, index) => number === (numbers[0] ?? 0) + index)
  const per_s = Math.round(2000 / ((performance.now() - start) / 1000))
  say(
    `50 gapless writers, ${taken.length} kept, ${rolled_back} rolled back`,
    `${per_s}/s, ${whole ? 'no gap, no repeat' : 'GAPS OR REPEATS'}`,
    'no gap, no repeat',
  )
}

async function twoHundredClients(): Promise<void> {
  const house = await child<Served>('./house.ts', [
    new URL('./harness/accounts.ts', import.meta.url).href,
  ])
  const { port, token, department_ids } = house.said
  const { p50_ms, p99_ms, per_s } = await load({
    port,
    path: department_ids.map((id) => `/api/v1/departments/${id}`),
    headers: { authorization: `Bearer ${token}` },
    connections: 200,
    seconds: 5,
  })
  await house.end()
  say(
    `GET of one department, 200 clients, ${per_s}/s`,
    `median ${p50_ms} ms, p99 ${p99_ms} ms`,
    'median 15 ms, p99 120 ms',
  )
}

/** Milliseconds each. */
function since(start: number, count: number): string {
  const ms = (performance.now() - start) / count
  return `${ms.toFixed(ms < 1 ? 5 : 0)} ms`
}
