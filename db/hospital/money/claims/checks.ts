// Everything that keeps a claim from being READY, all at once (BIL-112), of many claims in a fixed
// number of statements.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import {
  insuredParts,
  type Item,
  itemsById,
  schemesOf,
  served,
} from '../billing/schemes/for-areas.ts'
import { ageOn } from '../insurance/facts.ts'
import { schemes } from '../tariff/scheme-tables.ts'
import type { SchemeRow } from '../tariff/schemes.ts'
import { today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { wantsNumber } from './practitioners.ts'
import { type ClaimRow, type LineRow, linesOf } from './rows.ts'
import type { ClaimError, ClaimErrorCode } from './words.ts'

interface Known {
  day: string
  scheme: SchemeRow
  lines: readonly LineRow[]
  items: ReadonlyMap<string, Item>
  /** By `<item>|<scheme>`, what the scheme took over; and the scheme of each bill itself. */
  insured: ReadonlyMap<string, number>
  schemes_of: ReadonlyMap<string, string | null>
  /** Lines covered in an emergency whose approval never came. */
  unapproved: ReadonlySet<string>
  /** Lines whose rule is for another sex or age. */
  forbidden: ReadonlySet<string>
  provisional: boolean
  twice: boolean
  wants_number: boolean
}

export async function errorsOf(
  caller: Caller,
  found: readonly ClaimRow[],
): Promise<Map<string, ClaimError[]>> {
  const { hospital_id } = caller
  const ids = found.map(({ id }) => id)
  const day = await hospitalDay(caller)
  const scheme_ids = [...new Set(found.map(({ scheme_id }) => scheme_id))]
  const known_schemes = await schemes.all({ hospital_id, id: scheme_ids })
  const by_scheme = new Map(known_schemes.map((one) => [one.id, one]))
  const lines = Map.groupBy(await linesOf(caller, ids), ({ claim_id }) => claim_id)
  const item_ids = [...lines.values()].flat().map(({ item_id }) => item_id)
  const items = await itemsById(caller, item_ids)
  const insured = await insuredParts(caller, item_ids)
  const bill_ids = [...lines.values()].flat().map(({ bill_id }) => bill_id)
  const schemes_of = await schemesOf(caller, bill_ids)
  const unapproved = await unapprovedOf(caller, item_ids)
  const forbidden = await forbiddenOf(caller, found, lines)
  const provisional = await provisionalOf(caller, found)
  const twice = await twiceOf(caller, found)
  const doctor =
    found.find(({ practitioner_id }) => practitioner_id !== null)?.practitioner_id ?? null
  const wants_number = doctor !== null && (await wantsNumber(caller, doctor))
  return new Map(
    found.map((claim) => [
      claim.id,
      errorsIn(claim, {
        day,
        scheme: by_scheme.get(claim.scheme_id) as SchemeRow,
        lines: lines.get(claim.id) ?? [],
        items,
        insured,
        schemes_of,
        unapproved,
        forbidden,
        provisional: provisional.has(claim.id),
        twice: twice.has(claim.id),
        wants_number,
      }),
    ]),
  )
}

function errorsIn(claim: ClaimRow, known: Known): ClaimError[] {
  const errors: ClaimError[] = []
  const add = (code: ClaimErrorCode, message: string, line_id?: string): void => {
    errors.push(line_id === undefined ? { code, message } : { code, message, line_id })
  }
  const { scheme, lines } = known
  if (claim.card_no === null) add('NO_CARD', 'The card number is missing.')
  if (scheme.authorisation_required && (claim.authorisation_no === null || known.provisional)) {
    add('NO_AUTHORISATION', `${scheme.name} asks for an authorisation number.`)
  }
  if (claim.diagnoses.length === 0) add('NO_DIAGNOSIS', 'There is no diagnosis.')
  else if (!claim.diagnoses.some(({ status }) => status === 'FINAL')) {
    add('NO_FINAL_DIAGNOSIS', 'No diagnosis is final.')
  }
  if (lines.length === 0) add('NO_ITEM', 'There are no lines.')
  if (claim.admission_id !== null && claim.discharged_on === null) {
    add('STAY_OPEN', 'The patient is not discharged.')
  }
  const no_number = known.wants_number && claim.practitioner_no === null
  if (claim.practitioner_id === null || no_number) {
    add('NO_PRACTITIONER', 'The practitioner or the number of the council is missing.')
  }
  if (claim.signature_attachment_id === null) {
    add('NO_SIGNATURE', 'The signature of the patient is missing.')
  }
  if (known.twice) add('DUPLICATE', 'Another claim has this authorisation.')
  for (const line of lines) lineErrors(line, known, add)
  const sum = lines.reduce((all, { amount }) => all + amount, 0)
  if (sum !== claim.claimed) add('AMOUNT', 'The amount is not the sum of the lines.')
  dates(claim, known, add)
  if (isLate(claim, known) && claim.delay_reason === null) {
    add('LATE', 'The month has passed: give the reason of the delay.')
  }
  return errors
}

type Add = (code: ClaimErrorCode, message: string, line_id?: string) => void

function lineErrors(line: LineRow, known: Known, add: Add): void {
  const { id, description: name, item_id } = line
  const item = known.items.get(item_id)
  if (line.scheme_code === null) {
    add('NO_SCHEME_CODE', `${name} has no code of ${known.scheme.name}.`, id)
  }
  if (item === undefined) {
    add('AMOUNT', `${name} is on no bill any more.`, id)
    return
  }
  if (!served(item)) add('ITEM_NOT_DONE', `${name} is not done.`, id)
  if (owedFor(item, line, known) !== line.amount) {
    add('AMOUNT', `${name} is claimed at another amount than its bill says.`, id)
  }
  if (known.unapproved.has(item_id)) {
    add('PREAUTH_MISSING', `${name} needs a pre-authorisation.`, id)
  }
  if (known.forbidden.has(item_id)) {
    add('SEX_AGE', `${name} is not covered for this sex or age.`, id)
  }
}

/** What the bill gives its own scheme of the line, and what this scheme took over of it (BIL-50). */
function owedFor(item: Item, { bill_id, scheme_id }: LineRow, known: Known): number {
  const { covered, moved_from_scheme, credited, credited_share } = item
  const own = known.schemes_of.get(bill_id) === scheme_id
  const share = own ? covered - moved_from_scheme - (credited - credited_share) : 0
  return share + (known.insured.get(`${item.id}|${scheme_id}`) ?? 0)
}

function dates(claim: ClaimRow, { day, lines }: Known, add: Add): void {
  const { admitted_on, discharged_on, attendance_on } = claim
  if (admitted_on !== null && discharged_on !== null && discharged_on < admitted_on) {
    add('DATES', 'The discharge is before the admission.')
  }
  if (attendance_on > day) add('DATES', 'The attendance is in the future.')
  for (const { id, service_date, description } of lines) {
    const before = service_date < (admitted_on ?? attendance_on)
    const after = service_date > (discharged_on ?? day)
    if (before || after) add('DATES', `${description} was done outside the stay.`, id)
  }
}

/** A supplementary claim is late by its nature; others after the day of the next month. */
function isLate(claim: ClaimRow, { scheme, day }: Known): boolean {
  if (claim.supplementary) return true
  const month = monthOf(claim)
  if (scheme.open_claim_month !== null && month < scheme.open_claim_month) return true
  if (scheme.claim_due_day === null) return false
  const next = new Date(Date.UTC(claim.claim_year, claim.claim_month, scheme.claim_due_day))
  return day > next.toISOString().slice(0, 10)
}

export const monthOf = ({ claim_year, claim_month }: ClaimRow): string =>
  `${claim_year}-${String(claim_month).padStart(2, '0')}`

async function unapprovedOf(
  { hospital_id }: Caller,
  item_ids: readonly string[],
): Promise<Set<string>> {
  const found = await rows<{ item_id: string }>(
    sql`select u.item_id from cover_uses u where u.hospital_id = ${hospital_id}
      and u.item_id${oneOf(item_ids)} and u.preauth_missing and not exists (
        select 1 from preauthorisations p join preauthorisation_items i on i.preauth_id = p.id
        where p.hospital_id = u.hospital_id and p.membership_id = u.membership_id
          and i.code = upper(u.code) and p.status in ('APPROVED', 'PARTLY_APPROVED', 'USED'))`,
  )
  return new Set(found.map(({ item_id }) => item_id))
}

async function forbiddenOf(
  { hospital_id }: Caller,
  found: readonly ClaimRow[],
  lines: ReadonlyMap<string, readonly LineRow[]>,
): Promise<Set<string>> {
  const by_item = new Map(
    found.flatMap((claim) =>
      (lines.get(claim.id) ?? []).map(({ item_id, service_date }) => {
        const { sex, birth_date } = claim
        return [item_id, { sex, birth_date, service_date }] as const
      }),
    ),
  )
  const ruled = await rows<{
    item_id: string
    sex: string | null
    age_from: number | null
    age_to: number | null
  }>(
    sql`select u.item_id, r.sex, r.age_from, r.age_to from cover_uses u
      join coverage_rules r on r.id = u.rule_id
      where u.hospital_id = ${hospital_id} and u.item_id${oneOf([...by_item.keys()])}
        and (r.sex is not null or r.age_from is not null or r.age_to is not null)`,
  )
  return new Set(
    ruled
      .filter(({ item_id, sex, age_from, age_to }) => {
        const of = by_item.get(item_id)
        if (of === undefined) return false
        const age = of.birth_date === null ? null : ageOn(of.birth_date, of.service_date)
        const young = age_from !== null && (age === null || age < age_from)
        const old = age_to !== null && (age === null || age > age_to)
        return (sex !== null && sex !== of.sex) || young || old
      })
      .map(({ item_id }) => item_id),
  )
}

/** BIL-108: one without a number counts as none. */
async function provisionalOf(
  { hospital_id }: Caller,
  found: readonly ClaimRow[],
): Promise<Set<string>> {
  const visits = found.flatMap(({ visit_id }) => visit_id ?? [])
  const given = await rows<{ visit_id: string; scheme_id: string }>(
    sql`select visit_id, scheme_id from authorisations where hospital_id = ${hospital_id}
      and visit_id${oneOf(visits)} and status = 'PROVISIONAL'`,
  )
  const waiting = new Set(given.map(({ visit_id, scheme_id }) => `${visit_id}|${scheme_id}`))
  return new Set(
    found
      .filter(({ visit_id, scheme_id }) => waiting.has(`${visit_id}|${scheme_id}`))
      .map(({ id }) => id),
  )
}

/** The same authorisation in another claim that is not its supplement. */
async function twiceOf({ hospital_id }: Caller, found: readonly ClaimRow[]): Promise<Set<string>> {
  const numbers = [...new Set(found.flatMap(({ authorisation_no }) => authorisation_no ?? []))]
  if (numbers.length === 0) return new Set()
  const others = await rows<{ id: string; scheme_id: string; authorisation_no: string }>(
    sql`select id, scheme_id, authorisation_no from claims where hospital_id = ${hospital_id}
      and authorisation_no${oneOf(numbers)} and status <> 'CANCELLED' and not supplementary`,
  )
  return new Set(
    found
      .filter(
        (claim) =>
          !claim.supplementary &&
          claim.authorisation_no !== null &&
          others.some(
            (one) =>
              one.id !== claim.id &&
              one.scheme_id === claim.scheme_id &&
              one.authorisation_no === claim.authorisation_no,
          ),
      )
      .map(({ id }) => id),
  )
}
