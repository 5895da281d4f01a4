import t from 'tap'
import { sixAtOnce } from '../../support/sweeps/six-at-once.ts'

t.test('six at once: money, part 3', (t) => sixAtOnce(t, { called: 'money', at: 3, of: 3 }))
