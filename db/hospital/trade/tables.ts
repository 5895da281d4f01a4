// The tables of this wing. Importing this file is what makes them known.

import './clients/tables.ts'
import './clients/contacts/tables.ts'
import './clients/settings/tables.ts'
import './clients/follow-ups/tables.ts'
import './clients/interactions/tables.ts'
import './discounts/tables.ts'
import './quotations/tables.ts'
import './orders/tables.ts'
import './orders/deliveries/tables.ts'
import './orders/invoicing/tables.ts'
import './returns/tables.ts'
