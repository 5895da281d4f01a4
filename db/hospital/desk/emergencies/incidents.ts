// Incidents with many casualties (EMG-17 to EMG-19): one active per branch, casualties by the score,
// identified afterwards.

import { capitals } from '../../../core/kinds/capitals.ts'
import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { attempt, rows } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, Refusal } from '../../../core/refusal.ts'
import { oneOf, raw, sql, when, where } from '../../../store/sql.ts'
import { fresh } from '../../../core/versions.ts'
import { difference, record } from '../../office/audit/record.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { notify } from '../../office/notifications/notify.ts'
import { scopeOf } from '../../office/places/facilities.ts'
import { nextReference } from '../../office/sequences/references.ts'
import { acuities } from '../vitals/words.ts'
import { list as listEmergencies, type Row, viewAll } from './emergencies.ts'
import { accountsOfVisits } from '../../neighbours/billing.ts'
import { activeIncident, incidentRecord, type IncidentRow } from './incident-rows.ts'
import { openEmergency } from './open.ts'
import type {
  CasualtiesInput,
  CasualtyIncident,
  CasualtyRow,
  IncidentChange,
  IncidentInput,
  StandDown,
} from './shapes.ts'
import { casualty_incidents } from './tables.ts'
import { tagOf, worn, wornBy } from './tags.ts'

const at_once = 100

export async function start(caller: Caller, input: IncidentInput): Promise<CasualtyIncident> {
  const { hospital_id, facility_id } = caller
  if (facility_id === null) throw invalid('facility_id', 'is required.')
  if (!/^[A-Za-z]{2,4}$/.test(input.tag_prefix)) {
    throw invalid('tag_prefix', 'must be 2 to 4 letters.')
  }
  const known = await activeIncident(caller, facility_id)
  if (known !== undefined) throw stillActive(known)
  const wanted = {
    hospital_id,
    facility_id,
    reference: await nextReference(caller, 'casualty_incident'),
    name: input.name,
    kind: input.kind ?? ('OTHER' as const),
    place: input.place || null,
    status: 'ACTIVE' as const,
    started_at: clock.instant(),
    started_by: caller.name,
    expected: input.expected ?? null,
    tag_prefix: capitals(input.tag_prefix),
  }
  const made = await attempt(() => casualty_incidents.insert(wanted)).catch(
    async (error: unknown) => {
      const other = await activeIncident(caller, facility_id)
      throw isTaken(error, 'facility_id') && other !== undefined ? stillActive(other) : error
    },
  )
  note(caller, 'incident.start', made, { to_state: 'ACTIVE' })
  await notify(caller, {
    to: { permission: 'emergency:treat', facility_id },
    kind: 'incident.started',
    title: 'Many casualties are coming',
    body: `${made.reference} ${made.name}${made.place === null ? '' : `, ${made.place}`}. Come to the emergency room.`,
    entity: { type: 'casualty_incident', id: made.id },
  })
  return view(caller, made)
}

const stillActive = ({ reference }: IncidentRow): Refusal =>
  conflict(`Incident ${reference} is still active here.`, 'state')

