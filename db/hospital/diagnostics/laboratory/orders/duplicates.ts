// The same test ordered a short while ago (DIA-28): asked by the gate before another is made.

import type { Caller } from '../../../../core/caller.ts'
import { clock, dayIn, hours, instantIn, timeIn } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { Bite } from '../../../desk/gates/kind.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { settingsOf } from '../catalogue/settings.ts'
import { mayReadRestricted } from '../results/seen.ts'
import { valueText } from '../results/value.ts'
import type { Comparator, ItemState } from '../words.ts'
import type { Asked } from './asked.ts'

interface Earlier {
  test_id: string
  ordered_at: string
  ordered_by_name: string
  number: string
  status: ItemState
  restricted: boolean
  value_num: number | null
  comparator: Comparator | null
  value_text: string | null
  decimals: number
  unit: string | null
}

export async function duplicatesOf(
  caller: Caller,
  patient_id: string,
  asked: readonly Asked[],
): Promise<Bite[]> {
  const { duplicate_hours_lab: LAB, duplicate_hours_imaging: IMAGING } = await settingsOf(caller)
  const usual = { LAB, IMAGING }
  const spans = asked.map(({ test }) => test.duplicate_hours ?? usual[test.discipline])
  const since = instantIn(-hours(Math.max(0, ...spans)))
  const found = await earlier(caller, patient_id, asked, since)
  const { timezone } = await hospitalOf(caller)
  return asked.flatMap(({ test, lines }, at) => {
    const ids = new Set([test.id, ...lines.map((line) => line.test.id)])
    const from = instantIn(-hours(spans[at] ?? 0))
    return found
      .filter((one) => isSame(one, test.kind, ids, test.id) && one.ordered_at > from)
      .slice(0, 5)
      .map((one) => ({ subject: test.code, what: said(caller, test.name, one, timezone) }))
  })
}

/** A test again, alone or inside a panel; a panel again. */
const isSame = (one: Earlier, kind: string, ids: ReadonlySet<string>, own_id: string): boolean =>
  kind === 'PANEL' ? one.test_id === own_id : ids.has(one.test_id)

const earlier = async (
  { hospital_id }: Caller,
  patient_id: string,
  asked: readonly Asked[],
  since: string,
): Promise<Earlier[]> => {
  const ids = asked.map(({ test }) => test.id)
  return rows<Earlier>(
    sql`select r.test_id, o.ordered_at, o.ordered_by_name, o.number, i.status, i.restricted,
        r.value_num, r.comparator, r.value_text, r.decimals, r.unit
      from diagnostic_results r join diagnostic_items i on i.id = r.item_id
        join diagnostic_orders o on o.id = r.order_id
      where r.hospital_id = ${hospital_id} and r.patient_id = ${patient_id}
        and r.test_id${oneOf(ids)} and r.status <> 'CANCELLED' and o.ordered_at > ${since}
    union all select i.test_id, o.ordered_at, o.ordered_by_name, o.number, i.status, i.restricted,
        null, null, null, 0, null
      from diagnostic_items i join diagnostic_orders o on o.id = i.order_id
      where i.hospital_id = ${hospital_id} and i.patient_id = ${patient_id} and (i.kind = 'PANEL' or o.discipline = 'IMAGING')
        and i.test_id${oneOf(ids)} and i.status <> 'CANCELLED' and o.ordered_at > ${since}
    order by 2 desc`,
  )
}

function said(caller: Caller, name: string, one: Earlier, timezone: string): string {
  const at = new Date(one.ordered_at)
  const day = dayIn(timezone, at)
  const when = day === dayIn(timezone, clock.now()) ? 'today' : `on ${day}`
  const shows = one.status === 'RELEASED' && (!one.restricted || mayReadRestricted(caller))
  const value = shows ? valueText(one) : ''
  const state = value === '' ? one.status : `${one.status}: ${value} ${one.unit ?? ''}`.trim()
  return `${name} was ordered ${when} at ${timeIn(timezone, at)} by ${one.ordered_by_name} (${one.number}, ${state}).`
}
