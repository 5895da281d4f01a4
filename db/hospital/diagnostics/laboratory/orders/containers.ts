// Which tests share a tube (DIA-31).

import type { SpecimenTypeRow } from '../catalogue/lists.ts'
import type { Row as TestRow } from '../catalogue/read.ts'

export interface Container {
  type: SpecimenTypeRow
  tests: TestRow[]
}

/** One kind of tube for as many tests as it takes; a restricted test has its own. */
export function containersFor(
  tests: readonly TestRow[],
  types: ReadonlyMap<string, SpecimenTypeRow>,
): Container[] {
  const found: Container[] = []
  for (const test of tests) {
    const type = types.get(test.specimen_type_id ?? '')
    if (type === undefined) continue
    const open = test.restricted ? undefined : found.find((one) => hasRoom(one, type))
    if (open === undefined) found.push({ type, tests: [test] })
    else open.tests.push(test)
  }
  return found
}

const hasRoom = ({ type, tests }: Container, wanted: SpecimenTypeRow): boolean =>
  type.id === wanted.id &&
  tests.length < type.tests_per_container &&
  tests.every(({ restricted }) => !restricted)
