// Critical results (DIA-85 to DIA-90): the list, the calls with their read-back, the acknowledgement.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { staffById } from '../../../neighbours/people.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { isId } from '../../../../core/ids.ts'
import { sections } from '../catalogue/lists.ts'
import { orderRecord } from '../orders/record.ts'
import { diagnostic_orders } from '../orders/tables.ts'
import { lineRecord } from '../results/lines.ts'
import { mayReadRestricted, restrictedOpenTo } from '../results/seen.ts'
import { isCritical } from '../words.ts'
import { figuresOf } from './figures.ts'
import { mayRecall, recallPatient, recalledAt, whomToCall } from './recalling.ts'
import { type AlertRow, alertRecord } from './record.ts'
import type { AcknowledgeInput, CallInput, CriticalAlert, CriticalFilter } from './shapes.ts'
import { critical_alerts, critical_calls } from './tables.ts'
import { tellFirst } from './telling.ts'

const isOverdue = ({ status, due_at }: AlertRow): boolean =>
  status === 'OPEN' && due_at !== null && due_at < clock.instant()

/** OPEN first, by when somebody must have heard. */
export async function list(
  caller: Caller,
  asked: CriticalFilter & PageAsked,
): Promise<Page<CriticalAlert>> {
  const among = await alertsAsked(caller, asked)
  const found = await pageFrom(critical_alerts, asked, {
    alias: 'a',
    from: sql`${joined}${where([
      ...among,
      sql`a.status = ${asked.status ?? 'OPEN'}`,
      when(asked.overdue, sql`a.status = 'OPEN' and a.due_at < ${clock.instant()}`),
    ])}`,
    order: sql` order by coalesce(a.due_at, a.found_at), a.id`,
  })
  return { ...found, rows: await shownAll(caller, found.rows) }
}

/** Of the same patients, places and days, in whatever state it stands. */
export const figures = async (caller: Caller, asked: CriticalFilter) =>
  figuresOf(sql`${joined}${where(await alertsAsked(caller, asked))}`)

const joined = sql` from critical_alerts a join diagnostic_orders o on o.id = a.order_id`

async function alertsAsked(caller: Caller, asked: CriticalFilter): Promise<(Sql | undefined)[]> {
  const { timezone } = await hospitalOf(caller)
  const scope = await scopeOf(caller, undefined)
  return [
    sql`a.hospital_id = ${caller.hospital_id}`,
    scope === 'all' ? undefined : sql`a.facility_id${oneOf(scope)}`,
    when(asked.discipline, sql`o.discipline = ${asked.discipline}`),
    when(asked.section_id, sql`a.section_id = ${asked.section_id}`),
    when(asked.location, sql`o.location = ${asked.location}`),
    when(asked.patient_id, sql`a.patient_id = ${asked.patient_id}`),
    ...withinDays(sql`a.found_at`, timezone, { from: asked.from, to: asked.to }),
    mayReadRestricted(caller)
      ? undefined
      : sql`(not a.restricted or o.by_id = ${caller.user_id ?? ''})`,
  ]
}

async function shownAll(caller: Caller, found: readonly AlertRow[]): Promise<CriticalAlert[]> {
  const { hospital_id } = caller
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  const ids = found.map(({ order_id }) => order_id)
  const orders = await diagnostic_orders.all({ hospital_id, id: ids })
  const by_id = new Map(orders.map((one) => [one.id, one]))
  const names = new Map((await sections(caller)).map(({ id, name }) => [id, name]))
  return found.flatMap((row) => {
    const [patient, order] = [patients.get(row.patient_id), by_id.get(row.order_id)]
    if (patient === undefined || order === undefined) return []
    return [
      {
        ...row,
        patient,
        order_reference: order.number,
        location: order.location,
        ordered_by_name: order.ordered_by_name,
        section: names.get(row.section_id) ?? '',
        overdue: isOverdue(row),
        recalled_at: recalledAt(row),
        moves: alertRecord.moves(caller, row),
      },
    ]
  })
}

/** A restricted test is there for whom it is open to, and for nobody else. */
export async function get(caller: Caller, id: string): Promise<AlertRow> {
  const row = await alertRecord.get(caller, id)
  if (!row.restricted) return row
  const { by_id } = await orderRecord.get(caller, row.order_id)
  const opens = await restrictedOpenTo(caller, [row.patient_id])
  if (!opens({ patient_id: row.patient_id, by_id })) throw noSuch('alert')
  return row
}

