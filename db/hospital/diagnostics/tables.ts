// The tables of this wing. Importing this file is what makes them known.

import './laboratory/catalogue/tables.ts'
import './laboratory/orders/tables.ts'
import './laboratory/specimens/tables.ts'
import './laboratory/results/tables.ts'
import './laboratory/critical/tables.ts'
