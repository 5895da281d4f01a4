// Handing over (3.4, CAR-96, CAR-97, CAR-100): paid or cleared, and in one transaction the goods leave, the
// service is done, the items have what they were given and the rest is owed.

import { type Caller, can } from '../../../../core/caller.ts'
import { clock, dayIn, nextDay } from '../../../../core/clock.ts'
import { conflict, invalid, noSuch, notPermitted } from '../../../../core/refusal.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { personOf } from '../../../desk/vitals/person.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { type StoreRow, storeFor } from '../../../goods/stock/stores/keeping.ts'
import { issue, type Issued } from '../../../neighbours/stock.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { clinicalOf } from '../../clinical/settings.ts'
import { said as warned } from '../../wards/admissions/discharge.ts'
import { medicines } from '../formulary/tables.ts'
import { itemRecord, type ItemRow, type PrescriptionRow } from '../prescribing/record.ts'
import { mustBeChecked, type Watched, watchedOf } from './checking.ts'
import { linesDone, mustBeCleared, supplying } from './money.ts'
import {
  dispenseRecord,
  type DispenseRow,
  goods_source,
  type LineRow,
  owedRecord,
} from './record.ts'
import type { HandOverInput } from './shapes.ts'
import { dispense_lines } from './tables.ts'
import { begun, type Dispensed, hold, itemsOfLines, letGo } from './verifying.ts'

export async function handOver(
  caller: Caller,
  id: string,
  input: HandOverInput,
): Promise<Dispensed> {
  const { warning } = await practisingSigner(caller)
  const { before, of, lines: all } = await begun(caller, id, 'hand_over')
  const store = await storeFor(caller, before.store_id)
  const { lines, rest } = await chosen(caller, before, all, input)
  const leaving = supplying(lines)
  const items = await itemsOfLines(caller, lines)
  const watched = await watchedOf(caller, lines)
  mayLeave(caller, before, items, leaving, watched)
  await mayReceive(caller, before, items, leaving, watched, input)
  await mustBeCleared(caller, leaving)
  const rest_id = rest.length === 0 ? null : await parted(caller, before, store, rest)
  await linesDone(caller, leaving)
  await letGo(caller, before)
  const gone = await take(caller, before, of, store, leaving, input.witness_token)
  for (const line of lines) await handed(caller, before, line, items, gone)
  await owedHanded(caller, before)
  const row = await dispenseRecord.moved(caller, before, 'hand_over', {
    handed_at: clock.instant(),
    handed_by_id: caller.user_id,
    handed_by_name: caller.name,
    received_by: input.received_by ?? null,
    counselled: input.counselled ?? false,
    counselling_note: input.counselling_note || null,
    identity_checked: input.identity_checked ?? false,
    reserved_until: null,
  })
  return { row, warnings: warning === null ? [] : [warned(warning)], rest_id }
}

async function chosen(
  caller: Caller,
  before: DispenseRow,
  all: readonly LineRow[],
  { line_ids }: HandOverInput,
): Promise<{ lines: LineRow[]; rest: LineRow[] }> {
  if (line_ids === undefined) return { lines: [...all], rest: [] }
  if (line_ids.some((id) => !all.some((line) => line.id === id))) {
    throw noSuch('line of this dispense')
  }
  const lines = all.filter((line) => line_ids.includes(line.id) || line.outcome !== 'SUPPLY')
  if (supplying(lines).length === 0) throw invalid('line_ids', 'names nothing that is supplied.')
  return { lines, rest: supplying(all).filter((line) => !line_ids.includes(line.id)) }
}

