// Every table of the product: importing this file is what makes `tables` complete.

import './hospital/access/tables.ts'
import './hospital/appointments/tables.ts'
import './hospital/attachments/tables.ts'
import './hospital/audit/tables.ts'
import './hospital/exports/tables.ts'
import './hospital/hospitals/tables.ts'
import './hospital/jobs/tables.ts'
import './hospital/notifications/tables.ts'
import './hospital/imports/tables.ts'
import './hospital/outbox/tables.ts'
import './hospital/patient-messages/tables.ts'
import './hospital/patients/tables.ts'
import './hospital/places/tables.ts'
import './hospital/sequences/tables.ts'
import './hospital/settings/tables.ts'
import './hospital/system/tables.ts'

import './idempotency/tables.ts'
import './limits/tables.ts'
import './timetable/tables.ts'

export { tables } from './table.ts'
