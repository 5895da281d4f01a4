// What somebody is paid from a day on: entered by one person, approved by another (HR-121).

import type { Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { toBasisPoints, toPercent } from '../../../../core/kinds/percent.ts'
import { conflict, invalid, invalidAs } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { anotherPerson } from '../../../office/access/users/another-person.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { facilityRecord } from '../../../office/places/facilities.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { departmentAt } from '../../staff/department-at.ts'
import { notOneself } from '../../staff/records/moves.ts'
import { named, staffRecord, type StaffRow } from '../../staff/records/rows.ts'
import { catalogueOf, isPart, valueRead } from '../components.ts'
import { profile_states } from '../words.ts'
import type { PayProfile, PayProfileInput } from './shapes.ts'
import { pay_profile_moves, pay_profiles, type ProfileComponent, type Share } from './tables.ts'

export type ProfileRow = RowOf<(typeof pay_profiles)['columns']>

const profile_life = life('pay profile', profile_states, {
  approve: { from: ['PENDING'], to: 'ACTIVE', permission: 'payroll:approve' },
  refuse: { from: ['PENDING'], to: 'REFUSED', permission: 'payroll:approve', reason: 'required' },
})

export const profileRecord = recordWithLife(pay_profiles, {
  life: profile_life,
  called: ({ effective_from }) => `from ${effective_from}`,
  history: historyIn(pay_profile_moves),
  clash: async (_caller, error, { effective_from }) =>
    isTaken(error, 'effective_from')
      ? conflict(`There is a pay profile from ${effective_from} already: give another day.`)
      : error,
})

/** Approved, of one person, in the order of their days. */
export async function profilesUntil(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { id: staff_id, hired_on }: Pick<StaffRow, 'id' | 'hired_on'>,
  day: string,
): Promise<ProfileRow[]> {
  const found = await pay_profiles.all(
    { hospital_id, staff_id, status: 'ACTIVE' },
    { order: ['effective_from', 'id'] },
  )
  return found.filter(({ effective_from: from }) => from >= hired_on && from <= day)
}

const own_pay = 'Somebody else must change your own pay.'

export async function ofStaff(caller: Caller, staff_id: string): Promise<PayProfile[]> {
  await staffRecord.get(caller, staff_id)
  const { hospital_id } = caller
  const order = ['-effective_from', '-id']
  const found = await pay_profiles.all({ hospital_id, staff_id }, { order })
  return Promise.all(found.map((row) => shownAmong(caller, row, found)))
}

export async function find(caller: Caller, id: string): Promise<PayProfile> {
  const row = await profileRecord.get(caller, id)
  const { hospital_id } = caller
  return shownAmong(caller, row, await pay_profiles.all({ hospital_id, staff_id: row.staff_id }))
}

async function shownAmong(
  caller: Caller,
  row: ProfileRow,
  all: readonly ProfileRow[],
): Promise<PayProfile> {
  const purse = await purseOf(caller)
  const catalogue = await catalogueOf(caller)
  const day = await today(caller)
  const ended =
    row.status === 'ACTIVE' &&
    all.some(
      (one) =>
        one.status === 'ACTIVE' &&
        one.effective_from > row.effective_from &&
        one.effective_from <= day,
    )
  return {
    ...row,
    status: ended ? 'ENDED' : row.status,
    basic_pay: purse.major(row.basic_pay),
    components: row.components.map((one) => ({
      ...one,
      value: isPart(catalogue.get(one.code)?.calc ?? '')
        ? toPercent(one.value)
        : purse.major(one.value),
      units: one.units === null ? null : one.units / 100,
    })),
    split: row.split.map(({ bp, ...share }) => ({ ...share, pct: toPercent(bp) })),
    moves: profileRecord.moves(caller, row),
    history: await profileRecord.history(caller, row.id),
  }
}

export async function open(
  caller: Caller,
  staff_id: string,
  input: PayProfileInput,
): Promise<PayProfile> {
  const person = await staffRecord.get(caller, staff_id)
  if (person.status === 'EXITED') throw conflict(`${named(person)} has left.`, 'state')
  await notOneself(caller, staff_id, own_pay)
  const purse = await purseOf(caller)
  if (input.basic_pay < 0) throw invalid('basic_pay', 'must be 0 or more.')
  const { effective_from, pay_basis = 'MONTHLY', flags = {} } = input
  if (effective_from < person.hired_on) throw invalid('effective_from', 'is before hired_on.')
  const row = await profileRecord.created(caller, {
    staff_id,
    effective_from,
    pay_basis,
    basic_pay: purse.minor('basic_pay', input.basic_pay),
    components: await componentsRead(caller, purse, input.components ?? []),
    flags: { nhif: false, heslb: false, union: false, secondary_employment: false, ...flags },
    split: await splitRead(caller, input.split ?? []),
    note: input.note || null,
    entered_by_id: caller.user_id,
    entered_by_name: caller.name,
  })
  return find(caller, row.id)
}

/** Of who is taken on, as it was offered (HR-22); somebody else approves it. */
export async function agreed(
  caller: Caller,
  { staff_id, ...pay }: { staff_id: string; basic_pay: number; effective_from: string },
): Promise<void> {
  await open(caller, staff_id, pay)
}

/** What the house reckons by itself stands in no profile. */
async function componentsRead(
  caller: Caller,
  purse: Purse,
  given: NonNullable<PayProfileInput['components']>,
): Promise<ProfileComponent[]> {
  const catalogue = await catalogueOf(caller)
  const read = given.map((one, at): ProfileComponent => {
    const code = capitals(one.code)
    const field = `components[${at}]`
    const known = catalogue.get(code)
    if (known === undefined || !known.active) {
      throw invalid(`${field}.code`, `names no component: there is no "${one.code}".`)
    }
    if (['STATUTORY', 'LOAN', 'SYSTEM'].includes(known.calc)) {
      throw invalid(`${field}.code`, `is reckoned by the house: ${code} stands in no profile.`)
    }
    const { from = null, to = null, units = null } = one
    if (from !== null && to !== null && to < from) {
      throw invalid(`${field}.to`, 'is before from.')
    }
    const value = valueRead(purse, known.calc, one.value, `${field}.value`)
    return {
      code,
      value,
      units: units === null ? null : hundredths(`${field}.units`, units),
      from,
      to,
    }
  })
  const twice = read.find(({ code }, at) => read.findIndex((one) => one.code === code) !== at)
  if (twice !== undefined) throw invalidAs('components', `${twice.code} is named twice.`)
  return read
}

export function hundredths(field: string, units: number): number {
  const kept = Math.round(units * 100)
  if (kept / 100 !== units) throw invalid(field, 'has more than two decimals.')
  return kept
}

/** Shares of one pay among departments; together they are all of it. */
async function splitRead(
  caller: Caller,
  given: NonNullable<PayProfileInput['split']>,
): Promise<Share[]> {
  const read: Share[] = []
  for (const [at, { facility_id, department, pct }] of given.entries()) {
    await facilityRecord.get(caller, facility_id)
    read.push({
      facility_id,
      department: await departmentAt(caller, facility_id, department),
      bp: toBasisPoints(pct, `split[${at}].pct`),
    })
  }
  const sum = read.reduce((all, { bp }) => all + bp, 0)
  if (read.length > 0 && sum !== 10_000) {
    throw invalidAs('split', `the shares add up to ${toPercent(sum)}, not 100.`)
  }
  return read
}

export async function approve(caller: Caller, id: string, note: string | null) {
  const before = await profileRecord.begin(caller, id, 'approve')
  await somebodyElse(caller, before)
  const changes = { approved_by_name: caller.name, approved_on: await today(caller) }
  await profileRecord.moved(caller, before, 'approve', changes, note)
  return find(caller, id)
}

export async function refuse(caller: Caller, id: string, note: string) {
  const before = await profileRecord.begin(caller, id, 'refuse')
  await somebodyElse(caller, before)
  await profileRecord.moved(caller, before, 'refuse', {}, note)
  return find(caller, id)
}

async function somebodyElse(caller: Caller, row: ProfileRow): Promise<void> {
  await notOneself(caller, row.staff_id, own_pay)
  await anotherPerson(caller, row.entered_by_id, 'payroll:approve', {
    words: 'Somebody else must approve this pay.',
  })
}
