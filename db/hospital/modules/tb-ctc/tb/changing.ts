// The regimen of a case is changed, held back or taken up again (D.3: regimen).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { today } from '../../../office/places/hours.ts'
import { prescribe, stopPrescription } from '../prescribing.ts'
import type { Phase } from '../sheets/rows.ts'
import { tbRegimens, tbRules } from '../sheets/sheets.ts'
import { categoryOf, fittingRegimen } from './dosing.ts'
import { takenInPhase } from './calendar.ts'
import { begunCase, type CaseRow, caseNumber, caseRecord } from './record.ts'
import { type Registered, takenIn } from './registering.ts'
import type { TbRegimenInput } from './shapes.ts'
import type { RegimenKept } from './tables.ts'

export async function changeRegimen(
  caller: Caller,
  id: string,
  input: TbRegimenInput,
): Promise<Registered> {
  await practisingSigner(caller)
  const before = await begunCase(caller, id, 'regimen')
  const { regimen } = before
  if (regimen === null) throw conflict(`TB case ${caseNumber(before)} has no regimen.`)
  if (input.action === 'HOLD') return hold(caller, before, regimen, input)
  if (input.action === 'RESUME' && !regimen.held) {
    throw conflict(`The regimen of ${caseNumber(before)} is not held back.`, 'not_held')
  }
  const now = await anew(caller, before, regimen, input)
  await stopPrescription(caller, regimen.prescription_id, 'CHANGED')
  const done = await takenInPhase(caller, before, now.phase.key)
  const taken = takenIn(now.phase, now.kept.weight_kg, input.by_hand, done)
  const written = await prescribe(caller, before.patient_id, taken, input.overrides)
  const kept = { ...now.kept, held: false, prescription_id: written.prescription_id }
  const row = await caseRecord.moved(caller, before, 'regimen', { regimen: kept }, why(input))
  return { row, warnings: written.warnings }
}

const why = ({ action, reason_code, reason }: TbRegimenInput): string =>
  `${action}: ${reason_code}. ${reason}`

async function hold(
  caller: Caller,
  before: CaseRow,
  regimen: RegimenKept,
  input: TbRegimenInput,
): Promise<Registered> {
  if (regimen.held) {
    throw conflict(`The regimen of ${caseNumber(before)} is held back already.`, 'held')
  }
  await stopPrescription(caller, regimen.prescription_id, 'NOT_TOLERATED')
  const kept = { ...regimen, held: true, prescription_id: null }
  const row = await caseRecord.moved(caller, before, 'regimen', { regimen: kept }, why(input))
  return { row, warnings: [] }
}

interface Anew {
  kept: RegimenKept
  phase: Phase
}

/** CHANGE wants the weight of today; RESUME goes on where it stopped. */
async function anew(
  caller: Caller,
  before: CaseRow,
  regimen: RegimenKept,
  input: TbRegimenInput,
): Promise<Anew> {
  if (input.action === 'CHANGE' && !input.weight_kg) {
    throw invalid('weight_kg', 'of the last 3 days is required.')
  }
  const weight_kg = input.weight_kg ?? regimen.weight_kg
  const by_hand = input.by_hand ?? null
  const key = input.regimen_key || regimen.key
  if (key === regimen.key) {
    const phase = regimen.phases.find((one) => one.key === regimen.phase) as Phase
    return { phase, kept: { ...regimen, weight_kg, by_hand } }
  }
  const day = await today(caller, before.facility_id)
  const patient = await patientRecord.get(caller, before.patient_id)
  const category = categoryOf(patient, weight_kg, await tbRules(caller), day)
  const all = await tbRegimens(caller)
  const { phases, title, dr } = fittingRegimen(all, key, category, before.resistance)
  const phase = (phases.find((one) => one.key === regimen.phase) ?? phases[0]) as Phase
  return {
    phase,
    kept: {
      ...regimen,
      key,
      title,
      dr,
      phases,
      phase: phase.key,
      phase_started_on: day,
      weight_kg,
      by_hand,
    },
  }
}
