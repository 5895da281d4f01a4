// A patient comes to lie in a bed (3.7 admit; CAR-136, CAR-140 to CAR-142).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { GateResult, Override } from '../../../desk/gates/shapes.ts'
import type { Row as Patient } from '../../../desk/patients/rows.ts'
import { setVisitClass } from '../../../desk/visits/for-areas.ts'
import { openVisit, openVisitRow } from '../../../desk/visits/moves/open.ts'
import { isOpen, visitRecord } from '../../../desk/visits/rows.ts'
import { momentOf } from '../../../desk/vitals/read-input.ts'
import { chargeVisit } from '../../../neighbours/billing.ts'
import { today } from '../../../office/places/hours.ts'
import type { BedRow } from '../places/bed-record.ts'
import { wardRecord } from '../places/wards.ts'
import { bedToTake, beginStay, letGo, lieDown } from '../stays/beds-held.ts'
import { entityOf, mayLieIn } from '../stays/fitting.ts'
import { retakeFrom } from '../census/taking.ts'
import type { Moved } from './answers.ts'
import { begun } from './begin.ts'
import { reviewIsolation } from './isolating.ts'
import { admissionRecord, type Row } from './record.ts'
import { attendingOf } from './request.ts'
import type { AdmitInput } from './shapes.ts'

const usual_days = 3

export async function admit(caller: Caller, id: string, input: AdmitInput): Promise<Moved> {
  const signer = await practisingSigner(caller)
  const { before, patient } = await begun(caller, id, 'admit')
  const attending = await attendingOf(caller, input.attending_id ?? before.attending_id)
  if (attending.attending_id === undefined) throw invalid('attending_id', 'is required.')
  const admitted_at = momentOf('admitted_at', input.admitted_at, patient.birth_date, 'told')
  const wanted: Row = {
    ...before,
    ...attending,
    attending_name: attending.attending_name ?? null,
    visit_id: await visitOfStay(caller, before),
  }
  const bed = await bedOf(caller, wanted, input.bed_id ?? before.bed_id)
  const warnings = await passed(caller, wanted, patient, bed, input.overrides ?? [])
  // Another bed that was kept is nobody's any more.
  if (bed !== null && bed.id !== before.bed_id) await letGo(caller, before, 'Admitted elsewhere')
  const row = await admissionRecord.moved(caller, before, 'admit', {
    ...attending,
    visit_id: wanted.visit_id,
    ward_id: bed?.ward_id ?? before.ward_id,
    bed_id: bed?.id ?? null,
    admitted_at,
    admitted_by_name: signer.name.slice(0, 160),
    expected_discharge_on: await expected(caller, input, before),
  })
  if (bed === null) await beginStay(caller, row, admitted_at, 'ADMITTED')
  else await lieDown(caller, row, bed, admitted_at, 'ADMITTED')
  if (bed === null && row.ward_id !== null) await retakeFrom(caller, [row.ward_id], admitted_at)
  await reviewIsolation(caller, row)
  return { row, warnings: [...warnings, ...(await charged(caller, row))] }
}

async function expected(caller: Caller, input: AdmitInput, before: Row): Promise<string> {
  const day = await today(caller, before.facility_id)
  const asked = input.expected_discharge_on ?? before.expected_discharge_on
  if (asked === null) return nextDay(day, usual_days)
  if (asked < day) throw invalid('expected_discharge_on', 'is over already.')
  return asked
}

/** CAR-141: the one that was named while it is open, else the open one, else a new one. */
export async function visitOfStay(caller: Caller, before: Row): Promise<string> {
  const named =
    before.visit_id === null ? undefined : await visitRecord.get(caller, before.visit_id)
  const open =
    named !== undefined && isOpen(named) ? named : await openVisitRow(caller, before.patient_id)
  const kind = before.kind === 'DAY_CASE' ? ('DAY_CASE' as const) : ('INPATIENT' as const)
  const visit =
    open ?? (await openVisit(caller, { patient_id: before.patient_id, kind, start: false })).visit
  if (visit.facility_id !== before.facility_id) {
    throw conflict(`Visit ${visit.number} is open in another branch.`, 'other_branch')
  }
  await setVisitClass(caller, {
    visit_id: visit.id,
    visit_class: 'INPATIENT',
    admission_id: before.id,
  })
  return visit.id
}

/** Null: a newborn at its mother's side. */
async function bedOf(
  caller: Caller,
  admission: Row,
  bed_id: string | null,
): Promise<BedRow | null> {
  if (admission.with_mother) return null
  if (bed_id === null) throw invalid('bed_id', 'is required.')
  return bedToTake(caller, bed_id, admission)
}

async function passed(
  caller: Caller,
  admission: Row,
  patient: Patient,
  bed: BedRow | null,
  overrides: readonly Override[],
): Promise<GateResult[]> {
  const fits = bed === null ? [] : await mayLieIn(caller, { admission, patient, bed }, overrides)
  const ward_id = bed?.ward_id ?? admission.ward_id
  if (ward_id === null) throw invalid('ward_id', 'is required.')
  const ward = await wardRecord.get(caller, ward_id)
  const other = await gate(caller, {
    action: 'admission.admit',
    subject: { admission, patient, ...(bed === null ? {} : { bed }) },
    facts: { ward_kinds: ward.kind, departments: ward.department },
    emergency: admission.priority === 'EMERGENCY',
    overrides: overrides.filter(({ gate: key }) => !key.startsWith('BED_')),
    entity: entityOf(admission),
  })
  return [...fits, ...other]
}

/** What an admission brings by itself; a price that is missing stops nobody. */
async function charged(caller: Caller, { visit_id }: Row): Promise<GateResult[]> {
  if (visit_id === null) return []
  const { warning } = await chargeVisit(caller, { visit_id, event: 'ADMISSION' })
  if (warning === undefined) return []
  return [
    {
      gate: null,
      level: 'WARN',
      subject: null,
      message: warning,
      may_override: [],
      permission: null,
      reasons: [],
    },
  ]
}
