import { join } from 'node:path'
import t from 'tap'
import { sixAtOnce } from '../../support/six-at-once.ts'

const desk =
  /^\/(patient|visits|referral|emergenc|queue|appointment|service-points|mass-casualty|administrative-areas|portal|vital|vulnerable|clinic|break-glass|schedule-exceptions|identifiers|front-office)/

t.test('six at once: the desk', async (t) => {
  await sixAtOnce(t, 'hospital', join(import.meta.dirname, 'desk.txt'), ({ path }) =>
    desk.test(path),
  )
})
