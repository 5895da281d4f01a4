// What comes to the pay of one month alone: set by hand, whole rows at a time (people 2.9).

import type { Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import type { Of } from '../../../../store/record-of.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { record } from '../../../office/audit/record.ts'
import { ownStaffId } from '../../staff/records/scope.ts'
import { recordsOf } from '../../staff/records/for-pay.ts'
import { catalogueOf, type ComponentRow } from '../components.ts'
import { hundredths } from '../profiles/profiles.ts'
import type { PayInput, PayInputFilter, PayInputs } from './shapes.ts'
import { input_sources } from '../words.ts'
import { pay_inputs } from './tables.ts'

export async function list(
  caller: Caller,
  asked: PayInputFilter & PageAsked,
): Promise<Page<PayInput>> {
  const { hospital_id } = caller
  const code = asked.component_code === undefined ? undefined : capitals(asked.component_code)
  const { rows, meta } = await pageFrom(pay_inputs, asked, {
    from: sql` from pay_inputs${where([
      sql`hospital_id = ${hospital_id}`,
      when(asked.period_year, sql`period_year = ${asked.period_year}`),
      when(asked.period_month, sql`period_month = ${asked.period_month}`),
      when(asked.staff_id, sql`staff_id = ${asked.staff_id}`),
      when(code, sql`component_code = ${code}`),
      when(asked.source, sql`source = ${asked.source}`),
    ])}`,
    order: sql` order by period_year desc, period_month desc, id`,
  })
  const { major } = await purseOf(caller)
  const by_id = await recordsOf(
    caller,
    rows.map(({ staff_id }) => staff_id),
  )
  return {
    meta,
    rows: rows.map((row) => ({
      ...row,
      staff_number: by_id.get(row.staff_id)?.number ?? '',
      staff_name: by_id.get(row.staff_id)?.full_name ?? '',
      units: row.units === null ? null : row.units / 100,
      amount: row.amount === null ? null : major(row.amount),
    })),
  }
}

/** Of a month and these people; what an exit brought is for a FINAL run alone. */
export const inputsIn = (
  { hospital_id }: Of,
  { year, month }: { year: number; month: number },
  ids: readonly string[],
  with_exit = false,
) =>
  pay_inputs.all(
    {
      hospital_id,
      staff_id: [...ids],
      period_year: year,
      period_month: month,
      source: input_sources.filter((one) => with_exit || one !== 'EXIT'),
    },
    { order: ['staff_id', 'component_code', 'source'] },
  )

type Given = PayInputs['rows'][number]

/** A row without units and amount takes away what stood there. */
export async function put(
  caller: Caller,
  { period_year, period_month, rows: given }: PayInputs,
): Promise<{ set: number; removed: number }> {
  const { hospital_id } = caller
  const read = await rowsRead(caller, given)
  let set = 0
  let removed = 0
  for (const { units, amount, note, ...whose } of read) {
    const key = { hospital_id, period_year, period_month, source: 'MANUAL' as const, ...whose }
    const gone = await pay_inputs.remove(key)
    if (units === null && amount === null) {
      removed += gone
      continue
    }
    await pay_inputs.insert({
      ...key,
      units,
      amount,
      note,
      entered_by_id: caller.user_id,
      entered_by_name: caller.name,
    })
    set += 1
  }
  record(caller, 'pay_input.put', {
    entity_type: 'pay_input',
    entity_label: `${period_year}-${String(period_month).padStart(2, '0')}`,
    changes: { set: [null, set], removed: [null, removed] },
  })
  return { set, removed }
}

async function rowsRead(caller: Caller, given: readonly Given[]) {
  const catalogue = await catalogueOf(caller)
  const purse = await purseOf(caller)
  const known = await recordsOf(
    caller,
    given.map(({ staff_id }) => staff_id),
  )
  const seen = new Set<string>()
  const read = given.map((row, at) => {
    const person = known.get(row.staff_id)
    if (person === undefined) throw noSuch('staff member')
    const component_code = capitals(row.component_code)
    const key = `${row.staff_id} ${component_code}`
    if (seen.has(key)) throw invalid(`rows[${at}].component_code`, 'is named twice for one person.')
    seen.add(key)
    const component = catalogue.get(component_code)
    if (component === undefined || !component.active) {
      throw invalid(`rows[${at}].component_code`, `names no component: "${row.component_code}".`)
    }
    const amounts = amountsRead(purse, component, row, at)
    if (component_code === 'LEAVE_PAY' && amounts.amount !== null && !leaving.has(person.status)) {
      throw conflict('Annual leave is paid out only when a person leaves.', 'state')
    }
    return { staff_id: row.staff_id, component_code, ...amounts }
  })
  const own = await ownStaffId(caller)
  if (own !== null && known.has(own)) {
    throw conflict('Somebody else must change your own pay.', 'second_person')
  }
  return read.toSorted((a, b) => (a.staff_id < b.staff_id ? -1 : 1))
}

/** HR-84: of somebody else leave is not paid out. */
const leaving: ReadonlySet<string> = new Set(['NOTICE', 'EXITED'])

/** Earnings of the house that hours or days are said of; the rest of its own it reckons alone. */
const by_units = ['BASIC', 'OVERTIME', 'NIGHT', 'HOLIDAY_WORK']

function amountsRead(purse: Purse, component: ComponentRow, row: Given, at: number) {
  const { units = null, amount = null, note } = row
  const { calc, code } = component
  const in_units = calc === 'UNITS_X_RATE' || by_units.includes(code)
  if (calc === 'STATUTORY' || calc === 'LOAN') {
    throw invalid(`rows[${at}].component_code`, `is reckoned by the house: ${code}.`)
  }
  if (units !== null && !in_units)
    throw invalid(`rows[${at}].units`, `are not counted for ${code}.`)
  if (units !== null && amount !== null) {
    throw invalid(`rows[${at}].amount`, 'stands in the place of units: give one of the two.')
  }
  if (amount !== null && amount < 0) throw invalid(`rows[${at}].amount`, 'must be 0 or more.')
  const taken_away = units === null && amount === null
  if (!taken_away && !note) throw invalid(`rows[${at}].note`, 'is required.')
  return {
    units: units === null ? null : hundredths(`rows[${at}].units`, units),
    amount: amount === null ? null : purse.minor(`rows[${at}].amount`, amount),
    note: note ?? '',
  }
}
