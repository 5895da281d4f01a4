// Labours as they go out: the board and the list in a fixed number of statements, one with all its parts.

import { type Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { invalid } from '../../../../core/refusal.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { raw, sql, when, where } from '../../../../store/sql.ts'
import { isTeam } from '../../../care/clinical/open-to.ts'
import { ofOpenPatients } from '../../../desk/patients/privacy/lists.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { inScope } from '../../../office/places/facilities.ts'
import { unconfirmed } from '../../parts/part-table.ts'
import { birthsOfLabour } from '../births/of.ts'
import { shownTo as birthsShown } from '../births/view.ts'
import { limits_table } from '../chosen/tables.ts'
import { pregnancyRecord } from '../pregnancies/record.ts'
import type { LabourOutcome, Stage } from '../words.ts'
import { alertsOf } from './alerts.ts'
import { bedsOf } from './bed.ts'
import { deliveryOf } from './delivery.ts'
import type { LabourRow, ObservationRow } from './of.ts'
import { observationsOf } from './of.ts'
import { type AlertRow, delivery_history, labourRecord } from './record.ts'
import { frequencyIn, lateNow } from './seen.ts'
import type { LabourShort } from './shapes.ts'
import { labour_alerts, labour_observations, labours } from './tables.ts'

export interface LabourFilter extends PageAsked {
  search?: string
  facility_id?: string
  live?: boolean
  stage?: Stage
  status?: Stage
  alert?: boolean
  late?: boolean
  outcome?: LabourOutcome
  patient_id?: string
  from?: string
  to?: string
}

/** What is clinical of a record that is closed to most is for its team; a wall tells only the bed. */
export async function list(
  caller: Caller,
  asked: LabourFilter,
  of: 'open' | 'everybody' = 'open',
): Promise<Page<LabourShort>> {
  if (asked.from !== undefined && asked.to !== undefined && asked.from > asked.to) {
    throw invalid('from', 'is after to.')
  }
  const { timezone } = await hospitalOf(caller)
  const stage = asked.stage ?? asked.status
  const alerted = sql`exists (select 1 from labour_alerts a where a.labour_id = l.id and a.status = 'OPEN')`
  const open = of === 'everybody' || (await isTeam(caller, asked.patient_id))
  const found = await pageFrom(labours, asked, {
    alias: 'l',
    from: sql` from labours l${where([
      sql`l.hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id, 'l.facility_id'),
      open ? undefined : ofOpenPatients(raw('l.patient_id')),
      asked.live === true || asked.late === true ? sql`l.status <> 'ENDED'` : undefined,
      asked.live === false ? sql`l.status = 'ENDED'` : undefined,
      when(stage, sql`l.status = ${stage}`),
      when(asked.outcome, sql`l.outcome = ${asked.outcome}`),
      asked.alert === true ? alerted : undefined,
      when(asked.patient_id, sql`l.patient_id = ${asked.patient_id}`),
      ...withinDays(sql`l.admitted_at`, timezone, asked),
      matching('labours', asked.search, 'l'),
    ])}`,
    order: raw(' order by l.created_at desc, l.id desc'),
  })
  const shown = await shortOf(caller, found.rows)
  const rows = asked.late === true ? shown.filter(({ late }) => late.length > 0) : shown
  return { rows, meta: found.meta }
}

export async function shortOf(caller: Caller, found: readonly LabourRow[]): Promise<LabourShort[]> {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const { hospital_id } = caller
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  const live = found.filter(({ status }) => status !== 'ENDED').map(({ id }) => id)
  const seen = await seenIn(hospital_id, live)
  const open = await labour_alerts.all({ hospital_id, labour_id: ids, status: 'OPEN' })
  const places = await bedsOf(caller, found)
  const frequency = await frequencyIn(caller)
  const now = clock.instant()
  return found.map((row) => {
    const mine = open.filter(({ labour_id }) => labour_id === row.id)
    const place = places.get(row.admission_id ?? '')
    return {
      ...row,
      stage: row.status,
      patient: patients.get(row.patient_id) as LabourShort['patient'],
      ward: place?.ward ?? null,
      bed: place?.bed ?? null,
      open_alerts: mine.length,
      danger: mine.some(({ level }) => level === 'DANGER'),
      late: lateNow(row, seen.get(row.id) ?? [], frequency, now),
      moves: labourRecord.moves(caller, row),
    }
  })
}

async function seenIn(
  hospital_id: string,
  ids: readonly string[],
): Promise<Map<string, ObservationRow[]>> {
  if (ids.length === 0) return new Map()
  const found = await labour_observations.all(
    { hospital_id, labour_id: [...ids], void: false },
    { order: ['labour_id', 'at', 'created_at', 'id'] },
  )
  return Map.groupBy(found, ({ labour_id }) => labour_id)
}

export async function whole(caller: Caller, row: LabourRow, warnings: readonly string[] = []) {
  const [short] = await shortOf(caller, [row])
  const pregnancy = await pregnancyRecord.get(caller, row.pregnancy_id)
  const seen = await observationsOf(caller, row.id)
  return {
    ...(short as LabourShort),
    visit_id: row.visit_id,
    referred_from: row.referred_from,
    presentation: row.presentation,
    previous_sections: row.previous_sections,
    companion: row.companion,
    referral_id: row.referral_id,
    multiple: pregnancy.multiple,
    membranes: row.membranes,
    induction: row.induction,
    augmentation: row.augmentation,
    pain_relief: row.pain_relief,
    observations: seen.map(observationShown),
    alerts: (await alertsOf(caller, row.id)).map(alertShown),
    births: await birthsShown(caller, row.patient_id, await birthsOfLabour(caller, row.id)),
    delivery: await deliveryShown(caller, row.id),
    unconfirmed: await unconfirmed(caller, limits_table as never),
    warnings: [...warnings],
    history: await labourRecord.history(caller, row.id),
  }
}

export const observationShown = ({ measures, ...row }: ObservationRow) => ({ ...measures, ...row })
export const alertShown = (row: AlertRow): AlertRow => row

async function deliveryShown(caller: Caller, labour_id: string) {
  const row = await deliveryOf(caller, labour_id)
  if (row === undefined) return null
  return { ...row, history: await delivery_history.amendments(caller, row.id) }
}