function mayLeave(
  caller: Caller,
  { kind, checked_by_name, checked_by_reason }: DispenseRow,
  items: ReadonlyMap<string, ItemRow>,
  leaving: readonly LineRow[],
  watched: Watched,
): void {
  for (const { prescription_item_id } of leaving) {
    const item = items.get(prescription_item_id)
    if (item === undefined || item.status === 'ACTIVE') continue
    throw conflict(`${item.medicine} is ${item.status}: it is not handed over.`, 'item')
  }
  mustBeChecked(watched, { checked_by_name, checked_by_reason })
  if (!watched.controlled) return
  if (kind === 'WARD') {
    throw conflict('Controlled drugs reach the ward by requisition.', 'controlled')
  }
  if (!can(caller, 'dispense:controlled')) throw notPermitted('dispense:controlled')
}

const grown_years = 18
const child_years = 12

async function mayReceive(
  caller: Caller,
  before: DispenseRow,
  items: ReadonlyMap<string, ItemRow>,
  leaving: readonly LineRow[],
  { controlled }: Watched,
  { received_by, counselled, identity_checked }: HandOverInput,
): Promise<void> {
  if (identity_checked !== true) {
    throw invalid('identity_checked', 'must be true: ask for the name and the number.')
  }
  if (before.kind === 'WARD') return
  const patient = await patientRecord.get(caller, before.patient_id)
  const { age_days } = await personOf(caller, patient, clock.instant())
  const years = age_days / 365.25
  if ((years < grown_years || controlled) && !received_by) {
    throw invalid('received_by', 'is required: who takes it, and what he or she is to the patient.')
  }
  if (controlled && !received_by?.id_no) {
    throw invalid('received_by.id_no', 'is required for a controlled drug.')
  }
  if (counselled === true) return
  if (await wantsCounsel(caller, before, items, leaving, controlled, years < child_years)) {
    throw invalid('counselled', 'must be true: tell how it is taken.')
  }
}

/** CAR-100: the first time, an inhaler, insulin, a controlled drug, what a child drinks. */
async function wantsCounsel(
  caller: Caller,
  { patient_id }: DispenseRow,
  items: ReadonlyMap<string, ItemRow>,
  leaving: readonly LineRow[],
  controlled: boolean,
  is_child: boolean,
): Promise<boolean> {
  if (controlled) return true
  const { hospital_id } = caller
  const ids = leaving.flatMap(({ medicine_id }) => medicine_id ?? [])
  const found = await medicines.all({ hospital_id, id: [...new Set(ids)] })
  const needs = found.some(
    ({ form, ingredients }) =>
      form === 'inhaler' ||
      ingredients.some(({ ingredient_code }) => ingredient_code.startsWith('insulin')) ||
      (is_child && (form === 'syrup' || form === 'suspension')),
  )
  if (needs) return true
  const before = await dispense_lines.all({ hospital_id, patient_id, medicine_id: ids })
  return ids.some(
    (id) =>
      !before.some(
        (line) =>
          line.medicine_id === id &&
          !items.has(line.prescription_item_id) &&
          line.batches.length > 0,
      ),
  )
}

/** CAR-96: what stays behind has its own number, and its own hold on the goods. */
async function parted(
  caller: Caller,
  before: DispenseRow,
  store: StoreRow,
  rest: readonly LineRow[],
): Promise<string> {
  const { id: _id, number: _number, version: _v, created_at: _c, updated_at: _u, ...same } = before
  const made = await dispenseRecord.created(
    caller,
    { ...same, status: 'VERIFIED' as const },
    'part',
  )
  const { hospital_id } = caller
  for (const [index, { id }] of rest.entries()) {
    const moved = { dispense_id: made.id, position: index + 1 }
    await dispense_lines.change({ hospital_id, id }, moved)
  }
  await letGo(caller, before)
  await hold(caller, made, store, rest)
  return made.id
}

