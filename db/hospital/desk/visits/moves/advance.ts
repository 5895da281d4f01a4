// The next step of a visit, in one move (VIS-10).

import type { Caller } from '../../../../core/caller.ts'
import { clock, minutes } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { patientById } from '../../patients/patients.ts'
import { settingsOf } from '../../patients/settings.ts'
import * as points from '../../service-points/service-points.ts'
import type { PointKind } from '../../service-points/words.ts'
import { checkOutNow } from './close.ts'
import { finish } from '../queue/entries.ts'
import { moved } from './events.ts'
import { go, type Gone, mayPrioritise, mustBeMine, nextStep } from './go.ts'
import { resumeNow } from './hold.ts'
import { alreadyClosed, isOpen, visitRecord, mustBe, openEntry, type Visit } from '../rows.ts'
import { serveNow } from '../queue/serve.ts'
import type { AdvanceInput } from '../shapes.ts'
import { mustBeStaff } from '../staff.ts'
import { mustBeThere, targetNamed } from '../queue/targets.ts'

/** FRO-10: `advanceVisit` for other areas. */
export async function advanceVisit(caller: Caller, id: string, input: AdvanceInput): Promise<Gone> {
  const { priority, clinician_id } = input
  mayPrioritise(caller, priority)
  const visit = await visitRecord.locked(caller, id)
  if (input.to) await mustBeThere(caller, visit, input.to)
  if (typeof clinician_id === 'string') await mustBeStaff(caller, clinician_id)
  if (!isOpen(visit)) throw alreadyClosed()
  await mustBe(caller, visit, input.expected_state)
  fresh(caller, visit)
  if (visit.status === 'ADMITTED') {
    const { full_name } = await patientById(caller, visit.patient_id)
    throw conflict(`${full_name} is admitted. The ward moves this visit.`, 'state')
  }
  const entry = await openEntry(caller, visit.id)
  await mustBeMine(caller, visit, entry)
  const ready: Visit = {
    ...visit,
    ...(priority === undefined
      ? {}
      : { priority, priority_reason: priority < 5 ? ('STAFF_DECISION' as const) : null }),
    ...(clinician_id === undefined ? {} : { clinician_id }),
  }
  return input.to ? sendTo(caller, ready, input, input.to) : step(caller, ready, input)
}

async function sendTo(
  caller: Caller,
  visit: Visit,
  input: AdvanceInput,
  to: string,
): Promise<Gone> {
  const point = await targetNamed(caller, visit, to)
  if (point.id === visit.service_point_id && visit.status !== 'ON_HOLD') {
    throw conflict(`The patient is already waiting at ${point.name}.`, 'same_point')
  }
  return go(caller, visit, { point, ...told(input) })
}

const told = ({ overrides, clinician_id, note, reason }: AdvanceInput) => ({
  overrides,
  clinician_id,
  note,
  reason,
})

async function step(caller: Caller, visit: Visit, input: AdvanceInput): Promise<Gone> {
  switch (visit.status) {
    case 'REGISTERED':
      return onward(caller, visit, input)
    case 'AWAITING_PAYMENT': {
      const wanted = await points.servicePointRecord.get(caller, visit.wanted_point_id ?? '')
      const sort_at = visit.first_waiting_at ?? undefined
      return go(caller, visit, {
        point: wanted,
        move: 'settled',
        refuse: true,
        sort_at,
        ...told(input),
      })
    }
    case 'WAITING':
    case 'CALLED':
      return serveNow(caller, visit, input)
    case 'IN_SERVICE':
      return finishAndGoOn(caller, visit, input)
    case 'ON_HOLD':
      return offHold(caller, visit, input)
    case 'ADMITTED':
    case 'CHECKED_OUT':
    case 'CANCELLED':
      throw alreadyClosed()
  }
}

/** The next due step; when none is due the visit is over. */
export async function finishAndGoOn(
  caller: Caller,
  visit: Visit,
  input: AdvanceInput,
): Promise<Gone> {
  // Finished first: what was served here counts when the next step is looked for.
  const entry = await openEntry(caller, visit.id)
  if (entry !== undefined) await finish(caller, entry, 'DONE')
  const { kinds, point } = await nextStep(caller, visit)
  if (point !== undefined) return go(caller, visit, { point, from: entry, ...told(input) })
  if (kinds.length > 0) return noOpenPoint(caller, visit, kinds)
  const { overrides } = input
  return checkOutNow(caller, visit, { outcome: 'TREATED', ...(overrides && { overrides }) })
}

async function onward(caller: Caller, visit: Visit, input: AdvanceInput): Promise<Gone> {
  const { kinds, point } = await nextStep(caller, visit)
  if (point !== undefined) return go(caller, visit, { point, ...told(input) })
  if (kinds.length > 0) return noOpenPoint(caller, visit, kinds)
  throw conflict('No step of this visit is due: say which service point it goes to.', 'no_step')
}

/** VIS-11: the patient is held until a point opens, and the reply says so. */
export async function noOpenPoint(
  caller: Caller,
  visit: Visit,
  kinds: readonly PointKind[],
): Promise<Gone> {
  const after = await moved(
    caller,
    visit,
    'hold',
    {
      status: 'ON_HOLD',
      hold_reason: 'OTHER',
      queue_entry_id: null,
      service_point_id: null,
      stage: null,
      first_waiting_at: visit.first_waiting_at ?? clock.instant(),
    },
    { reason: `No ${kinds[0]} point is open` },
  )
  const message = `No ${kinds[0]} point is open at this branch: the patient is on hold.`
  return { visit: after, entry: null, warnings: [{ gate: null, level: 'WARN', message }] }
}

/** Back where he was; after a no-show only within the grace (3.3). */
export async function offHold(caller: Caller, visit: Visit, input: AdvanceInput): Promise<Gone> {
  const entry = await openEntry(caller, visit.id)
  if (entry !== undefined) return resumeNow(caller, visit, entry)
  if (visit.hold_reason !== 'NO_SHOW') return onward(caller, visit, input)
  return backFromNoShow(caller, visit)
}

/** A new entry at the end of its class; later only with a point that is named. */
async function backFromNoShow(caller: Caller, visit: Visit): Promise<Gone> {
  const { no_show_grace_minutes } = await settingsOf(caller)
  const gone = clock.ms() - Date.parse(visit.touched_at)
  if (gone > minutes(no_show_grace_minutes) || visit.service_point_id === null) {
    throw conflict(
      `The patient did not come when called more than ${no_show_grace_minutes} minutes ago: say which service point to go to.`,
      'no_show',
    )
  }
  const point = await points.servicePointRecord.get(caller, visit.service_point_id)
  return go(caller, visit, { point, move: 'resume', cleared: true })
}
