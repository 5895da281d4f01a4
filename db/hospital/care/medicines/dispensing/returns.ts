// What comes back from a ward, or over the counter on the same day (CAR-104): put on the shelf, apart or away,
// and credited as far as it can be used again.

import { type Caller, can } from '../../../../core/caller.ts'
import { clock, dayIn } from '../../../../core/clock.ts'
import { toMajor } from '../../../../core/kinds/money.ts'
import { conflict, noSuch, Refusal } from '../../../../core/refusal.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { authoriseRead } from '../../../desk/patients/privacy/authorise.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { batchesNamed } from '../../../goods/stock/pool/choices.ts'
import { receiveBack } from '../../../goods/stock/pool/back.ts'
import { productsOf } from '../../../goods/stock/products/record.ts'
import { storeFor } from '../../../goods/stock/stores/keeping.ts'
import { billRecord } from '../../../money/billing/bills/rows.ts'
import { isSettled } from '../../../money/billing/charges/clearance.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { currency, hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { ofOpenPatients } from '../../../desk/patients/privacy/lists.ts'
import { prescriptionRecord } from '../prescribing/record.ts'
import { itemHas } from './handing.ts'
import { creditLine } from './money.ts'
import {
  dispenseRecord,
  type DispenseRow,
  goods_source,
  line_source,
  lines_of,
  type LineRow,
  return_lines_of,
  type ReturnLineRow,
  returnRecord,
  type ReturnRow,
} from './record.ts'
import type { AcceptReturn, PharmacyReturn, ReturnInput } from './shapes.ts'
import { onWard } from './supply.ts'
import { dispense_lines, pharmacy_return_lines, pharmacy_returns } from './tables.ts'
import type { ReturnState } from './words.ts'

export async function ask(caller: Caller, input: ReturnInput): Promise<ReturnRow> {
  await signerOf(caller)
  const { patient_id } = await dispenseRecord.get(caller, input.dispense_id)
  await authoriseRead(caller, patient_id, 'pharmacy_return.write')
  await patientRecord.locked(caller, patient_id)
  const of = await dispenseRecord.locked(caller, input.dispense_id)
  await mayComeBack(caller, of, input)
  const lines = await lines_of.of(caller, of.id)
  const sent = input.lines.map((said, index) => lineSent(lines, said, `Line ${index + 1}`))
  if (sent.length === 0) throw new Refusal(400, 'invalid', 'lines needs at least one line.')
  await notMoreThanOut(caller, of, sent)
  const row = await returnRecord.created(
    caller,
    {
      facility_id: of.facility_id,
      source: input.source,
      patient_id,
      admission_id: of.admission_id,
      visit_id: of.visit_id,
      dispense_id: of.id,
      asked_by_id: caller.user_id,
      asked_by_name: caller.name,
    },
    'request',
  )
  await return_lines_of.add(
    caller,
    row.id,
    sent.map(({ line: _line, ...one }) => one),
  )
  return row
}

async function mayComeBack(
  caller: Caller,
  { status, number, kind, admission_id, facility_id, handed_at }: DispenseRow,
  { source, admission_id: named }: ReturnInput,
): Promise<void> {
  if (status !== 'HANDED_OVER') {
    throw conflict(`Dispense ${number} is ${status}: nothing of it is out.`, 'state')
  }
  if (named && named !== admission_id) {
    throw new Refusal(400, 'invalid', 'admission_id is not that of this dispense.')
  }
  if ((source === 'WARD') !== (kind === 'WARD')) {
    throw conflict(`Dispense ${number} is ${kind}: it does not come back from ${source}.`, 'source')
  }
  if (source === 'WARD') return
  const zone = await zoneOf(caller, facility_id)
  if (dayIn(zone, new Date(handed_at ?? 0)) === dayIn(zone, clock.now())) return
  throw conflict(`${number} was handed over on another day: use a return at the counter.`, 'day')
}

interface Sent extends Omit<ReturnLineRow, 'id' | 'hospital_id' | 'return_id' | 'position'> {
  line: LineRow
}

function lineSent(lines: readonly LineRow[], said: ReturnInput['lines'][number], at: string): Sent {
  const line = lines.find(({ id }) => id === said.dispense_line_id)
  if (line === undefined) throw noSuch('line of this dispense')
  const batch = line.batches.find(({ batch_id }) => batch_id === said.batch_id)
  if (batch === undefined) throw noSuch('batch of this line')
  const quantity = Math.round(said.quantity * 1000)
  if (quantity <= 0) {
    throw new Refusal(400, 'invalid', `${at}: quantity must be more than 0.`, { field: at })
  }
  return {
    line,
    dispense_line_id: line.id,
    medicine: line.medicine,
    batch_id: batch.batch_id,
    quantity,
    reason: said.reason,
    condition: said.condition,
    cold_chain_kept: said.cold_chain_kept ?? null,
    placed: null,
  }
}

