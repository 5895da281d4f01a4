// An exit begins, is set right, or is taken back (people 3.9; HR-130, HR-133, HR-134).

import type { Caller } from '../../../core/caller.ts'
import { toBasisPoints } from '../../../core/kinds/percent.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { backFromNotice, giveNotice, shutAccount } from '../staff/records/leaving.ts'
import { notAhead, notOneself } from '../staff/records/moves.ts'
import { named, staffRecord, type StaffRow } from '../staff/records/rows.ts'
import { inScope } from '../staff/records/scope.ts'
import { makeItems } from './items.ts'
import { noticeDaysOf, shortDays } from './notice.ts'
import { exitRecord, type ExitRow, get, refuseSecond } from './record.ts'
import type { ExitChange, ExitInput } from './shapes.ts'
import type { Payee } from './tables.ts'
import { type ExitKind, sudden_kinds } from './words.ts'

const own_exit = 'Somebody else must see to your own exit.'

export async function open(caller: Caller, input: ExitInput): Promise<ExitRow> {
  const { staff_id, kind, notice_on, last_day, reason } = input
  await inScope(caller, staff_id)
  const person = await staffRecord.locked(caller, staff_id)
  await notOneself(caller, staff_id, own_exit)
  await refuseSecond(caller, staff_id)
  staffRecord.check(person, 'give notice')
  await notAhead(caller, 'notice_on', notice_on)
  if (notice_on < person.hired_on) throw invalid('notice_on', 'is before hired_on.')
  checkLastDay(person, kind, notice_on, last_day)
  const notice_days = await noticeDaysOf(caller, person, notice_on)
  const sudden = sudden_kinds.includes(kind)
  const row = await exitRecord.created(caller, {
    staff_id,
    staff_number: person.number,
    staff_name: person.full_name,
    department: person.department,
    kind,
    by_hospital: input.by_hospital ?? kind === 'REDUNDANCY',
    notice_on,
    notice_days,
    last_day,
    notice_short_days: shortDays(notice_on, notice_days, last_day),
    reason,
    payees: payeesOf(person, kind, input.payee),
    interview: null,
    rehire_ok: null,
    staff_status_before: person.status,
    closed_account: sudden && (await shutAccount(caller, staff_id, `${kind}: ${reason}`)),
    created_by_name: caller.name,
  })
  await giveNotice(caller, person, { leaves_on: last_day, reason: `${row.number}: ${kind}` })
  await makeItems(caller, row)
  return row
}

function checkLastDay(
  { hired_on }: StaffRow,
  kind: ExitKind,
  notice_on: string,
  last_day: string,
): void {
  if (last_day < hired_on) throw invalid('last_day', 'is before hired_on.')
  if (last_day < notice_on && !sudden_kinds.includes(kind)) {
    throw invalid('last_day', 'is before notice_on.')
  }
}

/** HR-133: who was named, else the beneficiaries of the record; of others nobody. */
function payeesOf(person: StaffRow, kind: ExitKind, given: ExitInput['payee']): Payee[] {
  if (kind !== 'DEATH') {
    if (given?.length) throw invalid('payee', 'is for somebody who died.')
    return []
  }
  const read = given?.map(
    ({ share_pct, ...one }): Payee => ({
      name: one.name,
      relationship: one.relationship ?? '',
      phone: one.phone ?? '',
      share_bp:
        share_pct === null || share_pct === undefined
          ? null
          : toBasisPoints(share_pct, 'share_pct'),
    }),
  )
  const payees =
    read ??
    person.next_of_kin
      .filter(({ is_beneficiary }) => is_beneficiary)
      .map(({ name, relationship, phone, share_bp }) => ({ name, relationship, phone, share_bp }))
  const shares = payees.reduce((sum, { share_bp }) => sum + (share_bp ?? 0), 0)
  if (shares !== 0 && shares !== 10_000) throw invalid('payee', 'shares must add up to 100.')
  return payees
}

/** Until it is cleared; the last day is that of pay and rosters too. */
export async function change(caller: Caller, id: string, input: ExitChange): Promise<ExitRow> {
  const { staff_id } = await get(caller, id)
  const person = await staffRecord.locked(caller, staff_id)
  const before = await exitRecord.locked(caller, id)
  await notOneself(caller, staff_id, own_exit)
  fresh(caller, before)
  if (before.status !== 'OPEN' && before.status !== 'CLEARING') {
    throw conflict(
      `${before.number} is ${before.status}: it is changed before it is cleared.`,
      'state',
    )
  }
  const { last_day = before.last_day, interview, ...said } = input
  checkLastDay(person, before.kind, before.notice_on, last_day)
  if (last_day !== before.last_day) {
    await staffRecord.changed(caller, person, 'update', { leaves_on: last_day })
  }
  return exitRecord.changed(caller, before, 'update', {
    ...said,
    last_day,
    notice_short_days: shortDays(before.notice_on, before.notice_days, last_day),
    ...(interview === undefined
      ? {}
      : {
          interview:
            interview === null
              ? null
              : { held_on: interview.held_on ?? null, notes: interview.notes },
        }),
  })
}

export async function withdraw(caller: Caller, id: string, reason: string): Promise<ExitRow> {
  const { staff_id } = await get(caller, id)
  await staffRecord.locked(caller, staff_id)
  const before = await exitRecord.begin(caller, id, 'withdraw')
  await notOneself(caller, staff_id, own_exit)
  // Who was thought dead or gone for good comes back on any day.
  if (before.last_day < (await today(caller)) && !sudden_kinds.includes(before.kind)) {
    const person = await staffRecord.get(caller, staff_id)
    throw conflict(`The last day of ${named(person)} is over.`)
  }
  await backFromNotice(caller, staff_id, {
    status: before.staff_status_before,
    reason: `${before.number}: ${reason}`,
    account: before.closed_account,
  })
  return exitRecord.moved(caller, before, 'withdraw', {}, reason)
}
