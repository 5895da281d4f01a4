// Codes for papers (platform 4.17): given at the first print, the same ever after.

import { randomBytes } from 'node:crypto'
import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { within } from '../../../store/connection.ts'
import { record } from '../audit/record.ts'
import { paper_codes, type Said } from './tables.ts'
import { code_length, code_letters } from './words.ts'

export interface Printing {
  kind: string
  entity_id: string
  number: string | null
  patient_id?: string | null
  /** Given: nothing is stored of the paper but this, and every print is a paper of its own. */
  said?: Said
}

export interface Printed {
  code: string
  /** 0 for the first: the second print is the first copy (BIL-160). */
  copy: number
  sha256: string | null
}

/** One print more, with its row in the audit log. */
export function printOf(caller: Caller, printing: Printing): Promise<Printed> {
  return within(async () => {
    const { hospital_id } = caller
    const { kind, entity_id, number, patient_id = null, said = null } = printing
    record(caller, `${kind}.print`, {
      entity_type: said === null ? kind : 'patient',
      entity_id: said === null ? entity_id : patient_id,
      entity_label: number,
      patient_id,
    })
    const key = { hospital_id, kind, entity_id }
    const found = await paper_codes.find(key, { lock: true })
    if (found === undefined) {
      const code = newCode()
      await paper_codes.insert({ ...key, code, prints: 1, first_at: clock.instant(), said })
      return { code, copy: 0, sha256: null }
    }
    await paper_codes.change(key, { prints: found.prints + 1 })
    return { code: found.code, copy: found.prints, sha256: found.sha256 }
  })
}

/** The code of a paper before its first print, for a record that shows it. */
export async function codeOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { kind, entity_id }: Pick<Printing, 'kind' | 'entity_id'>,
): Promise<string> {
  const key = { hospital_id, kind, entity_id }
  const found = await paper_codes.find(key)
  if (found !== undefined) return found.code
  const code = newCode()
  await paper_codes.insert({ ...key, code, prints: 0, first_at: clock.instant(), said: null })
  return code
}

/** The code that a paper has, if it was ever printed. */
export const codeGiven = async (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  { kind, entity_id }: Pick<Printing, 'kind' | 'entity_id'>,
): Promise<string | null> =>
  (await paper_codes.find({ hospital_id, kind, entity_id }))?.code ?? null

/** How often each was printed. */
export async function printsOf(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  kind: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const found = await paper_codes.all({ hospital_id, kind, entity_id: [...ids] })
  return new Map(found.map(({ entity_id, prints }) => [entity_id, prints]))
}

export const keepRendering = (
  { hospital_id }: Caller,
  { kind, entity_id }: Printing,
  sha256: string,
): Promise<number> =>
  within(() => paper_codes.change({ hospital_id, kind, entity_id, sha256: null }, { sha256 }))

/** 32 letters: five bits of each byte, none of them more likely than another. */
function newCode(): string {
  return [...randomBytes(code_length)].map((byte) => code_letters[byte & 31]).join('')
}
