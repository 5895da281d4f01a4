// Tags of an incident: printed before anybody comes, numbered on, read by a scanner (EMG-17).

import { capitals } from '../../../core/kinds/capitals.ts'
import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { Refusal } from '../../../core/refusal.ts'
import { sql } from '../../../store/sql.ts'
import { recordRead } from '../../office/audit/reads.ts'
import type { Row } from './emergencies.ts'
import { incidentRecord, type IncidentRow } from './incident-rows.ts'
import { casualty_incidents, emergencies } from './tables.ts'

const sheet = 10

export const tagOf = ({ tag_prefix }: Pick<IncidentRow, 'tag_prefix'>, no: number): string =>
  `${tag_prefix}-${String(no).padStart(3, '0')}`

/** From the first that nobody was given, unless another is named. */
export async function tagsOf(
  caller: Caller,
  id: string,
  asked: { from?: number; count?: number },
): Promise<{ reference: string; name: string; facility_id: string; tags: string[] }> {
  const incident = await incidentRecord.get(caller, id)
  const { reference, name, facility_id } = incident
  const from = asked.from ?? incident.last_tag + 1
  const tags = Array.from({ length: asked.count ?? sheet }, (_, at) => tagOf(incident, from + at))
  await recordRead(caller, 'incident.tags', {
    entity_type: 'casualty_incident',
    entity_id: id,
    entity_label: reference,
    query: { from: tags[0], to: tags.at(-1) },
  })
  return { reference, name, facility_id, tags }
}

/** Tags of this incident that somebody wears. */
export async function worn({ hospital_id }: Caller, id: string): Promise<Map<string, string>> {
  const found = await rows<{ tag: string; id: string }>(
    sql`select tag, id from emergencies where hospital_id = ${hospital_id}
      and casualty_incident_id = ${id} and tag is not null`,
  )
  return new Map(found.map(({ tag, id: emergency_id }) => [tag, emergency_id]))
}

export const wornBy = async ({ hospital_id }: Caller, id: string): Promise<Row> =>
  (await emergencies.find({ hospital_id, id })) as Row

/** Whoever wears it; a tag of an incident that goes on and that nobody wears yet is said so. */
export async function wearing({ hospital_id }: Caller, typed: string): Promise<string | undefined> {
  const tag = capitals(typed.trim())
  if (!/^[A-Z]{2,4}-\d{3,6}$/.test(tag)) return undefined
  const going = await casualty_incidents.all({
    hospital_id,
    status: 'ACTIVE',
    tag_prefix: tag.slice(0, tag.indexOf('-')),
  })
  if (going.length === 0) return undefined
  const [found] = await rows<{ patient_id: string }>(
    sql`select e.patient_id from emergencies e
      join casualty_incidents i on i.id = e.casualty_incident_id
      where e.hospital_id = ${hospital_id} and i.status = 'ACTIVE' and e.tag = ${tag}
      order by e.arrived_at desc limit 1`,
  )
  if (found === undefined) throw new Refusal(404, 'not_found', `Nobody wears the tag ${tag} yet.`)
  return found.patient_id
}
