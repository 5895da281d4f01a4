// A report is signed: first perhaps preliminarily, then for good (DIA-125, DIA-126). Every signed text is
// kept; the last word is never edited, only added to.

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid, notPermitted } from '../../../../core/refusal.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { resultsReady } from '../../../desk/visits/moves/hold.ts'
import { attachmentsOf } from '../../../office/attachments/attachments.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { settingsOf } from '../../laboratory/catalogue/settings.ts'
import { openForStudy } from '../../laboratory/critical/opening.ts'
import {
  heldItem,
  type HeldItem,
  itemFollows,
  itemReported,
  tellImagingListeners,
} from '../../laboratory/orders/imaging.ts'
import { reportedAnew } from '../../laboratory/orders/prints.ts'
import { report_life, type StudyRow, studyRecord } from '../studies/record.ts'
import type { AddendumInput, SignInput } from '../studies/shapes.ts'
import { imaging_addenda, imaging_report_versions, type ReportText } from '../tables.ts'
import { mustBeAcquired } from './writing.ts'

export async function sign(caller: Caller, id: string, input: SignInput): Promise<StudyRow> {
  const held = await heldItem(caller, await studyRecord.get(caller, id))
  const before = await studyRecord.locked(caller, id)
  await maySign(caller, before, input.as)
  if (caller.expected_version !== null && caller.expected_version !== before.version) {
    throw conflict('Someone else changed this after you opened it. Look at it again.', 'stale')
  }
  mustBeAcquired(before)
  const signer = await practisingSigner(caller)
  report_life.move(`sign ${input.as}`, before.report_status, before.accession)
  const text = textToSign(before)
  if (input.as === 'FINAL') await mayBeFinal(caller, before, text, input)
  const study = await signed(caller, before, text, input, signer.name)
  await follow(caller, held, study, text, changedImpression(before, text))
  return study
}

async function maySign(caller: Caller, study: StudyRow, as: SignInput['as']): Promise<void> {
  const { final_by_performer } = await settingsOf(caller)
  const needed =
    as === 'FINAL' && !(final_by_performer && can(caller, 'imaging:report'))
      ? 'imaging:finalise'
      : 'imaging:report'
  if (!can(caller, needed)) throw notPermitted(needed)
}

function textToSign({ report }: StudyRow): ReportText {
  if (report === null || report.impression.trim() === '') {
    throw invalid('report.impression', 'is required before the report is signed.')
  }
  return report
}

const changedImpression = ({ signed: last }: StudyRow, text: ReportText): boolean =>
  last !== null && last.impression !== text.impression

async function mayBeFinal(
  caller: Caller,
  study: StudyRow,
  text: ReportText,
  { change_note, no_images_reason }: SignInput,
): Promise<void> {
  if (changedImpression(study, text) && !change_note?.trim()) {
    throw invalid('change_note', 'is required: the impression changed since it was preliminary.')
  }
  const images = await attachmentsOf(caller, { type: 'imaging_study', id: study.id })
  if (images.length === 0 && !no_images_reason?.trim()) {
    throw invalid('no_images_reason', 'is required: no image is attached.')
  }
}

async function signed(
  caller: Caller,
  before: StudyRow,
  text: ReportText,
  { as, change_note, no_images_reason }: SignInput,
  name: string,
): Promise<StudyRow> {
  const at = clock.instant()
  const { hospital_id } = caller
  await imaging_report_versions.insert({
    hospital_id,
    study_id: before.id,
    version_no: (await imaging_report_versions.count({ hospital_id, study_id: before.id })) + 1,
    signed_as: as,
    text,
    change_note: change_note || null,
    no_images_reason: no_images_reason || null,
    by_id: caller.user_id,
    by_name: name.slice(0, 160),
    at,
  })
  const who = name.slice(0, 160)
  return studyRecord.changed(
    caller,
    before,
    as === 'FINAL' ? 'finalise' : 'preliminary',
    {
      report_status: as,
      signed: text,
      ...(as === 'FINAL'
        ? {
            finalised_by_name: who,
            finalised_at: at,
            reported_by_name: before.reported_by_name ?? who,
          }
        : { reported_by_name: who, preliminary_at: at }),
    },
    change_note || null,
  )
}

async function follow(
  caller: Caller,
  held: HeldItem,
  study: StudyRow,
  text: ReportText,
  changed: boolean,
): Promise<void> {
  const is_final = study.report_status === 'FINAL'
  if (is_final) await itemReported(caller, held, text.critical)
  else await itemFollows(caller, held, 'REPORTED')
  if (text.critical) await alertFor(caller, study, text.impression)
  await tellOrderer(caller, study, {
    kind: changed ? 'study.changed' : 'study.final',
    title: `${study.test_name}: ${is_final ? 'report' : 'preliminary report'}`,
    body: changed ? 'The impression changed since the preliminary report.' : study.order_number,
  })
  if (is_final && study.visit_id !== null) {
    const { order_id, visit_id } = study
    await resultsReady(caller, { visit_id, order_id, complete: true })
  }
}

const alertFor = async (caller: Caller, study: StudyRow, said: string): Promise<void> => {
  await openForStudy(caller, {
    study_id: study.id,
    facility_id: study.facility_id,
    order_id: study.order_id,
    order_number: study.order_number,
    patient_id: study.patient_id,
    visit_id: study.visit_id,
    section_id: study.section_id,
    test_code: study.test_code,
    restricted: study.restricted,
    priority: study.priority,
    said,
  })
}

/** Who signed knows it. */
async function tellOrderer(
  caller: Caller,
  study: StudyRow,
  said: { kind: string; title: string; body: string },
): Promise<void> {
  if (study.by_id === null || study.by_id === caller.user_id) return
  await notify(caller, {
    to: { user: study.by_id },
    ...said,
    entity: { type: 'imaging_study', id: study.id },
  })
}

/** DIA-126: what comes to mind afterwards stands beside the last word, never in it. */
export async function addendum(
  caller: Caller,
  id: string,
  { text, critical }: AddendumInput,
): Promise<StudyRow> {
  const held = await heldItem(caller, await studyRecord.get(caller, id))
  const before = await studyRecord.locked(caller, id)
  if (!can(caller, 'imaging:finalise')) throw notPermitted('imaging:finalise')
  report_life.move('addendum', before.report_status, before.accession)
  const signer = await practisingSigner(caller)
  await imaging_addenda.insert({
    hospital_id: caller.hospital_id,
    study_id: id,
    at: clock.instant(),
    by_id: caller.user_id,
    by_name: signer.name.slice(0, 160),
    text,
    critical: critical ?? false,
  })
  await reportedAnew(caller, [before.order_id])
  const study = await studyRecord.changed(caller, before, 'addendum')
  if (critical === true) await alertFor(caller, study, text)
  await tellOrderer(caller, study, {
    kind: 'study.changed',
    title: `${study.test_name}: addendum`,
    body: study.order_number,
  })
  await tellImagingListeners(caller, held, 'AMENDED')
  return study
}
