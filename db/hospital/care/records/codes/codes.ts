// The codes that ship: a district's share of ICD-10 with titles of our own, and what is done in wards and
// treatment rooms (ruling 41). A hospital's own files are loaded over them later; until then a code that
// has the form of its system is taken as it was typed (decision 0395).

import { asset } from '../../../../core/assets.ts'
import { capitals } from '../../../../core/kinds/capitals.ts'
import { conflict, invalid, Refusal } from '../../../../core/refusal.ts'
import { folded } from '../../../../store/table.ts'
import { code_systems, type CodeSystem } from '../words.ts'
import { type Chapter, chapterOf } from './chapters.ts'

export interface Code {
  system: CodeSystem
  code: string
  display: string
  display_sw: string | null
  synonyms: readonly string[]
  chapter: Chapter | null
  selectable: boolean
  sex: 'Male' | 'Female' | null
  max_age_days: number | null
  laterality: boolean
  chronic: boolean
  sensitive: boolean
  /** Nobody does it without a signed consent (CAR-23). */
  consent: boolean
  notifiable: boolean
  disease_key: string | null
}

const files: Readonly<Partial<Record<CodeSystem, string>>> = {
  ICD10: 'icd10',
  PROCEDURE: 'procedures',
}

/** Grows when a release changes them: they are adopted anew. */
export const codes_edition = 1
export const codes_source =
  'ICD-10 of the WHO for the codes of diagnoses; titles in own words, English and Swahili, not yet reviewed.'
export const code_tables = [
  { key: 'icd10', title: 'Diagnoses (ICD-10)', system: 'ICD10' },
  { key: 'procedures', title: 'Procedures', system: 'PROCEDURE' },
] as const

export const selectableIn = (system: CodeSystem): number =>
  [...shippedCodes().values()].filter((one) => one.system === system && one.selectable).length

let known: ReadonlyMap<string, Code> | undefined

/** By system and code; read at the first question. */
export function shippedCodes(): ReadonlyMap<string, Code> {
  known ??= new Map(
    code_systems.flatMap((system) =>
      linesOf(system).map((line) => {
        const one = codeIn(system, line)
        return [keyOf(one), one] as const
      }),
    ),
  )
  return known
}

function linesOf(system: CodeSystem): string[] {
  const file = files[system]
  if (file === undefined) return []
  const text = asset(`db/hospital/care/records/codes/${file}.tsv`).toString('utf8')
  return text.split('\n').filter((line) => line !== '')
}

/**
 * Marks: h heading, c chronic, s sensitive, l needs a side, k needs a consent, f or m for one sex;
 * `n=KEY` notifiable, `<28` for who is younger than so many days.
 */
function codeIn(system: CodeSystem, line: string): Code {
  const [code = '', display = '', display_sw = '', words = '', marks = ''] = line.split('\t')
  const parts = marks.split(';')
  const letters = parts.find((part) => /^[a-z]+$/.test(part)) ?? ''
  const disease = parts.find((part) => part.startsWith('n='))?.slice(2) ?? null
  const below = parts.find((part) => part.startsWith('<'))?.slice(1)
  return {
    system,
    code,
    display,
    display_sw: display_sw || null,
    synonyms: words === '' ? [] : words.split(';'),
    chapter: chapterOf(system, code),
    selectable: !letters.includes('h'),
    sex: letters.includes('f') ? 'Female' : letters.includes('m') ? 'Male' : null,
    max_age_days: below === undefined ? null : Number(below),
    laterality: letters.includes('l'),
    chronic: letters.includes('c'),
    sensitive: letters.includes('s'),
    consent: letters.includes('k'),
    notifiable: disease !== null,
    disease_key: disease,
  }
}

export const codeOf = (system: string | null, code: string | null): Code | undefined =>
  system === null || code === null ? undefined : shippedCodes().get(`${system} ${code}`)

/** A letter and two figures, then up to four after the dot. */
const icd10_form = /^[A-Z]\d[0-9A-Z](\.[0-9A-Z]{1,4})?$/
const forms: Readonly<Record<CodeSystem, RegExp>> = {
  ICD10: icd10_form,
  ICD11: /^[0-9A-Z]{4}(\.[0-9A-Z]{1,3})?([/&][0-9A-Z.]+)*$/,
  PROCEDURE: /^[0-9A-Z][0-9A-Z._/-]{0,39}$/,
  LOCAL: /^[0-9A-Z][0-9A-Z._/-]{0,39}$/,
}

export interface ReadCode {
  system: CodeSystem
  code: string
  shipped: Code | undefined
}

