// The viral load of a client, from what the laboratory released and what was reported from elsewhere (TBC-18).

import type { Caller } from '../../../../core/caller.ts'
import { dayIn } from '../../../../core/clock.ts'
import { resultsOfPatients } from '../../../diagnostics/laboratory/results/of-patient.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { viralLoadRules } from '../sheets/sheets.ts'
import { type ClientRow, clientOf } from './record.ts'
import { ctc_clients, ctc_sessions, type ViralLoad } from './tables.ts'
import { type ViralLoadFound, viralLoadOn } from './viral-load-state.ts'

export const viral_load_test = 'HIVVL'

export interface Loads {
  /** The oldest first. */
  all: ViralLoad[]
  pending: boolean
  sessions: string[]
}

/** Of many clients in three statements. */
export async function loadsOf(
  caller: Pick<Caller, 'hospital_id'>,
  clients: readonly ClientRow[],
): Promise<Map<string, Loads>> {
  const { hospital_id } = caller
  const { timezone } = await hospitalOf(caller)
  const ids = clients.map(({ patient_id }) => patient_id)
  const found = await resultsOfPatients(caller, ids, [viral_load_test])
  const sessions =
    clients.length === 0
      ? []
      : await ctc_sessions.all({ hospital_id, client_id: clients.map(({ id }) => id) })
  return new Map(
    clients.map((client) => {
      const own = found.filter(({ patient_id }) => patient_id === client.patient_id)
      const measured = own.flatMap(({ value, released_at }) =>
        value === null || released_at === null
          ? []
          : [{ value, on: dayIn(timezone, new Date(released_at)) }],
      )
      const told = client.vl_reported === null ? [] : [client.vl_reported]
      const all = [...told, ...measured].toSorted((a, b) => (a.on < b.on ? -1 : 1))
      const held = sessions.filter(({ client_id }) => client_id === client.id)
      return [
        client.id,
        {
          all,
          pending: own.some(({ status }) => status !== 'RELEASED'),
          sessions: held.map(({ held_on }) => held_on),
        },
      ]
    }),
  )
}

const counts = ({ status, stage }: ClientRow): boolean =>
  (status === 'ACTIVE' || status === 'INTERRUPTED') && stage === 'ON_ART'

export interface Reckoned extends ViralLoadFound {
  last: ViralLoad | null
  loads: Loads
}

const nothing: Loads = { all: [], pending: false, sessions: [] }

/** As it is on a day, with what is known today. */
export async function reckonAll(
  caller: Pick<Caller, 'hospital_id'>,
  clients: readonly ClientRow[],
  day: string,
): Promise<Map<string, Reckoned>> {
  const rules = await viralLoadRules(caller)
  const loads = await loadsOf(caller, clients)
  return new Map(
    clients.map((client) => {
      const own = loads.get(client.id) ?? nothing
      const last = own.all.at(-1) ?? null
      const facts = {
        counts: counts(client),
        art_started_on: client.art?.started_on ?? null,
        last,
        pending: own.pending,
        pregnant: client.pregnant,
        sessions: own.sessions,
      }
      return [client.id, { ...viralLoadOn(rules, facts, day), last, loads: own }]
    }),
  )
}

export async function reckon(caller: Caller, client: ClientRow): Promise<Reckoned> {
  const day = await today(caller)
  return (await reckonAll(caller, [client], day)).get(client.id) as Reckoned
}

/** What stands in the row, so that lists find it. */
export const columnsOf = ({ state, due_on, last }: Reckoned) => ({
  vl_state: state,
  vl_due_on: due_on,
  viral_load: last,
})

/** A result came or was amended: the row says so at once. */
export async function heardViralLoad(
  caller: Caller,
  { patient_id, test }: { patient_id: string; test: string },
): Promise<void> {
  if (test !== viral_load_test) return
  const client = await clientOf(caller, patient_id)
  if (client === undefined) return
  const { hospital_id } = caller
  await ctc_clients.change({ hospital_id, id: client.id }, columnsOf(await reckon(caller, client)))
}
