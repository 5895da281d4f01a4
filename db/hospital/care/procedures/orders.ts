// A procedure is asked for, charged, done and recorded, or taken back (CAR-23).

import { type Caller, can } from '../../../core/caller.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { life } from '../../../core/states.ts'
import { madeBefore } from '../../../store/made-before.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { gate } from '../../desk/gates/gate.ts'
import type { GateResult } from '../../desk/gates/shapes.ts'
import { patientsById } from '../../desk/patients/register/many.ts'
import { patientRecord, writable } from '../../desk/patients/rows.ts'
import { joinTeam } from '../../desk/visits/moves/events.ts'
import { mustBeStaff } from '../../desk/visits/staff.ts'
import { historyIn } from '../../history.ts'
import { charge, uncharge } from '../../money/billing/charges/charge.ts'
import { serviceDone } from '../../money/billing/charges/service-done.ts'
import { isSettledNow } from '../../money/billing/charges/lapse.ts'
import { accountsOfVisits } from '../../neighbours/billing.ts'
import type { OpenWorkRow } from '../../neighbours/care.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../office/places/facilities.ts'
import { today } from '../../office/places/hours.ts'
import { resolveDepartment } from '../../office/places/places.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { clinicalOpenTo } from '../clinical/open-to.ts'
import { consentFor } from '../consents/consents.ts'
import { codeOf, readCode } from '../records/codes/codes.ts'
import { placeOf } from '../records/place.ts'
import type { RecordRow } from '../records/record.ts'
import { open as writeRecord } from '../records/writing.ts'
import type { PerformInput, ProcedureOrder, ProcedureOrderInput } from './shapes.ts'
import { procedure_order_history, procedure_orders } from './tables.ts'
import { order_states } from './words.ts'

export type OrderRow = RowOf<(typeof procedure_orders)['columns']>

const order_life = life('procedure order', order_states, {
  perform: { from: ['REQUESTED'], to: 'DONE', permission: 'record:sign' },
  cancel: {
    from: ['REQUESTED'],
    to: 'CANCELLED',
    permission: 'record:write',
    reason: 'required',
  },
})

export const orderRecord = recordWithLife(procedure_orders, {
  life: order_life,
  called: ({ number }) => number,
  history: historyIn(procedure_order_history),
  sequence: 'procedure_order',
})

const source = 'procedure_order'

export async function open(caller: Caller, input: ProcedureOrderInput): Promise<OrderRow> {
  if (await madeBefore(caller, procedure_orders, input.id)) return already(caller, input)
  const signer = await signerOf(caller)
  const patient = await writable(caller, input.patient_id)
  const place = await placeOf(caller, patient, input)
  const { code, system, shipped } = readCode('PROCEDURE', input.code)
  if (shipped?.laterality === true && !input.side) {
    throw invalid('side', `is required: ${shipped.display} is on one side, or on both.`)
  }
  const department = input.department
    ? (await resolveDepartment(caller, input.department)).name
    : place.department
  const row = await orderRecord.created(
    caller,
    {
      ...(input.id === undefined ? {} : { id: input.id }),
      facility_id: place.facility_id,
      patient_id: patient.id,
      visit_id: place.visit_id,
      admission_id: place.admission_id,
      department,
      code,
      coding_system: system,
      title: shipped?.display ?? code,
      quantity: input.quantity ?? 1,
      urgency: input.urgency ?? 'ROUTINE',
      side: input.side ?? null,
      notes: input.notes || null,
      requested_by: signer.name.slice(0, 160),
      staff_id: signer.staff_id,
      by_id: caller.user_id,
    },
    'request',
  )
  await chargeFor(caller, row)
  if (place.visit_id !== null) await joinTeam(caller, place.visit_id)
  return row
}

async function already(caller: Caller, { id, patient_id }: ProcedureOrderInput): Promise<OrderRow> {
  const { hospital_id } = caller
  const found = await procedure_orders.find({ hospital_id, id, patient_id })
  if (found === undefined) throw conflict('This id is already in use.')
  return found
}

/** By the code of the procedure; without a price it stands as unpriced, and goes on. */
async function chargeFor(caller: Caller, row: OrderRow): Promise<void> {
  await charge(caller, {
    patient_id: row.patient_id,
    visit_id: row.visit_id,
    admission_id: row.admission_id,
    code: row.code,
    quantity: row.quantity,
    source,
    source_id: row.id,
    description: row.title,
    urgent: row.urgency !== 'ROUTINE',
    service_date: await today(caller, row.facility_id),
    ...(row.department === null ? {} : { department: row.department }),
  })
}

export interface Performed {
  order: OrderRow
  record: RecordRow
  warnings: GateResult[]
}

export async function perform(caller: Caller, id: string, input: PerformInput): Promise<Performed> {
  if ((input.consumables ?? []).length > 0) {
    throw invalid('consumables', 'is not offered yet.')
  }
  for (const staff of input.performers ?? []) await mustBeStaff(caller, staff)
  const { patient_id } = await orderRecord.get(caller, id)
  await writable(caller, patient_id)
  const before = await orderRecord.begin(caller, id, 'perform')
  const consent_id = await consentedTo(caller, before)
  const warnings = await mayBeDone(caller, before, input)
  const { row: record } = await writeRecord(caller, {
    patient_id,
    ...(before.admission_id === null
      ? { visit_id: before.visit_id }
      : { admission_id: before.admission_id }),
    kind: 'PROCEDURE',
    title: before.title,
    code: before.code,
    coding_system: before.coding_system,
    laterality: before.side,
    occurred_at: input.performed_at ?? null,
    procedure: {
      performers: input.performers ?? [],
      site: input.site ?? null,
      findings: input.findings ?? null,
      complication: input.complication ?? null,
      quantity: before.quantity,
    },
    sign: true,
  })
  await serviceDone(caller, source, id, {
    performed_by_id: caller.user_id,
    done_at: record.occurred_at,
  })
  const order = await orderRecord.moved(caller, before, 'perform', {
    record_id: record.id,
    consent_id,
    performed_at: record.occurred_at,
  })
  return { order, record, warnings }
}

