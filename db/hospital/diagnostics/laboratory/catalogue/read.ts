// What a body says of a test, read against what stands (DIA-1 to DIA-7).

import type { Caller } from '../../../../core/caller.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { invalid, invalidAs, noSuch, Refusal } from '../../../../core/refusal.ts'
import { folded, type RowOf } from '../../../../store/table.ts'
import { modalities } from '../words.ts'
import { formulaOf, Unreadable } from './formula.ts'
import { type SectionRow, sections, typeFor } from './lists.ts'
import type { TestChange } from './shapes.ts'
import { diagnostic_tests } from './tables.ts'

export type Row = RowOf<(typeof diagnostic_tests)['columns']>
type Said = Partial<Row>

export async function readTest(
  caller: Caller,
  input: TestChange,
  before: Row | undefined,
): Promise<Said> {
  const { confirm: _, answers, components, unit_conversions, ...rest } = input
  const said = Object.fromEntries(
    Object.entries(rest).map(([field, value]) => [field, value === '' ? null : value]),
  ) as Said
  if (input.code !== undefined) {
    said.code = input.code.trim()
    said.code_key = codeKey(said.code)
    if (!/^[A-Za-z0-9._-]{1,20}$/.test(said.code)) {
      throw invalid('code', 'may hold letters, digits, - _ . only.')
    }
  }
  if (answers !== undefined) said.answers = answers.map(answerRead)
  if (unit_conversions !== undefined) {
    said.unit_conversions = unit_conversions.map((one) => ({ ...one, offset: one.offset ?? 0 }))
  }
  if (components !== undefined) {
    said.components = components.map(({ test_code, required }) => ({
      test_code: test_code.trim(),
      required: required ?? true,
    }))
  }
  const imaging = (said.discipline ?? before?.discipline) === 'IMAGING'
  if (imaging && before === undefined && !said.modality) said.modality = await usualOf(caller, said)
  const after = { ...before, ...said } as Row
  const words = wordsOf(after)
  const placed = { ...said, words, ...(await placeOf(caller, input, after)) }
  if (after.kind === 'PANEL' || after.discipline === 'IMAGING') placed.value_type = 'NONE'
  return placed
}

export const codeKey = (code: string): string => folded(code.trim())

const answerRead = (one: NonNullable<TestChange['answers']>[number]) => ({
  ...one,
  code: capitals(one.code),
  text_sw: one.text_sw || null,
  notifiable_as: one.notifiable_as || null,
})

/** What a test is found by beside its name and code. */
export const wordsOf = ({ synonyms, name_sw }: Pick<Row, 'synonyms' | 'name_sw'>): string =>
  [name_sw ?? '', ...(synonyms ?? [])].filter(Boolean).join(' ').slice(0, 1500).toWellFormed()

/** Its section by its category, its specimen by what it is called (DIA-2, DIA-3). */
async function placeOf(caller: Caller, input: TestChange, after: Row): Promise<Said> {
  const placed: Said = {}
  const discipline = after.discipline ?? 'LAB'
  const has_place = input.section_id !== undefined || input.category !== undefined
  if (has_place || after.section_id === undefined) {
    const known = await sections(caller, { discipline })
    placed.section_id = sectionFor(known, input, after).id
  }
  if (input.specimen !== undefined) {
    const type = input.specimen ? await typeFor(caller, input.specimen) : null
    placed.specimen = type?.name ?? null
    placed.specimen_type_id = type?.id ?? null
  }
  return placed
}

const modality_sections: Readonly<Record<string, string>> = {
  XR: 'XRAY',
  US: 'USS',
  MR: 'MRI',
  MG: 'MAMMO',
  FL: 'FLUORO',
}

/** By the section that its category names; else a plain X-ray, before which most is asked (decision 0533). */
async function usualOf(caller: Caller, { category }: Said) {
  const named = calledAs(await sections(caller, { discipline: 'IMAGING' }), category)
  return modalities.find((one) => (modality_sections[one] ?? one) === named?.code) ?? 'XR'
}

const calledAs = (known: readonly SectionRow[], category: string | null | undefined) => {
  const word = folded(category ?? '')
  return known.find(({ code, name }) => [code, name].some((one) => folded(one) === word))
}

function sectionFor(known: readonly SectionRow[], input: TestChange, after: Row): SectionRow {
  if (input.section_id !== undefined) {
    const named = known.find(({ id }) => id === input.section_id)
    if (named === undefined) throw noSuch('section')
    return named
  }
  const by_category = calledAs(known, input.category)
  const modality = after.modality ?? ''
  const usual =
    after.discipline === 'IMAGING' ? (modality_sections[modality] ?? modality) : 'GENERAL'
  const found = by_category ?? known.find(({ code }) => code === usual) ?? known[0]
  if (found === undefined) throw noSuch('section')
  return found
}

