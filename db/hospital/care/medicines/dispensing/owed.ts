// What the pharmacy owes (CAR-98): listed, supplied with a dispense of its own, given up.

import { type Caller, can } from '../../../../core/caller.ts'
import { dayIn, nextDay } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { rows, within } from '../../../../store/connection.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { patientRecord, writable } from '../../../desk/patients/rows.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { ofOpenPatients } from '../../../desk/patients/privacy/lists.ts'
import { figuresOf } from '../../../goods/stock/products/figures.ts'
import { linksOf } from '../formulary/products.ts'
import { itemRecord, prescriptionRecord } from '../prescribing/record.ts'
import { itemHas } from './handing.ts'
import { open } from './queueing.ts'
import { type DispenseRow, owedRecord, type OwedRow } from './record.ts'
import type { OwedMedicine } from './shapes.ts'
import { dispenses, owed_medicines } from './tables.ts'
import { open_dispenses, type OwedState } from './words.ts'

export interface OwedFilter extends PageAsked {
  status?: OwedState
  store_id?: string
  medicine_id?: string
  patient_id?: string
  expiring?: number
}

export async function list(caller: Caller, asked: OwedFilter): Promise<Page<OwedMedicine>> {
  const { timezone } = await hospitalOf(caller)
  const scope = await scopeOf(caller, undefined)
  const until = asked.expiring === undefined ? undefined : nextDay(dayIn(timezone), asked.expiring)
  const found = await pageFrom(owed_medicines, asked, {
    alias: 'o',
    from: sql` from owed_medicines o${where([
      sql`o.hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`o.facility_id${oneOf(scope)}`,
      when(asked.status, sql`o.status = ${asked.status}`),
      when(asked.store_id, sql`o.store_id = ${asked.store_id}`),
      when(asked.medicine_id, sql`o.medicine_id = ${asked.medicine_id}`),
      when(asked.patient_id, sql`o.patient_id = ${asked.patient_id}`),
      until === undefined ? undefined : sql`o.until <= ${until}`,
      asked.patient_id === undefined && !can(caller, 'patient:restricted')
        ? ofOpenPatients(sql`o.patient_id`)
        : undefined,
    ])}`,
    order: sql` order by o.until, o.id`,
  })
  const shown = await shownAll(caller, found.rows)
  return mapPage(found, ({ id }) => shown.get(id) as OwedMedicine)
}

async function shownAll(
  caller: Caller,
  found: readonly OwedRow[],
): Promise<Map<string, OwedMedicine>> {
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  return new Map(
    found.flatMap((row) => {
      const patient = patients.get(row.patient_id)
      if (patient === undefined) return []
      const moves = owedRecord.moves(caller, row)
      return [[row.id, { ...row, patient, quantity: row.quantity / 1000, moves }]]
    }),
  )
}

export const shown = async (caller: Caller, { id }: Pick<OwedRow, 'id'>): Promise<OwedMedicine> =>
  (await shownAll(caller, [await owedRecord.get(caller, id)])).get(id) as OwedMedicine

async function begun(caller: Caller, id: string, move: 'supply' | 'cancel'): Promise<OwedRow> {
  await signerOf(caller)
  const { patient_id } = await owedRecord.get(caller, id)
  if (move === 'supply') await writable(caller, patient_id)
  else await patientRecord.locked(caller, patient_id)
  return owedRecord.begin(caller, id, move)
}

export async function supply(
  caller: Caller,
  id: string,
  quantity: number | null | undefined,
): Promise<DispenseRow> {
  const before = await begun(caller, id, 'supply')
  const { hospital_id } = caller
  const known = await dispenses.find({ hospital_id, owed_id: id, status: [...open_dispenses] })
  if (known !== undefined) throw conflict(`${known.number} supplies it already.`, 'begun')
  const wanted =
    quantity === null || quantity === undefined ? before.quantity : Math.round(quantity * 1000)
  if (wanted > before.quantity || wanted <= 0) {
    throw conflict(`${wanted / 1000} asked, ${before.quantity / 1000} owed.`, 'more')
  }
  const item = await itemRecord.get(caller, before.prescription_item_id)
  const of = await prescriptionRecord.get(caller, item.prescription_id)
  const row = await open(caller, of, 'OWED', [{ item, quantity: wanted }], id)
  await owedRecord.changed(caller, before, 'supply', {})
  return row as DispenseRow
}

export async function cancel(caller: Caller, id: string, reason: string): Promise<OwedRow> {
  const before = await begun(caller, id, 'cancel')
  const row = await owedRecord.moved(caller, before, 'cancel', { reason }, reason)
  await itemHas(caller, before.prescription_item_id, 0, -before.quantity)
  return row
}

const at_once = 200

/** Each night: what nobody came for in time is owed no more. */
export async function expire(caller: Caller): Promise<number> {
  const { timezone } = await hospitalOf(caller)
  const found = await rows<{ id: string; patient_id: string }>(
    sql`select id, patient_id from owed_medicines where hospital_id = ${caller.hospital_id}
      and status in ('OWED', 'READY') and until < ${dayIn(timezone)}
      order by patient_id, id limit ${at_once}`,
  )
  for (const { id, patient_id } of found) {
    await within(async () => {
      await patientRecord.locked(caller, patient_id)
      const before = await owedRecord.locked(caller, id)
      if (before.status !== 'OWED' && before.status !== 'READY') return
      await owedRecord.moved(caller, before, 'expire', {}, 'Nobody came for it')
      await itemHas(caller, before.prescription_item_id, 0, -before.quantity)
    }, 'jobs')
  }
  return found.length
}

/** READY while the free stock of its store covers it. */
export async function followStock(caller: Caller): Promise<number> {
  const { hospital_id } = caller
  const open = await owed_medicines.all(
    { hospital_id, status: ['OWED', 'READY'] },
    { order: ['id'], limit: at_once },
  )
  const links = await linksOf(
    caller,
    open.flatMap(({ medicine_id }) => medicine_id ?? []),
  )
  const products = [...links.values()].flat().map(({ product_id }) => product_id)
  const figures = await figuresOf(caller, products)
  let moved = 0
  for (const one of open) {
    const covered = (links.get(one.medicine_id ?? '') ?? []).some(
      ({ product_id, per_dose_unit }) =>
        figures(product_id).available * 1_000_000 >= one.quantity * per_dose_unit,
    )
    if (covered === (one.status === 'READY')) continue
    await within(async () => {
      const before = await owedRecord.locked(caller, one.id)
      if (before.status !== one.status) return
      await owedRecord.moved(caller, before, covered ? 'ready' : 'wait')
    }, 'jobs')
    moved += 1
  }
  return moved
}
