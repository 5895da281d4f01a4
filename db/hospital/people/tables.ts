// The tables of this wing. Importing this file is what makes them known.

import './staff/banks/tables.ts'
import './staff/cadres/tables.ts'
import './staff/licences/tables.ts'
import './staff/records/tables.ts'
import './staff/settings/tables.ts'