/** Everything that must hold of a test as it will stand. */
export async function mustBeSound(caller: Caller, row: Row): Promise<void> {
  inOrder(row, '')
  if (row.discipline === 'IMAGING' && !row.modality) {
    throw invalid('modality', `is required: one of ${modalities.join(', ')}.`)
  }
  if (row.value_type === 'CODED' && row.answers.length < 2) {
    throw invalid('answers', 'is required for a coded test.')
  }
  if (row.value_type === 'NUMERIC' && row.answers.length > 0) {
    throw invalid('answers', 'stand for a coded test alone.')
  }
  const codes = row.answers.map(({ code }) => code)
  if (new Set(codes).size < codes.length) throw invalid('answers', 'name a code twice.')
  if (row.value_type === 'CALCULATED') await formulaSound(caller, row)
  if (row.kind === 'PANEL') await panelSound(caller, row)
}

const pairs = [
  ['ref_low', 'ref_high', 'ref_low is above ref_high.'],
  ['critical_low', 'ref_low', 'critical_low is above ref_low.'],
  ['ref_high', 'critical_high', 'critical_high is below ref_high.'],
  ['critical_low', 'critical_high', 'critical_low is above critical_high.'],
  ['valid_low', 'critical_low', 'valid_low is above critical_low.'],
  ['valid_low', 'ref_low', 'valid_low is above ref_low.'],
  ['critical_high', 'valid_high', 'valid_high is below critical_high.'],
  ['ref_high', 'valid_high', 'valid_high is below ref_high.'],
  ['valid_low', 'valid_high', 'valid_low is above valid_high.'],
] as const

/** DIA-4. */
export function inOrder(
  of: Partial<Record<(typeof pairs)[number][0 | 1], number | null>>,
  where: string,
): void {
  for (const [lower, higher, complaint] of pairs) {
    const [low, high] = [of[lower], of[higher]]
    if (typeof low !== 'number' || typeof high !== 'number' || low <= high) continue
    throw where === ''
      ? new Refusal(400, 'invalid', complaint, { field: complaint.split(' ')[0] })
      : invalidAs(where, complaint)
  }
}

/** DIA-5: readable, of active numbers, and nothing needs itself. */
async function formulaSound(caller: Caller, row: Row): Promise<void> {
  if (!row.formula) throw invalid('formula', 'is required for a calculated test.')
  const needed = codesIn(row.formula)
  const by_key = new Map<string, Row>()
  let wave = needed
  while (wave.length > 0) {
    for (const found of await testsCoded(caller, wave)) by_key.set(found.code_key, found)
    const missing = wave.find((code) => !by_key.has(codeKey(code)))
    if (missing !== undefined && codeKey(missing) !== row.code_key) {
      throw invalidAs('formula', `${missing} is not in the catalogue.`)
    }
    if (wave.some((code) => codeKey(code) === row.code_key)) {
      throw invalidAs('formula', `${row.code} needs itself.`)
    }
    wave = wave.flatMap((code) => {
      const found = by_key.get(codeKey(code))
      return found?.formula ? codesIn(found.formula) : []
    })
  }
  for (const code of needed) {
    const of = by_key.get(codeKey(code)) as Row
    if (!of.active) throw invalidAs('formula', `${of.code} is not active.`)
    if (of.value_type !== 'NUMERIC' && of.value_type !== 'CALCULATED') {
      throw invalidAs('formula', `${of.code} is no number.`)
    }
  }
}

export function codesIn(formula: string): string[] {
  try {
    return formulaOf(formula).codes
  } catch (error) {
    throw error instanceof Unreadable ? invalid('formula', `${error.message}.`) : error
  }
}

async function panelSound(caller: Caller, row: Row): Promise<void> {
  const codes = row.components.map(({ test_code }) => test_code)
  if (codes.length < 2) throw invalid('components', 'is required for a panel: at least two.')
  if (new Set(codes.map(codeKey)).size < codes.length) {
    throw invalid('components', 'name a test twice.')
  }
  const known = new Map((await testsCoded(caller, codes)).map((one) => [one.code_key, one]))
  for (const code of codes) {
    const found = known.get(codeKey(code))
    if (found === undefined) throw invalidAs('components', `${code} is not in the catalogue.`)
    if (found.kind === 'PANEL') throw invalidAs('components', `${found.code} is a panel.`)
    if (found.discipline !== row.discipline) {
      throw invalidAs('components', `${found.code} is ${found.discipline}.`)
    }
  }
}

/** In any spelling. */
export const testsCoded = async (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  codes: readonly string[],
): Promise<Row[]> =>
  codes.length === 0
    ? []
    : diagnostic_tests.all({ hospital_id, code_key: [...new Set(codes.map(codeKey))] })
