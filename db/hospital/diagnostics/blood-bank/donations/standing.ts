// Where a donation stands: what its tests and groupings come to, and what still keeps it (BLD-26, BLD-28).

import type { Caller } from '../../../../core/caller.ts'
import type { RowOf } from '../../../../store/table.ts'
import type { BloodSettings } from '../settings/setting-words.ts'
import { settingsOf } from '../settings/settings.ts'
import type { BloodGroup, Marker } from '../words.ts'
import { groupOfDonor } from './grouping.ts'
import type { DonationRow } from './record.ts'
import { donation_groupings, donation_tests } from './tables.ts'
import { type Verdict, verdictOf } from './verdict.ts'

export type TestRow = RowOf<(typeof donation_tests)['columns']>
export type GroupingRow = RowOf<(typeof donation_groupings)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export const testsOf = ({ hospital_id }: Of, donation_id: string): Promise<TestRow[]> =>
  donation_tests.all({ hospital_id, donation_id }, { order: ['position'] })

export const groupingsOf = ({ hospital_id }: Of, donation_id: string): Promise<GroupingRow[]> =>
  donation_groupings.all({ hospital_id, donation_id }, { order: ['at', 'id'] })

export const verdictsOf = (
  { markers }: Pick<BloodSettings, 'markers'>,
  tests: readonly TestRow[],
): Map<Marker, Verdict> => {
  const seen = tests.map((one) => ({ ...one, verified: one.verified_by_id !== null }))
  // What was tested beside the mandatory ones counts as well.
  const asked = new Set([...markers, ...tests.map(({ marker }) => marker)])
  return new Map([...asked].map((marker) => [marker, verdictOf(seen, marker)]))
}

export type GroupStanding =
  | { state: 'MISSING' | 'ONE' | 'DIFFER'; group: null }
  | { state: 'AGREED'; group: BloodGroup }

/** BLD-26: two determinations by two people, or one that the donor's confirmed group agrees with. */
export function agreedGroup(
  groupings: readonly Pick<GroupingRow, 'abo' | 'rhd' | 'by_id' | 'discrepancy'>[],
  known: { blood_group: BloodGroup | null; group_confirmed: boolean } | null,
): GroupStanding {
  const counted = groupings.filter(({ discrepancy }) => !discrepancy)
  const groups = new Set(counted.map(groupOfDonor))
  const [group] = groups
  if (group === undefined) return { state: 'MISSING', group: null }
  const of_record = known?.blood_group ?? null
  if (groups.size > 1 || (of_record !== null && of_record !== group)) {
    return { state: 'DIFFER', group: null }
  }
  const people = new Set(counted.map(({ by_id }) => by_id))
  const is_known = known?.group_confirmed === true && of_record === group
  return people.size > 1 || is_known ? { state: 'AGREED', group } : { state: 'ONE', group: null }
}

const marker_words: Record<Verdict['state'], string> = {
  OPEN: 'is not tested',
  REPEAT: 'waits for its repeats',
  NON_REACTIVE: '',
  REACTIVE: 'is reactive',
}
const group_words: Record<GroupStanding['state'], string> = {
  MISSING: 'the grouping is missing',
  ONE: 'the second grouping is missing',
  DIFFER: 'the groupings differ',
  AGREED: '',
}

export const markerSays = (marker: Marker, { state, unverified }: Verdict): string => {
  if (state === 'NON_REACTIVE') return ''
  const says = state === 'OPEN' && unverified ? 'is not verified' : marker_words[state]
  return `${marker} ${says}`
}

/** All of it, in words: nothing is missing where the list is empty. */
export function missingOf(
  verdicts: ReadonlyMap<Marker, Verdict>,
  group: GroupStanding,
  more: readonly string[] = [],
): string[] {
  const of_markers = [...verdicts].map(([marker, verdict]) => markerSays(marker, verdict))
  return [...of_markers, group_words[group.state], ...more].filter((said) => said !== '')
}

/** What keeps a held unit of it held, whoever would clear it. */
export async function unsettledOf(caller: Caller, donation: DonationRow): Promise<string[]> {
  const settings = await settingsOf(caller)
  const verdicts = verdictsOf(settings, await testsOf(caller, donation.id))
  const open = [...verdicts].filter(([, { state }]) => state === 'REPEAT' || state === 'REACTIVE')
  return [
    ...open.map(([marker, verdict]) => markerSays(marker, verdict)),
    ...(donation.discrepancy ? ['The groups of this donation differ'] : []),
  ]
}