/** CAR-14: case, blanks, hyphens and the dot do not count. */
export function readCode(typed_system: string, typed_code: string): ReadCode {
  const system = systemOf(typed_system)
  const code = dotted(system, capitals(typed_code).replace(/\s/g, ''))
  const unknown = () =>
    new Refusal(400, 'invalid', `${code} is not in ${system}.`, { field: 'code' })
  if (!forms[system].test(code)) throw unknown()
  // `Z99.X`: what no edition of ICD-10 has stands behind the dot.
  if (system === 'ICD10' && /\.[A-Z]/.test(code)) throw unknown()
  const shipped = codeOf(system, code)
  if (shipped?.selectable === false) throw conflict(headingSays(shipped))
  return { system, code, shipped }
}

function systemOf(typed: string): CodeSystem {
  const word = capitals(typed).replace(/[\s._-]/g, '')
  const found = code_systems.find((one) => one === word)
  if (found !== undefined) return found
  throw invalid('coding_system', `must be one of ${code_systems.join(', ')}.`)
}

const dotted = (system: CodeSystem, code: string): string =>
  system === 'ICD10' && /^[A-Z]\d[0-9A-Z]{2,5}$/.test(code)
    ? `${code.slice(0, 3)}.${code.slice(3)}`
    : code

function headingSays({ system, code }: Code): string {
  const below = [...shippedCodes().values()]
    .filter((one) => one.system === system && one.code.startsWith(`${code}.`))
    .map((one) => one.code)
  const last = below.pop() ?? ''
  const choices = below.length === 0 ? last : `${below.join(', ')} or ${last}`
  return `${code} is a heading: choose ${choices}.`
}

export interface CodeAsked {
  search?: string
  system?: CodeSystem
  kind?: 'DIAGNOSIS' | 'PROCEDURE'
  chapter?: Chapter
  notifiable?: boolean
  sensitive?: boolean
}

export interface Person {
  sex: string | null
  age_days: number | null
}

/** How often each was written in a department, by system and code. */
export type Uses = ReadonlyMap<string, number>

export type FoundCode = Code & { fits: boolean }

const system_of_kind = { DIAGNOSIS: 'ICD10', PROCEDURE: 'PROCEDURE' } as const

/** CAR-18: by the beginning of a code, or by words in any order, one letter wrong in a long word. */
export function searchCodes(asked: CodeAsked, person?: Person, uses?: Uses): FoundCode[] {
  const words = folded(asked.search ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const typed = capitals(asked.search ?? '').replace(/[\s.]/g, '')
  const system = asked.system ?? (asked.kind === undefined ? undefined : system_of_kind[asked.kind])
  const found = [...shippedCodes().values()].filter(
    (one) =>
      (system === undefined || one.system === system) &&
      (asked.chapter === undefined || one.chapter === asked.chapter) &&
      (asked.notifiable === undefined || one.notifiable === asked.notifiable) &&
      (asked.sensitive === undefined || one.sensitive === asked.sensitive) &&
      (words.length === 0 || bare(one).startsWith(typed) || fitsWords(one, words)),
  )
  const order = (one: FoundCode): string =>
    [
      one.fits ? 0 : 1,
      bare(one) === typed ? 0 : 1,
      String(most_uses - (uses?.get(keyOf(one)) ?? 0)).padStart(9, '0'),
      String(one.display.length).padStart(3, '0'),
      one.code,
    ].join(' ')
  return found
    .map((one) => ({ ...one, fits: person === undefined || fits(one, person) }))
    .toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
}

const most_uses = 999_999_999

export const keyOf = ({ system, code }: Pick<Code, 'system' | 'code'>): string =>
  `${system} ${code}`

const bare = ({ code }: Code): string => code.replace('.', '')

/** REC_AGE_SEX asks the same. */
export const fits = ({ sex, max_age_days }: Code, person: Person): boolean =>
  (sex === null || person.sex === null || person.sex === 'Ambiguous' || sex === person.sex) &&
  (max_age_days === null || person.age_days === null || person.age_days < max_age_days)

function fitsWords(one: Code, words: readonly string[]): boolean {
  const own = folded([one.display, one.display_sw ?? '', ...one.synonyms].join(' ')).split(
    /[\s;,']+/,
  )
  return words.every((word) => own.some((other) => other.startsWith(word) || near(word, other)))
}

/** One letter wrong, missing or too many, in words of five letters or more. */
function near(word: string, other: string): boolean {
  if (word.length < 5 || Math.abs(word.length - other.length) > 1) return false
  let start = 0
  while (start < word.length && word[start] === other[start]) start += 1
  const rest = (text: string, skip: number): string => text.slice(start + skip)
  return (
    rest(word, 1) === rest(other, 1) ||
    rest(word, 0) === rest(other, 1) ||
    rest(word, 1) === rest(other, 0)
  )
}
