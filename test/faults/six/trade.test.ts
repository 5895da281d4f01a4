import t from 'tap'
import { sixAtOnce } from '../../support/six-at-once.ts'

t.test('six at once: trade', (t) => sixAtOnce(t, { called: 'trade' }))
