// Every quarter of an hour: samples past their time, and requests nobody fetches blood for (section 7).

import type { Caller } from '../../../../core/caller.ts'
import { clock, hours, instantIn } from '../../../../core/clock.ts'
import { rows, within } from '../../../../store/connection.ts'
import { tellList } from '../../../care/clinical/tell-list.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { sampleRecord } from '../patients/record.ts'
import { settingsOf } from '../settings/settings.ts'
import { dropExpected, letAll } from './cancelling.ts'
import { progress } from './progress.ts'
import { open_states, requestRecord } from './record.ts'
import { blood_issues } from './tables.ts'

const at_once = 200
const waits = hours(72)

export async function lapseSamples(caller: Caller, signal?: AbortSignal): Promise<number> {
  const due = await rows<{ id: string }>(
    sql`select id from blood_samples where hospital_id = ${caller.hospital_id}
      and status in ('RECEIVED', 'TESTED') and valid_until <= ${clock.instant()}
      order by id limit ${at_once}`,
  )
  let done = 0
  for (const { id } of due) {
    if (signal?.aborted === true) break
    await within(async () => {
      const row = await sampleRecord.locked(caller, id)
      const over = (row.valid_until ?? '') <= clock.instant()
      if (!over || (row.status !== 'RECEIVED' && row.status !== 'TESTED')) return
      await sampleRecord.moved(caller, row, 'lapse')
      done += 1
    }, 'jobs')
  }
  return done
}

/** Nothing went out, and the sample's time or three days are over. */
export async function lapseRequests(caller: Caller, signal?: AbortSignal): Promise<number> {
  const late = instantIn(-waits)
  const due = await rows<{ id: string }>(
    sql`select id from blood_requests where hospital_id = ${caller.hospital_id}
      and status${oneOf(open_states)}
      and (valid_until <= ${clock.instant()} or needed_at <= ${late})
      and not exists (select 1 from blood_issues i
        where i.request_id = blood_requests.id and i.returned_at is null) order by id limit ${at_once}`,
  )
  let done = 0
  for (const { id } of due) {
    if (signal?.aborted === true) break
    await within(async () => {
      const row = await requestRecord.locked(caller, id)
      const { hospital_id } = caller
      if (!open_states.some((state) => state === row.status)) return
      if ((await blood_issues.count({ hospital_id, request_id: id, returned_at: null })) > 0) return
      await letAll(caller, id)
      await dropExpected(caller, id, 'The request lapsed')
      await requestRecord.moved(caller, row, 'lapse')
      done += 1
    }, 'jobs')
  }
  return done
}

/** What was set aside went back to the shelf, or was held: the request waits again. */
export async function reviewReady(caller: Caller, signal?: AbortSignal): Promise<number> {
  const ready = await rows<{ id: string }>(
    sql`select r.id from blood_requests r where r.hospital_id = ${caller.hospital_id}
      and r.status = 'READY' and not r.hold_only and exists (
        select 1 from blood_request_lines l where l.request_id = r.id and l.units > (
          select count(*) from blood_units u where u.request_id = r.id
            and u.component_code = l.component_code and u.status = 'RESERVED'))
      order by r.id limit ${at_once}`,
  )
  for (const { id } of ready) {
    if (signal?.aborted === true) break
    await within(() => progress(caller, id), 'jobs')
  }
  return ready.length
}

/** BLD-63: blood that went out before its tests, and was not matched in time since. */
export const tellUnmatched = (caller: Caller): Promise<number> =>
  within(async () => {
    const { components, retro_hours } = await settingsOf(caller)
    const matched = components.filter((one) => one.crossmatch).map(({ code }) => code)
    const found = await rows<{ id: string; unit_number: string }>(
      sql`select i.id, i.unit_number from blood_issues i where i.hospital_id = ${caller.hospital_id}
        and i.returned_at is null and i.matched = ${false} and i.emergency is not null
        and i.component_code${oneOf(matched)} and i.at <= ${instantIn(-hours(retro_hours))}
        and not exists (select 1 from blood_crossmatches c where c.unit_id = i.unit_id
          and c.patient_id = i.patient_id and c.retrospective)
        order by i.at, i.id limit ${at_once}`,
    )
    return tellList(
      caller,
      {
        kind: 'blood.retrospective',
        to: { role: 'lab_manager' },
        title: 'Emergency blood was not cross-matched afterwards',
      },
      found.map(({ id, unit_number }) => ({ id, called: `unit ${unit_number}` })),
    )
  }, 'jobs')
