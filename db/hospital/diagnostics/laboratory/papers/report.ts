// What the report of an order says (DIA-150): what is released, by section, with earlier values.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import { reportedPart } from '../cultures/culture.ts'
import { settingsOf } from '../catalogue/settings.ts'
import { printedAgain } from '../orders/prints.ts'
import { type ItemRow, type OrderRow, orderRecord } from '../orders/record.ts'
import { diagnostic_items } from '../orders/tables.ts'
import type { LineRow } from '../results/lines.ts'
import { restrictedOpenTo } from '../results/seen.ts'
import { diagnostic_results } from '../results/tables.ts'
import { versionsOf } from '../results/versions.ts'
import { linesOfItems } from '../results/view.ts'
import { specimens } from '../specimens/tables.ts'
import { type Called, calledIn } from './in-language.ts'
import { namedOf, type PaperAsked, personOnPaper } from './person.ts'

const earlier_most = 8

export async function reportOf(caller: Caller, order_id: string, asked: PaperAsked) {
  const { open } = asked
  const order = await orderRecord.get(caller, order_id)
  const items = await itemsFor(caller, order, asked)
  const lines = await linesShown(caller, items, open)
  const released = [...lines.values()].flat().filter(({ status }) => status === 'RELEASED')
  if (released.length === 0) throw conflict(`Nothing of ${order.number} is released yet.`)
  const { language, patient, age_estimated } = await personOnPaper(caller, order, asked.language)
  const tubes = await tubesOf(caller, order_id, asked.item_id === undefined ? undefined : items)
  const { report_footer, accreditation_text } = await settingsOf(caller)
  const called = await calledIn(caller, language, { tests: items, lines: released, tubes })
  const prints = await printedAgain(caller, order)
  const by = (field: 'entered_by_name' | 'verified_by_name' | 'released_by_name') => [
    ...new Set(released.flatMap((line) => line[field] ?? [])),
  ]
  return {
    facility_id: order.facility_id,
    language,
    number: order.number,
    patient,
    age_estimated,
    location: order.location,
    ordered_by: order.ordered_by_name,
    specimens: tubes
      .filter(({ status }) => status === 'RECEIVED')
      .map((tube) => ({ ...tube, type: called.tube(tube) })),
    headings: await headingsOf(caller, items, lines, released, called),
    to_follow: (open === undefined ? items : [])
      .filter(({ status }) => !['RELEASED', 'CANCELLED'].includes(status))
      .map(called.test),
    entered_by: by('entered_by_name'),
    verified_by: by('verified_by_name'),
    released_by: by('released_by_name'),
    released_at:
      released
        .map(({ released_at }) => released_at ?? '')
        .toSorted()
        .at(-1) ?? '',
    corrected: released.some(({ corrected }) => corrected),
    footer: report_footer,
    accreditation: accreditation_text,
    prints,
    printed: { at: clock.instant(), by: caller.name },
  }
}

async function linesShown(
  caller: Caller,
  items: readonly ItemRow[],
  open: ReadonlySet<string> | undefined,
): Promise<ReadonlyMap<string, LineRow[]>> {
  const lines = await linesOfItems(
    caller,
    items.map(({ id }) => id),
  )
  if (open === undefined) return lines
  return new Map([...lines].map(([item, own]) => [item, own.filter(({ id }) => open.has(id))]))
}

/** Restricted tests print for whom they are open to (DIA-33); the patient's lines are chosen already. */
export async function itemsFor(
  caller: Caller,
  order: OrderRow,
  asked: PaperAsked,
): Promise<ItemRow[]> {
  const { hospital_id } = caller
  const items = await diagnostic_items.all(
    { hospital_id, order_id: order.id },
    { order: ['position'] },
  )
  const opens =
    asked.open === undefined ? await restrictedOpenTo(caller, [order.patient_id]) : () => true
  const shown = items.filter(({ restricted }) => !restricted || opens(order))
  return namedOf(
    shown.map((item) => ({ item_id: item.id, item })),
    asked,
  ).map(({ item }) => item)
}