/** CAR-103: never more than is still there. */
async function notMoreThanOut(caller: Caller, of: DispenseRow, sent: readonly Sent[]) {
  const { hospital_id } = caller
  const lying = of.admission_id === null ? new Map() : await onWard(caller, of.admission_id)
  const ids = [...new Set(sent.map(({ dispense_line_id }) => dispense_line_id))]
  const before = await pharmacy_return_lines.all({ hospital_id, dispense_line_id: ids })
  const asked = await pharmacy_returns.all({
    hospital_id,
    id: [...new Set(before.map(({ return_id }) => return_id))],
    status: ['REQUESTED', 'ACCEPTED'],
  })
  const counts = new Set(asked.map(({ id }) => id))
  for (const [id, own] of Map.groupBy(sent, ({ dispense_line_id }) => dispense_line_id)) {
    const { line } = own[0] as Sent
    const back = before.filter((one) => one.dispense_line_id === id && counts.has(one.return_id))
    const out = line.quantity - sumOf(back)
    const per = line.supplied === 0 ? 1 : line.quantity / line.supplied
    const on_ward = (lying.get(line.medicine_id ?? '') ?? 0) * per
    const left = of.kind === 'WARD' ? Math.min(out, on_ward) : out
    if (sumOf(own) <= left) continue
    const of_whom = of.kind === 'WARD' ? 'left on the ward for this patient' : 'out'
    throw conflict(`Only ${left / 1000} of ${line.medicine} are ${of_whom}.`, 'more')
  }
}

const sumOf = (all: readonly { quantity: number }[]): number =>
  all.reduce((sum, { quantity }) => sum + quantity, 0)

export async function accept(caller: Caller, id: string, input: AcceptReturn): Promise<ReturnRow> {
  await signerOf(caller)
  const { patient_id, dispense_id } = await returnRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  const { prescription_id } = await dispenseRecord.get(caller, dispense_id)
  await prescriptionRecord.locked(caller, prescription_id)
  const of = await dispenseRecord.locked(caller, dispense_id)
  const before = await returnRecord.begin(caller, id, 'accept')
  const lines = await lines_of.of(caller, of.id)
  const placed = await placedLines(caller, await return_lines_of.of(caller, id), lines, input)
  const credited = await credit(caller, of, placed, lines)
  await goodsBack(caller, before, of, placed, lines, input.witness_token)
  for (const one of placed) await cameBack(caller, one, lines)
  return returnRecord.moved(caller, before, 'accept', {
    decided_by_name: caller.name,
    decided_at: clock.instant(),
    credited,
  })
}

type Placed = ReturnLineRow & { placed: NonNullable<ReturnLineRow['placed']> }

/** Sealed, of a kind that goes out again, in date and kept cold: onto the shelf; nobody may say it is more. */
async function placedLines(
  caller: Caller,
  sent: readonly ReturnLineRow[],
  lines: readonly LineRow[],
  { lines: said }: AcceptReturn,
): Promise<Placed[]> {
  const products = await productsOf(
    caller,
    lines.flatMap(({ product_id }) => product_id ?? []),
  )
  const barred = await batchesNamed(
    caller,
    sent.map(({ batch_id }) => batch_id),
  )
  return sent.map((one) => {
    const line = lines.find(({ id }) => id === one.dispense_line_id)
    const product = products.get(line?.product_id ?? '')
    const cold = product?.storage === 'ROOM' || one.cold_chain_kept === true
    const sound =
      one.condition === 'UNOPENED' &&
      product?.reissuable === true &&
      cold &&
      barred.get(one.batch_id) === null
    const by_rule = sound ? 'SHELF' : one.condition === 'UNOPENED' ? 'QUARANTINE' : 'DISPOSAL'
    const wanted = said?.find(({ dispense_line_id }) => dispense_line_id === one.dispense_line_id)
    if (wanted?.placed === 'SHELF' && !sound) {
      throw conflict(`${one.medicine} does not go back on the shelf.`, 'placed')
    }
    return { ...one, placed: wanted?.placed ?? by_rule }
  })
}

/** What is put back or still sealed; opened is not credited. */
async function credit(
  caller: Caller,
  of: DispenseRow,
  placed: readonly Placed[],
  lines: readonly LineRow[],
): Promise<number> {
  let sum = 0
  for (const { dispense_line_id, quantity, condition, placed: at } of placed) {
    if (at !== 'SHELF' && condition !== 'UNOPENED') continue
    if (lines.find(({ id }) => id === dispense_line_id)?.charge_id === null) continue
    await notOnIssuedBill(caller, of, dispense_line_id)
    sum += await creditLine(caller, dispense_line_id, quantity, 'Returned to the pharmacy')
  }
  return sum
}

