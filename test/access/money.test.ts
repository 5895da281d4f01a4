import t from 'tap'
import { sweepAccess } from '../support/sweeps/access-sweep.ts'

t.test('access: money', (t) => sweepAccess(t, 'money'))
