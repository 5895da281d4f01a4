// A case is put off or cancelled (A.3 postpone, cancel), with a reason the table knows.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { today } from '../../../office/places/hours.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { uncharged } from '../charging.ts'
import { dayIn } from '../../../../core/clock.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { sessionRecord } from '../sessions/record.ts'
import { reasonOf } from '../settings/tables-of-theatre.ts'
import { tellTeam } from '../telling.ts'
import { letBloodGo } from './blood.ts'
import { booked, type Done, holdSessions, leaveList } from './booking.ts'
import { caseRecord, type CaseRow, held, mustBeBeforeTheatre } from './record.ts'
import { unstamp } from './stamps.ts'
import type { PostponeInput } from './shapes.ts'
import type { PutOff } from './tables.ts'

export interface Why {
  reason_code: string
  reason: string
}

export async function postpone(caller: Caller, id: string, input: PostponeInput): Promise<Done> {
  await signerOf(caller)
  const known = await caseRecord.get(caller, id)
  await holdSessions(caller, [known.session_id, input.session_id])
  const { row: before } = await held(caller, id)
  mustBeBeforeTheatre(before)
  const row = await putOff(caller, before, input)
  if (!input.session_id) return { row, warnings: [], gates: [] }
  return booked(caller, row, { session_id: input.session_id, reason: input.reason })
}

/** Case and list are locked. What was charged stays, and waits. */
export async function putOff(caller: Caller, before: CaseRow, why: Why): Promise<CaseRow> {
  caseRecord.check(before, 'postpone')
  const said = await putOffOf(caller, before, why)
  await leaveList(caller, before)
  await unstamp(caller, before, ['SCHEDULED', 'SENT', 'RECEIVED'])
  const row = await caseRecord.moved(
    caller,
    before,
    'postpone',
    {
      ...nowhere,
      postponed_count: before.postponed_count + 1,
      postponements: [...before.postponements, said].slice(-100),
    },
    why.reason,
  )
  await told(caller, row, 'put off')
  return row
}

const nowhere = {
  session_id: null,
  position: null,
  planned_start: null,
  planned_end: null,
  sent_by_id: null,
} as const

async function putOffOf(caller: Caller, row: CaseRow, why: Why): Promise<PutOff> {
  const { code } = await reasonOf(caller, why.reason_code)
  const at = clock.instant()
  const on_the_day = await onTheDay(caller, row)
  return { reason_code: code, reason: why.reason, on_the_day, by_name: caller.name, at }
}

/** The list was published and it is today's. */
async function onTheDay(caller: Caller, row: CaseRow): Promise<boolean> {
  if (row.planned_start === null) return false
  const zone = await zoneOf(caller, row.facility_id)
  const day = dayIn(zone, new Date(row.planned_start))
  if (day !== (await today(caller, row.facility_id))) return false
  if (row.session_id === null) return true
  return (await sessionRecord.get(caller, row.session_id)).status === 'PUBLISHED'
}

const told = (caller: Caller, row: CaseRow, how: string): Promise<void> =>
  tellTeam(caller, row, [row.surgeon_id], {
    kind: 'theatre.put_off',
    title: `${row.number} is ${how}`,
    body: `${row.title}: ${how}.`,
  })

export async function cancel(caller: Caller, id: string, why: Why): Promise<Done> {
  await signerOf(caller)
  const known = await caseRecord.get(caller, id)
  await holdSessions(caller, [known.session_id])
  const { row: before } = await held(caller, id, { alive: false })
  mustBeBeforeTheatre(before)
  return { row: await cancelled(caller, before, why), warnings: [], gates: [] }
}

export async function cancelled(caller: Caller, before: CaseRow, why: Why): Promise<CaseRow> {
  caseRecord.check(before, 'cancel')
  const cancellation = await putOffOf(caller, before, why)
  await leaveList(caller, before)
  await letBloodGo(caller, before, why.reason)
  const free = await uncharged(caller, before, why.reason)
  const row = await caseRecord.moved(
    caller,
    { ...before, charges: free.charges },
    'cancel',
    { ...nowhere, cancellation },
    why.reason,
  )
  await told(caller, row, 'cancelled')
  return row
}
