// One message and the first page of messages over HTTP, of an account with very many (MSG 9 M16).
//   npm run bench -- reading [messages, 1000000] [calls, 2000]     DB=postgres for the other

import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import { dialect, row, run, within } from '../db/store/connection.ts'
import { msg_messages } from '../db/messaging/messages/tables.ts'
import { raw, sql } from '../db/store/sql.ts'
import { at, type Figures, report } from './harness/report.ts'
import { openHouse } from './harness/sending.ts'

const [wanted = 1_000_000, calls = 2000] = process.argv.slice(2).map(Number)
const a_piece = 100_000
const house = await openHouse()
await house.fill(1)
const key = await house.sender.key()

const columns = Object.keys(msg_messages.columns)
const hex = (digits: number, text: string): string =>
  dialect() === 'sqlite'
    ? `printf('%0${digits}x', ${text})`
    : `lpad(to_hex(${text}), ${digits}, '0')`
const digits = (count: number, text: string): string =>
  dialect() === 'sqlite' ? `printf('%0${count}d', ${text})` : `lpad((${text})::text, ${count}, '0')`
const id = `'0198' || ${hex(4, 'n.x / 65536')} || '-' || ${hex(4, 'n.x % 65536')} || '-7000-8000-000000000000'`
const of: Record<string, string> = {
  id,
  phone: `'2557' || ${digits(8, '10000000 + n.x')}`,
  status: `'delivered'`,
  submitted: dialect() === 'sqlite' ? '1' : 'true',
}

/** The one that was accepted, again and again, as if each had been delivered. */
async function copy(from: number, to: number): Promise<void> {
  const series =
    dialect() === 'sqlite'
      ? `(with recursive s(x) as (select ${from} union all select x + 1 from s where x < ${to - 1}) select x from s)`
      : `generate_series(${from}, ${to - 1})`
  const picks = columns.map((name) => of[name] ?? `m.${name}`).join(', ')
  await within(() =>
    run(
      raw(`insert into msg_messages (${columns.join(', ')})
        select ${picks} from ${series} as n${dialect() === 'sqlite' ? '' : '(x)'}
        cross join (select * from msg_messages order by id desc limit 1) as m`),
    ),
  )
}
const sample = await row<{ id: string }>(sql`select id from msg_messages limit 1`)
for (let from = 0; from < wanted; from += a_piece)
  await copy(from, Math.min(wanted, from + a_piece))
await within(() => run(raw('analyze')))

await house.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = house.app.server.address() as AddressInfo
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 1 })
const idOf = (x: number): string => {
  const text = x.toString(16).padStart(8, '0')
  return `0198${text.slice(0, 4)}-${text.slice(4)}-7000-8000-000000000000`
}

async function timed(path: (turn: number) => string): Promise<Figures> {
  const took: number[] = []
  for (let turn = 0; turn < calls + 50; turn++) {
    const began = performance.now()
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: path(turn),
      headers: { authorization: `Bearer ${key.token}` },
    })
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`${path(turn)}: ${statusCode} ${text.slice(0, 200)}`)
    if (turn >= 50) took.push(performance.now() - began)
  }
  const ms = (share: number): number => Number(at(share, took).toFixed(2))
  return { calls, 'p50 ms': ms(0.5), 'p95 ms': ms(0.95), 'p99 ms': ms(0.99) }
}

const rows = {
  [`one of ${wanted}`]: await timed((turn) => `/v1/sms/${idOf((turn * 7919) % wanted)}`),
  'the first page': await timed(() => '/v1/sms'),
  'the first page of one state': await timed(() => '/v1/sms?status=delivered'),
}
await pool.close()
await house.close()
report('reading', rows, [
  'Goals with 10,000,000: one message p99 under 10 ms, the first page under 50 ms (M16).',
  ...(sample === undefined ? ['There was nothing to copy.'] : []),
])
