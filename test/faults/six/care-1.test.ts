import t from 'tap'
import { sixAtOnce } from '../../support/sweeps/six-at-once.ts'

t.test('six at once: care, part 1', (t) => sixAtOnce(t, { called: 'care', at: 1, of: 3 }))
