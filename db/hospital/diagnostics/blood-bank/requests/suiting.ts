// Units that suit a patient, the best first (BLD-41): the same group, then what is compatible, what expires soonest in
// front; nothing that the decision would refuse, and nothing that lacks what the patient needs.

import type { Caller } from '../../../../core/caller.ts'
import { clock, nextDay } from '../../../../core/clock.ts'
import { type Page, type PageAsked, pageOf } from '../../../../store/pages.ts'
import { sql, where } from '../../../../store/sql.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { aboOf, donors_for } from '../matching/compatibility.ts'
import { decide, isCells, type Requirement } from '../matching/decision.ts'
import { recipientOf } from '../patients/record.ts'
import { settingsOf } from '../settings/settings.ts'
import type { UnitRow } from '../units/record.ts'
import type { BloodUnit, UnitFilter } from '../units/shapes.ts'
import { blood_units } from '../units/tables.ts'
import { shown, unitsAsked } from '../units/view.ts'
import { factsOf } from './facts.ts'

export interface For {
  patient_id: string
  requirements: readonly Requirement[]
  emergency: boolean
  /** Cells that are a week old at most are asked for. */
  fresh: boolean
}

/** Of units that come by their date. */
export async function suiting(
  caller: Caller,
  found: readonly UnitRow[],
  asked: For,
): Promise<UnitRow[]> {
  const recipient = await recipientOf(caller, asked.patient_id)
  const { childbearing_to } = await settingsOf(caller)
  const since = await collectedSince(caller, asked)
  const { requirements, emergency } = asked
  const fits = found.filter((unit) => {
    if (isCells(unit.family) && unit.collected_on < since) return false
    if (unit.blood_group === null || !unit.group_confirmed) return false
    const { refused, bites } = decide({
      recipient,
      unit: factsOf(unit),
      requirements,
      childbearing_to,
      emergency,
    })
    return refused === null && (bites['BLD_REQUIREMENT'] ?? []).length === 0
  })
  return fits.toSorted((a, b) => rank(a, recipient.group) - rank(b, recipient.group))
}

const newborn_days = 28
const fresh_days = 7

/** Cells for a newborn, or to exchange its blood, are a week old at most. */
async function collectedSince(caller: Caller, { patient_id, fresh }: For): Promise<string> {
  const { birth_date } = await patientRecord.get(caller, patient_id)
  const day = await today(caller)
  const is_newborn = birth_date !== null && birth_date >= nextDay(day, -newborn_days)
  return is_newborn || fresh ? nextDay(day, -fresh_days) : ''
}

/** Whole group, then the order of the table; the sort keeps what expires first in front. */
function rank(unit: UnitRow, group: UnitRow['blood_group']): number {
  if (group === null || unit.blood_group === null) return 0
  if (unit.blood_group === group) return 0
  return 1 + donors_for[unit.family][aboOf(group)].indexOf(aboOf(unit.blood_group))
}

const looked_at = 2000

/** Whatever is on the shelf for a patient of whom no request stands yet. */
export async function unitsFor(
  caller: Caller,
  asked: UnitFilter & PageAsked,
  patient_id: string,
): Promise<Page<BloodUnit>> {
  const found = await blood_units.read(
    sql`select ${blood_units.selection('u')} from blood_units u${where([
      ...(await unitsAsked(caller, asked)),
      sql`u.status = 'AVAILABLE' and u.expires_at > ${clock.instant()}`,
      sql`(u.only_for_id is null or u.only_for_id = ${patient_id})`,
    ])} order by u.expires_at, u.id limit ${looked_at}`,
  )
  const of = { patient_id, requirements: [], emergency: false, fresh: false }
  return pageOf(
    asked,
    (await suiting(caller, found, of)).map((unit) => shown(caller, unit)),
  )
}
