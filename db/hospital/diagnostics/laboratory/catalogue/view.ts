// Tests as people see them (DIA-9: the exact code first, then whatever the words find).

import type { Caller } from '../../../../core/caller.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { type Stopped, stoppedIds, stoppedTests } from '../quality/availability.ts'
import { sections } from './lists.ts'
import { range_lines } from './ranges.ts'
import { codeKey } from './read.ts'
import type { DiagnosticTest, TestFilter, TestRow } from './shapes.ts'
import { diagnostic_tests } from './tables.ts'
import { testRecord } from './tests.ts'

export async function list(caller: Caller, asked: TestFilter & PageAsked): Promise<Page<TestRow>> {
  const flag = (column: Sql, value: boolean | undefined) =>
    value === undefined ? undefined : sql`${column} = ${value}`
  const typed = asked.search?.trim() ? codeKey(asked.search) : ''
  const stopped = asked.available === undefined ? [] : await stoppedIds(caller)
  const words = matching('diagnostic_tests', asked.search)
  const found = await pageFrom(diagnostic_tests, asked, {
    from: sql` from diagnostic_tests${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.discipline, sql`discipline = ${asked.discipline}`),
      when(asked.section_id, sql`section_id = ${asked.section_id}`),
      when(asked.modality, sql`modality = ${asked.modality}`),
      when(asked.kind, sql`kind = ${asked.kind}`),
      flag(sql`orderable`, asked.orderable),
      flag(sql`active`, asked.active ?? true),
      flag(sql`unconfirmed`, asked.unconfirmed),
      asked.available === undefined
        ? undefined
        : asked.available
          ? sql`not (id${oneOf(stopped)})`
          : sql`id${oneOf(stopped)}`,
      words === undefined ? undefined : sql`(code_key = ${typed} or ${words})`,
    ])}`,
    order: sql` order by case when code_key = ${typed} then 0 else 1 end, name, id`,
  })
  const names = await sectionNames(caller)
  const stoppedBy = await stoppedTests(caller)
  return mapPage(found, (row) => ({
    ...row,
    ...standing(stoppedBy(row)),
    section: names.get(row.section_id) ?? '',
  }))
}

const standing = (stopped: Stopped | undefined) => ({
  available: stopped === undefined,
  unavailable_reason: stopped?.why ?? null,
  unavailable_until: stopped?.until ?? null,
})

const sectionNames = async (caller: Caller): Promise<ReadonlyMap<string, string>> =>
  new Map((await sections(caller)).map(({ id, name }) => [id, name]))

export async function find(caller: Caller, id: string): Promise<DiagnosticTest> {
  const row = await testRecord.get(caller, id)
  const names = await sectionNames(caller)
  return {
    ...row,
    ...standing((await stoppedTests(caller))(row)),
    section: names.get(row.section_id) ?? '',
    answers: row.answers.map((one) => ({
      ...one,
      text_sw: one.text_sw ?? null,
      notifiable_as: one.notifiable_as ?? null,
    })),
    components: row.components.map((one, at) => ({ ...one, position: at + 1 })),
    ranges: await range_lines.of(caller, id),
  }
}
