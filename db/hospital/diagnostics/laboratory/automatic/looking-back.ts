// What rules would have let through over the last 30 days, and how much of that a person changed (DIA-79).

import type { Caller } from '../../../../core/caller.ts'
import { days, instantIn } from '../../../../core/clock.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { rowsOf } from '../../../desk/patients/rows.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { diagnostic_items, diagnostic_orders } from '../orders/tables.ts'
import type { LineRow } from '../results/lines.ts'
import { diagnostic_results } from '../results/tables.ts'
import { valueText } from '../results/value.ts'
import { specimens } from '../specimens/tables.ts'
import { ofLine } from './automatic.ts'
import { type AutoFacts, passes } from './passes.ts'
import { readRules } from './rules.ts'
import type { AutoRulesCheck, RuleInput } from './shapes.ts'

const window = days(30)
const lines_most = 5000
const examples_most = 20

export async function lookBack(
  caller: Caller,
  given: readonly RuleInput[],
): Promise<AutoRulesCheck> {
  const read = await readRules(caller, given)
  const from = instantIn(-window)
  const lines = await diagnostic_results.read(
    sql`select ${diagnostic_results.selection()} from diagnostic_results
      where hospital_id = ${caller.hospital_id} and status = 'RELEASED' and released_at >= ${from}
      order by released_at desc, id limit ${lines_most}`,
  )
  const facts = await factsThen(caller, lines)
  return {
    from,
    lines: lines.length,
    rules: read.map((rule) => {
      const passed = lines.filter((line) => passes(rule, facts(line)))
      const doubted = passed.filter(wasQuestioned)
      return {
        name: rule.name,
        passed: passed.length,
        questioned: doubted.length,
        examples: [...doubted, ...passed.filter((line) => !wasQuestioned(line))]
          .slice(0, examples_most)
          .map(exampleOf),
      }
    }),
  }
}

const exampleOf = (line: LineRow) => ({
  result_id: line.id,
  test_code: line.test_code,
  value: valueText(line),
  questioned: wasQuestioned(line),
})

/** Sent back, measured again, corrected, or let through with a word. */
const wasQuestioned = (line: LineRow): boolean =>
  line.corrected || line.runs.length > 0 || line.delta?.state === 'DISMISSED'

/** As it was when it first went out: a later version does not stand against it. */
async function factsThen(
  { hospital_id }: Caller,
  lines: readonly LineRow[],
): Promise<(line: LineRow) => AutoFacts> {
  const ids = (of: (line: LineRow) => string) => [...new Set(lines.map(of))]
  const day = await today({ hospital_id })
  const items = await diagnostic_items.read(
    sql`select ${diagnostic_items.selection()} from diagnostic_items
      where hospital_id = ${hospital_id} and id${oneOf(ids(({ item_id }) => item_id))}`,
  )
  const orders = await diagnostic_orders.all({ hospital_id, id: ids(({ order_id }) => order_id) })
  const tubes = await specimens.all({
    hospital_id,
    id: [...new Set(items.flatMap(({ specimen_id }) => specimen_id ?? []))],
  })
  const patients = await rowsOf(
    { hospital_id },
    ids(({ patient_id }) => patient_id),
  )
  const item_of = byId(items)
  const order_of = byId(orders)
  const tube_of = byId(tubes)
  const patient_of = byId(patients)
  return (line) => {
    const item = item_of.get(line.item_id)
    const tube = tube_of.get(item?.specimen_id ?? '')
    const born = patient_of.get(line.patient_id)?.birth_date ?? null
    const [at, collected] = [line.released_at ?? '', tube?.collected_at ?? null]
    return {
      ...ofLine(line),
      version_no: 1,
      section_id: item?.section_id ?? '',
      specimen_condition: tube?.condition ?? [],
      specimen_hours:
        collected === null ? null : (Date.parse(at) - Date.parse(collected)) / 3_600_000,
      restricted: item?.restricted ?? true,
      age: born === null ? null : ageOn(born, day, 'en').years,
      priority: item?.priority ?? '',
      location: order_of.get(line.order_id)?.location ?? null,
      controlled: !line.held.includes('QC_OUT'),
    }
  }
}

const byId = <T extends { id: string }>(found: readonly T[]): ReadonlyMap<string, T> =>
  new Map(found.map((one) => [one.id, one]))
