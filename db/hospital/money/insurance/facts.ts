// What decides the cover of a bill, read in a fixed number of statements.

import type { Caller } from '../../../core/caller.ts'
import { clock, hours } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { nothing, oneOf, sql } from '../../../store/sql.ts'
import { policyOf } from '../policy/policy.ts'
import { memberships, scheme_plans } from '../tariff/scheme-tables.ts'
import type { MembershipRow } from '../tariff/memberships.ts'
import { schemeRecord, type SchemeRow, whyNot } from '../tariff/schemes.ts'
import type { VisitClass } from '../tariff/words.ts'
import { diagnosesOf } from '../../neighbours/care.ts'
import type { Facts, RuleRow, Use } from './engine.ts'
import { preauthsLeft } from './preauth-uses.ts'
import { cover_uses, coverage_rules } from './tables.ts'
import type { CoverWarning } from './words.ts'

type Of = Pick<Caller, 'hospital_id'>

export interface CoverAsked {
  scheme_id: string
  membership_id: string | null
  patient: { id: string; sex: string | null; birth_date: string | null } | null
  visit: { id: string; opened_at: string } | null
  admission_id: string | null
  visit_class: VisitClass
  day: string
  /** Lines that are decided anew: what they hold is looked at for each by itself. */
  without?: readonly string[]
  /** Kept from others until the transaction ends (BIL-34). */
  lock?: boolean
}

/** An approval may follow an emergency within these (BIL-109). */
export const approval_hours = 48

export async function factsOf(caller: Of, asked: CoverAsked): Promise<Facts> {
  const { day, visit, patient } = asked
  const scheme = await schemeRecord.get(caller, asked.scheme_id)
  const member = await memberOf(caller, asked)
  const head = await headOf(caller, member, asked.lock === true)
  const plan = await planOf(caller, member)
  const shared = plan?.shared_year === true
  const year_from = yearFrom(
    (shared ? head : member)?.valid_from ?? `${day.slice(0, 4)}-01-01`,
    day,
  )
  const rules = await coverage_rules.all({ hospital_id: caller.hospital_id, scheme_id: scheme.id })
  const about = { asked, member, head, year_from }
  const uses = await usesOf(caller, about)
  const lifetime = rules.some(({ per }) => per === 'LIFETIME')
  const emergency = asked.visit_class === 'EMERGENCY' && visit !== null
  return {
    scheme,
    closed: closedBy(scheme, member, day) ?? (await unknown(caller, member)),
    member,
    plan,
    rules,
    uses,
    ever: lifetime ? await everUsed(caller, about) : [],
    preauths: member === null ? [] : await preauthsLeft(caller, member.id, day),
    day,
    year_from,
    visit_id: visit?.id ?? null,
    admission_id: asked.admission_id,
    visit_class: asked.visit_class,
    approval_may_follow:
      emergency && Date.parse(visit.opened_at) + hours(approval_hours) >= clock.ms(),
    sex: patient?.sex ?? null,
    age:
      patient?.birth_date === null || patient?.birth_date === undefined
        ? null
        : ageOn(patient.birth_date, day),
    diagnoses: await diagnosesFor(caller, asked, rules),
  }
}

/** Asked only where a rule speaks of diagnoses. */
async function diagnosesFor(
  caller: Of,
  { visit, admission_id }: CoverAsked,
  rules: readonly RuleRow[],
): Promise<string[]> {
  if (rules.every(({ diagnosis_codes }) => diagnosis_codes === null)) return []
  const found = await diagnosesOf(caller, { visit_id: visit?.id ?? null, admission_id })
  return found.map(({ code }) => code)
}

async function memberOf({ hospital_id }: Of, asked: CoverAsked): Promise<MembershipRow | null> {
  const { membership_id: id, lock = false } = asked
  return id === null ? null : ((await memberships.find({ hospital_id, id }, { lock })) ?? null)
}

/** The principal of a family, or the member. A family waits at its head where the year is shared. */
async function headOf(
  { hospital_id }: Of,
  member: MembershipRow | null,
  lock: boolean,
): Promise<MembershipRow | null> {
  if (member === null || member.principal_id === null) return member
  return (await memberships.find({ hospital_id, id: member.principal_id }, { lock })) ?? member
}

const planOf = async ({ hospital_id }: Of, member: MembershipRow | null) =>
  member?.plan_id === null || member?.plan_id === undefined
    ? null
    : ((await scheme_plans.find({ hospital_id, id: member.plan_id })) ?? null)

function closedBy(
  scheme: SchemeRow,
  member: MembershipRow | null,
  day: string,
): CoverWarning | null {
  if (whyNot(scheme, day) !== null) return 'SCHEME_LAPSED'
  if (member === null) return null
  const out = member.valid_from > day || (member.valid_to !== null && member.valid_to < day)
  return member.status !== 'ACTIVE' || out || member.scheme_id !== scheme.id
    ? 'MEMBERSHIP_LAPSED'
    : null
}

/** 2.13: a hospital may ask for the membership before it sends anybody a claim. */
const unknown = async (caller: Of, member: MembershipRow | null): Promise<CoverWarning | null> =>
  member === null && (await policyOf(caller)).require_membership ? 'NO_MEMBERSHIP' : null

interface About {
  asked: CoverAsked
  member: MembershipRow | null
  head: MembershipRow | null
  year_from: string
}

/** Since the year or the month began, and of this visit or stay however long ago it began. */
async function usesOf({ hospital_id }: Of, about: About): Promise<Use[]> {
  const { asked, member, year_from } = about
  const month = `${asked.day.slice(0, 7)}-01`
  const since = year_from < month ? year_from : month
  const found = await cover_uses.read(
    sql`select ${cover_uses.selection()} from cover_uses
      where hospital_id = ${hospital_id} and ${whose(about)}
        and (service_date >= ${since} or visit_id = ${asked.visit?.id ?? null}
          or admission_id = ${asked.admission_id})${notOf(asked)}`,
  )
  return found.map((use) => ({ ...use, own: use.membership_id === (member?.id ?? null) }))
}

const notOf = ({ without = [] }: CoverAsked) =>
  without.length === 0 ? nothing : sql` and not (item_id${oneOf(without)})`

const whose = ({ asked, head }: About) =>
  head === null
    ? sql`membership_id is null and patient_id = ${asked.patient?.id ?? null}
        and scheme_id = ${asked.scheme_id}`
    : sql`family_id = ${head.id}`

async function everUsed({ hospital_id }: Of, { asked, member }: About) {
  const mine =
    member === null
      ? sql`membership_id is null and patient_id = ${asked.patient?.id ?? null}`
      : sql`membership_id = ${member.id}`
  const found = await rows<{ code: string | null; category: string; quantity: number }>(
    sql`select code, category, cast(sum(quantity) as bigint) as quantity from cover_uses
      where hospital_id = ${hospital_id} and scheme_id = ${asked.scheme_id} and ${mine}${notOf(asked)}
      group by code, category`,
  )
  return found.map((one) => ({ ...one, quantity: Number(one.quantity) }))
}

/** BIL-103: the last day like that on which the membership began. */
export function yearFrom(valid_from: string, day: string): string {
  const anniversary = valid_from.slice(4)
  const year = Number(day.slice(0, 4))
  const this_year = `${year}${anniversary}`
  return this_year <= day ? this_year : `${year - 1}${anniversary}`
}

/** Completed years. */
export function ageOn(birth_date: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth_date.slice(0, 4))
  return birth_date.slice(5) <= day.slice(5) ? years : years - 1
}
