import { answer } from '../../../core/question.ts'
import { type Sql, sql } from '../../../store/sql.ts'
import { homeMedicinesOf as home_medicines_of } from '../../neighbours/medicines.ts'
import type { Brings } from '../../registry.ts'
import { repointing } from '../clinical/repointing.ts'
import { homeMedicinesOf } from './home-medicines.ts'

/** What both records say alike stays where it is (CAR-215). */
const notTakenThere = (to: string): Sql =>
  sql`not (status = 'TAKING' and exists (select 1 from home_medicines other
    where other.patient_id = ${to} and other.status = 'TAKING'
      and other.name_key = home_medicines.name_key))`

export const brings: Brings = {
  area: 'home-medicines',
  reads: { home_medicine: 'record:read' },
  repointPatient: repointing({ home_medicines: notTakenThere }),
  answers: [answer(home_medicines_of, homeMedicinesOf)],
}
