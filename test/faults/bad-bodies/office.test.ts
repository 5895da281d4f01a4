import t from 'tap'
import { sweepBodies } from '../../support/sweeps/bad-bodies.ts'

t.test('bodies and pages that are none: office', (t) => sweepBodies(t, 'office'))
