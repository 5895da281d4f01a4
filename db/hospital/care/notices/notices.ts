// Cases of notifiable diseases (CAR-26 to CAR-28): opened by what is signed, told to the authority.

import { inScope } from '../../office/places/facilities.ts'
import type { Caller } from '../../../core/caller.ts'
import { clock, days, hours, instantIn } from '../../../core/clock.ts'
import { invalid, noSuch } from '../../../core/refusal.ts'
import { life } from '../../../core/states.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { sql, when, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { patientsById } from '../../desk/patients/register/many.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { historyIn } from '../../history.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { tell } from '../../neighbours/telling.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { clinicalOpenTo } from '../clinical/open-to.ts'
import { diseaseOf } from './diseases.ts'
import type { CaseNotice, SendInput } from './shapes.ts'
import { case_notice_history, case_notices } from './tables.ts'
import { notice_states } from './words.ts'

export type NoticeRow = RowOf<(typeof case_notices)['columns']>

const notice_life = life('notice', notice_states, {
  send: { from: ['OPEN'], to: 'SENT', permission: 'notice:write' },
  close: { from: ['OPEN', 'SENT'], to: 'CLOSED', permission: 'notice:write', house: true },
})

export const noticeRecord = recordWithLife(case_notices, {
  life: notice_life,
  type: 'case_notice',
  called: ({ number }) => number,
  history: historyIn(case_notice_history),
  sequence: 'case_notice',
})

const same_case = days(30)

export interface NoticeAsked {
  disease_key: string | null
  patient_id: string
  facility_id?: string | null
  visit_id?: string | null
  admission_id?: string | null
  record_id?: string | null
  order_id?: string | null
  confirmed?: boolean
}

/** CAR-26: one for a patient and a disease within 30 days; who must tell is told at once, without a name. */
export async function openNotice(caller: Caller, asked: NoticeAsked): Promise<NoticeRow> {
  const { hospital_id } = caller
  const disease = diseaseOf(asked.disease_key)
  const { patient_id } = asked
  const [known] = await case_notices.read(
    sql`select ${case_notices.selection()} from case_notices where hospital_id = ${hospital_id}
      and patient_id = ${patient_id} and disease_key = ${disease.key}
      and classification <> 'DISCARDED' and opened_at > ${instantIn(-same_case)}
      order by opened_at desc, id desc limit 1`,
  )
  if (known !== undefined) return known
  const row = await noticeRecord.created(
    caller,
    {
      facility_id: asked.facility_id ?? caller.facility_id,
      disease_key: disease.key,
      level: disease.level,
      patient_id,
      visit_id: asked.visit_id ?? null,
      admission_id: asked.admission_id ?? null,
      record_id: asked.record_id ?? null,
      order_id: asked.order_id ?? null,
      classification: asked.confirmed === true ? 'CONFIRMED' : 'SUSPECTED',
      opened_at: clock.instant(),
      due_at: instantIn(hours(disease.clock_hours)),
      by_id: caller.user_id,
    },
    'open',
  )
  if (disease.level === 'IMMEDIATE') {
    await tell(caller, {
      to: { permission: 'notice:write' },
      kind: 'notice.opened',
      title: 'A case must be told to the authority',
      body: `New case notice ${row.number}: open Kituo.`,
      entity: { type: 'case_notice', id: row.id },
    })
  }
  return row
}

/** What was voided or ruled out was no case; what was told already stands as it was told. */
export async function discardNotice(
  caller: Caller,
  id: string | null,
  reason: string,
): Promise<void> {
  if (id === null) return
  const before = await noticeRecord.locked(caller, id)
  if (before.status !== 'OPEN') return
  await noticeRecord.moved(caller, before, 'close', { classification: 'DISCARDED' }, reason)
}

export async function send(caller: Caller, id: string, input: SendInput): Promise<NoticeRow> {
  const { name } = await signerOf(caller)
  const seen = await noticeRecord.get(caller, id)
  await patientRecord.locked(caller, seen.patient_id)
  const before = await noticeRecord.begin(caller, id, 'send')
  const sent_at = input.sent_at ? new Date(input.sent_at).toISOString() : clock.instant()
  if (Date.parse(sent_at) > clock.ms() + 120_000) throw invalid('sent_at', 'is in the future.')
  if (sent_at < before.opened_at) throw invalid('sent_at', 'is before the notice was opened.')
  return noticeRecord.moved(caller, before, 'send', {
    sent_at,
    sent_how: input.how,
    sent_to: input.sent_to || null,
    sent_by_name: name.slice(0, 160),
    note: input.note || before.note,
  })
}

/** CAR-27: what goes with the week is never late by itself. */
export const isLate = ({ status, level, due_at }: NoticeRow): boolean =>
  status === 'OPEN' && level === 'IMMEDIATE' && due_at < clock.instant()

export interface NoticeFilter extends PageAsked {
  search?: string
  status?: NoticeRow['status']
  disease_key?: string
  classification?: NoticeRow['classification']
  late?: boolean
  from?: string
  to?: string
  facility_id?: string
}

const late = () =>
  sql`(n.status = 'OPEN' and n.level = 'IMMEDIATE' and n.due_at < ${clock.instant()})`

export async function list(caller: Caller, asked: NoticeFilter): Promise<Page<CaseNotice>> {
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(case_notices, asked, {
    alias: 'n',
    from: sql` from case_notices n${where([
      sql`n.hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id, 'n.facility_id'),
      when(asked.status, sql`n.status = ${asked.status}`),
      when(asked.disease_key, sql`n.disease_key = ${asked.disease_key?.toUpperCase()}`),
      when(asked.classification, sql`n.classification = ${asked.classification}`),
      asked.late === undefined ? undefined : asked.late ? late() : sql`not ${late()}`,
      ...withinDays(sql`n.opened_at`, timezone, { from: asked.from, to: asked.to }),
      await clinicalOpenTo(caller, undefined, 'n'),
    ])}`,
    order: sql` order by n.opened_at desc, n.id desc`,
  })
  return { ...found, rows: await shownAll(caller, found.rows) }
}

async function shownAll(caller: Caller, found: readonly NoticeRow[]): Promise<CaseNotice[]> {
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  return found.flatMap((row) => {
    const patient = patients.get(row.patient_id)
    if (patient === undefined) return []
    const disease = diseaseOf(row.disease_key).name
    const moves = noticeRecord.moves(caller, row)
    return [{ ...row, reference: row.number, disease, patient, late: isLate(row), moves }]
  })
}

export async function whole(caller: Caller, { id }: Pick<NoticeRow, 'id'>) {
  const [one] = await shownAll(caller, [await noticeRecord.get(caller, id)])
  if (one === undefined) throw noSuch('notice')
  return { ...one, history: await noticeRecord.history(caller, id) }
}

/** Of a patient, what must still be told (DIS_NOTICE). */
export const unsentOf = ({ hospital_id }: Pick<Caller, 'hospital_id'>, patient_id: string) =>
  case_notices.all(
    { hospital_id, patient_id, status: 'OPEN', level: 'IMMEDIATE' },
    { order: ['opened_at', 'id'] },
  )
