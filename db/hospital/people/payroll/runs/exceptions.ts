// What is wrong with a run, and what somebody should look at before approving it (HR-104).

import type { Caller } from '../../../../core/caller.ts'
import { rows } from '../../../../store/connection.ts'
import type { Of } from '../../../../store/record-of.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { Purse } from '../../../money/accounting/purse.ts'
import { monthsOn } from '../../../office/plans/days.ts'
import { overLimitIn } from '../../staff/attendance/for-pay.ts'
import { seenIn } from '../../staff/leave/spans.ts'
import { standingsOf } from '../../staff/licences/status.ts'
import { payslips } from '../slips/tables.ts'
import { posted_slips } from '../words.ts'
import type { Made } from './calculate.ts'
import { lastOf } from './compare.ts'
import type { RunRow } from './record.ts'
import type { Common } from './reckon-slip.ts'
import type { Exception } from './tables.ts'

type Found = readonly [code: string, text: string]

export async function exceptionsOf(
  caller: Caller,
  run: RunRow,
  common: Common,
  made: readonly Made[],
  purse: Purse,
): Promise<Exception[]> {
  const asked = await knownOf(caller, run, common, made)
  const alike = alikeAmong(made)
  const found = made.flatMap((one) => {
    const said = [...errorsOf(one, alike, purse), ...warningsOf(common, one, asked)]
    return said.map(([code, text]) => exception(code, `${named(one)} ${text}`, one))
  })
  return found.toSorted((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0))
}

const exception = (code: string, text: string, { material }: Made): Exception => ({
  code,
  severity: code.startsWith('E') ? 'ERROR' : 'WARN',
  staff_id: material.person.id,
  text: text.slice(0, 300),
  accepted_by_name: null,
  note: null,
})

const named = ({ material }: Made): string => material.person.number

interface Known {
  last: ReadonlyMap<string, number>
  paid_before: ReadonlySet<string>
  seen: ReadonlySet<string> | null
  standings: Awaited<ReturnType<typeof standingsOf>>
  over_limit: ReadonlySet<string>
}

async function knownOf(
  caller: Caller,
  run: RunRow,
  { period, settings }: Common,
  made: readonly Made[],
): Promise<Known> {
  const ids = made.map(({ material }) => material.person.id)
  return {
    last: new Map((await lastOf(caller, run)).map(({ staff_id, net }) => [staff_id, net])),
    paid_before: await paidBefore(caller, ids),
    seen: await seenAmong(caller, period),
    standings: await standingsOf(caller, ids, period.last, settings),
    over_limit: await overLimitIn(caller, ids, {
      first: period.first,
      last: period.last,
      hours: settings.overtime_4_weeks_hours,
    }),
  }
}

async function paidBefore({ hospital_id }: Of, ids: readonly string[]): Promise<Set<string>> {
  const found = await rows<{ staff_id: string }>(
    sql`select distinct staff_id from payslips where hospital_id = ${hospital_id}
      and staff_id${oneOf(ids)} and status${oneOf(posted_slips)}`,
  )
  return new Set(found.map(({ staff_id }) => staff_id))
}

/** Null where nobody of the hospital was seen: then it says nothing of anybody. */
async function seenAmong(
  caller: Of,
  { first, last }: Common['period'],
): Promise<Set<string> | null> {
  const found = await seenIn(caller, { from: first, to: last })
  return found.size === 0 ? null : found
}

/** Who is paid to one account, and who has one national ID. */
interface Alike {
  by_account: ReadonlyMap<string, readonly Made[]>
  by_id: ReadonlyMap<string, readonly Made[]>
}

function alikeAmong(made: readonly Made[]): Alike {
  const known = (key: string | null | undefined, one: Made): [string, Made][] =>
    key ? [[key, one]] : []
  const grouped = (pairs: readonly (readonly [string, Made])[]): Map<string, Made[]> =>
    new Map(
      [...Map.groupBy(pairs, ([key]) => key)].map(([key, own]) => [key, own.map(([, one]) => one)]),
    )
  return {
    by_account: grouped(made.flatMap((one) => known(one.material.bank?.pays_to, one))),
    by_id: grouped(made.flatMap((one) => known(one.material.person.national_id, one))),
  }
}