export async function whole(caller: Caller, { id }: Pick<AlertRow, 'id'>) {
  const row = await get(caller, id)
  const [shown] = await shownAll(caller, [row])
  if (shown === undefined) throw noSuch('alert')
  const { hospital_id } = caller
  const calls = await critical_calls.all({ hospital_id, alert_id: id }, { order: ['at', 'id'] })
  const { notices } = row
  const next_of_kin = await whomToCall(caller, row)
  return { ...shown, calls, next_of_kin, notices, history: await alertRecord.history(caller, id) }
}

/** Afterwards what was done may still be said, once. */
export async function acknowledge(
  caller: Caller,
  id: string,
  { recall = false, ...input }: AcknowledgeInput,
): Promise<AlertRow> {
  const found = await get(caller, id)
  if (recall) await mayRecall(caller, found)
  const after = await acknowledged(caller, id, input.action_taken || null, recall)
  return recall ? recallPatient(caller, after) : after
}

async function acknowledged(
  caller: Caller,
  id: string,
  action_taken: string | null,
  recall: boolean,
): Promise<AlertRow> {
  const seen = await alertRecord.locked(caller, id)
  const is_over = seen.status === 'ACKNOWLEDGED' || seen.status === 'CONFIRMED'
  if (is_over && action_taken !== null && seen.action_taken === null) {
    return alertRecord.changed(caller, seen, 'act', { action_taken })
  }
  if (is_over && action_taken === null && recall) return seen
  const before = await alertRecord.begin(caller, id, 'acknowledge')
  return alertRecord.moved(caller, before, 'acknowledge', {
    acknowledged_by_name: caller.name,
    acknowledged_at: clock.instant(),
    told_at: before.told_at ?? clock.instant(),
    next_step_at: null,
    action_taken,
  })
}

export async function call(caller: Caller, id: string, input: CallInput): Promise<AlertRow> {
  const found = await get(caller, id)
  if (input.recall === true) await mayRecall(caller, found)
  const after = await called(caller, id, input)
  return input.recall === true ? recallPatient(caller, after) : after
}

async function called(caller: Caller, id: string, input: CallInput): Promise<AlertRow> {
  const row = await alertRecord.locked(caller, id)
  await stillCritical(caller, row)
  const recipient_name = await recipientOf(caller, input)
  readBack(row, input)
  await critical_calls.insert({
    hospital_id: caller.hospital_id,
    alert_id: id,
    at: clock.instant(),
    by_id: caller.user_id,
    by_name: caller.name,
    recipient_staff_id: input.recipient_staff_id || null,
    recipient_name,
    recipient_role: input.recipient_role || null,
    channel: input.channel,
    outcome: input.outcome,
    read_back: input.read_back || null,
    value_told: row.value,
    note: input.note || null,
  })
  if (row.status !== 'OPEN') return alertRecord.changed(caller, row, 'call', {})
  if (input.outcome === 'CONFIRMED') {
    const now = clock.instant()
    return alertRecord.moved(caller, row, 'confirm', {
      confirmed_at: now,
      told_at: row.told_at ?? now,
      next_step_at: null,
    })
  }
  const after = await alertRecord.changed(caller, row, 'call', {})
  return after.told_at === null ? tellFirst(caller, after, true) : after
}

async function stillCritical(caller: Caller, row: AlertRow): Promise<void> {
  const line = row.result_id === null ? null : await lineRecord.get(caller, row.result_id)
  if (row.status === 'WITHDRAWN' || (line !== null && !isCritical(line.flag))) {
    throw conflict('This value is no longer critical.')
  }
}

async function recipientOf(caller: Caller, input: CallInput): Promise<string> {
  if (input.recipient_staff_id) {
    const id = input.recipient_staff_id
    const staff = isId(id) ? await staffById(caller, id) : null
    if (staff === null) throw noSuch('staff member')
    return (staff?.name ?? input.recipient_name ?? id).slice(0, 160)
  }
  if (!input.recipient_name) throw invalid('recipient_name', 'is required: who answered.')
  return input.recipient_name
}

/** DIA-88: a number that was heard is said again. */
function readBack(row: AlertRow, { outcome, read_back }: CallInput): void {
  if (outcome !== 'CONFIRMED') return
  if (!read_back) throw invalid('read_back', 'is required when the call is confirmed.')
  if (row.value_num === null) return
  const bare = row.value_num.replace(/^[<>]=?/, '')
  const said = read_back.replaceAll(/(\d),(\d)/g, '$1.$2').match(/-?\d+(?:\.\d+)?/g) ?? []
  if (said.some((one) => Number(one) === Number(bare))) return
  throw new Refusal(
    400,
    'invalid',
    `The read-back does not match ${row.value_num}: ask again, or log REACHED_NO_READBACK.`,
    { field: 'read_back' },
  )
}
