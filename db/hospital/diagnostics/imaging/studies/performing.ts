// The patient comes, the images are taken, or the study stops half way (3.7).

import type { Caller } from '../../../../core/caller.ts'
import { clock, minutes } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { joinTeam } from '../../../desk/visits/moves/events.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { heldItem, imageDone, itemFollows } from '../../laboratory/orders/imaging.ts'
import { passUnpaid } from '../../laboratory/specimens/unpaid.ts'
import { passAtStart } from '../safety/gates.ts'
import type { Acquisition } from '../tables.ts'
import { type StudyRow, studyRecord } from './record.ts'
import { roomHeld } from './rooms.ts'
import type { ArriveInput, FinishInput, StartInput } from './shapes.ts'

/** DIA-45: unpaid waits here, unless billing lets it through. */
export async function arrive(caller: Caller, id: string, input: ArriveInput): Promise<StudyRow> {
  const seen = await studyRecord.get(caller, id)
  const held = await heldItem(caller, seen)
  const before = await studyRecord.begin(caller, id, 'arrive')
  const { overrides } = input
  await passUnpaid(caller, held.order, [held.item], { action: 'study.arrive', overrides })
  const place = input.room_id ? await roomHeld(caller, input.room_id, before.facility_id) : null
  const study = await studyRecord.moved(caller, before, 'arrive', {
    arrived_at: clock.instant(),
    ...(place === null ? {} : { room_id: place.id, room: place.name }),
  })
  return withDue(caller, study, () => itemFollows(caller, held, 'ARRIVED'))
}

/** When the report is due follows from when the clock began. */
async function withDue(
  caller: Caller,
  study: StudyRow,
  follow: () => Promise<{ due_at: string }>,
): Promise<StudyRow> {
  const { due_at } = await follow()
  return studyRecord.changed(caller, study, 'clock', { due_at })
}

export interface Started {
  study: StudyRow
  warnings: GateResult[]
}

export async function start(caller: Caller, id: string, input: StartInput): Promise<Started> {
  const held = await heldItem(caller, await studyRecord.get(caller, id))
  const before = await studyRecord.begin(caller, id, 'start')
  mayStart(before)
  await signsFor(caller, before)
  sideConfirmed(before, input)
  const place = input.room_id ? await roomHeld(caller, input.room_id, before.facility_id) : null
  const { warnings, justified } = await passAtStart(caller, before, input.overrides ?? [])
  const now = clock.instant()
  const study = await studyRecord.moved(caller, before, 'start', {
    justified,
    identity_checked: input.identity_checked,
    started_at: now,
    arrived_at: before.arrived_at ?? now,
    performed_by_id: caller.user_id,
    performed_by_name: caller.name,
    ...(place === null ? {} : { room_id: place.id, room: place.name }),
  })
  if (study.visit_id !== null) await joinTeam(caller, study.visit_id)
  const after = await withDue(caller, study, () => itemFollows(caller, held, 'IN_PROGRESS'))
  return { study: after, warnings }
}

/** What cannot wait, and what comes to the bed, begins without an arrival. */
function mayStart(study: StudyRow): void {
  const at_once = study.priority === 'STAT' || study.portable
  if (study.status === 'ORDERED' && !at_once) {
    throw conflict(`Study ${study.accession} is ORDERED. It can: schedule, arrive.`, 'state')
  }
}

/** CAR-2: what is urgent is not kept back by a paper. */
async function signsFor(caller: Caller, { priority }: StudyRow): Promise<void> {
  if (priority === 'STAT') await signerOf(caller)
  else await practisingSigner(caller)
}

function sideConfirmed({ laterality }: StudyRow, input: StartInput): void {
  if (laterality === null || input.laterality_confirmed === laterality) return
  throw conflict(`Confirm the side: ${laterality} was ordered.`, 'side')
}

export async function finish(caller: Caller, id: string, input: FinishInput): Promise<StudyRow> {
  if (input.stop === true) return stop(caller, id, input.reason)
  const held = await heldItem(caller, await studyRecord.get(caller, id))
  const before = await studyRecord.begin(caller, id, 'finish')
  const acquisition = acquired(input)
  const study = await studyRecord.moved(caller, before, 'finish', {
    acquisition,
    finished_at: clock.instant(),
    // The room is free from now on, whatever was planned.
    ends_at: before.starts_at === null ? null : laterOf(before),
  })
  await imageDone(caller, held.item.id)
  return withDue(caller, study, () => itemFollows(caller, held, 'ACQUIRED'))
}

function laterOf({ starts_at }: StudyRow): string {
  const began = Date.parse(starts_at ?? clock.instant())
  return new Date(Math.max(clock.ms(), began + minutes(1))).toISOString()
}

function acquired({ acquisition: said }: FinishInput): Acquisition {
  if (!said) throw invalid('acquisition', 'is required.')
  if (said.views < 1) throw invalid('acquisition.views', 'must be at least 1.')
  const rejected = said.rejected ?? 0
  const reject_reasons = said.reject_reasons ?? []
  if (rejected > 0 && reject_reasons.length === 0) {
    throw invalid('acquisition.reject_reasons', 'is required: why exposures were rejected.')
  }
  const { dose, contrast } = said
  return {
    views: said.views,
    exposures: said.exposures ?? said.views,
    rejected,
    reject_reasons: [...reject_reasons],
    dose: dose
      ? {
          dap: dose.dap ?? null,
          ctdi: dose.ctdi ?? null,
          dlp: dose.dlp ?? null,
          agd: dose.agd ?? null,
          fluoro_seconds: dose.fluoro_seconds ?? null,
        }
      : null,
    contrast: contrast
      ? {
          product_id: contrast.product_id || null,
          batch_id: contrast.batch_id || null,
          name: contrast.name,
          ml: contrast.ml,
          route: contrast.route ?? null,
        }
      : null,
    note: said.note || null,
  }
}

async function stop(
  caller: Caller,
  id: string,
  reason: string | null | undefined,
): Promise<StudyRow> {
  const held = await heldItem(caller, await studyRecord.get(caller, id))
  const before = await studyRecord.begin(caller, id, 'stop')
  const study = await studyRecord.moved(
    caller,
    before,
    'stop',
    { started_at: null, performed_by_id: null, performed_by_name: null },
    reason?.trim() || null,
  )
  return withDue(caller, study, () => itemFollows(caller, held, 'ARRIVED'))
}
