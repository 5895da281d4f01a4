// Where a dose comes from, and what it costs (CAR-114, CAR-115).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { reverseIssue } from '../../../goods/stock/pool/back.ts'
import { productsOf } from '../../../goods/stock/products/record.ts'
import { charge } from '../../../money/billing/charges/charge.ts'
import { serviceDone } from '../../../money/billing/charges/service-done.ts'
import { returnCharge } from '../../../money/billing/charges/returned-services.ts'
import { batchOf, issue } from '../../../neighbours/stock.ts'
import { today } from '../../../office/places/hours.ts'
import { clinicalOf } from '../../clinical/settings.ts'
import { admissionRecord } from '../../wards/admissions/record.ts'
import { wardRecord } from '../../wards/places/wards.ts'
import { linksOf } from '../formulary/products.ts'
import type { MedicineRow } from '../formulary/medicines.ts'
import type { ItemRow, PrescriptionRow } from '../prescribing/record.ts'
import { onWard } from '../dispensing/supply.ts'
import type { DoseRow } from './record.ts'
import type { GiveInput } from './shapes.ts'
import type { DoseSource } from './words.ts'

export interface Taking {
  before: DoseRow
  item: ItemRow | null
  of: PrescriptionRow | null
  medicine: MedicineRow | null
  /** In units of dose, in thousandths; what is wasted with it is taken too. */
  units: number
  input: Pick<GiveInput, 'source' | 'store_id' | 'product_id' | 'batch_id' | 'witness_token'>
}

export interface Taken {
  source: DoseSource | null
  store_id: string | null
  product_id: string | null
  batch_id: string | null
  lot: string | null
  taken_as: string | null
}

const nowhere: Omit<Taken, 'source'> = {
  store_id: null,
  product_id: null,
  batch_id: null,
  lot: null,
  taken_as: null,
}

export async function take(caller: Caller, about: Taking): Promise<Taken> {
  const source = await sourceOf(caller, about)
  if (source === 'PATIENT_SUPPLY') return ofPatient(caller, about)
  if (source === 'WARD_STOCK' || source === 'EMERGENCY_BOX') return ofStore(caller, about, source)
  return { source, ...nowhere }
}

/** What nobody says is taken of what lies there for the patient. */
async function sourceOf(caller: Caller, { input, before, item, units }: Taking) {
  if (input.source) return input.source
  if (item?.own_supply === true) return 'OWN' as const
  if (input.batch_id || input.product_id) return 'WARD_STOCK' as const
  if (before.admission_id === null || before.medicine_id === null) return null
  const left = (await onWard(caller, before.admission_id)).get(before.medicine_id) ?? 0
  return left > 0 && left >= units ? ('PATIENT_SUPPLY' as const) : null
}

/** CAR-103: never below nothing. */
async function ofPatient(caller: Caller, about: Taking): Promise<Taken> {
  const { before, medicine, units } = about
  const lying = before.admission_id === null ? new Map() : await onWard(caller, before.admission_id)
  const left = lying.get(before.medicine_id ?? '') ?? 0
  if (left < units) {
    const unit = (medicine?.unit_of_dose ?? '').toLowerCase()
    throw conflict(
      `Only ${left / 1000} ${unit} is left for this patient: ask the pharmacy or use ward stock.`,
      'supply',
    )
  }
  const { inpatient_medicine_charge } = await clinicalOf(caller)
  const taken = { source: 'PATIENT_SUPPLY' as const, ...nowhere }
  if (inpatient_medicine_charge !== 'ON_ADMINISTRATION' || medicine === null) return taken
  const [link] = (await linksOf(caller, [medicine.id])).get(medicine.id) ?? []
  if (link === undefined) return taken
  const taken_as = wordOf(before)
  const quantity = Math.ceil((units * link.per_dose_unit) / 1000)
  await charged(caller, about, { product_id: link.product_id, quantity, taken_as })
  return { ...taken, product_id: link.product_id, taken_as }
}

