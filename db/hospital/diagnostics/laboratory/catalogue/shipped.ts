// The catalogue that a hospital begins with (DIA-10): nothing of it is confirmed by anybody, and its own
// people change and add (decision 0455).

import { folded, type NewRow } from '../../../../store/table.ts'
import {
  age_units,
  type AgeUnit,
  named_sexes,
  type PregnancyState,
  reason_kinds,
  storages,
  type verdicts,
} from '../words.ts'
import { codeKey, wordsOf } from './read.ts'
import { rangesRead } from './ranges.ts'
import type { RangeInput } from './shapes.ts'
import { shipped_reasons, shipped_sections, shipped_specimen_types } from './shipped/lists.ts'
import { shipped_ranges } from './shipped/ranges.ts'
import { shipMicrobiology } from '../cultures/shipped.ts'
import { answer_sets, shipped_formulas, shipped_tests } from './shipped/tests.ts'
import {
  type CodedAnswer,
  diagnostic_ranges,
  diagnostic_reasons,
  diagnostic_sections,
  diagnostic_tests,
  specimen_types,
} from './tables.ts'

export const shipped_source =
  'General laboratory knowledge, in own words; compare with the method and with the people served before confirming.'

const linesIn = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))

const slip = (what: string): Error => new Error(`"${what}" in the shipped catalogue`)
const numberOr = (text: string | undefined): number | null => (text ? Number(text) : null)

export async function shipCatalogue(hospital_id: string): Promise<void> {
  const section_ids = await shipSections(hospital_id)
  const type_ids = await shipSpecimenTypes(hospital_id)
  await shipReasons(hospital_id)
  const tests = linesIn(shipped_tests).map((cells) =>
    diagnostic_tests.withDefaults(testOf(hospital_id, cells, section_ids, type_ids)),
  )
  await diagnostic_tests.insertMany(tests)
  const by_code = new Map(tests.map((one) => [one.code, one]))
  const ranges = linesIn(shipped_ranges).flatMap(([code = '', text = '']) => {
    const test = by_code.get(code)
    if (test === undefined) throw slip(code)
    return rangesRead(text.split(';').map(rangeOf), test).map((row, at) => ({
      ...row,
      hospital_id,
      test_id: test.id,
      position: at + 1,
      source: shipped_source,
    }))
  })
  await diagnostic_ranges.insertMany(ranges)
  await shipMicrobiology(hospital_id)
}

async function shipSections(hospital_id: string): Promise<ReadonlyMap<string, string>> {
  const made = (['LAB', 'IMAGING'] as const).flatMap((discipline) =>
    linesIn(shipped_sections[discipline]).map(([code = '', name = '', hours = ''], position) =>
      diagnostic_sections.withDefaults({
        hospital_id,
        code,
        name,
        name_key: folded(name),
        discipline,
        turnaround_hours: Number(hours),
        position,
      }),
    ),
  )
  await diagnostic_sections.insertMany(made)
  return new Map(made.map(({ code, id }) => [code, id]))
}

interface KnownType {
  id: string
  name: string
}

async function shipSpecimenTypes(hospital_id: string): Promise<ReadonlyMap<string, KnownType>> {
  const made = linesIn(shipped_specimen_types).map((cells) => {
    const [code = '', names = '', name_sw = '', container = '', colour = ''] = cells
    const [, , , , , volume = '', keeps = '', storage = '', marks = ''] = cells
    const [name = '', ...aliases] = names.split(';')
    const [room, cold, frozen] = keeps.split(',')
    const kept = storages.find((one) => one === storage)
    if (kept === undefined) throw slip(code)
    return specimen_types.withDefaults({
      hospital_id,
      code,
      name,
      name_key: folded(name),
      name_sw: name_sw || null,
      aliases,
      container,
      colour,
      volume_ml: Number(volume),
      stability_hours: { room: numberOr(room), cold: numberOr(cold), frozen: numberOr(frozen) },
      storage: kept,
      patient_collects: marks.includes('p'),
      needs_site: marks.includes('s'),
      hazard: marks.includes('h'),
    })
  })
  await specimen_types.insertMany(made)
  return new Map(made.map(({ code, id, name }) => [code, { id, name }]))
}

async function shipReasons(hospital_id: string): Promise<void> {
  await diagnostic_reasons.insertMany(
    reason_kinds.flatMap((kind) =>
      linesIn(shipped_reasons[kind]).map(
        ([code = '', name = '', name_sw = '', marks = ''], position) => ({
          hospital_id,
          kind,
          code,
          name,
          name_sw,
          our_failure: marks.includes('o'),
          needs_note: marks.includes('n'),
          recollect: !marks.includes('-'),
          position,
        }),
      ),
    ),
  )
}

type NewTest = NewRow<(typeof diagnostic_tests)['columns']>

function testOf(
  hospital_id: string,
  cells: readonly string[],
  section_ids: ReadonlyMap<string, string>,
  type_ids: ReadonlyMap<string, KnownType>,
): NewTest {
  const [code = '', name = '', called = '', section = '', specimen = ''] = cells
  const [, , , , , unit = '', decimals = '', hours = '', more = ''] = cells
  const [name_sw = '', ...synonyms] = called.split(';')
  const said = wordsIn(more)
  const section_id = section_ids.get(section)
  const type = specimen === '' ? undefined : type_ids.get(specimen)
  if (section_id === undefined || (specimen !== '' && type === undefined)) throw slip(code)
  const names = { synonyms: synonyms.map((one) => one.trim()), name_sw: name_sw || null }
  return {
    hospital_id,
    code,
    code_key: codeKey(code),
    name,
    ...names,
    words: wordsOf(names),
    category: section,
    discipline: 'LAB',
    section_id,
    specimen: type?.name ?? null,
    specimen_type_id: type?.id ?? null,
    unit: unit || null,
    decimals: decimals === '' ? 1 : Number(decimals),
    turnaround_hours: Number(hours),
    ...valueOf(code, said),
    ...limitsOf(said),
    ...marksOf(said),
    source: shipped_source,
    unconfirmed: true,
    created_by_name: 'Kituo',
  }
}

