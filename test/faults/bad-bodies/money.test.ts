import t from 'tap'
import { sweepBodies } from '../../support/sweeps/bad-bodies.ts'

t.test('bodies and pages that are none: money', (t) => sweepBodies(t, 'money'))
