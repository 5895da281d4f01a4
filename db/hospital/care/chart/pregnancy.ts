// Whether somebody is pregnant, as it was said last (2.3 PregnancyStatus).

import type { Caller } from '../../../core/caller.ts'
import { clock, days, instantIn, nextDay } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { writable } from '../../desk/patients/rows.ts'
import type { Pregnancy } from '../../neighbours/care.ts'
import { clinicalFactChanged } from '../../neighbours/medicines.ts'
import { deliveredOn, pregnancyInHand } from '../../neighbours/maternity.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { record } from '../../office/audit/record.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { clinicalOf } from '../clinical/settings.ts'
import type { PregnancyInput } from './shapes.ts'
import { pregnancy_statuses } from './tables.ts'

type Row = RowOf<(typeof pregnancy_statuses)['columns']>
type Of = Pick<Caller, 'hospital_id'>

/** From the last period to the day of birth. */
const term = 280
/** So long after that day a pregnancy is over, whatever nobody said. */
const over_after = 30
const longest = 310

export async function find(caller: Caller, patient_id: string) {
  const { hospital_id } = caller
  const row = await pregnancy_statuses.find({ hospital_id, patient_id, latest: true })
  return row === undefined ? null : shown(caller, row)
}

async function shown(caller: Caller, row: Row) {
  const { pregnancy_status_days } = await clinicalOf(caller)
  const on = await today(caller)
  const old = row.recorded_at < instantIn(-days(pregnancy_status_days))
  return { ...row, weeks: weeksOn(row, on), stale: old || isOver(row, on) }
}

const isOver = ({ pregnant, edd }: Row, on: string): boolean =>
  pregnant === 'YES' && edd !== null && nextDay(edd, over_after) < on

function weeksOn({ pregnant, edd }: Row, on: string): number | null {
  if (pregnant !== 'YES' || edd === null) return null
  const left = (Date.parse(edd) - Date.parse(on)) / days(1)
  return Math.max(0, Math.floor((term - left) / 7))
}

export async function put(caller: Caller, patient_id: string, input: PregnancyInput) {
  const signer = await signerOf(caller)
  const patient = await writable(caller, patient_id)
  if (input.pregnant === 'YES' && patient.sex === 'Male') {
    throw conflict(`${patient.full_name} is recorded as male.`)
  }
  if (input.pregnant !== 'YES') await mustNotBeInHand(caller, patient_id)
  const dates = datesOf(input, await today(caller))
  const { hospital_id } = caller
  await pregnancy_statuses.change({ hospital_id, patient_id, latest: true }, { latest: false })
  const row = await pregnancy_statuses.insert({
    hospital_id,
    patient_id,
    pregnant: input.pregnant,
    ...dates,
    breastfeeding: input.breastfeeding,
    basis: input.basis,
    recorded_at: clock.instant(),
    staff_id: signer.staff_id,
    staff_name: signer.name.slice(0, 160),
    by_id: caller.user_id,
  })
  record(caller, 'pregnancy_status.record', {
    entity_type: 'patient',
    entity_id: patient_id,
    entity_label: patient.number,
    patient_id,
    to_state: row.pregnant,
  })
  return { ...(await shown(caller, row)), affected: await looked(caller, patient_id, input) }
}

/** CAR-39: only what is said to be so asks anything of what is taken. */
const looked = async (
  caller: Caller,
  patient_id: string,
  { pregnant, breastfeeding }: PregnancyInput,
): Promise<{ id: string; message: string }[]> =>
  pregnant === 'YES' || breastfeeding
    ? clinicalFactChanged(caller, { patient_id, what: 'PREGNANCY' })
    : []

/** MAT-1: maternity keeps it until the pregnancy ends. */
async function mustNotBeInHand(caller: Caller, patient_id: string): Promise<void> {
  const number = await pregnancyInHand(caller, patient_id)
  if (number !== null) throw conflict(`Pregnancy ${number} is open: close it first.`)
}

/** The day of birth follows from the last period, where nobody has another one from a picture. */
function datesOf({ pregnant, lmp = null, edd = null }: PregnancyInput, on: string) {
  if (pregnant !== 'YES') return { lmp: null, edd: null }
  if (lmp !== null && lmp > on) throw invalid('lmp', 'is in the future.')
  if (lmp !== null && nextDay(lmp, longest) < on) throw invalid('lmp', 'is too long ago.')
  const born = edd ?? (lmp === null ? null : nextDay(lmp, term))
  if (born !== null && nextDay(born, over_after) < on) throw invalid('edd', 'is too long ago.')
  if (born !== null && nextDay(on, term) < born) throw invalid('edd', 'is too far ahead.')
  return { lmp, edd: born }
}

/** In one statement for a page (decision 0152). */
export async function pregnanciesOf(
  caller: Caller,
  patient_ids: readonly string[],
): Promise<ReadonlyMap<string, Pregnancy>> {
  if (patient_ids.length === 0) return new Map()
  const { hospital_id } = caller
  const ids = [...new Set(patient_ids)]
  const found = await pregnancy_statuses.all({ hospital_id, patient_id: ids, latest: true })
  const known = found.filter(({ pregnant }) => pregnant !== 'UNKNOWN')
  if (known.length === 0) return new Map()
  const on = await today(caller)
  const delivered = await deliveredOn(caller, ids)
  return new Map(
    known.map((row) => [
      row.patient_id,
      {
        pregnant: row.pregnant === 'YES' && !isOver(row, on),
        edd: row.edd,
        weeks: weeksOn(row, on),
        delivered_on: delivered.get(row.patient_id) ?? null,
      },
    ]),
  )
}

/** VUL-1: who is pregnant on this day. */
export async function pregnantOn({ hospital_id }: Of, on: string): Promise<string[]> {
  const found = await pregnancy_statuses.read(
    sql`select ${pregnancy_statuses.selection()} from pregnancy_statuses
      where hospital_id = ${hospital_id} and latest and pregnant${oneOf(['YES'])}
        and (edd is null or edd >= ${nextDay(on, -over_after)})`,
  )
  return found.map(({ patient_id }) => patient_id)
}
