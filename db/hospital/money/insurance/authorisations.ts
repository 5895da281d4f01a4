// Authorisations (BIL-108): what a scheme said to one visit. One that could not be asked is
// PROVISIONAL: it holds nobody up, and no claim is READY before it is replaced.

import { inScope } from '../../office/places/facilities.ts'
import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, Refusal } from '../../../core/refusal.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { life } from '../../../core/states.ts'
import type { RowOf } from '../../../store/table.ts'
import { record } from '../../office/audit/record.ts'
import { today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { authorisationGiven, claimsUseAuthorisation } from '../../neighbours/cover.ts'
import type * as asked_of from '../../neighbours/billing.ts'
import { patientsById } from '../../desk/patients/register/many.ts'
import { memberships, schemes } from '../tariff/scheme-tables.ts'
import type { MembershipRow } from '../tariff/memberships.ts'
import { schemeRecord, type SchemeRow, whyNot } from '../tariff/schemes.ts'
import { visitCleared, visitOf } from '../../desk/visits/for-areas.ts'
import type { Authorisation, AuthorisationInput } from './authorisation-shapes.ts'
import { dayStarts } from './days.ts'
import { askAuthorisation, type AuthorisationAnswer } from './gateway.ts'
import { authorisations } from './tables.ts'
import { authorisation_states } from './words.ts'
import { recordWithLife } from '../../record-with-life.ts'

type Row = RowOf<(typeof authorisations)['columns']>

const authorisation_life = life('authorisation', authorisation_states, {
  provisional: { from: ['ACTIVE'], to: 'PROVISIONAL', house: true },
  cancel: {
    from: ['ACTIVE', 'PROVISIONAL'],
    to: 'CANCELLED',
    permission: 'membership:manage',
  },
  expire: { from: ['ACTIVE', 'PROVISIONAL'], to: 'EXPIRED', house: true },
})

export interface AuthorisationFilter extends PageAsked {
  search?: string
  patient_id?: string
  visit_id?: string
  scheme_id?: string
  status?: Row['status']
  from?: string
  to?: string
  facility_id?: string
}

export async function list(
  caller: Caller,
  asked: AuthorisationFilter,
): Promise<Page<Authorisation>> {
  const [from, to] = await dayStarts(caller, asked.from, asked.to)
  const said = asked.search?.trim()
  const found = await pageFrom(authorisations, asked, {
    from: sql` from authorisations${where([
      sql`hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id),
      when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
      when(asked.visit_id, sql`visit_id = ${asked.visit_id}`),
      when(asked.scheme_id, sql`scheme_id = ${asked.scheme_id}`),
      when(asked.status, sql`status = ${asked.status}`),
      when(from, sql`given_at >= ${from}`),
      when(to, sql`given_at < ${to}`),
      when(said, sql`number = ${said}`),
    ])}`,
    order: sql` order by given_at desc, id desc`,
  })
  const shown = await views(caller, found.rows)
  return mapPage({ rows: shown, meta: found.meta }, (one) => one)
}

export const authorisationRecord = recordWithLife(authorisations, {
  life: authorisation_life,
  called: ({ number }) => number ?? 'without a number',
  label: ({ number }) => number,
})

/** The one that stands for a visit and a scheme, where there is one. */
export const standing = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { visit_id, scheme_id }: { visit_id: string; scheme_id: string },
): Promise<Row | undefined> =>
  authorisations.find({
    hospital_id,
    visit_id,
    scheme_id,
    status: ['ACTIVE', 'PROVISIONAL'],
  })

export async function give(caller: Caller, input: AuthorisationInput): Promise<Authorisation> {
  const { hospital_id } = caller
  const member = await memberships.find({ hospital_id, id: input.membership_id }, { lock: true })
  if (member === undefined) throw noneAt('membership_id', 'membership')
  const visit = await visitOf(caller, input.visit_id).catch(() => {
    throw noneAt('visit_id', 'visit')
  })
  if (visit.patient_id !== member.patient_id) {
    throw conflict('This visit is of another patient.')
  }
  const type = input.visit_type
  if ((type === 3 || type === 4) && !input.referral_no) {
    throw invalid('referral_no', `is required for visit type ${type}.`)
  }
  const scheme = await schemeRecord.get(caller, member.scheme_id)
  const day = await hospitalDay(caller)
  const closed = whyNot(scheme, day) ?? lapsed(member, scheme, day)
  if (closed !== null) throw conflict(closed)
  const before = await standing(caller, { visit_id: visit.id, scheme_id: scheme.id })
  if (before?.status === 'ACTIVE') {
    throw conflict(`This visit is authorised by ${scheme.name}: ${before.number ?? ''}.`)
  }
  const answer = await asked(caller, scheme, member, { ...input, visit })
  if (answer.result === 'REFUSED') throw conflict(`${scheme.name}: ${answer.message}`, 'refused')
  const said = {
    number: answer.result === 'GIVEN' ? answer.number : null,
    status: answer.result === 'GIVEN' ? ('ACTIVE' as const) : ('PROVISIONAL' as const),
    visit_type: type,
    referral_no: input.referral_no || null,
    message: answer.message,
    given_at: clock.instant(),
  }
  const made =
    before === undefined
      ? await insert(caller, { ...said, member, scheme, visit })
      : { ...before, ...said }
  if (before !== undefined) await authorisations.change({ hospital_id, id: before.id }, said)
  note(caller, before === undefined ? 'authorisation.create' : 'authorisation.replace', made)
  await authorisationGiven(caller, {
    visit_id: visit.id,
    scheme_id: scheme.id,
    membership_id: member.id,
    number: made.number,
  })
  await visitCleared(caller, visit.id)
  return (await views(caller, [await authorisationRecord.get(caller, made.id)]))[0] as Authorisation
}

function lapsed(member: MembershipRow, scheme: SchemeRow, day: string): string | null {
  const out = member.valid_from > day || (member.valid_to !== null && member.valid_to < day)
  if (member.status === 'ACTIVE' && !out) return null
  return `The membership of ${scheme.name} ended on ${member.valid_to ?? day}.`
}

/** By hand where a number is given and nobody answers for the scheme; else the scheme is asked. */
async function asked(
  caller: Caller,
  scheme: SchemeRow,
  member: MembershipRow,
  about: AuthorisationInput & { visit: { number: string; facility_id: string } },
): Promise<AuthorisationAnswer> {
  const typed = about.number?.trim() ?? ''
  if (scheme.gateway === 'NONE') {
    return typed === ''
      ? { result: 'OFFLINE', message: 'Entered without a number.' }
      : { result: 'GIVEN', number: typed, message: 'Entered by hand.' }
  }
  const taken = about.visit_type === 1 && (await elsewhere(caller, member, about.visit.facility_id))
  const card = member.card_no ?? member.member_no
  const answer = askAuthorisation(scheme, card, { seed: about.visit.number, taken })
  return answer.result === 'OFFLINE' && typed !== ''
    ? { result: 'GIVEN', number: typed, message: `Entered by hand: ${answer.message}` }
    : answer
}

async function elsewhere(
  caller: Caller,
  { id, scheme_id, patient_id }: MembershipRow,
  facility_id: string,
): Promise<boolean> {
  const day = await hospitalDay(caller)
  const [from] = await dayStarts(caller, day, day)
  const found = await authorisations.read(
    sql`select ${authorisations.selection()} from authorisations
      where hospital_id = ${caller.hospital_id} and patient_id = ${patient_id}
        and scheme_id = ${scheme_id} and membership_id = ${id} and visit_type = 1
        and status = 'ACTIVE' and facility_id <> ${facility_id} and given_at >= ${from} limit 1`,
  )
  return found.length > 0
}

async function insert(
  caller: Caller,
  about: Pick<Row, 'number' | 'status' | 'visit_type' | 'referral_no' | 'message' | 'given_at'> & {
    member: MembershipRow
    scheme: SchemeRow
    visit: { id: string; facility_id: string }
  },
): Promise<Row> {
  const { member, scheme, visit, ...said } = about
  return authorisations
    .insert({
      ...said,
      hospital_id: caller.hospital_id,
      facility_id: visit.facility_id,
      membership_id: member.id,
      scheme_id: scheme.id,
      patient_id: member.patient_id,
      visit_id: visit.id,
      made_by_name: caller.name,
    })
    .catch((error: unknown) => {
      if (!isTaken(error, 'visit_id')) throw error
      throw conflict(`This visit is authorised by ${scheme.name}.`)
    })
}

export async function cancel(caller: Caller, id: string, reason: string): Promise<Authorisation> {
  const before = await authorisationRecord.begin(caller, id, 'cancel')
  const claim = await claimsUseAuthorisation(caller, before)
  if (claim !== null) throw conflict(`Claim ${claim} uses this authorisation.`, 'claimed')
  const after = await authorisationRecord.moved(
    caller,
    before,
    'cancel',
    { cancel_reason: reason },
    reason,
  )
  await authorisationGiven(caller, { ...before, number: null })
  return (await views(caller, [after]))[0] as Authorisation
}

/** T!, never a refusal: what stands, what the scheme says, or that somebody must ask it (BIL-169). */
export async function authoriseVisit(
  caller: Caller,
  asked_for: Parameters<typeof asked_of.authoriseVisit>[1],
): ReturnType<typeof asked_of.authoriseVisit> {
  const { hospital_id } = caller
  const member = await memberships.find({ hospital_id, id: asked_for.membership_id })
  const scheme = member && (await schemes.find({ hospital_id, id: member.scheme_id }))
  if (member === undefined || scheme === undefined) {
    return { status: 'MISSING', message: 'No such membership.' }
  }
  if (!scheme.authorisation_required) return { status: 'NOT_NEEDED' }
  const { visit_id } = asked_for
  const stands = await standing(caller, { visit_id, scheme_id: scheme.id })
  if (stands !== undefined) {
    const { number, message } = stands
    const status = stands.status === 'ACTIVE' ? 'ACTIVE' : 'PROVISIONAL'
    return { status, authorisation_no: number, message }
  }
  const { visit_type, referral_no } = asked_for
  const late = (visit_type === 3 || visit_type === 4) && !referral_no
  if (scheme.gateway === 'NONE' || late) {
    return { status: 'MISSING', message: `${scheme.name} wants an authorisation number.` }
  }
  const visit = await visitOf(caller, visit_id)
  const answer = await asked(caller, scheme, member, { ...asked_for, visit })
  if (answer.result === 'REFUSED') return { status: 'MISSING', message: answer.message }
  const given = answer.result === 'GIVEN'
  const made = await insert(caller, {
    number: given ? answer.number : null,
    status: given ? 'ACTIVE' : 'PROVISIONAL',
    visit_type: asked_for.visit_type,
    referral_no: asked_for.referral_no ?? null,
    message: answer.message,
    given_at: clock.instant(),
    member,
    scheme,
    visit,
  })
  note(caller, 'authorisation.create', made)
  return {
    status: given ? 'ACTIVE' : 'PROVISIONAL',
    authorisation_no: made.number,
    message: made.message,
  }
}

const noneAt = (field: string, thing: string): Refusal =>
  new Refusal(404, 'not_found', `${field}: no such ${thing}.`, { field })

async function views(caller: Caller, found: readonly Row[]): Promise<Authorisation[]> {
  const { hospital_id } = caller
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  const known = await schemes.all({
    hospital_id,
    id: [...new Set(found.map(({ scheme_id }) => scheme_id))],
  })
  const named = new Map(known.map(({ id, name }) => [id, name]))
  return found.map((row) => {
    const { hospital_id: _h, made_by_name, ...shown } = row
    return {
      ...shown,
      scheme_name: named.get(row.scheme_id) ?? '',
      patient_name: patients.get(row.patient_id)?.full_name ?? '',
      moves: authorisationRecord.moves(caller, row),
      created_by_name: made_by_name,
    }
  })
}

function note(caller: Caller, action: string, row: Row): void {
  record(caller, action, {
    entity_type: 'authorisation',
    entity_id: row.id,
    entity_label: row.number ?? '',
    patient_id: row.patient_id,
    to_state: row.status,
  })
}