function errorsOf(one: Made, alike: Alike, { said }: Purse): Found[] {
  const { material, slip } = one
  const { bank, person, profiles, pending } = material
  const shared = bank === null ? undefined : sharing(one, alike)
  const twin = alike.by_id
    .get(person.national_id ?? '')
    ?.find(({ material: other }) => other.person.id !== person.id)
  const split = profiles.at(-1)?.split ?? []
  const shares = split.reduce((sum, { bp }) => sum + bp, 0)
  return [
    ...given(slip.net < 0, 'E01', `net is below 0: ${said(slip.net)}.`),
    ...given(shared !== undefined, 'E02', `is paid to the same account as ${shared}.`),
    ...given(slip.paid_days === 0, 'E03', 'has no day of service in this month.'),
    ...given(pending > 0, 'E04', 'has a pay profile that waits for approval.'),
    ...given(split.length > 0 && shares !== 10_000, 'E05', 'has a split that is not 100.'),
    ...slip.missing.map((code): Found => ['E06', `finds no statutory table of ${code}.`]),
    ...given(twin !== undefined, 'E07', `has the national ID of ${twin && named(twin)}.`),
  ]
}

function sharing({ material }: Made, { by_account }: Alike): string | undefined {
  const { bank, person } = material
  if (bank?.shared_reason !== null) return undefined
  const other = by_account
    .get(bank.pays_to ?? '')
    ?.find(
      ({ material: { bank: theirs, person: them } }) =>
        them.id !== person.id && theirs?.shared_reason === null,
    )
  return other && named(other)
}

function warningsOf(common: Common, one: Made, known: Known): Found[] {
  const { material, slip } = one
  const { person, bank } = material
  const { settings, period } = common
  const last = known.last.get(person.id)
  const retires =
    person.date_of_birth && monthsOn(person.date_of_birth, settings.retirement_age * 12)
  const licence = known.standings.get(person.id)?.status
  return [
    ...given(
      last !== undefined && isFar(last, slip.net, settings.variance_warn_pct),
      'W01',
      'has a net pay that changed much since last month.',
    ),
    ...given(
      known.seen !== null && !known.seen.has(person.id),
      'W02',
      'was in no roster and on no leave.',
    ),
    ...given(person.tin === null, 'W03', 'has no TIN.'),
    ...given(hasNoPensionNumber(one), 'W04', 'has no pension number.'),
    ...given(
      slip.carried.length > 0 || isShortened(one, common),
      'W05',
      'has deductions that did not fit.',
    ),
    ...given(bank?.unsettled === true, 'W06', 'has bank details that changed near the day of pay.'),
    ...given(
      Boolean(retires) && (retires ?? '') < period.first,
      'W07',
      'is past the age of retirement.',
    ),
    ...given(
      person.contract_ends !== null && person.contract_ends < period.first,
      'W08',
      'has a contract that ended.',
    ),
    ...given(licence === 'EXPIRED', 'W09', 'has a licence that expired.'),
    ...given(known.over_limit.has(person.id), 'W10', 'has overtime above the limit of four weeks.'),
    ...given(!known.paid_before.has(person.id), 'W11', 'is paid for the first time.'),
    ...given(bank === null, 'W12', 'has no approved way of payment.'),
    ...given(person.date_of_birth === null, 'W13', 'has no date of birth.'),
  ]
}

const given = (is: boolean, code: string, text: string): Found[] => (is ? [[code, text]] : [])

const isFar = (last: number, net: number, percent: number): boolean =>
  Math.abs(net - last) * 100 > Math.abs(last) * percent

const hasNoPensionNumber = ({ material: { person } }: Made): boolean =>
  person.pension_scheme !== null && person.pension_scheme !== 'NONE' && person.pension_no === null

/** A loan whose instalment was cut short. */
const isShortened = ({ material: { loans }, slip }: Made, { kind }: Common): boolean =>
  kind === 'REGULAR' &&
  loans.some(({ id, instalment, balance }) => {
    const taken = slip.deductions.find(({ loan_id }) => loan_id === id)?.amount ?? 0
    return taken < Math.min(instalment, balance)
  })

/** The payslips of a run, in their order. */
export const slipsIn = ({ hospital_id }: Of, run_id: string) =>
  payslips.all({ hospital_id, run_id }, { order: ['staff_number', 'id'] })
