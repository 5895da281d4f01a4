// Broken glass is looked at afterwards by somebody else (PRV-4, PRV-5).

import { type Caller, can } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { conflict, notPermitted } from '../../../../core/refusal.ts'
import { raw, type Sql, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { record } from '../../../office/audit/record.ts'
import { audit_rows } from '../../../office/audit/tables.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { accessRows } from './access-log.ts'
import type { Grant, OpenGrant, ReviewInput } from './shapes.ts'
import { break_glass_grants } from './tables.ts'
import type { PatientRow } from '../register/row-shapes.ts'
import { patients } from '../tables.ts'
import { viewRows } from '../register/view.ts'
import type { GrantState } from '../words.ts'
import { recordOf } from '../../../../store/record-of.ts'

type Row = RowOf<(typeof break_glass_grants)['columns']>
interface Filter extends PageAsked {
  status?: GrantState
  /** Waiting for a review, whether the time is over or not. */
  unreviewed?: boolean
  user_id?: string
  patient_id?: string
  from?: string
  to?: string
}

export async function list(caller: Caller, asked: Filter): Promise<Page<Grant>> {
  const { hospital_id } = caller
  const { timezone } = await hospitalOf(caller)
  const { from, to } = asked
  const found = await pageFrom(break_glass_grants, asked, {
    from: sql` from break_glass_grants${where([
      sql`hospital_id = ${hospital_id}`,
      when(asked.user_id, sql`user_id = ${asked.user_id}`),
      when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
      ...withinDays(sql`opened_at`, timezone, { from, to }),
      asked.unreviewed === true ? sql`verdict is null` : undefined,
      asked.status === undefined ? undefined : inState(asked.status),
    ])}`,
    order: raw(' order by opened_at desc, id desc'),
  })
  return { rows: await view(caller, found.rows), meta: found.meta }
}

function inState(state: GrantState): Sql {
  const now = clock.instant()
  if (state === 'REVIEWED') return sql`verdict is not null`
  return state === 'ACTIVE'
    ? sql`verdict is null and ended_at is null and until > ${now}`
    : sql`verdict is null and (ended_at is not null or until <= ${now})`
}

/** ACTIVE until it is ended by hand or by time; then it waits for its review. */
function stateOf({ verdict, ended_at, until }: Row): GrantState {
  if (verdict !== null) return 'REVIEWED'
  return ended_at === null && until > clock.instant() ? 'ACTIVE' : 'ENDED'
}

async function view(caller: Caller, grants: readonly Row[]): Promise<Grant[]> {
  const ids = [...new Set(grants.map(({ patient_id }) => patient_id))]
  const found =
    ids.length === 0 ? [] : await patients.all({ hospital_id: caller.hospital_id, id: ids })
  // The officer sees whose record it was, whatever else is closed to him or her.
  const shown = await viewRows(caller, found, { exact: new Set(ids) })
  const by_id = new Map(shown.map((row) => [row.id, row]))
  return grants.map((grant) => ({
    ...grant,
    patient: by_id.get(grant.patient_id) as PatientRow,
    status: stateOf(grant),
  }))
}

export const grantRecord = recordOf(break_glass_grants, 'break-glass grant')

const reads_most = 1000

/** With every reading that was made under it. */
export async function find(caller: Caller, id: string): Promise<OpenGrant> {
  const grant = await grantRecord.get(caller, id)
  const rows = await audit_rows.read(
    sql`select ${audit_rows.selection()} from audit_rows
      where hospital_id = ${caller.hospital_id} and patient_id = ${grant.patient_id}
      and user_id = ${grant.user_id} and at >= ${grant.opened_at} and at <= ${grant.until}
      order by seq desc limit ${reads_most}`,
  )
  const under = rows.filter(({ query }) => query?.['break_glass'] === id)
  const [shown] = await view(caller, [grant])
  return { ...(shown as Grant), reads: await accessRows(caller, under) }
}

/** One's own, or by who reviews. */
export async function end(caller: Caller, id: string): Promise<Grant> {
  const grant = await grantRecord.get(caller, id)
  if (grant.user_id !== caller.user_id && !can(caller, 'patient:review-access')) {
    throw notPermitted('patient:review-access')
  }
  if (stateOf(grant) !== 'ACTIVE') throw conflict('This grant has ended already.', 'state')
  return write(caller, grant, 'end', { ended_at: clock.instant() }, null)
}

export async function review(caller: Caller, id: string, input: ReviewInput): Promise<Grant> {
  const grant = await grantRecord.get(caller, id)
  if (grant.user_id === caller.user_id) {
    throw conflict('You opened this record. Another Privacy officer must review it.')
  }
  const state = stateOf(grant)
  if (state === 'REVIEWED') {
    throw conflict('Grant is REVIEWED. Nothing more can be done with it.', 'state')
  }
  const now = clock.instant()
  const reviewed = await write(
    caller,
    grant,
    'review',
    {
      verdict: input.verdict,
      review_note: input.note,
      reviewed_by: caller.name,
      reviewed_at: now,
      ...(state === 'ACTIVE' ? { ended_at: now } : {}),
    },
    input.note,
  )
  if (input.verdict === 'NOT_JUSTIFIED') {
    await notify(caller, {
      to: { role: 'manager' },
      kind: 'privacy.not_justified',
      title: 'Broken glass was not justified',
      body: `${grant.user_name}: ${input.note}`,
      entity: { type: 'patient', id: grant.patient_id },
    })
  }
  return reviewed
}

async function write(
  caller: Caller,
  before: Row,
  action: string,
  changes: Partial<Row>,
  reason: string | null,
): Promise<Grant> {
  const { hospital_id } = caller
  const { id, patient_id } = before
  await break_glass_grants.change({ hospital_id, id }, changes)
  const after = await grantRecord.get(caller, id)
  record(caller, `break_glass.${action}`, {
    entity_type: 'break_glass',
    entity_id: id,
    patient_id,
    from_state: stateOf(before),
    to_state: stateOf(after),
    reason,
  })
  return (await view(caller, [after]))[0] as Grant
}
