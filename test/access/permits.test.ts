// Every permission that a route asks for is declared, and written as one.

import { readdirSync } from 'node:fs'
import t from 'tap'
import { codesOf } from '../../daemon/edge/route.ts'
import { hospital_doors } from '../../daemon/hospital/areas.ts'
import { permits } from '../../db/hospital/permits.ts'
import { partOf } from '../support/sweeps/parts.ts'

const closed = hospital_doors.flatMap(({ routes }) =>
  routes.flatMap((route) => (route.access === 'open' ? [] : [{ route }])),
)

t.test('access: every permission is used, and every use is declared', async (t) => {
  const used = new Set(closed.flatMap(({ route }) => codesOf(route.access)))
  for (const code of used) {
    if (code === 'self:use' || code === 'portal:use') continue
    t.ok(code in permits, `${code} stands in a permits.ts`)
  }
  for (const code of Object.keys(permits)) t.match(code, /^[a-z][a-z0-9_-]*:[a-z][a-z0-9_-]*$/)
})

t.test('access: every part of the house has its sweep', async (t) => {
  const here = new Set(readdirSync(import.meta.dirname))
  for (const part of new Set(closed.map(({ route }) => partOf(route.path)))) {
    t.ok(here.has(`${part}.test.ts`), `test/access/${part}.test.ts`)
  }
})
