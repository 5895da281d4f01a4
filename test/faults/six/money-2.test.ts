import t from 'tap'
import { sixAtOnce } from '../../support/sweeps/six-at-once.ts'

t.test('six at once: money, part 2', (t) => sixAtOnce(t, { called: 'money', at: 2, of: 3 }))
