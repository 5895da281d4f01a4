import t from 'tap'
import { sweepAccess } from '../support/access-sweep.ts'

t.test('access: office', (t) => sweepAccess(t, 'office'))
