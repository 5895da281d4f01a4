// Licences: written down, verified, renewed, revoked (people 2.2, 3.3).

import type { Caller } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { fresh } from '../../../../core/versions.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { type Sql, sql, when, where } from '../../../../store/sql.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { attachmentRecord } from '../../../office/attachments/attachments.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { daysBetween } from '../../../office/plans/days.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { notAhead, notOneself } from '../records/moves.ts'
import { named } from '../records/rows.ts'
import { inScope, isInScope, scopeOfPeople } from '../records/scope.ts'
import { staff } from '../records/tables.ts'
import { settingsOf } from '../settings/settings.ts'
import type {
  Licence,
  LicenceChange,
  LicenceFilter,
  LicenceInput,
  Renewal,
  Verification,
} from './shapes.ts'
import { statusOn } from './status.ts'
import { staff_licence_moves, staff_licences } from './tables.ts'
import { type LicenceShown, licence_states } from './words.ts'

export type LicenceRow = RowOf<(typeof staff_licences)['columns']>

const licence_life = life('licence', licence_states, {
  verify: { from: ['HELD'], to: 'HELD', permission: 'licence:write' },
  renew: { from: ['HELD'], to: 'HELD', permission: 'licence:write' },
  revoke: { from: ['HELD'], to: 'REVOKED', permission: 'licence:write', reason: 'required' },
})

const licenceRecord = recordWithLife(staff_licences, {
  life: licence_life,
  type: 'staff_licence',
  called: ({ board, licence_no }) => `${licence_no} of ${board}`,
  history: historyIn(staff_licence_moves),
  clash,
})

/** HR-3: one person holds a number of a board. */
async function clash(caller: Caller, error: unknown, wanted: LicenceRow): Promise<unknown> {
  if (!isTaken(error, 'number_key')) return error
  const { hospital_id } = caller
  const { board_key, number_key } = wanted
  const held = await staff_licences.find({ hospital_id, board_key, number_key })
  const whose = await staff.find({ hospital_id, id: held?.staff_id ?? '' })
  const of = whose === undefined ? 'somebody else' : named(whose)
  return conflict(`Licence ${wanted.licence_no} of ${wanted.board} is already that of ${of}.`)
}

/** Outside the caller's people there is none (HR-1). */
export async function get(caller: Caller, id: string): Promise<LicenceRow> {
  const found = await licenceRecord.get(caller, id)
  if (!(await isInScope(caller, found.staff_id))) throw noSuch('licence')
  return found
}

export async function list(
  caller: Caller,
  asked: LicenceFilter & PageAsked,
): Promise<Page<Licence>> {
  const found = await pageFrom(staff_licences, asked, {
    alias: 'l',
    from: sql` from staff_licences l join staff s on s.id = l.staff_id${where([
      sql`l.hospital_id = ${caller.hospital_id}`,
      await scopeOfPeople(caller, 's'),
      when(asked.staff_id, sql`l.staff_id = ${asked.staff_id}`),
      when(asked.kind, sql`l.kind = ${asked.kind}`),
      when(asked.board, sql`l.board_key = ${folded(asked.board ?? '')}`),
      when(asked.department, sql`lower(s.department) = ${asked.department?.toLowerCase()}`),
      asked.status === undefined ? undefined : await standing(caller, asked.status),
      either(matching('staff_licences', asked.search, 'l'), matching('staff', asked.search, 's')),
    ])}`,
    order: sql` order by coalesce(l.expires_on, '9999-12-31'), l.id`,
  })
  return { rows: await shownMany(caller, found.rows), meta: found.meta }
}

const either = (one: Sql | undefined, other: Sql | undefined): Sql | undefined =>
  one === undefined || other === undefined ? undefined : sql`(${one} or ${other})`

async function standing(caller: Caller, status: LicenceShown): Promise<Sql> {
  const day = await today(caller)
  const { licence_grace_days, licence_notice_days } = await settingsOf(caller)
  const first = nextDay(day, -licence_grace_days)
  const soon = nextDay(day, Math.max(0, ...licence_notice_days))
  const held = sql`l.status = 'HELD'`
  switch (status) {
    case 'REVOKED':
      return sql`l.status = 'REVOKED'`
    case 'EXPIRED':
      return sql`${held} and l.expires_on < ${first}`
    case 'EXPIRING':
      return sql`${held} and l.expires_on >= ${first} and l.expires_on <= ${soon}`
    case 'VALID':
      return sql`${held} and (l.expires_on is null or l.expires_on > ${soon})`
  }
}

export const find = async (caller: Caller, id: string): Promise<Licence> =>
  shown(caller, await licenceRecord.get(caller, id))

