// Drawn by npm run draw from the folders of this wing, never by hand.
import type { Door } from '../../edge/route.ts'
import { door as attendance } from './attendance.ts'
import { door as exits } from './exits.ts'
import { door as leave } from './leave.ts'
import { door as licences } from './licences.ts'
import { door as payroll } from './payroll.ts'
import { door as payroll_runs } from './payroll-runs.ts'
import { door as recruitment } from './recruitment.ts'
import { door as rosters } from './rosters.ts'
import { door as salaries } from './salaries.ts'
import { door as staff } from './staff.ts'
import { door as training_courses } from './training-courses.ts'

export const doors: readonly Door[] = [
  attendance,
  exits,
  leave,
  licences,
  payroll,
  payroll_runs,
  recruitment,
  rosters,
  salaries,
  staff,
  training_courses,
]
