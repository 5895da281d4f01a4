// What a case asks for, read (A.2 Case, CaseInput; A.6).

import type { Caller } from '../../../../core/caller.ts'
import { invalid, invalidAs } from '../../../../core/refusal.ts'
import { readCode } from '../../../care/records/codes/codes.ts'
import { visitRecord } from '../../../desk/visits/rows.ts'
import { admissionRecord } from '../../../care/wards/admissions/record.ts'
import type { CaseChange } from './shapes.ts'
import type { Needs, Procedure } from './tables.ts'

type Asked = NonNullable<CaseChange['procedures']>

export function proceduresRead(input: Asked): Procedure[] {
  if (input.length === 0) throw invalid('procedures', 'needs at least one line.')
  const marked = input.filter(({ primary }) => primary === true).length
  if (marked > 1 || (marked === 0 && input.length > 1)) {
    throw invalidAs('procedures', 'mark one line as primary.')
  }
  return input.map((line, at) => procedureRead(line, at, marked === 0))
}

function procedureRead(line: Asked[number], at: number, alone: boolean): Procedure {
  const system = line.coding_system ?? 'PROCEDURE'
  const { code, system: coding_system, shipped } = readCode(system, line.code)
  const title = shipped?.display ?? line.title ?? code
  if (shipped?.laterality === true && (!line.side || line.side === 'NOT_APPLICABLE')) {
    throw invalid(`procedures[${at}].side`, `is required for ${title}.`)
  }
  return {
    line: at + 1,
    code,
    coding_system,
    title,
    side: line.side ?? 'NOT_APPLICABLE',
    primary: alone || line.primary === true,
  }
}

export const primaryOf = (procedures: readonly Procedure[]): Procedure =>
  (procedures.find(({ primary }) => primary) ?? procedures[0]) as Procedure

/** With its side in words: `Inguinal hernia repair, left`. */
export const said = ({ title, side }: Pick<Procedure, 'title' | 'side'>): string =>
  side === 'NOT_APPLICABLE'
    ? title
    : `${title}, ${side === 'BOTH' ? 'both sides' : side.toLowerCase()}`

export const needsRead = (input: CaseChange['needs'], before?: Needs): Needs => ({
  equipment: input?.equipment ?? before?.equipment ?? [],
  position: input?.position === undefined ? (before?.position ?? null) : input.position || null,
  implants_expected: input?.implants_expected ?? before?.implants_expected ?? false,
  required_tests: input?.required_tests ?? before?.required_tests ?? [],
  prophylaxis: input?.prophylaxis ?? before?.prophylaxis ?? false,
  special: input?.special === undefined ? (before?.special ?? null) : input.special || null,
})

interface PlaceAsked {
  visit_id?: string | null | undefined
  admission_id?: string | null | undefined
}

/** Of this patient, whoever asks. */
export async function mustBeOfPatient(
  caller: Caller,
  patient_id: string,
  { visit_id, admission_id }: PlaceAsked,
): Promise<void> {
  if (admission_id && (await admissionRecord.get(caller, admission_id)).patient_id !== patient_id) {
    throw invalid('admission_id', 'is not an admission of this patient.')
  }
  if (visit_id && (await visitRecord.get(caller, visit_id)).patient_id !== patient_id) {
    throw invalid('visit_id', 'is not a visit of this patient.')
  }
}
