// The tables of this wing. Importing this file is what makes them known.

import './stock/settings/tables.ts'
import './stock/witness/tables.ts'
