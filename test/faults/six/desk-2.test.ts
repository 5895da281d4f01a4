import t from 'tap'
import { sixAtOnce } from '../../support/sweeps/six-at-once.ts'

t.test('six at once: desk, part 2', (t) => sixAtOnce(t, { called: 'desk', at: 2, of: 3 }))
