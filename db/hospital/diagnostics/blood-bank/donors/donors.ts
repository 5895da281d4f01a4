// Donors are registered and found (BLD-1, BLD-2).

import { type Caller, can } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { readPhone } from '../../../../core/kinds/phone.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { madeBefore } from '../../../../store/made-before.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching, matchingIn } from '../../../../store/search.ts'
import { type Sql, sql, when, where } from '../../../../store/sql.ts'
import { folded } from '../../../../store/table.ts'
import { takeTurn } from '../../../../store/turn.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { actingBranch } from '../../../money/accounting/posting/post.ts'
import { hospitalOf, phone, today } from '../../../office/hospitals/hospitals.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { donations } from '../donations/tables.ts'
import { type DonorRow, donorRecord, standingOn } from './record.ts'
import type { Donor, DonorFilter, DonorInput, DonorShort } from './shapes.ts'
import { donor_deferrals, donors } from './tables.ts'

export async function open(caller: Caller, input: DonorInput): Promise<DonorRow> {
  if (await madeBefore(caller, donors, input.id)) {
    return donorRecord.get(caller, input.id ?? '')
  }
  if (input.date_of_birth > (await today(caller)))
    throw invalid('date_of_birth', 'is in the future.')
  const same_key = sameKey(input)
  if (input.confirm_duplicate !== true) await refuseSame(caller, same_key)
  if (input.patient_id) await patientRecord.get(caller, input.patient_id)
  const { confirm_duplicate: _confirm, national_id, ...rest } = input
  return donorRecord.created(
    caller,
    {
      ...blanksAsNull(rest),
      facility_id: await actingBranch(caller),
      first_name: input.first_name,
      last_name: input.last_name,
      sex: input.sex,
      date_of_birth: input.date_of_birth,
      same_key,
      status: 'ELIGIBLE',
      kind: input.kind ?? 'VOLUNTARY',
      language: input.language ?? 'sw',
      national_id: national_id || null,
      national_id_key: national_id
        ? folded(national_id).replaceAll(/[^a-z0-9]/g, '') || null
        : null,
      phone: await phoneRead(caller, 'phone', input.phone),
      alt_phone: await phoneRead(caller, 'alt_phone', input.alt_phone),
    },
    'register',
  )
}

const blanksAsNull = (input: object): object =>
  Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, value === '' ? null : value]),
  )

const phoneRead = async (
  caller: Caller,
  field: string,
  typed: string | null | undefined,
): Promise<string | null> => (typed ? phone(caller, field, typed) : null)

const sameKey = ({ first_name, last_name, date_of_birth }: DonorInput): string =>
  `${folded(first_name)} ${folded(last_name)} ${date_of_birth}`.slice(-200)

/** Two at one desk at once: the second waits, and then sees the first. */
async function refuseSame(caller: Caller, same_key: string): Promise<void> {
  const { hospital_id } = caller
  await takeTurn(`donor ${hospital_id} ${same_key}`)
  const other = await donors.find({ hospital_id, same_key })
  if (other === undefined) return
  throw conflict(
    `Donor ${other.number} has the same names and birth date: send confirm_duplicate when this is somebody else.`,
    'duplicate',
  )
}

export async function list(
  caller: Caller,
  asked: DonorFilter & PageAsked,
): Promise<Page<DonorShort>> {
  const day = await today(caller)
  const found = await pageFrom(donors, asked, {
    alias: 'd',
    from: sql` from donors d${where([
      sql`d.hospital_id = ${caller.hospital_id}`,
      await inScope(caller, undefined, 'd.facility_id'),
      await searched(caller, asked.search),
      when(asked.group, sql`d.blood_group = ${asked.group}`),
      when(asked.status, statusIs(asked.status, day)),
      when(asked.kind, sql`d.kind = ${asked.kind}`),
      when(asked.eligible_on, eligibleOn(asked.eligible_on ?? '')),
      matchingIn(['d.address'], asked.area),
      when(asked.last_from, sql`d.last_donated_on >= ${asked.last_from}`),
      when(asked.last_to, sql`d.last_donated_on <= ${asked.last_to}`),
    ])}`,
    order: sql` order by d.last_name, d.first_name, d.id`,
  })
  return { ...found, rows: found.rows.map((row) => shown(row, day)) }
}

/** By number, name, phone, national ID, or the number of a donation. */
async function searched(caller: Caller, typed: string | undefined): Promise<Sql | undefined> {
  const word = typed?.trim() ?? ''
  const found = matching('donors', word, 'd')
  if (found === undefined) return undefined
  const number = readPhone(word, (await hospitalOf(caller)).country)
  return sql`(${found} or d.phone = ${number ?? word} or d.id in (select donor_id from donations
    where din = ${capitals(word)} and donor_id is not null))`
}

/** By date at once: what is over is ELIGIBLE here too. */
const statusIs = (status: DonorRow['status'] | undefined, day: string): Sql => {
  if (status === 'ELIGIBLE') {
    return sql`(d.status = 'ELIGIBLE' or (d.status = 'DEFERRED' and d.deferred_until < ${day}))`
  }
  if (status === 'DEFERRED') return sql`d.status = 'DEFERRED' and d.deferred_until >= ${day}`
  return sql`d.status = ${status}`
}

const eligibleOn = (day: string): Sql =>
  sql`d.status <> 'BARRED' and (d.deferred_until is null or d.deferred_until < ${day})
    and (d.next_eligible_on is null or d.next_eligible_on <= ${day})`

const shown = (row: DonorRow, day: string): DonorShort => {
  const status = standingOn(row, day)
  return {
    ...row,
    donor_number: row.number,
    group: row.blood_group,
    status,
    deferred_until: status === 'DEFERRED' ? row.deferred_until : null,
  }
}

export async function whole(caller: Caller, { id }: Pick<DonorRow, 'id'>): Promise<Donor> {
  const row = await donorRecord.get(caller, id)
  const { hospital_id } = caller
  const deferrals = await donor_deferrals.all(
    { hospital_id, donor_id: id },
    { order: ['at', 'id'] },
  )
  const donated = await donations.all(
    { hospital_id, donor_id: id },
    { order: ['-created_at', '-id'], limit: 200 },
  )
  const reads = can(caller, 'donor:results')
  return {
    ...row,
    ...shown(row, await today(caller)),
    deferrals: deferrals.map((one) => ({
      ...one,
      from: one.from_day,
      reason_code: reads || one.source !== 'TEST' ? one.reason_code : null,
      note: reads || one.source !== 'TEST' ? one.note : null,
    })),
    donated,
    moves: donorRecord.moves(caller, row),
    history: (await donorRecord.history(caller, id)).map((move) => ({
      ...move,
      reason: reads ? move.reason : null,
    })),
  }
}
