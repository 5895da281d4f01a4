// Every clinical write is somebody's (CAR-1, ruling 27): a route of care that writes signs, and the edge
// refuses who has no staff record once staff are kept; what is no act of care says so here.

import t from 'tap'
import { doors } from '../../../daemon/hospital/care/doors.ts'

/** How the house is set up, what money, the gate and counting do, and what only looks. */
const no_acts_of_care: readonly RegExp[] = [
  /^(POST|PATCH) \/(wards|rooms|bed-classes|beds)(\/:id)?$/,
  /^POST \/beds\/:id\/(cleaned|out-of-service|return-to-service)$/,
  /^PATCH \/clinical\/(settings|assist\/settings)$/,
  /^POST \/clinical\/tables\/:key\/adopt$/,
  /^(POST|PATCH|PUT) \/pharmacy\/(medicines|ingredients|rules)/,
  /^POST \/admissions\/:id\/(clear|leave|body-moved)$/,
  /^POST \/census\/:id\/confirm$/,
  /^POST \/prescriptions\/check$/,
]

t.test('a route of care that writes is signed (CAR-1)', async (t) => {
  const writes = doors
    .flatMap(({ routes }) => routes)
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, signs }) => ({ name: `${method} ${path}`, signs }))
  t.ok(writes.length > 60, `${writes.length} routes write`)
  const nameless = writes
    .filter(({ signs }) => !signs)
    .map(({ name }) => name)
    .filter((name) => !no_acts_of_care.some((one) => one.test(name)))
  t.same(nameless, [], 'each of these is written in somebody’s name: `signs: true`')
})