async function notOnIssuedBill(
  caller: Caller,
  { kind }: DispenseRow,
  line_id: string,
): Promise<void> {
  if (kind !== 'WARD') return
  const { bill_id } = await isSettled(caller, line_source, line_id)
  if (bill_id === null) return
  const { status } = await billRecord.get(caller, bill_id)
  if (status === 'DRAFT') return
  throw conflict('The bill is issued: use a return at the counter.', 'issued')
}

const conditions = { SHELF: 'GOOD', QUARANTINE: 'QUARANTINE', DISPOSAL: 'DESTROY' } as const

async function goodsBack(
  caller: Caller,
  { id, number }: ReturnRow,
  of: DispenseRow,
  placed: readonly Placed[],
  lines: readonly LineRow[],
  witness_token: string | null | undefined,
): Promise<void> {
  const store = await storeFor(caller, of.store_id)
  await receiveBack(caller, {
    store_id: store.id,
    source: 'pharmacy_return',
    source_id: id,
    reference: number,
    witness_token: witness_token ?? null,
    lines: placed.map((one) => ({
      product_id: lines.find((line) => line.id === one.dispense_line_id)?.product_id ?? '',
      batch_id: one.batch_id,
      quantity: one.quantity / 1000,
      condition: conditions[one.placed],
      reason: one.reason,
      issue_source: { source: goods_source, source_id: of.id },
    })),
  })
}

async function cameBack(caller: Caller, one: Placed, lines: readonly LineRow[]): Promise<void> {
  const { hospital_id } = caller
  await pharmacy_return_lines.change({ hospital_id, id: one.id }, { placed: one.placed })
  const line = lines.find(({ id }) => id === one.dispense_line_id)
  if (line === undefined) return
  const now = await dispense_lines.find({ hospital_id, id: line.id })
  const returned_quantity = (now?.returned_quantity ?? 0) + one.quantity
  await dispense_lines.change({ hospital_id, id: line.id }, { returned_quantity })
  const units = Math.round((one.quantity * line.supplied) / Math.max(1, line.quantity))
  await itemHas(caller, line.prescription_item_id, -units, 0)
}

export async function reject(caller: Caller, id: string, reason: string): Promise<ReturnRow> {
  await signerOf(caller)
  const { patient_id } = await returnRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  const before = await returnRecord.begin(caller, id, 'reject')
  const decided = { decided_by_name: caller.name, decided_at: clock.instant() }
  return returnRecord.moved(caller, before, 'reject', decided, reason)
}

export interface ReturnFilter extends PageAsked {
  status?: ReturnState
  source?: ReturnRow['source']
  admission_id?: string
  from?: string
  to?: string
}

export async function list(caller: Caller, asked: ReturnFilter): Promise<Page<PharmacyReturn>> {
  const { timezone } = await hospitalOf(caller)
  const scope = await scopeOf(caller, undefined)
  const found = await pageFrom(pharmacy_returns, asked, {
    alias: 'r',
    from: sql` from pharmacy_returns r${where([
      sql`r.hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`r.facility_id${oneOf(scope)}`,
      when(asked.status, sql`r.status = ${asked.status}`),
      when(asked.source, sql`r.source = ${asked.source}`),
      when(asked.admission_id, sql`r.admission_id = ${asked.admission_id}`),
      ...withinDays(sql`r.created_at`, timezone, { from: asked.from, to: asked.to }),
      can(caller, 'patient:restricted') ? undefined : ofOpenPatients(sql`r.patient_id`),
    ])}`,
    order: sql` order by r.created_at desc, r.id desc`,
  })
  const shown = await shownAll(caller, found.rows)
  return mapPage(found, ({ id }) => shown.get(id) as PharmacyReturn)
}

async function shownAll(
  caller: Caller,
  found: readonly ReturnRow[],
): Promise<Map<string, PharmacyReturn>> {
  const ids = found.map(({ id }) => id)
  const lines = await return_lines_of.ofMany(caller, ids)
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  const money = await currency(caller)
  const sees = can(caller, 'bill:read')
  return new Map(
    found.flatMap((row) => {
      const patient = patients.get(row.patient_id)
      if (patient === undefined) return []
      const own = (lines.get(row.id) ?? []).map((one) => ({
        ...one,
        quantity: one.quantity / 1000,
      }))
      const moves = returnRecord.moves(caller, row)
      const shown = { ...row, reference: row.number, patient, lines: own, moves }
      return [[row.id, { ...shown, credited: sees ? toMajor(row.credited, money) : null }]]
    }),
  )
}

export async function whole(caller: Caller, { id }: Pick<ReturnRow, 'id'>) {
  const one = (await shownAll(caller, [await returnRecord.get(caller, id)])).get(id)
  if (one === undefined) throw noSuch('return')
  return { ...one, history: await returnRecord.history(caller, id) }
}
