// The doors of this wing; the order is that of the descriptions.

import type { Door } from '../../edge/route.ts'
import { door as attendance } from './attendance.ts'
import { door as staff } from './staff.ts'
import { door as staff_licences } from './licences.ts'
import { door as leave } from './leave.ts'
import { door as payroll } from './payroll.ts'
import { door as salaries } from './salaries.ts'
import { door as payroll_runs } from './payroll-runs.ts'
import { door as rosters } from './rosters.ts'
import { door as exits } from './exits.ts'
import { door as recruitment } from './recruitment.ts'

export const doors: readonly Door[] = [
  staff,
  staff_licences,
  recruitment,
  leave,
  rosters,
  attendance,
  payroll,
  payroll_runs,
  salaries,
  exits,
]
