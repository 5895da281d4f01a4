// The tests that an order names, as the catalogue has them now (DIA-1, DIA-21 to DIA-24, DIA-30).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid, invalidAs, Refusal } from '../../../../core/refusal.ts'
import { ageOn } from '../../../desk/patients/register/ages.ts'
import type { Row as Patient } from '../../../desk/patients/rows.ts'
import { codeKey, type Row as TestRow, testsCoded } from '../catalogue/read.ts'
import { type Side, sides } from '../words.ts'
import type { DiagnosticOrderInput } from './shapes.ts'

/** A test of the order, with the tests of which a line is written: itself, or those of the panel. */
export interface Asked {
  test: TestRow
  lines: { test: TestRow; required: boolean }[]
}

export async function testsAsked(
  caller: Caller,
  input: DiagnosticOrderInput,
  patient: Patient,
  on: string,
): Promise<Asked[]> {
  const codes = [...new Map(input.test_codes.map((code) => [codeKey(code), code])).values()]
  const known = new Map((await testsCoded(caller, codes)).map((one) => [one.code_key, one]))
  const tests = codes.map((code) => {
    const found = known.get(codeKey(code))
    if (found === undefined) throw invalidAs('test_codes', `${code} is not in the catalogue.`)
    return found
  })
  oneDiscipline(tests)
  for (const test of tests) mayBeOrdered(test, input, patient, on)
  const parts = await testsCoded(
    caller,
    tests.flatMap(({ components }) => components.map(({ test_code }) => test_code)),
  )
  const by_key = new Map(parts.map((one) => [one.code_key, one]))
  return tests.map((test) => ({ test, lines: linesOf(test, by_key) }))
}

/** DIA-22. Those of the laboratory and those of imaging are two orders. */
function oneDiscipline(tests: readonly TestRow[]): void {
  const [first] = tests
  const other = tests.find(({ discipline }) => discipline !== first?.discipline)
  if (first === undefined || other === undefined) return
  throw invalidAs(
    'test_codes',
    `${first.code} is ${first.discipline} and ${other.code} is ${other.discipline}: order them apart.`,
  )
}

/** DIA-34: a side where the test needs one, and none where it has none. */
export function sideOf(test: TestRow, input: DiagnosticOrderInput): Side | null {
  const asked = Object.entries(input.laterality ?? {})
  const found = asked.find(([code]) => codeKey(code) === test.code_key)?.[1]
  const side = sides.find((one) => one === found) ?? null
  if (found !== undefined && side === null) {
    throw invalidAs('laterality', `${test.code} takes one of ${sides.join(', ')}.`)
  }
  if (test.laterality === 'REQUIRED' && side === null) {
    throw new Refusal(400, 'invalid', `${test.code} needs a side: laterality.`, {
      field: 'laterality',
    })
  }
  return side
}

/** The same line twice in one panel stands once; what was put away since is left out. */
function linesOf(test: TestRow, parts: ReadonlyMap<string, TestRow>): Asked['lines'] {
  if (test.discipline === 'IMAGING') return []
  if (test.kind !== 'PANEL') return [{ test, required: true }]
  return test.components.flatMap(({ test_code, required }) => {
    const part = parts.get(codeKey(test_code))
    return part === undefined || !part.active ? [] : [{ test: part, required }]
  })
}

function mayBeOrdered(
  test: TestRow,
  input: DiagnosticOrderInput,
  patient: Patient,
  on: string,
): void {
  if (!test.active || !test.orderable) throw conflict(`${test.code} is not offered.`)
  if (input.discipline !== undefined && input.discipline !== test.discipline) {
    throw invalidAs('discipline', `${test.code} is ${test.discipline}.`)
  }
  const { years } = ageOn(patient.birth_date, on, 'en')
  sideOf(test, input)
  const who = offeredTo(test, patient.sex, years)
  if (who !== null) throw conflict(`${test.code} is offered to ${who} only.`)
  const consented = (input.consent_codes ?? []).map(codeKey)
  if (test.consent_required && !consented.includes(test.code_key)) {
    throw conflict(`${test.name} needs the patient's consent.`, 'consent')
  }
}

function offeredTo({ sex, age_from, age_to }: TestRow, is: string, years: number): string | null {
  if (sex !== null && sex !== is) return sex
  const too_young = age_from !== null && years < age_from
  const too_old = age_to !== null && years > age_to
  if (!too_young && !too_old) return null
  if (age_to === null) return `people from ${age_from} years`
  return `people of ${age_from ?? 0} to ${age_to} years`
}

/** Series and words of mouth are for later (ruling 39). */
export function refuseUnoffered(input: DiagnosticOrderInput): void {
  if (input.series) throw invalid('series', 'is not offered yet.')
  if (input.verbal === true) throw invalid('verbal', 'is not offered yet.')
}