async function take(
  caller: Caller,
  before: DispenseRow,
  of: PrescriptionRow,
  store: StoreRow,
  leaving: readonly LineRow[],
  witness_token: string | null | undefined,
): Promise<Issued[]> {
  return issue(caller, {
    store_id: store.id,
    lines: leaving.flatMap((line) =>
      line.batches.length === 0
        ? [
            {
              product_id: line.product_id ?? '',
              quantity: line.quantity / 1000,
              line: line.position * lots_most,
            },
          ]
        : line.batches.map(({ batch_id, quantity }, index) => ({
            product_id: line.product_id ?? '',
            batch_id,
            quantity: quantity / 1000,
            line: line.position * lots_most + index,
          })),
    ),
    kind: 'DISPENSE',
    source: goods_source,
    source_id: before.id,
    reference: before.number,
    patient_id: before.patient_id,
    department: of.department,
    prescription: { number: of.number, prescriber_name: of.prescriber_name },
    witness_token: witness_token ?? null,
    accept_short_expiry: true,
  })
}

/** A line of the issue says of which line of ours it is. */
const lots_most = 100

async function handed(
  caller: Caller,
  before: DispenseRow,
  line: LineRow,
  items: ReadonlyMap<string, ItemRow>,
  gone: readonly Issued[],
): Promise<void> {
  const { hospital_id } = caller
  const own = gone.filter((one) => Math.floor((one.line ?? 0) / lots_most) === line.position)
  const batches = own.map(({ batch_id, lot, expiry, quantity }) => ({
    batch_id,
    lot,
    expiry,
    quantity: Math.round(quantity * 1000),
  }))
  if (line.outcome === 'SUPPLY') {
    const item = items.get(line.prescription_item_id)
    const days_supply = daysOf(line, item)
    await dispense_lines.change({ hospital_id, id: line.id }, { batches, days_supply })
  }
  const owes = line.owed === 'KEEP' ? line.quantity_due - line.supplied : 0
  if (owes > 0) await owe(caller, before, line, owes)
  await itemHas(caller, line.prescription_item_id, line.supplied, owes)
}

function daysOf({ supplied }: LineRow, item: ItemRow | undefined): number | null {
  const days = item?.duration_days ?? null
  const whole = item?.quantity ?? null
  if (days === null || whole === null || whole === 0) return days
  return Math.max(1, Math.floor((days * supplied) / whole))
}

async function owe(
  caller: Caller,
  before: DispenseRow,
  line: LineRow,
  quantity: number,
): Promise<void> {
  const { owed_days } = await clinicalOf(caller)
  const day = dayIn(await zoneOf(caller, before.facility_id))
  await owedRecord.created(
    caller,
    {
      facility_id: before.facility_id,
      store_id: before.store_id,
      patient_id: before.patient_id,
      prescription_item_id: line.prescription_item_id,
      dispense_id: before.id,
      medicine_id: line.medicine_id,
      medicine: line.medicine,
      quantity,
      until: nextDay(day, owed_days),
    },
    'owe',
  )
}

/** More or less of an item is handed over or owed than before. */
export async function itemHas(
  caller: Caller,
  id: string,
  more: number,
  owed: number,
): Promise<void> {
  if (more === 0 && owed === 0) return
  const before = await itemRecord.locked(caller, id)
  const quantity_dispensed = Math.max(0, before.quantity_dispensed + more)
  const quantity_owed = Math.max(0, before.quantity_owed + owed)
  const whole = before.quantity ?? 0
  const part = quantity_dispensed > 0 ? ('PARTIAL' as const) : ('NONE' as const)
  const dispensed = whole > 0 && quantity_dispensed >= whole ? ('FULL' as const) : part
  await itemRecord.changed(caller, before, more > 0 ? 'dispense' : 'return', {
    quantity_dispensed,
    quantity_owed,
    dispensed: before.own_supply ? 'NOT_NEEDED' : dispensed,
  })
}

/** CAR-98: what was owed is supplied with its own dispense. */
async function owedHanded(caller: Caller, { owed_id, number }: DispenseRow): Promise<void> {
  if (owed_id === null) return
  const before = await owedRecord.locked(caller, owed_id)
  if (before.status !== 'OWED' && before.status !== 'READY') return
  await owedRecord.moved(caller, before, 'handed', {}, number)
  await itemHas(caller, before.prescription_item_id, 0, -before.quantity)
}
