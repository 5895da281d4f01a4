// The API as a committed list: a change of it is a line in a reviewer's diff.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { endpointLines } from '../daemon/edge/describe/endpoints.ts'
import { hospital_doors } from '../daemon/hospital/areas.ts'
import { messaging_doors } from '../daemon/messaging/areas.ts'

const file = join(import.meta.dirname, 'endpoints.txt')

t.test(
  'endpoints: test/endpoints.txt lists what is mounted (MSG-660: none goes unseen)',
  async (t) => {
    const now =
      [...endpointLines(hospital_doors, '/api/v1'), ...endpointLines(messaging_doors, '/v1')].join(
        '\n',
      ) + '\n'
    // Written only when asked for, by hand; never by the run that checks it.
    if (process.env['WRITE_ENDPOINTS'] === '1') writeFileSync(file, now)
    t.equal(
      readFileSync(file, 'utf8'),
      now,
      'run: WRITE_ENDPOINTS=1 npm test -- test/endpoints.test.ts',
    )
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
