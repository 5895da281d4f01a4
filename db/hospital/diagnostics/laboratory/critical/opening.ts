// An alert opens with the value that is critical, and is withdrawn with it (DIA-86, DIA-90).

import type { Caller } from '../../../../core/caller.ts'
import { clock, days, instantIn } from '../../../../core/clock.ts'
import { sql } from '../../../../store/sql.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { type Bench, type LineRow, partsOf } from '../results/lines.ts'
import { valueText, withUnit } from '../results/value.ts'
import { isCritical, type Priority } from '../words.ts'
import { type AlertRow, alertRecord } from './record.ts'
import { critical_alerts } from './tables.ts'
import { tellFirst, tellWithdrawn } from './telling.ts'

const stands = new Set(['ENTERED', 'VERIFIED', 'RELEASED'])

/** Every line of these orders against the alerts that were ever opened for it. */
export async function openOrWithdraw(caller: Caller, bench: Bench): Promise<void> {
  const { hospital_id } = caller
  const known = await critical_alerts.all(
    { hospital_id, order_id: [...bench.orders.keys()] },
    { order: ['-found_at', '-id'] },
  )
  for (const line of bench.lines) {
    const [last] = known.filter((one) => one.result_id === line.id && one.status !== 'WITHDRAWN')
    const is_critical = isCritical(line.flag) && stands.has(line.status)
    // A culture grows on: what was told of it stays told.
    const same =
      last !== undefined &&
      is_critical &&
      (last.kind === 'MICROBIOLOGY' || last.value === withUnit(line).slice(0, 200))
    if (same) continue
    if (last?.status === 'OPEN') await withdraw(caller, last)
    if (is_critical) await open(caller, bench, line)
  }
}

async function withdraw(caller: Caller, row: AlertRow): Promise<void> {
  const before = await alertRecord.locked(caller, row.id)
  if (before.status !== 'OPEN') return
  await alertRecord.moved(caller, before, 'withdraw', { next_step_at: null })
  await tellWithdrawn(caller, before)
}

async function open(caller: Caller, bench: Bench, line: LineRow): Promise<void> {
  const { order, item } = partsOf(bench, line)
  const repeat = await repeated(caller, line)
  const row = await alertRecord.created(
    caller,
    {
      facility_id: order.facility_id,
      kind: line.value_type === 'CULTURE' ? 'MICROBIOLOGY' : 'RESULT',
      result_id: line.id,
      order_id: order.id,
      patient_id: line.patient_id,
      visit_id: order.visit_id,
      section_id: item.section_id,
      test_code: line.test_code,
      restricted: item.restricted,
      priority: item.priority,
      value: withUnit(line).slice(0, 200),
      value_num: line.value_num === null ? null : valueText(line).slice(0, 40),
      flag: line.flag ?? 'CRITICAL',
      limit_text: limitOf(line),
      found_at: clock.instant(),
      repeat_of: repeat?.id ?? null,
    },
    'open',
  )
  await notify(caller, {
    to: { permission: 'critical:call' },
    kind: 'diagnostic.critical',
    title: 'Critical result: call now',
    body: `${item.restricted ? item.section : line.test_code}, order ${order.number}`,
    entity: { type: 'critical_alert', id: row.id },
    inside_only: true,
  })
}

export interface StudyFound {
  study_id: string
  facility_id: string
  order_id: string
  order_number: string
  patient_id: string
  visit_id: string | null
  section_id: string
  test_code: string
  restricted: boolean
  priority: Priority
  /** What was seen, in the words of who signed. */
  said: string
}

/** DIA-126: a report that cannot wait. It is signed: whoever treats the patient hears at once. */
export async function openForStudy(caller: Caller, found: StudyFound): Promise<AlertRow> {
  const { study_id, said, order_number, ...of } = found
  const { hospital_id } = caller
  const [open] = await critical_alerts.all({ hospital_id, study_id, status: 'OPEN' })
  if (open !== undefined) return open
  const row = await alertRecord.created(
    caller,
    {
      ...of,
      kind: 'IMAGING',
      study_id,
      value: said.slice(0, 200).toWellFormed(),
      flag: 'CRITICAL',
      found_at: clock.instant(),
    },
    'open',
  )
  await notify(caller, {
    to: { permission: 'critical:call' },
    kind: 'diagnostic.critical',
    title: 'Critical image: call now',
    body: `${found.test_code}, order ${order_number}`,
    entity: { type: 'critical_alert', id: row.id },
    inside_only: true,
  })
  return tellFirst(caller, row, false)
}

/** What it was about is taken back. */
export async function withdrawOf(
  caller: Caller,
  { study_id }: { study_id: string },
): Promise<void> {
  const { hospital_id } = caller
  const open = await critical_alerts.all({ hospital_id, study_id, status: 'OPEN' })
  for (const row of open) await withdraw(caller, row)
}

function limitOf({ flag, critical_low, critical_high }: LineRow): string | null {
  if (flag === 'CRITICAL_LOW') return `≤ ${critical_low}`
  return flag === 'CRITICAL_HIGH' ? `≥ ${critical_high}` : null
}

/** DIA-90: the same again within a day, of which somebody has heard already. */
async function repeated({ hospital_id }: Caller, line: LineRow): Promise<AlertRow | undefined> {
  const [found] = await critical_alerts.read(
    sql`select ${critical_alerts.selection()} from critical_alerts
      where hospital_id = ${hospital_id} and patient_id = ${line.patient_id}
        and test_code = ${line.test_code} and flag = ${line.flag}
        and status in ('ACKNOWLEDGED', 'CONFIRMED') and found_at > ${instantIn(-days(1))}
      order by found_at desc, id desc limit 1`,
  )
  return found
}