/** Each time that it is given is another taking: one that was undone is over. */
const wordOf = ({ id, version }: DoseRow): string => `${id}:${version}`

async function ofStore(
  caller: Caller,
  about: Taking,
  source: 'WARD_STOCK' | 'EMERGENCY_BOX',
): Promise<Taken> {
  const { before, medicine, of, input } = about
  const batch = input.batch_id ? await batchOf(caller, input.batch_id) : null
  if (input.batch_id && batch === null) throw noSuch('batch')
  const product_id = batch?.product_id ?? input.product_id ?? null
  if (product_id === null) throw invalid('batch_id', `is required with ${source}.`)
  const per_unit = await perUnit(caller, medicine, product_id)
  const store_id = input.store_id ?? (await storeOf(caller, before, source))
  const taken_as = wordOf(before)
  const quantity = Math.max(1000, Math.ceil((about.units * per_unit) / 1_000_000) * 1000)
  await charged(caller, about, { product_id, quantity, taken_as })
  const [gone] = await issue(caller, {
    store_id,
    lines: [{ product_id, quantity: quantity / 1000, batch_id: input.batch_id ?? null, line: 1 }],
    kind: 'WARD_USE',
    source: 'dose',
    source_id: taken_as,
    reference: of?.number ?? before.medicine.slice(0, 60),
    patient_id: before.patient_id,
    prescription: of === null ? null : { number: of.number, prescriber_name: of.prescriber_name },
    witness_token: input.witness_token ?? null,
    accept_short_expiry: true,
  })
  return {
    source,
    store_id: store_id ?? null,
    product_id,
    batch_id: gone?.batch_id ?? null,
    lot: gone?.lot ?? null,
    taken_as,
  }
}

async function perUnit(
  caller: Caller,
  medicine: MedicineRow | null,
  product_id: string,
): Promise<number> {
  if (medicine === null) return 1000
  const links = (await linksOf(caller, [medicine.id])).get(medicine.id) ?? []
  const link = links.find((one) => one.product_id === product_id)
  if (link !== undefined) return link.per_dose_unit
  const product = (await productsOf(caller, [product_id])).get(product_id)
  throw conflict(`${product?.name} is not ${medicine.name}.`, 'product')
}

/** The ward's own store; of a box, the one that the hospital named. */
async function storeOf(
  caller: Caller,
  { admission_id }: DoseRow,
  source: 'WARD_STOCK' | 'EMERGENCY_BOX',
): Promise<string | null> {
  if (source === 'EMERGENCY_BOX') return (await clinicalOf(caller)).emergency_box_stores[0] ?? null
  if (admission_id === null) return null
  const { ward_id } = await admissionRecord.get(caller, admission_id)
  return ward_id === null ? null : (await wardRecord.get(caller, ward_id)).store_id
}

async function charged(
  caller: Caller,
  { before, of }: Taking,
  { product_id, quantity, taken_as }: { product_id: string; quantity: number; taken_as: string },
): Promise<void> {
  const product = (await productsOf(caller, [product_id])).get(product_id)
  if (product === undefined) return
  await charge(caller, {
    patient_id: before.patient_id,
    visit_id: before.visit_id,
    admission_id: before.admission_id,
    code: product.tariff_code ?? product.code,
    quantity: quantity / 1000,
    source: 'dose',
    source_id: taken_as,
    description: before.medicine,
    category: 'Pharmacy',
    product_id,
    service_date: await today(caller, before.facility_id),
    ...(of === null || of.department === null ? {} : { department: of.department }),
  })
  await serviceDone(caller, 'dose', taken_as, { performed_by_id: caller.user_id })
}

/** Off the bill and back where it lay, together. */
export async function takeBack(
  caller: Caller,
  { taken_as, source }: DoseRow,
  reason: string,
  witness_token: string | null,
): Promise<void> {
  if (taken_as === null) return
  await returnCharge(caller, { source: 'dose', source_id: taken_as, reason })
  if (source === 'PATIENT_SUPPLY') return
  await reverseIssue(caller, 'dose', taken_as, reason, witness_token)
}
