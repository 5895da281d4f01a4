// Tests as people see them (DIA-9: the exact code first, then whatever the words find).

import type { Caller } from '../../../../core/caller.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { type Sql, sql, when, where } from '../../../../store/sql.ts'
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
      words === undefined ? undefined : sql`(code_key = ${typed} or ${words})`,
    ])}`,
    order: sql` order by case when code_key = ${typed} then 0 else 1 end, name, id`,
  })
  const names = await sectionNames(caller)
  return mapPage(found, (row) => ({ ...row, section: names.get(row.section_id) ?? '' }))
}

const sectionNames = async (caller: Caller): Promise<ReadonlyMap<string, string>> =>
  new Map((await sections(caller)).map(({ id, name }) => [id, name]))

export async function find(caller: Caller, id: string): Promise<DiagnosticTest> {
  const row = await testRecord.get(caller, id)
  const names = await sectionNames(caller)
  return {
    ...row,
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
