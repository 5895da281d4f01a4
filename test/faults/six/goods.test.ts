import t from 'tap'
import { sixAtOnce } from '../../support/sweeps/six-at-once.ts'

t.test('six at once: goods', (t) => sixAtOnce(t, { called: 'goods' }))
