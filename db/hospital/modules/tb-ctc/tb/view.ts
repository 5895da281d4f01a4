// TB cases as they are read: a page of them, and one whole. What is said of HIV is kept from who may not
// read HIV care (TBC-22).

import { type Caller, can } from '../../../../core/caller.ts'
import { noSuch, notPermitted } from '../../../../core/refusal.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { type Sql, sql, when, where } from '../../../../store/sql.ts'
import { clinicalOpenTo } from '../../../care/clinical/open-to.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { ofPatientTyped } from '../../../desk/patients/privacy/lists.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { rowsOf, type Row as Patient } from '../../../desk/patients/rows.ts'
import { livingIn } from '../../../desk/patients/register/living-in.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { daysFrom, plusDays } from '../calendar-days.ts'
import type { TbRules } from '../sheets/rows.ts'
import { tbRules } from '../sheets/sheets.ts'
import { type DoseRow, standingOf, takenOf } from './calendar.ts'
import { bandOf, categoryOf, dosed } from './dosing.ts'
import { type FollowUpRow, stateOf } from './follow-ups.ts'
import { type CaseRow, caseRecord } from './record.ts'
import { testsOf } from './results.ts'
import type { TbCaseListed } from './shapes.ts'
import { tb_cases, tb_doses, tb_follow_ups } from './tables.ts'

export interface CaseFilter extends PageAsked {
  search?: string
  facility_id?: string
  patient_id?: string
  status?: CaseRow['status']
  site?: NonNullable<CaseRow['site']>
  history?: NonNullable<CaseRow['history']>
  resistance?: CaseRow['resistance']
  hiv?: NonNullable<CaseRow['hiv']>['status']
  phase?: string
  village?: string
  overdue?: TbCaseListed['overdue'][number]
  supporter?: string
  from?: string
  to?: string
}

const register_days = 7

