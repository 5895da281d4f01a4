// The tables of this wing. Importing this file is what makes them known.

import './stock/settings/tables.ts'
import './stock/witness/tables.ts'
import './stock/products/tables.ts'
import './stock/stores/tables.ts'
import './stock/pool/tables.ts'
import './stock/register/tables.ts'
import './stock/adjustments/tables.ts'
import './stock/quarantine/tables.ts'
import './stock/counts/tables.ts'
import './stock/transfers/tables.ts'
import './stock/requisitions/tables.ts'
import './stock/disposals/tables.ts'
