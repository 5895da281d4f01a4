// Pregnancies as they go out: a list in a fixed number of statements, one with its contacts and what is due.

import { type Caller, can } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { raw, sql, when, where } from '../../../../store/sql.ts'
import { isTeam } from '../../../care/clinical/open-to.ts'
import { canSee } from '../../../desk/patients/privacy/privacy.ts'
import { ofOpenPatients } from '../../../desk/patients/privacy/lists.ts'
import { livingIn } from '../../../desk/patients/register/living-in.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { patientRecord, type Row as Patient } from '../../../desk/patients/rows.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { today } from '../../../office/places/hours.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { unconfirmed } from '../../parts/part-table.ts'
import { type BirthRow, birthsOfPregnancy } from '../births/of.ts'
import { risks_table } from '../chosen/tables.ts'
import { liveLabourOf } from '../labours/of.ts'
import type { PregnancyState, RiskLevel } from '../words.ts'
import { gestationOn } from './dates.ts'
import type { Due } from './due.ts'
import { type ContactRow, contactsOf, dueFor, isPositive, testedGroup } from './known.ts'
import { pregnancyRecord, type PregnancyRow } from './record.ts'
import type { PregnancyShort, PregnancyWhole } from './shapes.ts'
import { pregnancies } from './tables.ts'

export interface PregnancyFilter extends PageAsked {
  search?: string
  facility_id?: string
  status?: PregnancyState
  risk_level?: RiskLevel
  village?: string
  edd_from?: string
  edd_to?: string
  due?: 'CONTACT' | 'POSTNATAL'
  late?: boolean
  unbooked?: boolean
  patient_id?: string
  from?: string
  to?: string
}