export async function list(
  caller: Caller,
  asked: PageAsked & {
    facility_id?: string
    status?: IncidentRow['status']
    from?: string
    to?: string
  },
): Promise<Page<CasualtyIncident>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(casualty_incidents, asked, {
    alias: 'i',
    from: sql` from casualty_incidents i${where([
      sql`i.hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`i.facility_id${oneOf(scope)}`,
      when(asked.status, sql`i.status = ${asked.status}`),
      ...withinDays(sql`i.started_at`, timezone, asked),
    ])}`,
    order: raw(' order by i.started_at desc, i.id desc'),
  })
  return { rows: await viewIncidents(found.rows), meta: found.meta }
}

export const find = async (caller: Caller, id: string): Promise<CasualtyIncident> =>
  view(caller, await incidentRecord.get(caller, id))

export async function change(
  caller: Caller,
  id: string,
  input: IncidentChange,
): Promise<CasualtyIncident> {
  const before = await locked(caller, id)
  fresh(caller, before)
  await casualty_incidents.change(
    { hospital_id: caller.hospital_id, id },
    input as Partial<IncidentRow>,
  )
  note(caller, 'incident.update', before, { changes: difference(before, input) })
  return find(caller, id)
}

async function locked(caller: Caller, id: string): Promise<IncidentRow> {
  await incidentRecord.get(caller, id)
  const { hospital_id } = caller
  return (await casualty_incidents.find({ hospital_id, id }, { lock: true })) as IncidentRow
}

/**
 * Each becomes a patient without a name, a visit and an emergency (EMG-17). A tag that somebody wears
 * already, scanned once more, answers whoever wears it.
 */
export async function casualties(caller: Caller, id: string, input: CasualtiesInput) {
  const wanted = casualtyRows(input)
  const incident = await locked(caller, id)
  if (incident.status !== 'ACTIVE') {
    throw conflict(`Incident ${incident.reference} is stood down.`, 'state')
  }
  const { hospital_id } = caller
  const by: Caller = { ...caller, facility_id: incident.facility_id }
  const made: Row[] = []
  const known = await worn(caller, id)
  let last_tag = incident.last_tag
  const next = (): string => {
    // A printed tag may have been given out before its turn.
    do last_tag += 1
    while (known.has(tagOf(incident, last_tag)))
    return tagOf(incident, last_tag)
  }
  for (const one of wanted) {
    const tag = one.tag || next()
    const worn_by = known.get(tag)
    if (worn_by !== undefined) {
      made.push(await wornBy(caller, worn_by))
      continue
    }
    const { row } = await openEmergency(by, {
      unknown_label: tag,
      tag,
      arrival_mode: 'OTHER',
      casualty_incident_id: id,
      presenting_complaint: one.note || incident.name,
      ...(one.sex === undefined ? {} : { sex: one.sex }),
      ...(one.age_band === undefined ? {} : { age_band: one.age_band }),
      ...(one.triage_category ? { triage_category: one.triage_category } : {}),
    })
    known.set(tag, row.id)
    made.push(row)
  }
  await casualty_incidents.change({ hospital_id, id }, { last_tag })
  note(caller, 'incident.casualties', incident, { changes: { casualties: [null, made.length] } })
  return viewAll(caller, made)
}

function casualtyRows({ count, casualties: named }: CasualtiesInput): CasualtyRow[] {
  if ((count === undefined) === (named === undefined)) {
    throw new Refusal(400, 'invalid', 'Give either count or casualties.', { field: 'count' })
  }
  const wanted = named ?? Array.from({ length: count ?? 0 }, () => ({}))
  if (wanted.length > at_once) {
    throw new Refusal(400, 'invalid', `At most ${at_once} casualties in one request.`, {
      field: 'count',
    })
  }
  if (wanted.length === 0) throw invalid('casualties', 'cannot be empty.')
  return wanted
}

export async function casualtiesOf(
  caller: Caller,
  id: string,
  asked: PageAsked & {
    acuity?: (typeof acuities)[number]
    status?: Row['status']
    unidentified?: boolean
  },
) {
  const { facility_id } = await incidentRecord.get(caller, id)
  const { unidentified, ...rest } = asked
  if (unidentified === undefined) {
    return listEmergencies(caller, { ...rest, incident_id: id, facility_id })
  }
  const all = await listEmergencies(caller, {
    ...rest,
    page: 1,
    per_page: 1000,
    incident_id: id,
    facility_id,
  })
  const kept = all.rows.filter(({ patient }) => (patient.identity === 'UNKNOWN') === unidentified)
  const { page, per_page } = asked
  return {
    rows: kept.slice((page - 1) * per_page, page * per_page),
    meta: {
      current_page: page,
      per_page,
      last_page: Math.max(1, Math.ceil(kept.length / per_page)),
      total: kept.length,
    },
  }
}

/** EMG-19: who is not known must be known, or there is a reason. */
export async function standDown(caller: Caller, id: string, input: StandDown) {
  const before = await locked(caller, id)
  fresh(caller, before)
  if (before.status !== 'ACTIVE') {
    throw conflict(
      `Incident ${before.reference} is STOOD_DOWN. Nothing more can be done with it.`,
      'state',
    )
  }
  const { counts } = await view(caller, before)
  if (counts.unidentified > 0 && !input.unidentified_reason) {
    throw conflict(
      `${counts.unidentified} casualties are not identified: identify them or give unidentified_reason.`,
    )
  }
  await casualty_incidents.change(
    { hospital_id: caller.hospital_id, id },
    {
      status: 'STOOD_DOWN',
      stood_down_at: clock.instant(),
      stood_down_by: caller.name,
      stand_down_reason: input.reason,
      unidentified_reason: input.unidentified_reason ?? null,
    },
  )
  note(caller, 'incident.stand_down', before, {
    from_state: 'ACTIVE',
    to_state: 'STOOD_DOWN',
    reason: input.reason,
  })
  const disposed = (counts.by_status as Record<string, number>)['DISPOSED'] ?? 0
  return {
    ...(await find(caller, id)),
    left: {
      unidentified: counts.unidentified,
      untriaged: counts.untriaged,
      undisposed: counts.casualties - disposed,
      unbilled: await unbilledOf(caller, id),
    },
  }
}

/** EMG-19: casualties on whose visit nothing was charged yet. */
export async function unbilledOf(caller: Caller, id: string): Promise<number> {
  const came = await rows<{ visit_id: string }>(
    sql`select visit_id from emergencies where hospital_id = ${caller.hospital_id}
      and casualty_incident_id = ${id}`,
  )
  const ids = came.map(({ visit_id }) => visit_id)
  const accounts = await accountsOfVisits(caller, ids)
  return ids.filter((visit_id) => !accounts.has(visit_id)).length
}

async function view(_caller: Caller, row: IncidentRow): Promise<CasualtyIncident> {
  const [incident] = await viewIncidents([row])
  return incident as CasualtyIncident
}

interface Counted {
  incident_id: string
  triage_category: number | null
  status: string
  identity: string
  n: number
}

async function viewIncidents(found: readonly IncidentRow[]): Promise<CasualtyIncident[]> {
  const counted =
    found.length === 0
      ? []
      : await rows<Counted>(
          sql`select e.casualty_incident_id as incident_id, e.triage_category, e.status, p.identity,
            count(*) as n from emergencies e join patients p on p.id = e.patient_id
            where e.casualty_incident_id${oneOf(found.map(({ id }) => id))}
            group by e.casualty_incident_id, e.triage_category, e.status, p.identity`,
        )
  return found.map((row) => {
    const own = counted.filter(({ incident_id }) => incident_id === row.id)
    const sum = (which: (one: Counted) => boolean): number =>
      own.filter(which).reduce((total, { n }) => total + Number(n), 0)
    return {
      ...row,
      counts: {
        casualties: sum(() => true),
        unidentified: sum(({ identity }) => identity === 'UNKNOWN'),
        untriaged: sum(({ status }) => status === 'ARRIVED'),
        by_acuity: Object.fromEntries(
          acuities.map((acuity, at) => [acuity, sum((one) => one.triage_category === at + 1)]),
        ),
        by_status: Object.fromEntries(
          [...new Set(own.map(({ status }) => status))].map((status) => [
            status,
            sum((one) => one.status === status),
          ]),
        ),
      },
    }
  })
}

function note(
  caller: Caller,
  action: string,
  row: IncidentRow,
  more: Parameters<typeof record>[2],
): void {
  record(caller, action, {
    entity_type: 'casualty_incident',
    entity_id: row.id,
    entity_label: row.reference,
    ...more,
  })
}
