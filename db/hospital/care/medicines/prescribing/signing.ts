// Signing (3.3): every item is checked against each other and what is taken already; all of them are signed
// or none (CAR-61). A learner's waits for a co-signature.

import { can, type Caller } from '../../../../core/caller.ts'
import { clock, dayIn, hours, nextDay } from '../../../../core/clock.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { GateResult, Override } from '../../../desk/gates/shapes.ts'
import { patientRecord, writable } from '../../../desk/patients/rows.ts'
import { mayPractise, staffOf } from '../../../neighbours/people.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { tell } from '../../../neighbours/telling.ts'
import { today, zoneOf } from '../../../office/places/hours.ts'
import { clinicalOf } from '../../clinical/settings.ts'
import { said } from '../../wards/admissions/discharge.ts'
import { order_action } from '../../wards/running-gate.ts'
import { clearance } from '../checks/kidneys.ts'
import type { Situation } from '../checks/situation.ts'
import { begins } from './following.ts'
import { allChecked, readLines, type ReadLine } from './lines.ts'
import { aroundOf, isEmergency, type Passed, passChecks } from './passing.ts'
import {
  itemRecord,
  items_of,
  type ItemRow,
  prescriptionRecord,
  type PrescriptionRow,
} from './record.ts'
import { inputOf, readOf } from './stored.ts'
import { judgeLines } from './judging.ts'

export interface Signed {
  row: PrescriptionRow
  warnings: GateResult[]
}

export interface Prescriber {
  staff_id: string | null
  name: string
  cadre: string | null
  registration_no: string | null
  /** Undefined while the hospital keeps no staff records. */
  kept: boolean
  warning: string | null
}

/** CAR-2: what cannot wait is never held back by a licence. */
export async function prescriberOf(caller: Caller, emergency: boolean): Promise<Prescriber> {
  const signer = await signerOf(caller)
  const staff = signer.staff_id === null ? null : await staffOf(caller)
  const known = {
    ...signer,
    cadre: staff?.cadre ?? null,
    registration_no: staff?.licence_no ?? null,
    kept: signer.staff_id !== null,
  }
  if (signer.staff_id === null) return { ...known, warning: null }
  const { answer, message } = await mayPractise(caller, signer.staff_id, await today(caller))
  if (answer === 'BLOCK' && !emergency) {
    throw conflict(message ?? 'Your practising licence has expired.', 'licence')
  }
  return { ...known, warning: answer === 'OK' ? null : message }
}

export async function sign(
  caller: Caller,
  id: string,
  overrides: readonly Override[] | undefined,
): Promise<Signed> {
  const { patient_id } = await prescriptionRecord.get(caller, id)
  await writable(caller, patient_id)
  return signNow(caller, await prescriptionRecord.begin(caller, id, 'sign'), overrides)
}

/** `before` is locked, its patient before it. */
export async function signNow(
  caller: Caller,
  before: PrescriptionRow,
  overrides: readonly Override[] | undefined,
): Promise<Signed> {
  prescriptionRecord.check(before, 'sign')
  if (before.by_id !== caller.user_id) {
    throw conflict(`Only ${before.prescriber_name} can sign this draft.`, 'author')
  }
  const looked = await looking(caller, before, overrides)
  const { prescriber, passed, lines } = looked
  const waits = isLearner(prescriber.cadre) || !can(caller, 'record:sign')
  const status = waits ? ('TO_COSIGN' as const) : ('ACTIVE' as const)
  const items = await signItems(caller, looked, 'sign', status)
  const row = await prescriptionRecord.moved(caller, before, 'sign', {
    status,
    signed_at: clock.instant(),
    prescriber_id: prescriber.staff_id,
    prescriber_name: prescriber.name.slice(0, 160),
    registration_no: prescriber.registration_no?.slice(0, 60) ?? null,
    valid_until: await validUntil(caller, before, lines),
    ...measuredIn(looked.of),
    alerts: passed.alerts,
  })
  await begins(caller, row, items)
  if (waits) await askCosign(caller, row)
  await tellOfReserve(caller, row, lines)
  const money = await ofTheAccount(caller, row, looked.emergency)
  return { row, warnings: [...withLicence(passed, prescriber), ...money] }
}

/** What the checks went by stands on what was signed, whatever is measured later. */
function measuredIn({ person, creatinine }: Situation) {
  const { weight_kg, weight_at = null, height_cm } = person
  const clears = creatinine === null ? null : clearance(person, creatinine)
  return {
    weight_kg,
    weight_at: weight_kg === null ? null : weight_at,
    height_cm,
    creatinine: tenth(creatinine),
    crcl_ml_min: tenth(clears),
  }
}

const tenth = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10) / 10

/** CAR-143: of somebody in a bed, and only of what can wait. */
const ofTheAccount = (
  caller: Caller,
  { id, kind, patient_id, visit_id }: PrescriptionRow,
  urgent: boolean,
): Promise<GateResult[]> =>
  kind === 'INPATIENT'
    ? gate(caller, {
        action: order_action,
        subject: { patient_id, urgent },
        entity: { type: 'prescription', id, patient_id, visit_id },
      })
    : Promise.resolve([])

const withLicence = ({ warnings }: Passed, { warning }: Prescriber): GateResult[] =>
  warning === null ? warnings : [...warnings, said(warning)]

const isLearner = (cadre: string | null): boolean => /intern|student/i.test(cadre ?? '')

interface Looked {
  prescriber: Prescriber
  emergency: boolean
  of: Situation
  items: ItemRow[]
  lines: ReadLine[]
  passed: Passed
}