/** Of one test its own alone. */
async function tubesOf(
  { hospital_id }: Caller,
  order_id: string,
  items: readonly ItemRow[] | undefined,
) {
  const tubes = await specimens.all({ hospital_id, order_id }, { order: ['number'] })
  if (items === undefined) return tubes
  return tubes.filter(({ id }) => items.some(({ specimen_id }) => specimen_id === id))
}

async function headingsOf(
  caller: Caller,
  items: readonly ItemRow[],
  lines: ReadonlyMap<string, LineRow[]>,
  released: readonly LineRow[],
  called: Called,
) {
  const history = await earlierOf(caller, released)
  const versions = Map.groupBy(
    await versionsOf(
      caller,
      released.filter(({ corrected }) => corrected).map(({ id }) => id),
    ),
    ({ result_id }) => result_id,
  )
  const shown = (line: LineRow) => {
    const [last, before] = (versions.get(line.id) ?? []).toReversed()
    return {
      name: called.test(line),
      value: called.value(line),
      unit: line.value_num === null ? '' : (line.unit ?? ''),
      range: called.range(line),
      flag: line.flag,
      comment: line.comment,
      history: [
        ...(history.get(line.id) ?? []),
        ...(line.value_num === null ? [] : [line.value_num]),
      ],
      low: line.ref_low,
      high: line.ref_high,
      bedside: line.source === 'POC',
      alone: line.single_handed,
      unconfirmed: line.unconfirmed && line.culture === null,
      culture: cultureOnPaper(line),
      before:
        last === undefined || before === undefined
          ? null
          : { value: before.value, at: last.at, reason: last.reason_code },
    }
  }
  const tests = items.flatMap((item) => {
    const out = (lines.get(item.id) ?? []).filter(({ status }) => status === 'RELEASED')
    if (out.length === 0) return []
    const title = item.kind === 'PANEL' ? called.test(item) : null
    return [{ heading: item.heading, test: { title, lines: out.map(shown) } }]
  })
  return [...Map.groupBy(tests, ({ heading }) => heading)].map(([title, own]) => ({
    title,
    tests: own.map(({ test }) => test),
  }))
}

/** What is kept back does not leave the laboratory on paper either (DIA-93). */
function cultureOnPaper({ culture, preliminary }: LineRow) {
  if (culture === null) return null
  const { microscopy, incubated_hours, isolates } = reportedPart(culture)
  return {
    microscopy,
    incubated_hours,
    preliminary,
    isolates: isolates.map((isolate) => ({
      ...isolate,
      susceptibilities: isolate.susceptibilities.map((one) => ({
        ...one,
        measured:
          one.zone_mm === null
            ? `${one.mic_comparator ?? ''}${one.mic ?? ''}`
            : `${one.zone_mm} mm`,
      })),
    })),
  }
}

/** By line: the released numbers of the same test before it, the oldest first. */
async function earlierOf(
  { hospital_id }: Caller,
  released: readonly LineRow[],
): Promise<ReadonlyMap<string, number[]>> {
  const [any] = released
  const measured = released.filter(({ value_num }) => value_num !== null)
  if (any === undefined || measured.length === 0) return new Map()
  const found = await diagnostic_results.read(
    sql`select ${diagnostic_results.selection()} from diagnostic_results
      where hospital_id = ${hospital_id} and patient_id = ${any.patient_id}
        and test_id${oneOf([...new Set(measured.map(({ test_id }) => test_id))])}
        and status = 'RELEASED' and value_num is not null and comparator is null and not invalid
      order by released_at desc, id desc limit 500`,
  )
  return new Map(
    measured.map((line) => {
      const before = found.filter(
        (one) =>
          one.test_id === line.test_id &&
          one.id !== line.id &&
          (one.released_at ?? '') <= (line.released_at ?? ''),
      )
      const values = before.slice(0, earlier_most).map(({ value_num }) => value_num ?? 0)
      return [line.id, values.toReversed()]
    }),
  )
}
