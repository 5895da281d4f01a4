// The tables of this wing. Importing this file is what makes them known.

import './payroll/tables.ts'
import './payroll/profiles/tables.ts'
import './payroll/inputs/tables.ts'
import './staff/banks/tables.ts'
import './staff/cadres/tables.ts'
import './staff/leave/tables.ts'
import './staff/licences/tables.ts'
import './staff/records/tables.ts'
import './staff/recruitment/tables.ts'
import './staff/rosters/tables.ts'
import './staff/settings/tables.ts'
import './staff/training/tables.ts'
