// What stands on a list that is carried about (DIA-56): to a ward, with a line for each patient and the tubes to
// fill; to a bench, with a line for each test and room for its values.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import { hospitalOf, today } from '../../../office/hospitals/hospitals.ts'
import { sections } from '../catalogue/lists.ts'
import { instrumentRecord } from '../instruments/record.ts'
import type { WorkFilter, WorkRow } from '../results/shapes.ts'
import { withUnit } from '../results/value.ts'
import type { Worklist } from '../words.ts'

const at_the_ward: readonly Worklist[] = ['COLLECT', 'RECOLLECT']

export async function benchList(caller: Caller, asked: WorkFilter, rows: readonly WorkRow[]) {
  const list = asked.list ?? 'ENTER'
  const { section_id, instrument_id, location = null } = asked
  const section = (await sections(caller)).find(({ id }) => id === section_id)
  const instrument =
    instrument_id === undefined ? null : await instrumentRecord.get(caller, instrument_id)
  const { language } = await hospitalOf(caller)
  const on = await today(caller)
  const who = ({ patient: { full_name, number, sex, birth_date } }: WorkRow) => ({
    name: full_name,
    number,
    sex,
    age: birth_date === null ? null : ageOn(birth_date, on, language).text,
  })
  return {
    language,
    list,
    section: section?.name ?? null,
    instrument: instrument?.name ?? null,
    location,
    rounds: at_the_ward.includes(list) ? roundsOf(rows, who) : null,
    rows: at_the_ward.includes(list) ? [] : rows.map((row) => ({ ...who(row), ...onBench(row) })),
    count: rows.length,
    printed: { at: clock.instant(), by: caller.name },
  }
}

/** A ward after the other; in it whoever cannot wait is first, as on the list. */
function roundsOf<Who>(rows: readonly WorkRow[], who: (row: WorkRow) => Who) {
  const wards = Map.groupBy(rows, ({ location }) => location ?? '')
  const last = (ward: string): string => (ward === '' ? '\uffff' : ward)
  const in_order = [...wards].toSorted(([a], [b]) => last(a).localeCompare(last(b)))
  return in_order.map(([ward, own]) => ({
    place: ward === '' ? null : ward,
    patients: [...Map.groupBy(own, ({ patient_id }) => patient_id).values()].map((of) => ({
      ...who(of[0] as WorkRow),
      ...onRound(of),
    })),
  }))
}

function onRound(own: readonly WorkRow[]) {
  const [first] = own as [WorkRow]
  const tubes = Map.groupBy(own, ({ specimen_number }) => specimen_number ?? '')
  return {
    priority: first.priority,
    paid: own.every(({ payment_ok }) => payment_ok),
    tubes: [...tubes].map(([number, [one]]) => ({
      number,
      what: [one?.specimen_colour, one?.specimen_type].filter(Boolean).join(', '),
    })),
    tests: [...new Set(own.map(({ test_code }) => test_code))],
  }
}

const onBench = (row: WorkRow) => ({
  place: row.location,
  specimen: row.specimen_number,
  type: row.specimen_type,
  code: row.test_code,
  test: row.test_name,
  priority: row.priority,
  due_at: row.due_at,
  overdue_minutes: row.overdue_minutes,
  paid: row.payment_ok,
  lines: row.lines
    .filter(({ status }) => status !== 'CANCELLED')
    .map((line) => ({
      code: line.test_code,
      value: withUnit(line) || line.answer_code || '',
      unit: line.unit,
      flag: line.flag,
    })),
})
