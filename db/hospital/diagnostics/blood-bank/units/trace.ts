// Where a unit came from, who matched it, who fetched it, whose it was and what was asked of it later (BLD-42).
// What a test said, whose blood it was and how that went are each for who may read them.

import { type Caller, can } from '../../../../core/caller.ts'
import { sql, where } from '../../../../store/sql.ts'
import { clinicalOpenTo } from '../../../care/clinical/open-to.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { blood_reactions, blood_transfusions } from '../bedside/tables.ts'
import type { DonationRow } from '../donations/record.ts'
import { testsOf, verdictsOf } from '../donations/standing.ts'
import { readsResults } from '../donations/view.ts'
import { look_back_lines, look_backs } from '../look-backs/tables.ts'
import { blood_crossmatches, blood_issues } from '../requests/tables.ts'
import { settingsOf } from '../settings/settings.ts'
import { standingNow, type UnitRow } from './record.ts'
import type { UnitTrace } from './shapes.ts'
import { marker_tests } from '../words.ts'
import { blood_units } from './tables.ts'

export async function traceOf(
  caller: Caller,
  { id, donation_id }: UnitRow,
  donation: DonationRow,
): Promise<UnitTrace> {
  const { hospital_id } = caller
  const siblings = await blood_units.all({ hospital_id, donation_id }, { order: ['number'] })
  const matches = await blood_crossmatches.all(
    { hospital_id, unit_id: id },
    { order: ['at', 'id'] },
  )
  const issues = await blood_issues.all({ hospital_id, unit_id: id }, { order: ['at', 'id'] })
  const open = await openIssues(caller, id)
  const people = await whoseOf(caller, [...matches, ...issues])
  return {
    origin: donation.origin,
    donor_number: donation.donor_number,
    donation_status: donation.status,
    released_at: donation.released_at,
    released_by_name: donation.released_by_name,
    tests: await testedFor(caller, donation),
    crossmatches: matches.map((one) => ({ ...one, patient: people.get(one.patient_id) ?? null })),
    issues: issues.map((one) => ({
      ...one,
      patient: people.get(one.patient_id) ?? null,
      collector_name: open.has(one.id) ? one.collector_name : null,
      destination: open.has(one.id) ? one.destination : null,
      emergency: one.emergency !== null,
      authorised_by_name: one.emergency?.authorised_by_name ?? null,
      returned: one.returned && { ...one.returned, container: one.returned.container ?? null },
    })),
    transfusions: await runsOf(caller, id),
    look_backs: await lookedFor(caller, id),
    siblings: siblings
      .filter((one) => one.id !== id)
      .map((one) => ({ ...one, group: one.blood_group, status: standingNow(one) })),
  }
}

/** Whether a marker is done with is for everybody who handles the unit; what it said is not (BLD-12). */
async function testedFor(caller: Caller, donation: DonationRow): Promise<UnitTrace['tests']> {
  if (donation.origin !== 'OWN') return []
  const verdicts = verdictsOf(await settingsOf(caller), await testsOf(caller, donation.id))
  const reads = readsResults(caller)
  return [...verdicts].map(([marker, { state }]) => ({
    name: marker_tests[marker],
    done: state === 'NON_REACTIVE' || state === 'REACTIVE',
    result: reads ? state : null,
  }))
}

/** By number and name, masked where the record is closed. */
async function whoseOf(caller: Caller, rows: readonly { patient_id: string }[]) {
  const ids = can(caller, 'blood:read') ? rows.map(({ patient_id }) => patient_id) : []
  const found = await patientsById(caller, ids)
  return new Map(
    [...found].map(([id, { number, full_name }]) => [id, { id, number, full_name }] as const),
  )
}

/** Who fetched it and for which ward tells where a patient lies: not of a closed record. */
async function openIssues(caller: Caller, unit_id: string): Promise<ReadonlySet<string>> {
  const { hospital_id } = caller
  const found = await blood_issues.read(
    sql`select ${blood_issues.selection('i')} from blood_issues i${where([
      sql`i.hospital_id = ${hospital_id} and i.unit_id = ${unit_id}`,
      await clinicalOpenTo(caller, undefined, 'i'),
    ])}`,
  )
  return new Set(found.map(({ id }) => id))
}

/** How it went at the bed, of those whose records are open to the reader. */
async function runsOf(caller: Caller, unit_id: string) {
  if (!can(caller, 'blood:read')) return []
  const { hospital_id } = caller
  const runs = await blood_transfusions.read(
    sql`select ${blood_transfusions.selection('t')} from blood_transfusions t${where([
      sql`t.hospital_id = ${hospital_id} and t.unit_id = ${unit_id}`,
      await clinicalOpenTo(caller, undefined, 't'),
    ])} order by t.started_at, t.id`,
  )
  const reactions = await blood_reactions.all({
    hospital_id,
    transfusion_id: runs.map(({ id }) => id),
  })
  const reacted = new Map(reactions.map((one) => [one.transfusion_id, one]))
  return runs.map((run) => {
    const reaction = reacted.get(run.id)
    return {
      ...run,
      reaction:
        reaction === undefined
          ? null
          : { status: reaction.status, type: reaction.conclusion?.type ?? null },
    }
  })
}

/** Look-backs that ask for this unit: for who answers for them alone (BLD-91). */
async function lookedFor(caller: Caller, unit_id: string): Promise<UnitTrace['look_backs']> {
  if (!can(caller, 'haemovigilance:manage')) return []
  const { hospital_id } = caller
  const lines = await look_back_lines.all({ hospital_id, unit_id }, { order: ['id'] })
  const heads = await look_backs.all({
    hospital_id,
    id: lines.map(({ look_back_id }) => look_back_id),
  })
  const by_id = new Map(heads.map((one) => [one.id, one]))
  return lines.flatMap(({ look_back_id, state, at, by_name }) => {
    const head = by_id.get(look_back_id)
    return head === undefined ? [] : [{ ...head, reference: head.number, state, at, by_name }]
  })
}
