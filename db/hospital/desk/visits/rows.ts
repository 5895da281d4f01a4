// Reading one visit, and what is said about where it stands.

import type { Caller } from '../../../core/caller.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import type { RowOf } from '../../../store/table.ts'
import { zoneOf } from '../../office/places/hours.ts'
import * as points from '../service-points/service-points.ts'
import { point_kinds } from '../service-points/words.ts'
import { queue_entries, visits } from './tables.ts'
import { open_entry_states, open_states, state_words, visit_states } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

export type Visit = RowOf<(typeof visits)['columns']>
export type Entry = RowOf<(typeof queue_entries)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export const visitRecord = recordOf(visits, 'visit')

export const queueEntryRecord = recordOf(queue_entries, 'queue entry')

/** The one open entry of a visit, if it has one. */
export const openEntry = ({ hospital_id }: Of, visit_id: string): Promise<Entry | undefined> =>
  queue_entries.find(
    { hospital_id, visit_id, status: [...open_entry_states] },
    { order: ['-entered_at', '-id'], lock: true },
  )

export const isOpen = ({ status }: Pick<Visit, 'status'>): boolean => open_states.includes(status)

/** `TRIAGE:WAITING`, or the status alone where there is no stage. */
export const stateOf = ({ status, stage }: Pick<Visit, 'status' | 'stage'>): string =>
  stage === null ? status : `${stage}:${status}`

export const alreadyClosed = () => conflict('This visit is already closed.', 'state')

/** VIS-12: what the sender saw is what is there. */
export async function mustBe(
  caller: Of,
  visit: Visit,
  expected: string | null | undefined,
): Promise<void> {
  if (expected === undefined || expected === null) return
  if (!isState(expected)) throw invalid('expected_state', 'is not a state of a visit.')
  if (expected === visit.status || expected === stateOf(visit)) return
  throw conflict(`This visit has moved: it is now ${await where(caller, visit)}.`, 'moved')
}

function isState(word: string): boolean {
  const [first = '', second] = word.split(':')
  const states: readonly string[] = visit_states
  if (second === undefined) return states.includes(first)
  return (point_kinds as readonly string[]).includes(first) && states.includes(second)
}

/** `waiting at Triage` */
export async function where(caller: Of, visit: Visit): Promise<string> {
  const point = await pointName(caller, visit.service_point_id)
  return `${state_words[visit.status]}${point === null ? '' : ` at ${point}`}`
}

export const pointName = async (caller: Of, id: string | null): Promise<string | null> =>
  id === null ? null : (await points.servicePointRecord.get(caller, id)).name

/** `14:05` at the branch of the visit. */
export async function timeAt(caller: Of, facility_id: string, at: string): Promise<string> {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: await zoneOf(caller, facility_id),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at))
}
