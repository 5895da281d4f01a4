// What a new database begins with. Until the first release it is drawn from the tables, a file an area
// (npm run draw); from then on it stands, and migrations are only added.

import { stepsBetween } from '../drift.ts'
import { foundation } from './foundation/all.ts'

export const steps = stepsBetween({}, foundation)
