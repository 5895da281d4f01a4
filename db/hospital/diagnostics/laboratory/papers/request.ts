// What the slip of an order says (DIA-151): what is wanted of whom and why, in which tubes, how to prepare.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import type { Language } from '../../../office/hospitals/words.ts'
import { diagnostic_tests } from '../catalogue/tables.ts'
import { type ItemRow, orderRecord } from '../orders/record.ts'
import { diagnostic_items } from '../orders/tables.ts'
import { restrictedOpenTo } from '../results/seen.ts'
import { specimens } from '../specimens/tables.ts'
import { calledIn } from './in-language.ts'
import { namedOf, type PaperAsked, personOnPaper } from './person.ts'

const gone: readonly string[] = ['CANCELLED', 'REJECTED']

export async function requestOf(caller: Caller, order_id: string, asked: PaperAsked) {
  const { hospital_id } = caller
  const order = await orderRecord.get(caller, order_id)
  const all = await diagnostic_items.all({ hospital_id, order_id }, { order: ['position'] })
  const items = namedOf(
    all.map((item) => ({ item_id: item.id, item })),
    asked,
  ).flatMap(({ item }) => (item.status === 'CANCELLED' ? [] : [item]))
  if (items.length === 0) throw conflict(`Nothing of ${order.number} is wanted any more.`)
  const opens = await restrictedOpenTo(caller, [order.patient_id])
  const { language, patient } = await personOnPaper(caller, order, asked.language)
  const isWanted = (id: string): boolean =>
    asked.item_id === undefined || items.some(({ specimen_id }) => specimen_id === id)
  const tubes = await specimens.all({ hospital_id, order_id }, { order: ['number'] })
  const words = await calledIn(caller, language, { tests: items, tubes })
  // What is restricted is called by its section.
  const called = (item: ItemRow): string =>
    item.restricted && !opens(order) ? item.section : words.test(item)
  return {
    facility_id: order.facility_id,
    language,
    number: order.number,
    discipline: order.discipline,
    patient,
    location: order.location,
    ordered_by: order.ordered_by_name,
    ordered_at: order.ordered_at,
    priority: order.priority,
    fasting: order.fasting,
    question: [order.clinical_notes, order.diagnosis].filter(Boolean).join('\n') || null,
    tests: items.map((item) => ({
      item_id: item.id,
      name: called(item),
      side: item.laterality,
      section: item.section,
    })),
    tubes: tubes
      .filter(({ id, status }) => !gone.includes(status) && isWanted(id))
      .map((tube) => ({
        number: tube.number,
        what: [words.tube(tube), tube.container, tube.colour].filter(Boolean).join(', '),
        tests: items.filter(({ specimen_id }) => specimen_id === tube.id).map(called),
      })),
    preparation: await preparationOf(caller, items, language),
    consents: order.consents.map(({ by_name, at }) => ({ by: by_name, at })),
    printed: { at: clock.instant(), by: caller.name },
  }
}

/** Each sentence once, however many tests ask for it. */
async function preparationOf(
  { hospital_id }: Caller,
  items: readonly ItemRow[],
  language: Language,
): Promise<string[]> {
  const tests = await diagnostic_tests.all({
    hospital_id,
    id: [...new Set(items.map(({ test_id }) => test_id))],
  })
  const said = tests.flatMap(
    ({ preparation, preparation_sw }) =>
      (language === 'sw' ? (preparation_sw ?? preparation) : preparation) ?? [],
  )
  return [...new Set(said)]
}