const shown = async (caller: Caller, row: LicenceRow): Promise<Licence> =>
  (await shownMany(caller, [row]))[0] as Licence

async function shownMany(caller: Caller, found: readonly LicenceRow[]): Promise<Licence[]> {
  const { hospital_id } = caller
  const day = await today(caller)
  const settings = await settingsOf(caller)
  const people = await staff.all({ hospital_id, id: found.map(({ staff_id }) => staff_id) })
  const names = new Map(people.map(({ id, full_name }) => [id, full_name]))
  return found.map((row) => ({
    ...row,
    staff_name: names.get(row.staff_id) ?? '',
    status: row.status === 'REVOKED' ? 'REVOKED' : statusOn(row.expires_on, day, settings),
    days_left: row.expires_on === null ? null : daysBetween(day, row.expires_on),
  }))
}

export async function open(caller: Caller, input: LicenceInput): Promise<Licence> {
  await inScope(caller, input.staff_id)
  return shown(caller, await writeDown(caller, input))
}

/** As it is said, before anybody verified it. */
export async function writeDown(caller: Caller, input: LicenceInput): Promise<LicenceRow> {
  const { kind, expires_on = null, issued_on = null, attachment_id = null } = input
  if (expires_on === null && (kind === 'PRACTISING' || kind === 'PERMIT')) {
    const what = kind === 'PERMIT' ? 'permit' : 'practising licence'
    throw invalid('expires_on', `is required for a ${what}.`)
  }
  await checkDays(caller, { issued_on, expires_on })
  await checkFile(caller, attachment_id)
  return licenceRecord.created(caller, {
    staff_id: input.staff_id,
    kind,
    ...numbered(input),
    issued_on,
    expires_on,
    attachment_id,
  })
}

const numbered = ({ board, licence_no }: Pick<LicenceRow, 'board' | 'licence_no'>) => ({
  board,
  board_key: folded(board),
  licence_no,
  number_key: folded(licence_no),
})

async function checkDays(
  caller: Caller,
  { issued_on, expires_on }: Pick<LicenceRow, 'issued_on' | 'expires_on'>,
): Promise<void> {
  if (issued_on !== null) await notAhead(caller, 'issued_on', issued_on)
  if (issued_on !== null && expires_on !== null && expires_on <= issued_on) {
    throw invalid('expires_on', 'must be after issued_on.')
  }
}

async function checkFile(caller: Caller, id: string | null | undefined): Promise<void> {
  if (typeof id === 'string') await attachmentRecord.get(caller, id)
}

export async function change(caller: Caller, id: string, input: LicenceChange): Promise<Licence> {
  await get(caller, id)
  const before = await licenceRecord.locked(caller, id)
  fresh(caller, before)
  const { board = before.board, licence_no = before.licence_no } = input
  const said = { ...input, ...numbered({ board, licence_no }) }
  await checkDays(caller, { ...before, ...said })
  await checkFile(caller, input.attachment_id)
  return shown(caller, await licenceRecord.changed(caller, before, 'update', said))
}

export async function renew(caller: Caller, id: string, input: Renewal): Promise<Licence> {
  await get(caller, id)
  const before = await licenceRecord.begin(caller, id, 'renew')
  const { expires_on, issued_on, licence_no, attachment_id } = input
  if (before.expires_on !== null && expires_on <= before.expires_on) {
    throw invalid('expires_on', `must be after ${before.expires_on}.`)
  }
  const changes = {
    expires_on,
    issued_on: issued_on ?? before.issued_on,
    ...(licence_no ? numbered({ board: before.board, licence_no }) : {}),
    attachment_id: attachment_id ?? before.attachment_id,
    // What a board confirmed was the time before.
    verified_on: null,
    verified_by_name: null,
    verify_note: null,
  }
  await checkDays(caller, changes)
  await checkFile(caller, attachment_id)
  return shown(caller, await licenceRecord.moved(caller, before, 'renew', changes))
}

export async function verify(caller: Caller, id: string, input: Verification): Promise<Licence> {
  await get(caller, id)
  const before = await licenceRecord.begin(caller, id, 'verify')
  await notOneself(caller, before.staff_id, 'Somebody else must verify your licence.')
  const verified_on = input.verified_on ?? (await today(caller))
  await notAhead(caller, 'verified_on', verified_on)
  const changes = { verified_on, verified_by_name: caller.name, verify_note: input.verify_note }
  return shown(caller, await licenceRecord.moved(caller, before, 'verify', changes))
}

export async function revoke(caller: Caller, id: string, reason: string): Promise<Licence> {
  await get(caller, id)
  const before = await licenceRecord.begin(caller, id, 'revoke')
  const changes = { revoked_reason: reason }
  return shown(caller, await licenceRecord.moved(caller, before, 'revoke', changes, reason))
}
