// The images that a hospital begins with (DIA-10): with their region and how long they take; nobody has
// confirmed them, and a hospital's own people change and add.

import { folded } from '../../../store/table.ts'
import { sections } from '../laboratory/catalogue/lists.ts'
import { codeKey, wordsOf } from '../laboratory/catalogue/read.ts'
import { keepTests, type NewTest } from '../laboratory/catalogue/tests.ts'
import { modalities } from '../laboratory/words.ts'
import { report_templates, shipped_exams } from './shipped-exams.ts'

export const shipped_source =
  'General knowledge of imaging, in own words; compare with the rooms and machines of the hospital before confirming.'

export async function shipImaging(hospital_id: string): Promise<void> {
  const known = await sections({ hospital_id }, { discipline: 'IMAGING' })
  const ids = new Map(known.map(({ code, id }) => [folded(code), id]))
  const rows = shipped_exams
    .trim()
    .split('\n')
    .map((line) => examOf(hospital_id, line.split('|'), ids))
  await keepTests(rows)
}

function examOf(
  hospital_id: string,
  cells: readonly string[],
  section_ids: ReadonlyMap<string, string>,
): NewTest {
  const [code = '', name = '', called = '', section = '', modality = ''] = cells
  const [, , , , , body_part = '', minutes = '', hours = '', marks = '', template = ''] = cells
  const [name_sw = '', ...synonyms] = called.split(';')
  const section_id = section_ids.get(folded(section))
  const found = modalities.find((one) => one === modality)
  if (section_id === undefined || found === undefined) throw new Error(`${code} in the exams`)
  const names = { synonyms, name_sw: name_sw || null }
  return {
    hospital_id,
    code,
    code_key: codeKey(code),
    name,
    ...names,
    words: wordsOf(names),
    category: section,
    discipline: 'IMAGING',
    value_type: 'NONE',
    section_id,
    modality: found,
    body_part,
    duration_min: Number(minutes),
    turnaround_hours: Number(hours),
    ...marksOf(marks.split(' ')),
    report_template: report_templates[template] ?? null,
    source: shipped_source,
    unconfirmed: true,
    created_by_name: 'Kituo',
  }
}

function marksOf(marks: readonly string[]): Partial<NewTest> {
  const prep = marks.find((one) => one.startsWith('prep='))
  const may = marks.includes('maybe') ? 'POSSIBLE' : 'NONE'
  return {
    laterality: marks.includes('side') ? 'REQUIRED' : 'NONE',
    contrast: marks.includes('contrast') ? 'REQUIRED' : may,
    sex: marks.includes('female') ? 'Female' : marks.includes('male') ? 'Male' : null,
    preparation: prep === undefined ? null : prep.slice(5).replaceAll('_', ' '),
  }
}
