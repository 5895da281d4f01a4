// What an emergency of violence asks for beside care (EMG-9, VUL-2): welfare hears that somebody needs
// help, and the group that spares the survivor the bill is open until welfare has decided.

import type { Caller } from '../../../core/caller.ts'
import { openFor } from '../patients/groups/groups.ts'
import type { Row } from './emergencies.ts'
import { tellWelfare } from './telling.ts'

const groups = {
  GENDER_VIOLENCE: 'GBV_SURVIVOR',
  CHILD_ABUSE: 'CHILD_ABUSE_SURVIVOR',
} as const
const days_open = 30

export async function protect(caller: Caller, row: Row): Promise<void> {
  const { category } = row
  if (category !== 'GENDER_VIOLENCE' && category !== 'CHILD_ABUSE') return
  await openFor(caller, row.patient_id, groups[category], days_open)
  await tellWelfare(caller, row)
}
