import { join } from 'node:path'
import t from 'tap'
import { sixAtOnce } from '../../support/six-at-once.ts'

/** What the other files of this folder ask. */
const elsewhere =
  /^\/(accounting|billing|patient|visits|referral|emergenc|queue|appointment|service-points|mass-casualty|administrative-areas|portal|vital|vulnerable|clinic|break-glass|schedule-exceptions|identifiers|front-office)/

t.test('six at once: the office', async (t) => {
  await sixAtOnce(
    t,
    'hospital',
    join(import.meta.dirname, 'office.txt'),
    ({ path }) => !elsewhere.test(path),
  )
})
