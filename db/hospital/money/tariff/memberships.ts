// Who is a member of which scheme (2.9, BIL-107).

import type { Caller } from '../../../core/caller.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, Refusal } from '../../../core/refusal.ts'
import { matching } from '../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../../office/audit/record.ts'
import { today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { coverChanged } from '../../neighbours/cover.ts'
import { closedAmong } from '../../desk/patients/privacy/lists.ts'
import { find as findPatients } from '../../desk/patients/register/find.ts'
import { patientsById } from '../../desk/patients/register/many.ts'
import { patientRecord, writable } from '../../desk/patients/rows.ts'
import { checkMemberNo } from './member-numbers.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { membership_life } from './membership-states.ts'
import { withoutEmpty } from './read-scheme.ts'
import type { Membership, MembershipChange, MembershipInput } from './scheme-shapes.ts'
import { memberships, scheme_plans, schemes } from './scheme-tables.ts'
import { schemeRecord, whyNot } from './schemes.ts'
import type { MembershipState } from './words.ts'
import { takeTurn } from '../../../store/turn.ts'

export type MembershipRow = RowOf<(typeof memberships)['columns']>

export interface MembershipFilter extends PageAsked {
  search?: string
  patient_id?: string
  scheme_id?: string
  status?: MembershipState
}

export async function list(caller: Caller, asked: MembershipFilter): Promise<Page<Membership>> {
  const found = await pageFrom(memberships, asked, {
    alias: 'm',
    from: sql` from memberships m${where([
      sql`m.hospital_id = ${caller.hospital_id}`,
      when(asked.patient_id, sql`m.patient_id = ${asked.patient_id}`),
      when(asked.scheme_id, sql`m.scheme_id = ${asked.scheme_id}`),
      when(asked.status, sql`m.status = ${asked.status}`),
      await searched(caller, asked.search),
    ])}`,
    order: sql` order by m.priority, m.created_at, m.id`,
  })
  return { rows: await views(caller, found.rows), meta: found.meta }
}

/** By the numbers on the card, or by whose it is. */
async function searched(caller: Caller, typed: string | undefined) {
  const numbers = matching('memberships', typed, 'm')
  if (typed === undefined || numbers === undefined) return undefined
  const { rows, exact } = await findPatients(caller, typed)
  const by_name = rows.flatMap(({ id }) => (exact.has(id) ? [] : [id]))
  const closed = await closedAmong(caller, new Set(by_name))
  const ids = rows.flatMap(({ id }) => (closed.has(id) ? [] : [id]))
  return sql`((${numbers}) or m.patient_id${oneOf(ids)})`
}

export const find = async (caller: Caller, id: string): Promise<Membership> =>
  (await views(caller, [await membershipRecord.get(caller, id)]))[0] as Membership

export const membershipRecord = recordWithLife(memberships, {
  life: membership_life,
  called: ({ member_no }) => member_no,
})

const noSuchAt = (field: string, thing: string): Refusal =>
  field === ''
    ? new Refusal(404, 'not_found', `No such ${thing}.`)
    : new Refusal(404, 'not_found', `${field}: no such ${thing}.`, { field })

export async function open(caller: Caller, input: MembershipInput): Promise<Membership> {
  const { hospital_id } = caller
  const day = await hospitalDay(caller)
  const patient = await writable(caller, input.patient_id)
  const scheme = await schemeRecord.get(caller, input.scheme_id)
  const closed = whyNot(scheme, day)
  if (closed !== null) throw conflict(closed)
  checkMemberNo(input.member_no, scheme.member_no_pattern)
  const wanted = {
    ...withoutEmpty(input),
    hospital_id,
    patient_id: patient.id,
    scheme_id: scheme.id,
    valid_from: input.valid_from ?? day,
    status: 'ACTIVE' as const,
    made_by_name: caller.name,
  }
  checkDays(wanted)
  await checkFamily(caller, { relation: 'PRINCIPAL', id: null, ...wanted })
  await oneAtATime(scheme.id)
  await onlyOne(caller, { id: '', ...wanted })
  await numberIsFree(caller, wanted)
  const made = await memberships.insert(wanted)
  note(caller, 'membership.create', made)
  return find(caller, made.id)
}

export async function change(
  caller: Caller,
  id: string,
  input: MembershipChange,
): Promise<Membership> {
  const before = await membershipRecord.get(caller, id)
  fresh(caller, before)
  if (before.status === 'ENDED') throw membership_life.refusal(before.status, before.member_no)
  const said = withoutEmpty(input)
  const after = { ...before, ...said }
  checkDays(after)
  await checkFamily(caller, after)
  if ('principal_id' in said) {
    await oneAtATime(before.scheme_id)
    await numberIsFree(caller, after)
  }
  const changes = difference(before, said)
  if (changes === undefined) return find(caller, id)
  await memberships.change({ hospital_id: caller.hospital_id, id }, said)
  note(caller, 'membership.update', before, changes)
  await coverChanged(caller, { membership_id: id })
  return find(caller, id)
}

function checkDays({ valid_from, valid_to }: { valid_from: string; valid_to?: string | null }) {
  if (valid_to && valid_to < valid_from) throw invalid('valid_to', 'is before valid_from.')
}

interface Family {
  id: string | null
  scheme_id: string
  relation?: string | undefined
  principal_id?: string | null | undefined
  plan_id?: string | null | undefined
}

async function checkFamily({ hospital_id }: Caller, member: Family): Promise<void> {
  if (member.plan_id) {
    const plan = await scheme_plans.find({ hospital_id, id: member.plan_id })
    if (plan?.scheme_id !== member.scheme_id || !plan.active) {
      throw noSuchAt('plan_id', 'plan of this scheme')
    }
  }
  const { principal_id } = member
  if (!principal_id) return
  if (member.relation === 'PRINCIPAL') {
    throw invalid('principal_id', 'is only of a SPOUSE, CHILD, PARENT or OTHER.')
  }
  const principal = await memberships.find({ hospital_id, id: principal_id })
  if (principal?.scheme_id !== member.scheme_id || principal.id === member.id) {
    throw noSuchAt('principal_id', 'membership of this scheme')
  }
}

/** BIL-107: one ACTIVE membership of a patient in a scheme. */
export async function onlyOne(
  caller: Caller,
  { id, patient_id, scheme_id }: Pick<MembershipRow, 'id' | 'patient_id' | 'scheme_id'>,
): Promise<void> {
  const { hospital_id } = caller
  const there = await memberships.find({ hospital_id, patient_id, scheme_id, status: 'ACTIVE' })
  if (there === undefined || there.id === id) return
  const { full_name } = await patientRecord.get(caller, patient_id)
  throw conflict(`${full_name} is already a member: ${there.member_no}.`)
}

/** Whoever gives a number of this scheme waits here: a family may share one, so no index says it. */
export const oneAtATime = (scheme_id: string): Promise<void> => takeTurn(`members ${scheme_id}`)

/** BIL-107: a number is one family’s among those that count. */
export async function numberIsFree(
  { hospital_id }: Caller,
  member: {
    id?: string
    scheme_id: string
    member_no: string
    principal_id?: string | null | undefined
  },
): Promise<void> {
  const { scheme_id, member_no } = member
  const others = await memberships.all({ hospital_id, scheme_id, member_no, status: 'ACTIVE' })
  const head = member.principal_id ?? member.id
  const stranger = others.some(
    (one) => one.id !== member.id && one.id !== head && (one.principal_id ?? '') !== head,
  )
  if (stranger) throw conflict(`Member number ${member_no} is somebody else's.`)
}

async function views(caller: Caller, found: readonly MembershipRow[]): Promise<Membership[]> {
  const { hospital_id } = caller
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  const named = new Map(
    (
      await schemes.all({ hospital_id, id: [...new Set(found.map(({ scheme_id }) => scheme_id))] })
    ).map(({ id, name }) => [id, name]),
  )
  return found.map((row) => {
    const { hospital_id: _h, search_text: _s, made_by_name, ...shown } = row
    const patient = patients.get(row.patient_id)
    return {
      ...shown,
      patient_number: patient?.number ?? '',
      patient_name: patient?.full_name ?? '',
      scheme_name: named.get(row.scheme_id) as string,
      moves: membershipRecord.moves(caller, row),
      created_by_name: made_by_name,
    }
  })
}

function note(
  caller: Caller,
  action: string,
  row: MembershipRow,
  changes?: Record<string, [unknown, unknown]>,
): void {
  record(caller, action, {
    entity_type: 'membership',
    entity_id: row.id,
    entity_label: row.member_no,
    patient_id: row.patient_id,
    changes,
  })
}
