// Doses as they are read: a list, what is due on a ward, the chart of a day (CAR-109, CAR-120).

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn, instantIn, minutes, nextDay, startOfDay } from '../../../../core/clock.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { patientsById } from '../../../desk/patients/register/many.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { zoneOf } from '../../../office/places/hours.ts'
import { clinicalOpenTo } from '../../clinical/open-to.ts'
import { inWard } from '../../wards/admissions/for-areas.ts'
import { admissionRecord } from '../../wards/admissions/record.ts'
import { inOwnCare } from '../../wards/admissions/team.ts'
import { wardRecord } from '../../wards/places/wards.ts'
import { itemsShown } from '../prescribing/view.ts'
import { itemsBetween } from './charted.ts'
import { wentIn } from './volume.ts'
import { doseRecord, type DoseRow, type DoseWindows, timingOf, windowsOf } from './record.ts'
import type { Dose, DoseWhole } from './shapes.ts'
import { doses } from './tables.ts'
import type { DoseKind, DoseState, DoseTiming } from './words.ts'

export interface DoseFilter extends PageAsked {
  ward_id?: string
  admission_id?: string
  patient_id?: string
  prescription_item_id?: string
  status?: DoseState
  timing?: DoseTiming
  kind?: DoseKind
  witness?: boolean
  from?: string
  to?: string
}

