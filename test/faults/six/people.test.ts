import t from 'tap'
import { sixAtOnce } from '../../support/six-at-once.ts'

t.test('six at once: people', (t) => sixAtOnce(t, { called: 'people' }))