const wordsIn = (more: string): ReadonlyMap<string, string> =>
  new Map(
    more
      .split(' ')
      .filter(Boolean)
      .map((word): [string, string] => {
        const [key = '', value = ''] = word.split('=')
        return [key, value]
      }),
  )

function valueOf(code: string, said: ReadonlyMap<string, string>): Partial<NewTest> {
  const parts = said.get('panel')
  if (parts !== undefined) {
    const components = parts.split(',').map((part) => ({
      test_code: part.replace('?', ''),
      required: !part.endsWith('?'),
    }))
    return { kind: 'PANEL', value_type: 'NONE', components }
  }
  const set = said.get('coded')
  if (set !== undefined) return { value_type: 'CODED', answers: answersOf(set) }
  if (said.has('text')) return { value_type: 'TEXT' }
  if (said.has('culture')) return { value_type: 'CULTURE' }
  if (!said.has('calc')) return {}
  const formula = shipped_formulas[code]
  if (formula === undefined) throw slip(code)
  return { value_type: 'CALCULATED', formula }
}

const verdict_letters: Readonly<Record<string, (typeof verdicts)[number]>> = {
  N: 'NORMAL',
  A: 'ABNORMAL',
  C: 'CRITICAL',
}

function answersOf(set: string): CodedAnswer[] {
  const text = answer_sets[set]
  if (text === undefined) throw slip(set)
  return text.split(' ').map((one) => {
    const [code = '', said = '', said_sw = '', letter = ''] = one.split(':')
    const verdict = verdict_letters[letter]
    if (verdict === undefined) throw slip(one)
    const spoken = (word: string): string => word.replaceAll('_', ' ')
    return { code, text: spoken(said), text_sw: spoken(said_sw), verdict, notifiable_as: null }
  })
}

const pairOf = (text: string | undefined): [number | null, number | null] => {
  const [low, high] = (text ?? '').split(':')
  return [numberOr(low), numberOr(high)]
}

function limitsOf(said: ReadonlyMap<string, string>): Partial<NewTest> {
  const [ref_low, ref_high] = pairOf(said.get('ref'))
  const [critical_low, critical_high] = pairOf(said.get('crit'))
  const [valid_low, valid_high] = pairOf(said.get('valid'))
  return { ref_low, ref_high, critical_low, critical_high, valid_low, valid_high }
}

function marksOf(said: ReadonlyMap<string, string>): Partial<NewTest> {
  const delta = said.get('delta')
  const [limit = '', days = ''] = (delta ?? '').split(':')
  const sex = named_sexes.find((one) => one === said.get('sex')) ?? null
  return {
    sex,
    restricted: said.has('restricted'),
    consent_required: said.has('consent'),
    entry_by: said.has('poc') ? 'BOTH' : 'LAB',
    orderable: !said.has('hidden'),
    turnaround_stat_minutes: said.has('stat') ? 60 : null,
    notifiable_as: said.get('notifiable') ?? null,
    preparation: said.has('fasting') ? 'Fast for 8 to 12 hours; water may be drunk.' : null,
    preparation_sw: said.has('fasting') ? 'Usile kwa saa 8 hadi 12; unaweza kunywa maji.' : null,
    delta:
      delta === undefined
        ? null
        : {
            kind: limit.endsWith('%') ? 'PERCENT' : 'ABSOLUTE',
            limit: Number(limit.replace('%', '')),
            within_days: Number(days),
            action: 'HOLD',
          },
  }
}

const states: Readonly<Record<string, PregnancyState>> = {
  P: 'PREGNANT',
  T1: 'TRIMESTER_1',
  T2: 'TRIMESTER_2',
  T3: 'TRIMESTER_3',
}

function rangeOf(text: string): RangeInput {
  const row: RangeInput = {}
  for (const word of text.trim().split(' ')) {
    if (word === 'M' || word === 'F') row.sex = word === 'M' ? 'Male' : 'Female'
    else if (states[word] !== undefined) row.pregnancy = states[word]
    else if (word.startsWith('=')) row.text = word.slice(1).replaceAll('_', ' ')
    else if (word.startsWith('!')) [row.critical_low, row.critical_high] = pairOf(word.slice(1))
    else if (word.includes(':')) [row.ref_low, row.ref_high] = pairOf(word)
    else Object.assign(row, agesOf(word))
  }
  return row
}

function agesOf(word: string): Partial<RangeInput> {
  const [from = '', to = ''] = word.split('-')
  return { ...ageOf('age_from', from), ...ageOf('age_to', to) }
}

function ageOf(field: 'age_from' | 'age_to', text: string): Partial<RangeInput> {
  if (text === '') return {}
  const unit = age_units.find((one): one is AgeUnit => text.endsWith(one))
  if (unit === undefined) throw slip(text)
  return { [field]: Number(text.slice(0, -1)), [`${field}_unit`]: unit }
}
