// The tables of this wing. Importing this file is what makes them known.

import './clinical/tables.ts'
import './chart/tables.ts'
import './wards/places/tables.ts'
import './wards/admissions/tables.ts'
import './wards/census/tables.ts'
import './medicines/formulary/tables.ts'
import './medicines/safety/tables.ts'
