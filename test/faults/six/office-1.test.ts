import t from 'tap'
import { sixAtOnce } from '../../support/sweeps/six-at-once.ts'

t.test('six at once: office, part 1', (t) => sixAtOnce(t, { called: 'office', at: 1, of: 3 }))
