import t from 'tap'
import { sixAtOnce } from '../../support/sweeps/six-at-once.ts'

t.test('six at once: messaging', (t) => sixAtOnce(t, { called: 'messaging' }))
