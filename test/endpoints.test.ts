// The API as a committed list: a change of it is a line in a reviewer's diff.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Door } from '../daemon/edge/route.ts'
import { endpointLines } from '../daemon/edge/describe/endpoints.ts'
import { hospital_doors } from '../daemon/hospital/areas.ts'
import { messaging_doors } from '../daemon/messaging/areas.ts'

const folder = join(import.meta.dirname, 'endpoints')

/** What each area mounts, a file an area; those of messaging say so in their name. */
const wanted = new Map([
  ...files(hospital_doors, '/api/v1', ''),
  ...files(messaging_doors, '/v1', 'messaging-'),
])

function files(doors: readonly Door[], prefix: string, before: string): [string, string][] {
  return [...Map.groupBy(doors, ({ area }) => area)].map(([area, own]) => [
    `${before}${area}.txt`,
    `${endpointLines(own, prefix).join('\n')}\n`,
  ])
}

t.test(
  'endpoints: test/endpoints/ lists what is mounted (MSG-660: none goes unseen)',
  async (t) => {
    // Written only when asked for, by hand; never by the run that checks it.
    if (process.env['WRITE_ENDPOINTS'] === '1') {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
      for (const [name, lines] of wanted) writeFileSync(join(folder, name), lines)
    }
    t.same(readdirSync(folder).toSorted(), [...wanted.keys()].toSorted())
    for (const [name, lines] of wanted) {
      t.equal(
        readFileSync(join(folder, name), 'utf8'),
        lines,
        `${name}: run WRITE_ENDPOINTS=1 npm test -- test/endpoints.test.ts`,
      )
    }
  },
)

t.test('endpoints: no route stands twice', async (t) => {
  const lines = [
    ...endpointLines(hospital_doors, '/api/v1'),
    ...endpointLines(messaging_doors, '/v1'),
  ]
  const keys = lines.map((line) =>
    line
      .split('\t')
      .slice(0, 2)
      .join(' ')
      .replace(/:[a-z_]+/g, ':x'),
  )
  t.equal(new Set(keys).size, keys.length)
})
