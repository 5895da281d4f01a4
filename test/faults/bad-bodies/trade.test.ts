import t from 'tap'
import { sweepBodies } from '../../support/bad-bodies.ts'

t.test('bodies and pages that are none: trade', (t) => sweepBodies(t, 'trade'))