export async function list(caller: Caller, asked: PregnancyFilter): Promise<Page<PregnancyShort>> {
  if (asked.from !== undefined && asked.to !== undefined && asked.from > asked.to) {
    throw invalid('from', 'is after to.')
  }
  const on = await today(caller, caller.facility_id)
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(pregnancies, asked, {
    alias: 'p',
    from: sql` from pregnancies p${where([
      sql`p.hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id, 'p.facility_id'),
      await openTo(caller, asked.patient_id, 'p'),
      when(asked.status, sql`p.status = ${asked.status}`),
      when(asked.risk_level, sql`p.risk_level = ${asked.risk_level}`),
      when(asked.village, livingIn(sql`p.patient_id`, caller, asked.village)),
      when(asked.edd_from, sql`p.edd >= ${asked.edd_from}`),
      when(asked.edd_to, sql`p.edd <= ${asked.edd_to}`),
      when(asked.patient_id, sql`p.patient_id = ${asked.patient_id}`),
      asked.unbooked === undefined ? undefined : sql`p.unbooked = ${asked.unbooked}`,
      when(asked.due, dueNow(asked.due, on)),
      asked.late === true ? sql`p.status <> 'CLOSED' and p.next_contact_on < ${on}` : undefined,
      ...withinDays(sql`p.created_at`, timezone, asked),
      matching('pregnancies', asked.search, 'p'),
    ])}`,
    order: raw(' order by p.created_at desc, p.id desc'),
  })
  return { rows: await shortOf(caller, found.rows), meta: found.meta }
}

const dueNow = (rule: PregnancyFilter['due'], on: string) => {
  const status = rule === 'POSTNATAL' ? 'POSTPARTUM' : 'OPEN'
  return sql`p.status = ${status} and p.next_contact_on <= ${on}`
}

/** In a list of many, closed records are left out; what somebody wrote is never hidden from the writer. */
export const openTo = async (caller: Caller, patient_id: string | undefined, alias: string) =>
  (await isTeam(caller, patient_id))
    ? undefined
    : sql`(${raw(`${alias}.by_id`)} = ${caller.user_id ?? ''} or ${ofOpenPatients(raw(`${alias}.patient_id`))})`

async function shortOf(caller: Caller, found: readonly PregnancyRow[]): Promise<PregnancyShort[]> {
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  const on = await today(caller, caller.facility_id)
  return found.map((row) => short(caller, row, patients.get(row.patient_id), on))
}

const short = (
  caller: Caller,
  row: PregnancyRow,
  patient: PregnancyShort['patient'] | undefined,
  on: string,
): PregnancyShort => ({
  ...row,
  patient: patient as PregnancyShort['patient'],
  gestation: row.delivered_at === null && row.status !== 'CLOSED' ? gestationOn(row.edd, on) : null,
  created_by_name: row.by_name,
  moves: pregnancyRecord.moves(caller, row),
})

export async function whole(
  caller: Caller,
  row: PregnancyRow,
  warnings: readonly string[] = [],
): Promise<PregnancyWhole> {
  const patient = await patientRecord.get(caller, row.patient_id)
  const [brief] = await shortOf(caller, [row])
  const contacts = await contactsOf(caller, row.id)
  const { due } = await dueFor(caller, row, contacts)
  const serves = await servesHer(caller, row.patient_id)
  return {
    ...(brief as PregnancyShort),
    history: row.earlier,
    height_cm: row.height_cm,
    ultrasound: row.ultrasound,
    ...groupOf(patient),
    partner: partnerFor(row, serves),
    risks: serves ? row.risks : row.risks.filter(({ key }) => key !== 'HIV_POSITIVE'),
    pmtct: pmtctFor(row, due, serves),
    birth_plan: row.birth_plan,
    contacts: contacts.map(contactShown),
    due: serves ? due : due.filter(({ rule }) => !sensitive_rules.includes(rule)),
    labour_id: (await liveLabourOf(caller, row.id))?.id ?? null,
    births: (await birthsOfPregnancy(caller, row.id)).map(birthBrief),
    close_reason: row.close_reason,
    unconfirmed: await unconfirmed(caller, risks_table as never),
    warnings: [...warnings],
    made: await pregnancyRecord.history(caller, row.id),
  }
}

const sensitive_rules = ['PMTCT_TEST', 'IPTP']

/** MAT-9: whoever writes in maternity and serves her, and the clinic of HIV care. */
export const servesHer = async (caller: Caller, patient_id: string): Promise<boolean> =>
  can(caller, 'ctc:read') ||
  (can(caller, 'maternity:write') && (await canSee(caller, { patient_id })))

function groupOf(patient: Patient): { blood_group: string | null; rhesus: string | null } {
  const group = testedGroup(patient)
  if (group === null) return { blood_group: null, rhesus: null }
  return { blood_group: group.slice(0, -1), rhesus: group.endsWith('-') ? 'NEGATIVE' : 'POSITIVE' }
}

function partnerFor({ partner }: PregnancyRow, serves: boolean): PregnancyWhole['partner'] {
  if (partner === null || serves) return partner
  const { hiv: _hiv, syphilis: _syphilis, ...rest } = partner
  return rest
}

function pmtctFor(
  row: PregnancyRow,
  due: readonly Due[],
  serves: boolean,
): PregnancyWhole['pmtct'] {
  const waits = due.find(({ rule }) => rule === 'PMTCT_TEST')
  const state = waits === undefined || waits.state === 'PLANNED' ? 'done' : 'due'
  if (!serves) return { status: null, state }
  return {
    ...row.pmtct,
    status: row.pmtct?.status ?? null,
    retest_due: isPositive(row) ? null : (waits?.due_on ?? null),
    state,
  }
}

export const contactShown = ({ measures, ...row }: ContactRow) => ({
  ...measures,
  ...row,
  on: row.seen_on,
})

const birthBrief = ({
  id,
  birth_order,
  born_at,
  sex,
  outcome,
  weight_g,
  patient_id,
}: BirthRow) => ({
  id,
  birth_order,
  born_at,
  sex,
  outcome,
  weight_g,
  patient_id,
})
