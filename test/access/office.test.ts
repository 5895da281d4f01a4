import t from 'tap'
import { sweepAccess } from '../support/sweeps/access-sweep.ts'

t.test('access: office', (t) => sweepAccess(t, 'office'))
