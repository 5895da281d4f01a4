// The tubes that an order will need: they have their numbers at once, so that labels may be printed
// before anybody is pricked (DIA-31).

import type { Caller } from '../../../../core/caller.ts'
import type { SpecimenTypeRow } from '../catalogue/lists.ts'
import type { Row as TestRow } from '../catalogue/read.ts'
import { type Container, containersFor } from '../orders/containers.ts'
import type { OrderRow } from '../orders/record.ts'
import { nextNumbers } from './numbers.ts'
import { type SpecimenRow, specimenRecord } from './record.ts'

/** By the id of each tube: the ids of the tests that it is for. */
export async function expect(
  caller: Caller,
  order: OrderRow,
  tests: readonly TestRow[],
  types: ReadonlyMap<string, SpecimenTypeRow>,
): Promise<Map<string, ReadonlySet<string>>> {
  const containers = containersFor(tests, types)
  const numbers = await nextNumbers(caller, containers.length)
  const made = new Map<string, ReadonlySet<string>>()
  for (const [at, container] of containers.entries()) {
    const row = await specimenRecord.created(
      caller,
      expected(order, container, numbers[at] ?? ''),
      'expect',
    )
    made.set(row.id, new Set(container.tests.map(({ id }) => id)))
  }
  return made
}

const expected = (order: OrderRow, { type }: Container, number: string) => ({
  number,
  facility_id: order.facility_id,
  order_id: order.id,
  patient_id: order.patient_id,
  type_id: type.id,
  type_name: type.name,
  container: type.container,
  colour: type.colour,
  volume_ml: type.volume_ml,
  collect_at: order.collect_at,
})

/** Another tube in place of one that was refused, with a number of its own. */
export async function replacementOf(caller: Caller, before: SpecimenRow): Promise<SpecimenRow> {
  const [number = ''] = await nextNumbers(caller, 1)
  const { facility_id, order_id, patient_id, type_id, type_name, container, colour } = before
  return specimenRecord.created(
    caller,
    {
      number,
      facility_id,
      order_id,
      patient_id,
      type_id,
      type_name,
      container,
      colour,
      volume_ml: before.volume_ml,
      replaces_id: before.id,
    },
    'expect',
  )
}
