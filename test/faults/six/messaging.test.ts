import { join } from 'node:path'
import t from 'tap'
import { sixAtOnce } from '../../support/six-at-once.ts'

t.test('six at once: messaging', async (t) => {
  await sixAtOnce(t, 'messaging', join(import.meta.dirname, 'messaging.txt'), () => true)
})
