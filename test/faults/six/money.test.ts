import { join } from 'node:path'
import t from 'tap'
import { sixAtOnce } from '../../support/six-at-once.ts'

t.test('six at once: money', async (t) => {
  await sixAtOnce(t, 'hospital', join(import.meta.dirname, 'money.txt'), ({ path }) =>
    /^\/(accounting|billing)\//.test(path),
  )
})
