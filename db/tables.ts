// Every table of the product: importing this file is what makes `tables` complete.

import './hospital/access/tables.ts'
import './hospital/audit/tables.ts'
import './hospital/hospitals/tables.ts'
import './hospital/outbox/tables.ts'
import './hospital/places/tables.ts'
import './hospital/sequences/tables.ts'
import './hospital/settings/tables.ts'

import './idempotency/tables.ts'

export { tables } from './table.ts'