export async function list(caller: Caller, asked: DoseFilter): Promise<Page<Dose>> {
  const { timezone } = await hospitalOf(caller)
  const scope = await scopeOf(caller, undefined)
  const windows = await windowsOf(caller)
  const found = await pageFrom(doses, asked, {
    alias: 'd',
    from: sql` from doses d${where([
      sql`d.hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`d.facility_id${oneOf(scope)}`,
      asked.ward_id === undefined ? undefined : inWard(sql`d.admission_id`, asked.ward_id),
      when(asked.admission_id, sql`d.admission_id = ${asked.admission_id}`),
      when(asked.patient_id, sql`d.patient_id = ${asked.patient_id}`),
      when(asked.prescription_item_id, sql`d.prescription_item_id = ${asked.prescription_item_id}`),
      when(asked.status, sql`d.status = ${asked.status}`),
      when(asked.kind, sql`d.kind = ${asked.kind}`),
      asked.timing === undefined ? undefined : inTime(asked.timing, windows),
      asked.witness === true ? sql`d.witness_name is not null` : undefined,
      ...withinDays(sql`d.due_at`, timezone, { from: asked.from, to: asked.to }),
      await clinicalOpenTo(caller, asked.patient_id, 'd'),
    ])}`,
    order: sql` order by d.due_at, d.id`,
  })
  const shown = await shownAll(caller, found.rows, windows)
  return mapPage(found, ({ id }) => shown.get(id) as Dose)
}

const waits = sql`d.status in ('SCHEDULED', 'RUNNING')`

/** As `timingOf` says it of one that is not pressing. */
function inTime(timing: DoseTiming, { early_ms, late_ms }: DoseWindows): Sql {
  const soon = instantIn(early_ms)
  const late = instantIn(-late_ms)
  const over = instantIn(-2 * late_ms)
  if (timing === 'UPCOMING') return sql`${waits} and d.due_at > ${soon}`
  if (timing === 'DUE') return sql`${waits} and d.due_at <= ${soon} and d.due_at >= ${late}`
  if (timing === 'LATE') return sql`${waits} and d.due_at < ${late} and d.due_at >= ${over}`
  if (timing === 'OVERDUE') return sql`${waits} and d.due_at < ${over}`
  return sql`not (${waits})`
}

async function shownAll(
  caller: Caller,
  found: readonly DoseRow[],
  windows: DoseWindows,
): Promise<Map<string, Dose>> {
  const patients = await patientsById(
    caller,
    found.map(({ patient_id }) => patient_id),
  )
  return new Map(
    found.flatMap((row) => {
      const patient = patients.get(row.patient_id)
      if (patient === undefined) return []
      return [
        [
          row.id,
          {
            ...row,
            ...partsOf(row),
            patient,
            timing: timingOf(row, windows),
            moves: doseRecord.moves(caller, row),
          },
        ],
      ]
    }),
  )
}

const partsOf = ({
  before,
  after,
  infusion,
}: DoseRow): Pick<Dose, 'before' | 'after' | 'infusion'> => ({
  before: before?.map(({ name, value, unit }) => ({ name, value, unit: unit ?? null })) ?? null,
  after: after?.map(({ name, value, unit }) => ({ name, value, unit: unit ?? null })) ?? null,
  infusion: infusion && {
    ...infusion,
    rates: infusion.rates.map((rate) => ({ ...rate, witness: rate.witness ?? null })),
    additives: [...(infusion.additives ?? [])],
    volume_in_ml: wentIn(infusion, clock.instant()),
  },
})

export async function whole(
  caller: Caller,
  id: string,
  warnings: GateResult[] = [],
): Promise<DoseWhole> {
  const row = await doseRecord.get(caller, id)
  const one = (await shownAll(caller, [row], await windowsOf(caller))).get(id)
  if (one === undefined) throw noSuch('dose')
  return { ...one, warnings, history: await doseRecord.history(caller, id) }
}

const due_minutes = 60
const due_most = 1000

/** What a ward gives now, the latest first, patient by patient. */
export async function due(
  caller: Caller,
  asked: { ward_id: string; minutes?: number; mine?: boolean },
): Promise<Dose[]> {
  const ward = await wardRecord.get(caller, asked.ward_id)
  const until = instantIn(minutes(asked.minutes ?? due_minutes))
  const found = await doses.read(
    sql`select ${doses.selection('d')} from doses d where d.hospital_id = ${caller.hospital_id}
      and ${waits} and d.due_at <= ${until} and ${inWard(sql`d.admission_id`, ward.id)}
      ${alone(asked.mine === true ? await inOwnCare(caller, sql`d.admission_id`) : undefined)}
      ${alone(await clinicalOpenTo(caller, undefined, 'd'))}
      order by d.due_at, d.patient_id, d.id limit ${due_most}`,
  )
  const shown = await shownAll(caller, found, await windowsOf(caller))
  return found.flatMap(({ id }) => shown.get(id) ?? [])
}

const alone = (only: Sql | undefined): Sql => (only === undefined ? sql`` : sql` and ${only}`)

/** CAR-120: every item of the stay with what was given of it that day. */
export async function mar(caller: Caller, admission_id: string, date: string | undefined) {
  const { hospital_id } = caller
  const stay = await admissionRecord.get(caller, admission_id)
  const zone = await zoneOf(caller, stay.facility_id)
  const day = date ?? dayIn(zone)
  const [from, to] = [startOfDay(zone, day), startOfDay(zone, nextDay(day))]
  const found = await doses.read(
    sql`select ${doses.selection('d')} from doses d where d.hospital_id = ${hospital_id}
      and d.admission_id = ${admission_id} and d.due_at >= ${from} and d.due_at < ${to}
      and d.status <> 'CANCELLED' order by d.due_at, d.id`,
  )
  const shown = await shownAll(caller, found, await windowsOf(caller))
  const slots = found.flatMap(({ id }) => shown.get(id) ?? [])
  const running = await itemsBetween(caller, admission_id, from, to)
  const lines = (await itemsShown(caller, running)).map((item) => ({
    item,
    slots: slots.filter(({ prescription_item_id }) => prescription_item_id === item.id),
  }))
  const kind = (...codes: string[]) => lines.filter(({ item }) => codes.includes(item.frequency))
  return {
    date: day,
    items: lines.filter(({ item }) => !['PRN', 'STAT', 'CONTINUOUS'].includes(item.frequency)),
    prn: kind('PRN'),
    stat: kind('STAT'),
    infusions: kind('CONTINUOUS'),
    unprescribed: slots.filter(({ kind: of_kind }) => of_kind === 'UNPRESCRIBED'),
  }
}
