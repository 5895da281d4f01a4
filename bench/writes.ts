// A small write through the whole edge (PATCH /departments/:id: look-ups, change, row in the audit
// log, one transaction) by 1, 16 and 64 at once; how many writes share one commit.
//   npm run bench -- writes [seconds a round, 3]     DB=postgres for the other database

import { child } from './harness/child.ts'
import type { Served } from './harness/house.ts'
import { type Loaded, load } from './harness/load.ts'
import { type Figures, report } from './harness/report.ts'

const seconds = Number(process.argv[2] ?? 3)
const house = await child<Served>('./house.ts', [
  new URL('./harness/accounts.ts', import.meta.url).href,
])
const { port, token, department_ids, address } = house.said
const rounds: Record<string, { loaded: Loaded; commits: number }[]> = {}
const at_once = [1, 16, 64]

for (let round = 0; round < 3; round++) {
  for (const connections of at_once) {
    const before = await house.ask<number>('commits')
    const loaded = await load({
      port,
      pid: house.process.pid,
      path: department_ids.map((id) => `/api/v1/departments/${id}`),
      method: 'PATCH',
      body: (turn) => JSON.stringify({ extension: String(turn) }),
      headers: { authorization: `Bearer ${token}` },
      connections,
      seconds,
    })
    const commits = (await house.ask<number>('commits')) - before
    ;(rounds[connections] ??= []).push({ loaded, commits })
  }
}
await house.end()

const rows = Object.fromEntries(
  at_once.map((connections): [string, Figures] => {
    const sorted = (rounds[connections] ?? []).toSorted((a, b) => a.loaded.per_s - b.loaded.per_s)
    const { loaded, commits } = sorted[1] ?? sorted[0] ?? fail()
    return [
      `${connections} at once`,
      {
        'writes/s': loaded.per_s,
        'p50 ms': loaded.p50_ms,
        'p99 ms': loaded.p99_ms,
        'cpu µs': loaded.cpu_us,
        'writes a commit':
          address.engine === 'sqlite' ? Math.round((loaded.requests / commits) * 10) / 10 : 1,
        'not 200': loaded.not_ok,
      },
    ]
  }),
)
report('writes', rows, ['SQLite: WAL, synchronous=FULL. Seven statements a write.'])

function fail(): never {
  throw new Error('no round was run')
}
