// What the edge costs: an open route and a paged list with sign-in and permission, each beside a
// bare fastify handler that answers the same bytes, in one run.

import { child } from './harness/child.ts'
import { load } from './harness/load.ts'
import { inTurn, report } from './harness/report.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 4)
const connections = 50

const house = await child<{ port: number; token: string }>('./house.ts', [
  new URL('./harness/accounts.ts', import.meta.url).href,
])
const { port, token } = house.said
const signed_in = { authorization: `Bearer ${token}` }
const rows: Record<string, Record<string, string | number>> = {}

for (const [name, path, headers] of [
  ['settings', '/api/v1/settings/system', {}],
  ['one account', '/api/v1/auth/me', signed_in],
  ['accounts, 50 of 5,000', '/api/v1/users', signed_in],
  ['accounts, page 90', '/api/v1/users?page=90', signed_in],
  ['accounts, searched', '/api/v1/users?search=mwinyi', signed_in],
] as const) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  const body = await answer.text()
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${body}`)
  const bare = await child<{ port: number }>('./bare.ts', [], body)
  const found = await inTurn(3, {
    house: () => load({ port, path, headers, connections, seconds }),
    bare: () => load({ port: bare.said.port, path: '/', connections, seconds }),
  })
  await bare.end()
  const ours = found['house']
  const base = found['bare']
  rows[name] = {
    'house/s': ours?.per_s ?? 0,
    'p50 ms': ours?.p50_ms ?? 0,
    'p99 ms': ours?.p99_ms ?? 0,
    'bare/s': base?.per_s ?? 0,
    ratio: Math.round(((ours?.per_s ?? 0) / (base?.per_s ?? 1)) * 100) / 100,
    bytes: body.length,
    'not 200': ours?.not_ok ?? 0,
  }
}
await house.end()
report('edge', rows, [
  'The baseline has no sign-in, permission, database or envelope: it answers kept bytes.',
])
