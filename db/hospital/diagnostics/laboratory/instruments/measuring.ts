// What an instrument measures, by what it calls the tests of this catalogue.

import type { Caller } from '../../../../core/caller.ts'
import { testsCoded } from '../catalogue/read.ts'
import { instrumentRecord } from './record.ts'

export async function measuredTestsOf(caller: Caller, id: string): Promise<string[]> {
  const { mapping } = await instrumentRecord.get(caller, id)
  const codes = mapping.flatMap(({ test_code, ignore }) =>
    ignore || test_code === null ? [] : [test_code],
  )
  return (await testsCoded(caller, codes)).map((test) => test.id)
}
