// Donations as people see them; what infection tests said only by permission (BLD-12).

import { type Caller, can } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { type Sql, sql, when, where } from '../../../../store/sql.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { donorRecord } from '../donors/record.ts'
import { settingsOf } from '../settings/settings.ts'
import { standingNow } from '../units/record.ts'
import { blood_units } from '../units/tables.ts'
import { checkCharacter, isDin } from './din.ts'
import { groupOfDonor } from './grouping.ts'
import { donation_life, type DonationRow, donationRecord } from './record.ts'
import type { Donation, DonationFilter, DonationShort } from './shapes.ts'
import { agreedGroup, groupingsOf, missingOf, testsOf, verdictsOf } from './standing.ts'
import { donations } from './tables.ts'

export const readsResults = (caller: Caller): boolean =>
  can(caller, 'donor:results') || can(caller, 'donation:test')

const shown = (row: DonationRow): DonationShort => ({
  ...row,
  check: row.din !== null && isDin(row.din) ? checkCharacter(row.din) : null,
  group: row.blood_group,
})

export async function list(
  caller: Caller,
  asked: DonationFilter & PageAsked,
): Promise<Page<DonationShort>> {
  const { timezone } = await hospitalOf(caller)
  const word = capitals((asked.search ?? '').trim())
  const found = await pageFrom(donations, asked, {
    alias: 'd',
    from: sql` from donations d${where([
      sql`d.hospital_id = ${caller.hospital_id}`,
      await inScope(caller, undefined, 'd.facility_id'),
      when(word, sql`(d.din = ${word} or d.donor_number = ${word})`),
      when(asked.status, sql`d.status = ${asked.status}`),
      when(asked.origin, sql`d.origin = ${asked.origin}`),
      when(asked.kind, sql`d.kind = ${asked.kind}`),
      when(asked.site, sql`d.site = ${asked.site}`),
      when(asked.list, listIs(asked.list)),
      ...withinDays(sql`d.created_at`, timezone, { from: asked.from, to: asked.to }),
    ])}`,
    order: sql` order by d.created_at desc, d.id desc`,
  })
  return { ...found, rows: found.rows.map(shown) }
}

const listIs = (list: DonationFilter['list']): Sql =>
  list === 'TO_RELEASE' ? sql`d.status = 'TESTED'` : sql`d.status = 'COLLECTED'`

export async function whole(caller: Caller, row: DonationRow): Promise<Donation> {
  const { hospital_id } = caller
  const settings = await settingsOf(caller)
  const tests = await testsOf(caller, row.id)
  const groupings = await groupingsOf(caller, row.id)
  const donor = row.donor_id === null ? null : await donorRecord.get(caller, row.donor_id)
  const standing = agreedGroup(groupings, donor)
  const verdicts = verdictsOf(settings, tests)
  const reads = readsResults(caller)
  const own = row.origin === 'OWN'
  const is_open = own && (row.status === 'COLLECTED' || row.status === 'TESTED')
  const units = await blood_units.all({ hospital_id, donation_id: row.id }, { order: ['number'] })
  return {
    ...row,
    ...shown(row),
    minutes: minutesOf(row),
    // What the donor asked in confidence is for who tests and releases.
    unit_exclusion: reads && row.unit_exclusion,
    reject_reason: reads ? row.reject_reason : null,
    groupings: groupings.map((one) => ({
      ...one,
      agrees: standing.group === null ? null : groupOfDonor(one) === standing.group,
    })),
    tests: reads ? tests : [],
    verdicts:
      reads && own
        ? [...verdicts].map(([marker, { state, initially_reactive }]) => ({
            marker,
            state,
            initially_reactive,
          }))
        : [],
    missing: reads && is_open ? missingOf(verdicts, standing) : [],
    units: units.map((one) => ({ ...one, group: one.blood_group, status: standingNow(one) })),
    moves: donation_life.open(caller, row.status),
    history: (await donationRecord.history(caller, row.id)).map((move) => ({
      ...move,
      reason: reads ? move.reason : null,
    })),
  }
}

const minutesOf = ({ started_at, ended_at }: DonationRow): number | null =>
  started_at === null || ended_at === null
    ? null
    : Math.round((Date.parse(ended_at) - Date.parse(started_at)) / 60_000)
