// The class in which a patient waits (QUE-5).

import type { Caller } from '../../../../core/caller.ts'
import { frailtyOf } from '../../../neighbours/frailty.ts'
import { ageOn } from '../../patients/register/ages.ts'
import type { Row as Patient } from '../../patients/rows.ts'
import { settingsOf } from '../../patients/settings.ts'
import { today } from '../../../office/places/hours.ts'
import type { PriorityReason } from '../words.ts'

export interface Class {
  priority: number
  priority_reason: PriorityReason | null
}

interface Case {
  patient: Patient
  facility_id: string
  triage_category: number | null
  /** An appointment whose patient came in time. */
  appointment: boolean
}

export async function classFor(caller: Caller, asked: Case): Promise<Class> {
  const { triage_category } = asked
  if (triage_category !== null && triage_category <= 3) {
    return { priority: triage_category, priority_reason: 'ACUITY' }
  }
  const why = await beforeOthers(caller, asked)
  return why === null
    ? { priority: 5, priority_reason: null }
    : { priority: 4, priority_reason: why }
}

async function beforeOthers(caller: Caller, asked: Case): Promise<PriorityReason | null> {
  const { elderly_age } = await settingsOf(caller)
  const { birth_date, id } = asked.patient
  const { years } = ageOn(birth_date, await today(caller, asked.facility_id), 'en')
  if (years >= elderly_age) return 'ELDERLY'
  if (years < 1) return 'INFANT'
  const { pregnant, disability } = await frailtyOf(caller, id)
  if (pregnant) return 'PREGNANT'
  if (disability) return 'DISABILITY'
  return asked.appointment ? 'APPOINTMENT' : null
}
