import t from 'tap'
import { sweepAccess } from '../support/access-sweep.ts'

t.test('access: people', (t) => sweepAccess(t, 'people'))