export async function list(caller: Caller, asked: CaseFilter): Promise<Page<TbCaseListed>> {
  if (asked.hiv !== undefined && !can(caller, 'ctc:read')) throw notPermitted('ctc:read')
  const { timezone } = await hospitalOf(caller)
  const day = await today(caller)
  const found = await pageFrom(tb_cases, asked, {
    alias: 'c',
    from: sql` from tb_cases c${where([
      sql`c.hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id, 'c.facility_id'),
      when(asked.patient_id, sql`c.patient_id = ${asked.patient_id}`),
      when(asked.status, sql`c.status = ${asked.status}`),
      when(asked.site, sql`c.site = ${asked.site}`),
      when(asked.history, sql`c.history = ${asked.history}`),
      when(asked.resistance, sql`c.resistance = ${asked.resistance}`),
      when(asked.village, livingIn(sql`c.patient_id`, caller, asked.village)),
      when(asked.hiv, sql`c.hiv like ${`%"status":"${asked.hiv}"%`}`),
      when(asked.phase, sql`c.regimen like ${`%"phase":${JSON.stringify(asked.phase ?? '')}%`}`),
      when(asked.supporter, sql`c.supporter like ${`%${asked.supporter}%`}`),
      overdueIn(asked.overdue, day),
      searched(caller, asked.search),
      ...withinDays(sql`c.created_at`, timezone, { from: asked.from, to: asked.to }),
      await clinicalOpenTo(caller, asked.patient_id, 'c'),
    ])}`,
    order: sql` order by c.created_at desc, c.id desc`,
  })
  return { ...found, rows: await listedAll(caller, found.rows, day) }
}

/** By the number of the case, else by the patient as the register finds one (PRV-1). */
function searched(caller: Caller, search: string | undefined): Sql | undefined {
  if (search === undefined) return undefined
  const number = search.trim().toUpperCase()
  return sql`(c.presumptive_no = ${number} or c.number = ${number}
    or ${ofPatientTyped(caller, search.trim(), sql`c.patient_id`)})`
}

function overdueIn(kind: CaseFilter['overdue'], day: string) {
  if (kind === undefined) return undefined
  if (kind === 'register') {
    return sql`(c.status = 'PRESUMPTIVE' and c.positive_on < ${plusDays(day, -register_days)})`
  }
  if (kind === 'follow_up') {
    return sql`(c.status = 'ON_TREATMENT' and exists (select 1 from tb_follow_ups f
      where f.case_id = c.id and f.done_on is null and f.due_on < ${plusDays(day, -14)}))`
  }
  return sql`(c.status = 'ON_TREATMENT' and not exists (select 1 from tb_doses d
    where d.case_id = c.id and d.due_on >= ${plusDays(day, -2)})
    and c.treatment_started_on < ${plusDays(day, -2)})`
}

interface Around {
  day: string
  rules: TbRules
  doses: ReadonlyMap<string, DoseRow[]>
  follow_ups: ReadonlyMap<string, FollowUpRow[]>
}

async function aroundOf(caller: Caller, found: readonly CaseRow[], day: string): Promise<Around> {
  const { hospital_id } = caller
  const ids = found.map(({ id }) => id)
  const none = ids.length === 0
  const doses = none ? [] : await tb_doses.all({ hospital_id, case_id: ids }, { order: ['due_on'] })
  const follow_ups = none
    ? []
    : await tb_follow_ups.all({ hospital_id, case_id: ids }, { order: ['month'] })
  return {
    day,
    rules: await tbRules(caller),
    doses: Map.groupBy(doses, ({ case_id }) => case_id),
    follow_ups: Map.groupBy(follow_ups, ({ case_id }) => case_id),
  }
}

async function listedAll(
  caller: Caller,
  found: readonly CaseRow[],
  day: string,
): Promise<TbCaseListed[]> {
  if (found.length === 0) return []
  const ids = found.map(({ patient_id }) => patient_id)
  const shown = await patientsById(caller, ids)
  const born = new Map((await rowsOf(caller, [...new Set(ids)])).map((row) => [row.id, row]))
  const around = await aroundOf(caller, found, day)
  return found.flatMap((row) => {
    const patient = shown.get(row.patient_id)
    const of = born.get(row.patient_id)
    if (patient === undefined || of === undefined) return []
    return [{ ...view(caller, row, of, around), patient }]
  })
}

function view(
  caller: Caller,
  row: CaseRow,
  patient: Patient,
  around: Around,
): Omit<TbCaseListed, 'patient'> {
  const doses = around.doses.get(row.id) ?? []
  const standing = standingOf(row, doses, around.day)
  const { regimen } = row
  const category =
    regimen === null ? null : categoryOf(patient, regimen.weight_kg, around.rules, around.day)
  return {
    ...row,
    // Of who was found in HIV care no more is said than that a clinic found them (TBC-22).
    found_by: row.found_by === 'CTC' && !can(caller, 'ctc:read') ? 'CLINIC' : row.found_by,
    enrolment_id: null,
    category,
    regimen: standing === null ? null : regimenShown(row, doses, standing.planned_end_on),
    calendar: standing?.totals ?? null,
    overdue: overdueOf(row, doses, around),
    moves: caseRecord.moves(caller, row),
  }
}

function regimenShown(row: CaseRow, doses: readonly DoseRow[], planned_end_on: string) {
  const { regimen } = row
  const phase = regimen?.phases.find(({ key }) => key === regimen.phase)
  if (regimen === null || phase === undefined) return null
  const { key, title, phase_started_on, weight_kg, held, prescription_id, by_hand } = regimen
  return {
    key,
    title,
    phase: phase.key,
    phase_started_on,
    phase_doses: phase.doses,
    doses_taken: takenOf(row, doses, phase.key),
    planned_end_on,
    weight_kg,
    band: bandOf(phase, weight_kg),
    tablets: dosed(phase, weight_kg, by_hand ?? { tablets: 0, reason: '' }),
    held,
    prescription_id,
  }
}

function overdueOf(row: CaseRow, doses: readonly DoseRow[], { day, follow_ups }: Around) {
  const kinds: TbCaseListed['overdue'] = []
  const { status, positive_on, treatment_started_on } = row
  const late = positive_on !== null && daysFrom(positive_on, day) > register_days
  if (status === 'PRESUMPTIVE') return late ? (['register'] as TbCaseListed['overdue']) : kinds
  if (status !== 'ON_TREATMENT' || treatment_started_on === null) return kinds
  const since = plusDays(day, -2)
  if (treatment_started_on < since && !doses.some(({ due_on }) => due_on >= since)) {
    kinds.push('dose')
  }
  const waits = (follow_ups.get(row.id) ?? []).some((one) => stateOf(one, day) === 'OVERDUE')
  return waits ? [...kinds, 'follow_up' as const] : kinds
}

const blank_signs = {
  cough_weeks: null,
  fever: null,
  night_sweats: null,
  weight_loss: null,
  blood: null,
  not_gaining: null,
  playing_less: null,
}

export async function whole(caller: Caller, id: string, warnings: GateResult[] = []) {
  const row = await caseRecord.get(caller, id)
  const day = await today(caller)
  const [one] = await listedAll(caller, [row], day)
  if (one === undefined) throw noSuch('TB case')
  const { hospital_id } = caller
  const follow_ups = await tb_follow_ups.all({ hospital_id, case_id: id }, { order: ['month'] })
  return {
    ...one,
    signs: { ...blank_signs, ...row.signs },
    contact_of: row.contact_of,
    diagnosis_reason: row.diagnosis_reason,
    outcome_note: row.outcome_note,
    tests: (await testsOf(caller, row)).map(({ answer: _answer, ...test }) => test),
    hiv: can(caller, 'ctc:read') ? hivShown(row) : null,
    supporter: row.supporter && { phone: null, relation: null, ...row.supporter },
    transfer_in: row.transfer_in,
    follow_ups: follow_ups.map((each) => ({
      ...each,
      on: each.done_on,
      state: stateOf(each, day),
    })),
    warnings,
    events: await caseRecord.history(caller, id),
  }
}

const hivShown = ({ hiv }: CaseRow) =>
  hiv && {
    status: hiv.status,
    tested_on: hiv.tested_on ?? null,
    art_started_on: hiv.art_started_on ?? null,
    cpt_started_on: hiv.cpt_started_on ?? null,
  }