async function looking(
  caller: Caller,
  before: PrescriptionRow,
  overrides: readonly Override[] | undefined,
): Promise<Looked> {
  const items = await items_of.of(caller, before.id)
  const staff = await staffOf(caller)
  const of = await aroundOf(caller, {
    ...before,
    except: items.flatMap(({ id, previous_item_id }) => [id, previous_item_id ?? id]),
    cadre: staff?.cadre ?? null,
  })
  const stat = items.every(({ frequency }) => frequency === 'STAT')
  const emergency = await isEmergency(caller, before, of, stat || before.kind === 'EMERGENCY')
  const prescriber = await prescriberOf(caller, emergency)
  const lines = await readLines(caller, items.map(inputOf), of)
  judgeLines(before, items.map(inputOf), lines, prescriber)
  const passed = await passChecks(caller, {
    action: 'rx.sign',
    lines: allChecked(lines),
    of,
    emergency,
    overrides,
    entity: {
      type: 'prescription',
      id: before.id,
      patient_id: before.patient_id,
      visit_id: before.visit_id,
    },
  })
  return { prescriber, emergency, of, items, lines, passed }
}

/** With the figures of the day of signing. */
async function signItems(
  caller: Caller,
  { items, lines }: Looked,
  move: 'sign' | 'cosign',
  status: 'ACTIVE' | 'TO_COSIGN',
): Promise<ItemRow[]> {
  const { antibiotic_review_hours } = await clinicalOf(caller)
  const signed: ItemRow[] = []
  for (const [index, before] of items.entries()) {
    const line = lines[index] as ReadLine
    const { aware } = line.checked.medicine
    const start = Date.parse(line.checked.start)
    const changes = {
      ...readOf(inputOf(before), line, before.patient_id),
      status,
      dispensed: before.own_supply ? ('NOT_NEEDED' as const) : before.dispensed,
      review_at:
        aware === null ? null : new Date(start + hours(antibiotic_review_hours)).toISOString(),
    }
    signed.push(await itemRecord.moved(caller, before, move, changes))
  }
  return signed
}

/** The shortest of what its items allow; what is given on the ward does not run out by a date. */
async function validUntil(
  caller: Caller,
  { kind, facility_id }: PrescriptionRow,
  lines: readonly ReadLine[],
): Promise<string | null> {
  if (kind === 'INPATIENT' || kind === 'EMERGENCY') return null
  const { rx_valid_days: valid } = await clinicalOf(caller)
  const longest = lines.map(({ checked: { medicine } }) => {
    if (medicine.controlled !== 'NONE') return valid.controlled
    return medicine.aware === null ? valid.normal : valid.antibiotic
  })
  return nextDay(dayIn(await zoneOf(caller, facility_id)), Math.min(...longest))
}

async function askCosign(caller: Caller, row: PrescriptionRow): Promise<void> {
  await tell(caller, {
    to: { permission: 'record:cosign' },
    kind: 'prescription.to_cosign',
    title: 'A prescription waits for your co-signature',
    body: `${row.number}, written by ${row.prescriber_name}.`,
    entity: { type: 'prescription', id: row.id },
  })
}

/** CAR-69. */
async function tellOfReserve(
  caller: Caller,
  row: PrescriptionRow,
  lines: readonly ReadLine[],
): Promise<void> {
  if (!lines.some(({ checked }) => checked.medicine.aware === 'RESERVE')) return
  await tell(caller, {
    to: { permission: 'dispense:verify' },
    kind: 'prescription.reserve',
    title: 'An antibiotic kept in reserve was prescribed',
    body: `${row.number}, by ${row.prescriber_name}.`,
    entity: { type: 'prescription', id: row.id },
  })
}

export async function cosign(
  caller: Caller,
  id: string,
  overrides: readonly Override[] | undefined,
): Promise<Signed> {
  const { patient_id } = await prescriptionRecord.get(caller, id)
  await writable(caller, patient_id)
  const before = await prescriptionRecord.begin(caller, id, 'cosign')
  notOwn(caller, before)
  const looked = await looking(caller, before, overrides)
  const items = await signItems(caller, looked, 'cosign', 'ACTIVE')
  const row = await prescriptionRecord.moved(caller, before, 'cosign', {
    cosigned_at: clock.instant(),
    cosigned_by_name: looked.prescriber.name.slice(0, 160),
    alerts: looked.passed.alerts,
  })
  await begins(caller, row, items)
  return { row, warnings: withLicence(looked.passed, looked.prescriber) }
}

const notOwn = (caller: Caller, { by_id }: PrescriptionRow): void => {
  if (by_id !== caller.user_id) return
  throw new Refusal(403, 'own', 'You wrote this prescription: somebody else must co-sign it.')
}

export async function sendBack(
  caller: Caller,
  id: string,
  reason: string,
): Promise<PrescriptionRow> {
  const { patient_id } = await prescriptionRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  const before = await prescriptionRecord.begin(caller, id, 'send_back')
  notOwn(caller, before)
  for (const item of await items_of.of(caller, id)) {
    await itemRecord.moved(caller, item, 'send_back', {}, reason)
  }
  const row = await prescriptionRecord.moved(
    caller,
    before,
    'send_back',
    { signed_at: null },
    reason,
  )
  if (row.by_id === null) return row
  await tell(caller, {
    to: { user: row.by_id },
    kind: 'prescription.sent_back',
    title: 'A prescription of yours came back unsigned',
    body: `${row.number}: ${reason}`,
    entity: { type: 'prescription', id: row.id },
  })
  return row
}
