// The system check (job 17): looks every five minutes, remembers, and tells once when something
// turns bad or is well again (OPS-165).

import { platform_id, system } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import type { ScheduleRow } from '../../../appliance/timetable/runs.ts'
import { rows, within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { notify } from '../notifications/notify.ts'
import { deploymentChecks, type Found, hospitalChecks, type Probes } from './checks.ts'
import { system_checks } from './tables.ts'
import type { CheckName, CheckState } from './words.ts'

/** The others are told by whoever finds them: a proof, a run of the timetable. */
const kinds: Partial<Record<CheckName, { kind: string; what: string }>> = {
  disk: { kind: 'disk.low', what: 'The disk' },
  clock: { kind: 'clock.drift', what: 'The clock' },
  mail: { kind: 'mail.failing', what: 'Mail' },
  scanner: { kind: 'scanner.silent', what: 'The virus scanner' },
}

/** Answers how many checks changed. */
export async function lookAtSystem(probes: Probes): Promise<number> {
  const hospital_ids = await openHospitals()
  const found = await deploymentChecks(probes)
  let changed = await within(() => keep('', found, hospital_ids), 'jobs')
  for (const hospital_id of hospital_ids) {
    const own = await hospitalChecks(hospital_id)
    changed += await within(() => keep(hospital_id, own, [hospital_id]), 'jobs')
  }
  return changed
}

/** What belongs to the whole deployment is told in each hospital it serves. */
export const openHospitals = async (): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      sql`select id from hospitals where id <> ${platform_id} and status <> 'CLOSED' order by id`,
    )
  ).map(({ id }) => id)

async function keep(
  place: string,
  found: readonly Found[],
  hospital_ids: readonly string[],
): Promise<number> {
  let changed = 0
  for (const one of found) {
    const before = await remember(place, one)
    if (((before ?? 'OK') === 'OK') === (one.state === 'OK')) continue
    changed += 1
    for (const hospital_id of hospital_ids) await tellOf(one, hospital_id)
  }
  return changed
}

/** Answers what it was at the look before. */
export async function remember(
  place: string,
  { name, state, message }: { name: string; state: CheckState; message: string },
): Promise<CheckState | null> {
  const at = { name, place }
  const before = await system_checks.find(at, { lock: true })
  const now = clock.instant()
  if (before === undefined) {
    await system_checks.insert({ ...at, state, message, since: now, looked_at: now })
    return null
  }
  const since = before.state === state ? before.since : now
  await system_checks.change(at, { state, message, since, looked_at: now })
  return before.state
}

async function tellOf({ name, state, message }: Found, hospital_id: string): Promise<void> {
  const told = kinds[name]
  if (told === undefined) return
  const well = state === 'OK'
  await notify(system(hospital_id), {
    to: { permission: 'system:read' },
    kind: told.kind,
    title: well ? `${told.what}: well again` : `${told.what} needs you`,
    body: `${message[0]?.toUpperCase() ?? ''}${message.slice(1)}.`,
    ...(well ? { urgency: 'INFO' as const } : {}),
  })
}

/** Two due instants of one schedule failed in a row (OPS-97). */
export async function tellOfSchedule(
  { place, failed_in_row, failures }: Pick<ScheduleRow, 'place' | 'failed_in_row' | 'failures'>,
  { label }: { label: string },
): Promise<void> {
  // Once for each trouble: neither at the repeats of an instant nor at the instants after it.
  if (failed_in_row !== 2 || failures !== 1) return
  const hospital_ids = place === '' ? await openHospitals() : [place]
  await within(async () => {
    for (const hospital_id of hospital_ids) {
      await notify(system(hospital_id), {
        to: { permission: 'system:read' },
        kind: 'schedule.failed',
        title: `A scheduled task fails: ${label}`,
        body: 'It failed at two of its times in a row. The log and the list of schedules say more.',
      })
    }
  }, 'jobs')
}
