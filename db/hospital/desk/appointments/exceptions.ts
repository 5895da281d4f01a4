// Days on which a schedule is otherwise: closed, extra, or of another size (APT-4, APT-15).

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import { fresh } from '../../../core/versions.ts'
import { record } from '../../office/audit/record.ts'
import { scopeOf } from '../../office/places/facilities.ts'
import { resolveDepartment } from '../../office/places/places.ts'
import { clinicianNamed } from './clinicians.ts'
import { hitBy, cancelHit } from './hits.ts'
import { scheduleRecord } from './schedules.ts'
import type { Exception } from './sessions.ts'
import type { ExceptionInput, ScheduleException } from './shapes.ts'
import { schedule_exceptions } from './tables.ts'
import { actingFacility } from './times.ts'
import { recordOf } from '../../../store/record-of.ts'

export interface Filter extends PageAsked {
  schedule_id?: string
  clinician_id?: string
  from?: string
  to?: string
  facility_id?: string
}

export async function list(caller: Caller, asked: Filter): Promise<Page<ScheduleException>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const found = await pageFrom(schedule_exceptions, asked, {
    from: sql` from schedule_exceptions${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.schedule_id, sql`schedule_id = ${asked.schedule_id}`),
      when(asked.clinician_id, sql`clinician_id = ${asked.clinician_id}`),
      when(asked.from, sql`to_date >= ${asked.from}`),
      when(asked.to, sql`from_date <= ${asked.to}`),
    ])}`,
    order: sql` order by from_date desc, id desc`,
  })
  return mapPage(found, view)
}

export const exceptionRecord = recordOf(schedule_exceptions, 'exception')

export async function open(caller: Caller, input: ExceptionInput): Promise<ScheduleException> {
  const { notify = false, ...fields } = input
  await check(caller, input)
  const { hospital_id } = caller
  const schedule_id = input.schedule_id ?? null
  const facility_id =
    schedule_id === null
      ? actingFacility(caller)
      : (await scheduleRecord.get(caller, schedule_id)).facility_id
  const made = await schedule_exceptions.insert({
    ...fields,
    hospital_id,
    facility_id,
    department: input.department ? (await resolveDepartment(caller, input.department)).name : null,
  })
  const hit = await hitBy(caller, made)
  if (notify) await cancelHit(caller, hit, made.reason)
  await schedule_exceptions.change({ hospital_id, id: made.id }, { affected: hit.length })
  note(caller, 'schedule_exception.create', made)
  return view(await exceptionRecord.get(caller, made.id))
}

export async function cancel(
  caller: Caller,
  id: string,
  reason: string,
): Promise<ScheduleException> {
  const before = await exceptionRecord.locked(caller, id)
  fresh(caller, before)
  if (before.cancelled_at !== null) throw conflict('This exception is cancelled already.')
  await schedule_exceptions.change(
    { hospital_id: caller.hospital_id, id },
    { cancelled_at: clock.instant(), cancel_reason: reason },
  )
  note(caller, 'schedule_exception.cancel', before, reason)
  return view(await exceptionRecord.get(caller, id))
}

async function check(caller: Caller, input: ExceptionInput): Promise<void> {
  const { from_date, to_date, start_time, end_time, kind, capacity } = input
  if (to_date < from_date) throw invalid('to_date', 'is before from_date.')
  if (Boolean(start_time) !== Boolean(end_time)) {
    throw invalid(start_time ? 'end_time' : 'start_time', 'is required beside the other.')
  }
  if (start_time && end_time && end_time <= start_time) {
    throw invalid('end_time', 'must be after start_time.')
  }
  if (kind === 'CAPACITY' && typeof capacity !== 'number') {
    throw invalid('capacity', 'is required for CAPACITY.')
  }
  if (kind === 'EXTRA' && !input.schedule_id && !input.clinician_id) {
    throw invalid('schedule_id', 'is required for EXTRA.')
  }
  if (input.schedule_id) await scheduleRecord.get(caller, input.schedule_id)
  if (input.clinician_id) await clinicianNamed(caller, input)
}

const view = ({
  hospital_id: _h,
  created_at: _c,
  updated_at: _u,
  ...row
}: Exception): ScheduleException => row

function note(caller: Caller, action: string, row: Exception, reason = row.reason): void {
  record(caller, action, {
    entity_type: 'schedule_exception',
    entity_id: row.id,
    entity_label: `${row.kind} ${row.from_date} to ${row.to_date}`,
    reason,
  })
}
