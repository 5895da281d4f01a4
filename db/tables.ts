// Every table of the product: importing this file is what makes `tables` complete.

import './appliance/house/tables.ts'
import './store/idempotency/tables.ts'
import './store/limits/tables.ts'
import './appliance/outbound/tables.ts'
import './appliance/requests/tables.ts'
import './appliance/timetable/tables.ts'
import './hospital/office/tables.ts'
import './hospital/desk/tables.ts'
import './hospital/money/tables.ts'
import './messaging/tables.ts'

export { tables } from './store/table.ts'
