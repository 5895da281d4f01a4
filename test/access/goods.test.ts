import t from 'tap'
import { sweepAccess } from '../support/sweeps/access-sweep.ts'

t.test('access: goods', (t) => sweepAccess(t, 'goods'))