async function consentedTo(caller: Caller, row: OrderRow): Promise<string | null> {
  const { patient_id, code: procedure_code, side } = row
  const asked = { patient_id, kind: 'PROCEDURE' as const, procedure_code, side }
  const consent = await consentFor(caller, asked)
  const needed = codeOf(row.coding_system, row.code)?.consent === true
  if (consent === null && needed) throw conflict(`No signed consent for ${row.title}.`, 'consent')
  return consent?.id ?? null
}

/** Money first where the house asks for it, then what must be done before. */
async function mayBeDone(
  caller: Caller,
  row: OrderRow,
  { overrides }: PerformInput,
): Promise<GateResult[]> {
  const cleared = await isSettledNow(caller, source, row.id)
  if (!cleared.may_proceed) {
    const said = can(caller, 'bill:read') ? cleared.message : null
    throw conflict(said ?? 'Not cleared by the cashier.', 'unpaid')
  }
  return gate(caller, {
    action: 'procedure.perform',
    subject: { patient_id: row.patient_id, urgent: row.urgency !== 'ROUTINE' },
    facts: { departments: row.department },
    emergency: row.urgency === 'STAT',
    overrides: overrides ?? [],
    entity: {
      type: 'procedure_order',
      id: row.id,
      patient_id: row.patient_id,
      visit_id: row.visit_id,
    },
  })
}

export async function cancel(caller: Caller, id: string, reason: string): Promise<OrderRow> {
  await signerOf(caller)
  const { patient_id } = await orderRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  const before = await orderRecord.begin(caller, id, 'cancel')
  await uncharge(caller, source, id, reason)
  return orderRecord.moved(caller, before, 'cancel', {}, reason)
}

/** What a death or the end of a stay leaves undone (PAT-24, 3.7). */
export async function endAll(
  caller: Caller,
  of: { patient_id: string } | { admission_id: string },
  reason: string,
): Promise<string[]> {
  const { hospital_id } = caller
  const waiting = await procedure_orders.all(
    { hospital_id, ...of, status: 'REQUESTED' },
    { order: ['id'] },
  )
  for (const { id } of waiting) {
    const before = await orderRecord.locked(caller, id)
    if (before.status !== 'REQUESTED') continue
    await uncharge(caller, source, id, reason)
    await orderRecord.moved(caller, before, 'cancel', {}, reason)
  }
  return waiting.map(({ number }) => number)
}

export async function openProcedureOrders(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  visit_id: string,
): Promise<OpenWorkRow[]> {
  const found = await procedure_orders.all(
    { hospital_id, visit_id, status: 'REQUESTED' },
    { order: ['created_at', 'id'] },
  )
  return found.map(({ id, number, title }) => ({ id, reference: number, label: title }))
}

export interface OrderFilter extends PageAsked {
  search?: string
  department?: string
  status?: OrderRow['status']
  patient_id?: string
  visit_id?: string
  admission_id?: string
  from?: string
  to?: string
}

export async function list(caller: Caller, asked: OrderFilter): Promise<Page<ProcedureOrder>> {
  const { timezone } = await hospitalOf(caller)
  const scope = await scopeOf(caller, undefined)
  const found = await pageFrom(procedure_orders, asked, {
    alias: 'o',
    from: sql` from procedure_orders o${where([
      sql`o.hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`o.facility_id${oneOf(scope)}`,
      when(asked.department, sql`o.department = ${asked.department}`),
      when(asked.status, sql`o.status = ${asked.status}`),
      when(asked.patient_id, sql`o.patient_id = ${asked.patient_id}`),
      when(asked.visit_id, sql`o.visit_id = ${asked.visit_id}`),
      when(asked.admission_id, sql`o.admission_id = ${asked.admission_id}`),
      ...withinDays(sql`o.created_at`, timezone, { from: asked.from, to: asked.to }),
      await clinicalOpenTo(caller, asked.patient_id, 'o'),
    ])}`,
    order: sql` order by o.created_at desc, o.id desc`,
  })
  return { ...found, rows: await shownAll(caller, found.rows) }
}

async function shownAll(caller: Caller, found: readonly OrderRow[]): Promise<ProcedureOrder[]> {
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  const accounts = await accountsOfVisits(
    caller,
    found.flatMap(({ visit_id }) => visit_id ?? []),
  )
  return found.flatMap((row) => {
    const patient = patients.get(row.patient_id)
    if (patient === undefined) return []
    const payment_ok = accounts.get(row.visit_id ?? '')?.payment_ok ?? true
    const moves = orderRecord.moves(caller, row)
    return [{ ...row, reference: row.number, patient, payment_ok, moves }]
  })
}

export async function whole(caller: Caller, { id }: Pick<OrderRow, 'id'>) {
  const [one] = await shownAll(caller, [await orderRecord.get(caller, id)])
  if (one === undefined) throw noSuch('procedure order')
  return { ...one, history: await orderRecord.history(caller, id) }
}
