// What the report of an imaging order says (DIA-150): what is signed, with everything that was added to it.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { settingsOf } from '../../laboratory/catalogue/settings.ts'
import { type Called, calledIn } from '../../laboratory/papers/in-language.ts'
import { namedOf, type PaperAsked, personOnPaper } from '../../laboratory/papers/person.ts'
import { printedAgain } from '../../laboratory/orders/prints.ts'
import { orderRecord } from '../../laboratory/orders/record.ts'
import { restrictedOpenTo } from '../../laboratory/results/seen.ts'
import type { StudyRow } from '../studies/record.ts'
import { imaging_addenda, imaging_report_versions, imaging_studies } from '../tables.ts'

type VersionRow = Awaited<ReturnType<typeof imaging_report_versions.all>>[number]
type AddendumRow = Awaited<ReturnType<typeof imaging_addenda.all>>[number]

export async function imagingReportOf(caller: Caller, order_id: string, asked: PaperAsked) {
  const order = await orderRecord.get(caller, order_id)
  const studies = await studiesFor(caller, order, asked)
  const signed = studies.filter((one) => one.signed !== null)
  if (signed.length === 0) throw conflict(`Nothing of ${order.number} is released yet.`)
  const { language, patient } = await personOnPaper(caller, order, asked.language)
  const { report_footer, accreditation_text } = await settingsOf(caller)
  const called = await calledIn(caller, language, { tests: studies })
  return {
    facility_id: order.facility_id,
    language,
    number: order.number,
    patient,
    location: order.location,
    ordered_by: order.ordered_by_name,
    question: [order.clinical_notes, order.diagnosis].filter(Boolean).join('\n') || null,
    studies: await shownOn(caller, signed, called),
    to_follow: studies
      .filter((one) => one.signed === null && one.status !== 'CANCELLED')
      .map(called.test),
    footer: report_footer,
    accreditation: accreditation_text,
    prints: await printedAgain(caller, order),
    printed: { at: clock.instant(), by: caller.name },
  }
}

async function studiesFor(
  caller: Caller,
  order: { id: string; patient_id: string; by_id: string | null },
  asked: PaperAsked,
): Promise<StudyRow[]> {
  const { hospital_id } = caller
  const found = await imaging_studies.all(
    { hospital_id, order_id: order.id },
    { order: ['accession'] },
  )
  const { open } = asked
  if (open !== undefined) return found.filter(({ item_id }) => open.has(item_id))
  const opens = await restrictedOpenTo(caller, [order.patient_id])
  return namedOf(
    found.filter(({ restricted }) => !restricted || opens(order)),
    asked,
  )
}

async function shownOn({ hospital_id }: Caller, studies: readonly StudyRow[], called: Called) {
  const study_id = studies.map(({ id }) => id)
  const versions = Map.groupBy(
    await imaging_report_versions.all(
      { hospital_id, study_id },
      { order: ['study_id', 'version_no'] },
    ),
    (one) => one.study_id,
  )
  const addenda = Map.groupBy(
    await imaging_addenda.all({ hospital_id, study_id }, { order: ['at', 'id'] }),
    (one) => one.study_id,
  )
  return studies.map((study) => ({
    ...onPaper(study, versions.get(study.id) ?? [], addenda.get(study.id) ?? []),
    name: called.test(study),
  }))
}

function onPaper(study: StudyRow, versions: VersionRow[], added: AddendumRow[]) {
  const last = versions.at(-1)
  const text = last?.text
  const { acquisition } = study
  return {
    accession: study.accession,
    laterality: study.laterality,
    taken_at: study.finished_at,
    preliminary: study.report_status !== 'FINAL',
    changed: last?.change_note !== null && last?.change_note !== undefined,
    signed_at: last?.at ?? study.ordered_at,
    technique: text?.technique ?? null,
    comparison: text?.comparison ?? null,
    findings: text?.findings ?? '',
    impression: text?.impression ?? '',
    recommendation: text?.recommendation ?? null,
    critical: text?.critical ?? false,
    dictated_by: text?.dictated_by_name ?? null,
    performed_by: study.performed_by_name,
    written_by: study.preliminary_at === null ? null : study.reported_by_name,
    signed_by: study.finalised_by_name,
    no_images_reason: last?.no_images_reason ?? null,
    views: acquisition?.views ?? null,
    dose: doseOf(study),
    fluoro_seconds: acquisition?.dose?.fluoro_seconds ?? null,
    contrast: contrastOf(study),
    justified: study.justified.map(({ what, reason, by_name: by, at }) => ({
      what,
      reason,
      by,
      at,
    })),
    addenda: added.map(({ at, by_name: by, text: said }) => ({ at, by, text: said })),
  }
}

const measures = [
  ['dap', 'DAP', 'Gy·cm²'],
  ['ctdi', 'CTDIvol', 'mGy'],
  ['dlp', 'DLP', 'mGy·cm'],
  ['agd', 'AGD', 'mGy'],
] as const

function doseOf({ acquisition }: StudyRow): string[] {
  const dose = acquisition?.dose
  return measures.flatMap(([field, name, unit]) => {
    const value = dose?.[field] ?? null
    return value === null ? [] : [`${name} ${value} ${unit}`]
  })
}

function contrastOf({ acquisition }: StudyRow): string | null {
  const given = acquisition?.contrast
  if (!given) return null
  return [given.name, `${given.ml} mL`, given.route].filter(Boolean).join(', ')
}
