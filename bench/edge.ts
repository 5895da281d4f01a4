// What the edge costs: an open route, one record, and paged lists with sign-in and permission, each
// beside two bare fastify handlers in one run: one that answers the same bytes, and one that reads
// the same rows by prepared statements (goals P1 and P3).

import { type Child, child } from './harness/child.ts'
import type { Served } from './harness/house.ts'
import { type Loaded, load } from './harness/load.ts'
import type { Reading } from './harness/prepared.ts'
import { type Figures, inTurn, report } from './harness/report.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 0.7)
const only = process.argv[2]
const connections = 50

const house = await child<Served>('./house.ts', [
  new URL('./harness/accounts.ts', import.meta.url).href,
])
const { port, token, address, hospital_id, user_id, department_ids } = house.said
const department_id = department_ids[0] ?? ''
const on_postgres = address.engine === 'postgres'

/** `?` as the database at hand writes it. */
const read = (text: string, ...values: unknown[]): Reading['statements'][number] => {
  let at = 0
  return { text: on_postgres ? text.replaceAll('?', () => `$${(at += 1)}`) : text, values }
}
const account =
  'id, username, full_name, email, phone, staff_id, status, default_facility_id,' +
  ' language, valid_until, notes, locked_until, last_sign_in_at, created_at, updated_at, version'
const staff = "from users where hospital_id = ? and kind = 'STAFF'"
const found = on_postgres
  ? "search_text like '%mwinyi%'"
  : 'row_no in (select rowid from users_search where users_search match \'"mwinyi"\')'
const page = (where: string, offset: number) => [
  read(`select count(*) as total ${where}`, hospital_id),
  read(`select ${account} ${where} order by full_name, id limit 50 offset ${offset}`, hospital_id),
]
const unit =
  'id, code, name, kind, facility_id, parent_id, extension, cost_centre, active, sort_order, version'
const units = 'from departments where hospital_id = ?'

const cases: Record<string, [string, readonly Reading['statements'][number][]]> = {
  settings: ['/settings/system', [read('select * from hospitals where id = ?', hospital_id)]],
  'own account': ['/auth/me', [read(`select ${account} from users where id = ?`, user_id)]],
  'one account': [
    `/users/${user_id}`,
    [read(`select ${account} from users where id = ?`, user_id)],
  ],
  'one department': [
    `/departments/${department_id}`,
    [read(`select ${unit} ${units} and id = ?`, hospital_id, department_id)],
  ],
  'departments, 50 of 500': [
    '/departments',
    [
      read(`select count(*) as total ${units}`, hospital_id),
      read(`select ${unit} ${units} order by sort_order, name_key, id limit 50`, hospital_id),
    ],
  ],
  'accounts, 50 of 5,000': ['/users', page(staff, 0)],
  'accounts, page 90': ['/users?page=90', page(staff, 4450)],
  'accounts, searched': ['/users?search=mwinyi', page(`${staff} and ${found}`, 0)],
}

const rows: Record<string, Figures> = {}
for (const [name, [path, statements]] of Object.entries(cases)) {
  if (only !== undefined && !name.includes(only)) continue
  rows[name] = await measure(`/api/v1${path}`, statements)
}
await house.end()
report('edge', rows, [
  'kept: a bare handler that answers the same bytes, no sign-in, permission or database.',
  'read: a bare handler that reads the same rows of the main table by prepared statements.',
  'Goals beside `read`: a list 0.7 (P1), one record 0.6 (P3).',
])

async function measure(path: string, statements: Reading['statements']): Promise<Figures> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  const body = await answer.text()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${body}`)
  const kept = await child<{ port: number }>('./bare.ts', [], body)
  const reading = await child<{ port: number }>('./prepared.ts', [], { address, statements })
  const asked = (of: Child<{ port: number }>) => () =>
    load({ port: of.said.port, pid: of.process.pid, path: '/', connections, seconds })
  const took = await inTurn(3, {
    house: () => load({ port, pid: house.process.pid, path, headers, connections, seconds }),
    kept: asked(kept),
    read: asked(reading),
  })
  await kept.end()
  await reading.end()
  return figures(took['house'] as Loaded, took['kept'] as Loaded, took['read'] as Loaded, body)
}

function figures(own: Loaded, kept: Loaded, reading: Loaded, body: string): Figures {
  const ratio = (base: Loaded): number => Math.round((own.per_s / base.per_s) * 100) / 100
  return {
    'house/s': own.per_s,
    'p50 ms': own.p50_ms,
    'p99 ms': own.p99_ms,
    'kept/s': kept.per_s,
    'read/s': reading.per_s,
    'of kept': ratio(kept),
    'of read': ratio(reading),
    'cpu µs': own.cpu_us,
    'read cpu µs': reading.cpu_us,
    'cpu of read': Math.round((reading.cpu_us / own.cpu_us) * 100) / 100,
    bytes: body.length,
    'not 200': own.not_ok + kept.not_ok + reading.not_ok,
  }
}
