// Dispenses as the pharmacy sees them: the queue, a list, one whole (CAR-89, CAR-11).

import { type Caller, can } from '../../../../core/caller.ts'
import { clock, minutes } from '../../../../core/clock.ts'
import { toMajor } from '../../../../core/kinds/money.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { accountsOfVisits } from '../../../neighbours/billing.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { currency, hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { storeMeant } from '../../../goods/stock/stores/keeping.ts'
import { ofOpenPatients } from '../../../desk/patients/privacy/lists.ts'
import { howToTake, medicinesOf } from '../prescribing/view.ts'
import { prescriptions } from '../prescribing/tables.ts'
import type { LabelLanguage } from '../prescribing/words.ts'
import { paymentOf } from './money.ts'
import { choices as choicesIn } from './products.ts'
import { dispenseRecord, type DispenseRow, lines_of, type LineRow } from './record.ts'
import type { Choice, Dispense, DispenseShort } from './shapes.ts'
import { dispenses } from './tables.ts'
import { itemsOfLines } from './verifying.ts'
import type { DispenseKind, DispenseState } from './words.ts'

export interface QueueFilter extends PageAsked {
  store_id?: string
  kind?: DispenseKind
  status?: DispenseState
  waiting_over?: number
}

/** STAT first, then as urgent as the visit, then who came first. */
export async function queue(caller: Caller, asked: QueueFilter): Promise<Page<DispenseShort>> {
  const before = new Date(clock.ms() - minutes(asked.waiting_over ?? 0)).toISOString()
  return paged(caller, asked, {
    more: [
      asked.status === undefined
        ? sql`d.status in ('QUEUED', 'VERIFIED', 'PICKED')`
        : sql`d.status = ${asked.status}`,
      when(asked.store_id, sql`(d.store_id = ${asked.store_id} or d.store_id is null)`),
      asked.waiting_over === undefined ? undefined : sql`d.queued_at <= ${before}`,
    ],
    order: sql` order by d.urgency, d.queued_at, d.id`,
  })
}

export interface DispenseFilter extends PageAsked {
  search?: string
  status?: DispenseState
  store_id?: string
  kind?: DispenseKind
  patient_id?: string
  visit_id?: string
  admission_id?: string
  medicine_id?: string
  from?: string
  to?: string
}

export async function list(caller: Caller, asked: DispenseFilter): Promise<Page<DispenseShort>> {
  const { timezone } = await hospitalOf(caller)
  return paged(caller, asked, {
    more: [
      when(asked.status, sql`d.status = ${asked.status}`),
      when(asked.store_id, sql`d.store_id = ${asked.store_id}`),
      when(asked.patient_id, sql`d.patient_id = ${asked.patient_id}`),
      when(asked.visit_id, sql`d.visit_id = ${asked.visit_id}`),
      when(asked.admission_id, sql`d.admission_id = ${asked.admission_id}`),
      when(asked.search, sql`d.number = ${asked.search?.trim().toUpperCase()}`),
      when(
        asked.medicine_id,
        sql`exists (select 1 from dispense_lines l where l.dispense_id = d.id
          and l.medicine_id = ${asked.medicine_id})`,
      ),
      ...withinDays(sql`d.queued_at`, timezone, { from: asked.from, to: asked.to }),
    ],
    order: sql` order by d.queued_at desc, d.id desc`,
  })
}

async function paged(
  caller: Caller,
  asked: PageAsked & { kind?: DispenseKind; patient_id?: string },
  { more, order }: { more: (Sql | undefined)[]; order: Sql },
): Promise<Page<DispenseShort>> {
  const scope = await scopeOf(caller, undefined)
  const found = await pageFrom(dispenses, asked, {
    alias: 'd',
    from: sql` from dispenses d${where([
      sql`d.hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`d.facility_id${oneOf(scope)}`,
      when(asked.kind, sql`d.kind = ${asked.kind}`),
      asked.patient_id === undefined && !can(caller, 'patient:restricted')
        ? ofOpenPatients(sql`d.patient_id`)
        : undefined,
      ...more,
    ])}`,
    order,
  })
  const shown = await shortOf(caller, found.rows)
  return mapPage(found, ({ id }) => shown.get(id) as DispenseShort)
}

async function shortOf(
  caller: Caller,
  rows: readonly DispenseRow[],
): Promise<Map<string, DispenseShort>> {
  const { hospital_id } = caller
  const lines = await lines_of.ofMany(
    caller,
    rows.map(({ id }) => id),
  )
  const patients = await patientsById(
    caller,
    rows.map(({ patient_id }) => patient_id),
  )
  const accounts = await accountsOfVisits(
    caller,
    rows.flatMap(({ visit_id }) => visit_id ?? []),
  )
  const ids = [...new Set(rows.map(({ prescription_id }) => prescription_id))]
  const of = ids.length === 0 ? [] : await prescriptions.all({ hospital_id, id: ids })
  const numbers = new Map(of.map(({ id, number }) => [id, number]))
  return new Map(
    rows.flatMap((row) => {
      const patient = patients.get(row.patient_id)
      if (patient === undefined) return []
      return [
        [
          row.id,
          {
            ...row,
            reference: row.number,
            prescription: numbers.get(row.prescription_id) ?? '',
            patient,
            waiting_minutes: waitedFor(row),
            payment_ok: accounts.get(row.visit_id ?? '')?.payment_ok ?? true,
            medicines: (lines.get(row.id) ?? []).map(({ medicine }) => medicine),
            moves: dispenseRecord.moves(caller, row),
          },
        ],
      ]
    }),
  )
}

function waitedFor({ queued_at, handed_at, status, updated_at }: DispenseRow): number {
  const over = status === 'CANCELLED' || status === 'REVERSED' ? updated_at : null
  const until = Date.parse(handed_at ?? over ?? clock.instant())
  return Math.max(0, Math.floor((until - Date.parse(queued_at)) / minutes(1)))
}

export async function whole(
  caller: Caller,
  id: string,
  { warnings = [], rest_id = null }: { warnings?: GateResult[]; rest_id?: string | null } = {},
): Promise<Dispense> {
  const row = await dispenseRecord.get(caller, id)
  const one = (await shortOf(caller, [row])).get(id)
  if (one === undefined) throw noSuch('dispense')
  const lines = await lines_of.of(caller, id)
  const { payment, payment_ok } = await paymentOf(caller, lines)
  const sees = can(caller, 'bill:read')
  const money = await currency(caller)
  const total = lines.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  const { received_by } = row
  return {
    ...row,
    ...one,
    payment: sees ? payment : null,
    payment_ok,
    total: sees ? toMajor(total, money) : null,
    lines: await linesShown(caller, lines, 'en'),
    received_by: received_by && { ...received_by, id_no: received_by.id_no ?? null },
    rest_id,
    warnings,
    history: await dispenseRecord.history(caller, id),
  }
}

export async function linesShown(
  caller: Caller,
  lines: readonly LineRow[],
  language: LabelLanguage,
): Promise<Dispense['lines']> {
  const items = await itemsOfLines(caller, lines)
  const of = await medicinesOf(caller, [...items.values()])
  const sees = can(caller, 'bill:read')
  const money = await currency(caller)
  return lines.map((line) => {
    const item = items.get(line.prescription_item_id)
    const { substitution } = line
    return {
      ...line,
      quantity_due: line.quantity_due / 1000,
      quantity: line.quantity / 1000,
      supplied: line.supplied / 1000,
      batches: line.batches.map((one) => ({ ...one, quantity: one.quantity / 1000 })),
      substitution: substitution && { ...substitution },
      unit_price: sees && line.unit_price !== null ? toMajor(line.unit_price, money) : null,
      amount: sees && line.amount !== null ? toMajor(line.amount, money) : null,
      how_to_take:
        item === undefined ? '' : howToTake(item, of.get(item.medicine_id ?? ''), language),
      returned_quantity: line.returned_quantity / 1000,
    }
  })
}

export async function choices(
  caller: Caller,
  id: string,
  line_id: string | undefined,
): Promise<Choice[]> {
  const row = await dispenseRecord.get(caller, id)
  const lines = await lines_of.of(caller, id)
  const wanted = lines.filter((line) => line_id === undefined || line.id === line_id)
  if (wanted.length === 0) throw noSuch('line of this dispense')
  // Where it would be taken from if it were verified now.
  const store_id = await storeMeant(caller, row.store_id)
  return store_id === undefined ? [] : choicesIn(caller, store_id, wanted)
}
