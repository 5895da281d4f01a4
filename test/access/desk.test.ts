import t from 'tap'
import { sweepAccess } from '../support/sweeps/access-sweep.ts'

t.test('access: desk', (t) => sweepAccess(t, 'desk'))
