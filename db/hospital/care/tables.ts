// The tables of this wing. Importing this file is what makes them known.

import './clinical/tables.ts'
import './chart/tables.ts'
import './wards/places/tables.ts'
import './wards/admissions/tables.ts'
import './wards/census/tables.ts'
import './notices/tables.ts'
import './records/tables.ts'
import './nursing/tables.ts'
import './consents/tables.ts'
import './procedures/tables.ts'
import './assistant/tables.ts'
