// A report is written (DIA-124): the template of the exam stands in it at first, free words after that.
// Until somebody signs nobody but imaging reads it.

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { isId } from '../../../../core/ids.ts'
import { conflict, noSuch, notPermitted } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { staffById } from '../../../neighbours/people.ts'
import { testsById } from '../../laboratory/catalogue/tests.ts'
import { report_life, type StudyRow, studyRecord } from '../studies/record.ts'
import type { ReportInput } from '../studies/shapes.ts'
import type { ReportText } from '../tables.ts'

export async function write(caller: Caller, id: string, input: ReportInput): Promise<StudyRow> {
  const before = await studyRecord.locked(caller, id)
  if (!can(caller, 'imaging:report')) throw notPermitted('imaging:report')
  fresh(caller, before)
  mustBeAcquired(before)
  const draft = before.report_status === 'PRELIMINARY' ? 'PRELIMINARY' : 'DRAFT'
  const report_status = report_life.move('write', before.report_status, before.accession, draft)
  return studyRecord.changed(caller, before, 'report', {
    report_status,
    report: await textOf(caller, before, input),
    read_by_id: before.read_by_id ?? caller.user_id,
    read_by_name: before.read_by_name ?? caller.name,
    read_at: clock.instant(),
  })
}

export function mustBeAcquired({ status, accession }: StudyRow): void {
  if (status === 'ACQUIRED') return
  throw conflict(`Study ${accession} is ${status}: there is nothing to report yet.`, 'state')
}

const nothing: ReportText = {
  technique: null,
  comparison: null,
  findings: '',
  impression: '',
  recommendation: null,
  codes: [],
  dictated_by_id: null,
  dictated_by_name: null,
  critical: false,
}

/** What is not said stays as it was written; at first, as the exam's template has it. */
async function textOf(caller: Caller, study: StudyRow, input: ReportInput): Promise<ReportText> {
  const before = study.report ?? { ...nothing, ...(await templateOf(caller, study)) }
  const { dictated_by_id, critical, codes, findings, impression, ...words } = input
  return {
    ...before,
    ...emptyAsNull(words),
    findings: findings ?? before.findings,
    impression: impression ?? before.impression,
    codes: codes ?? before.codes,
    critical: critical ?? before.critical,
    ...(dictated_by_id === undefined ? {} : await readerOf(caller, dictated_by_id)),
  }
}

const templateOf = async (caller: Caller, { test_id }: StudyRow) =>
  (await testsById(caller, [test_id])).get(test_id)?.report_template ?? {}

const emptyAsNull = (words: Record<string, string | null | undefined>) =>
  Object.fromEntries(
    Object.entries(words)
      .filter(([, text]) => text !== undefined)
      .map(([field, text]) => [field, text || null]),
  )

async function readerOf(caller: Caller, id: string | null) {
  if (!id) return { dictated_by_id: null, dictated_by_name: null }
  const staff = isId(id) ? await staffById(caller, id) : null
  if (staff === null) throw noSuch('staff member')
  return { dictated_by_id: id, dictated_by_name: staff?.name ?? null }
}
