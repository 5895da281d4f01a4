// The draft on which charges gather (BIL-1): one of each patient, visit and payer.

import type { Caller } from '../../../../core/caller.ts'
import { attempt } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { actingBranch } from '../../accounting/posting/post.ts'
import { currency } from '../../../office/hospitals/hospitals.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { today } from '../../../office/places/hours.ts'
import { billAmounts } from '../amounts.ts'
import { type BillCover, coveredAnew } from '../charges/cover.ts'
import { itemsOf, type Row as Item } from '../charges/items.ts'
import type { Owing } from './payers.ts'
import { moved, type Row } from './rows.ts'
import { bills } from './tables.ts'
import { type BillWarning, computed_warnings } from '../words.ts'

export interface DraftOf {
  patient_id: string
  visit_id: string | null
  admission_id?: string | null
  facility_id: string | null
  owing: Owing
}

export async function runningDraft(caller: Caller, asked: DraftOf): Promise<Row> {
  const key = `${asked.visit_id ?? '-'}|${(asked.owing.payer ?? '').toLowerCase()}`
  const found = await running(caller, asked.patient_id, key)
  if (found !== undefined) return ofAdmission(caller, found, asked.admission_id ?? null)
  try {
    return await attempt(() => openDraft(caller, asked, key))
  } catch (error) {
    if (!isTaken(error, 'running_key')) throw error
    const other = await running(caller, asked.patient_id, key)
    if (other === undefined) throw error
    return other
  }
}

/** Who was admitted meanwhile goes on with the draft of the visit. */
async function ofAdmission(
  { hospital_id }: Caller,
  draft: Row,
  admission_id: string | null,
): Promise<Row> {
  if (admission_id === null || draft.admission_id !== null) return draft
  await bills.change({ hospital_id, id: draft.id }, { admission_id })
  return { ...draft, admission_id, version: draft.version + 1 }
}

const running = (
  { hospital_id }: Caller,
  patient_id: string,
  running_key: string,
): Promise<Row | undefined> =>
  bills.find({ hospital_id, patient_id, running_key, running: true }, { lock: true })

async function openDraft(caller: Caller, asked: DraftOf, running_key: string): Promise<Row> {
  const { hospital_id } = caller
  const patient = await patientRecord.get(caller, asked.patient_id)
  const made = await bills.insert({
    hospital_id,
    facility_id: asked.facility_id ?? (await actingBranch(caller)),
    status: 'DRAFT',
    kind: 'VISIT',
    running: true,
    running_key,
    patient_id: patient.id,
    patient_number: patient.number,
    patient_name: patient.full_name,
    visit_id: asked.visit_id,
    admission_id: asked.admission_id ?? null,
    ...asked.owing,
    service_date: await today(caller, asked.facility_id),
    currency: (await currency(caller)).code,
    created_by_name: caller.name,
  })
  return moved(caller, made, 'open', {})
}

export interface Summed {
  bill: Row
  items: Item[]
  /** Null where no scheme pays. */
  cover: BillCover | null
}

/** After every change of lines: the cover, the sums, and what somebody should look at. */
export async function summed(
  caller: Caller,
  bill: Row,
  more: readonly BillWarning[] = [],
  { lock = false }: { lock?: boolean } = {},
): Promise<Summed> {
  const { items, cover } = await coveredAnew(caller, bill, await itemsOf(caller, bill.id), lock)
  const counted = items.filter(({ service_status }) => service_status !== 'CANCELLED')
  const kept = bill.warnings.filter((one) => !computed_warnings.includes(one))
  const warnings = new Set<BillWarning>(kept)
  if (counted.some(({ unit_price }) => unit_price === null)) warnings.add('UNPRICED')
  if (bill.payer_kind === 'OTHER') warnings.add('OTHER_PAYER')
  for (const one of [...more, ...(cover?.warnings ?? [])]) warnings.add(one)
  const changes = { ...billAmounts(items), warnings: [...warnings] }
  await bills.change({ hospital_id: caller.hospital_id, id: bill.id }, changes)
  return { bill: { ...bill, ...changes, version: bill.version + 1 }, items, cover }
}
