// Whether a paper in somebody's hand is ours and still counts (BIL-161).

import { system } from '../../../core/caller.ts'
import { toMajor } from '../../../core/kinds/money.ts'
import { currency, hospitalOf } from '../hospitals/hospitals.ts'
import type { Language } from '../hospitals/words.ts'
import { registry } from '../../registry.ts'
import type { Genuine } from './shapes.ts'
import { paper_codes } from './tables.ts'
import { code_length } from './words.ts'

/** As typed: small letters, blanks and dashes do no harm; I and L are 1, O is 0. */
export const readCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
    .slice(0, code_length + 1)

export async function genuine(typed: string, language: Language): Promise<Genuine> {
  const code = readCode(typed)
  const found = code.length === code_length ? await paper_codes.findAnywhere({ code }) : undefined
  const kind = registry.papers.get(found?.kind ?? '')
  if (found === undefined || kind === undefined) return { genuine: false }
  const caller = system(found.hospital_id)
  const { said } = found
  const paper =
    said === null ? await kind.read(caller, found.entity_id) : { ...said, status: 'VALID' as const }
  if (paper === undefined) return { genuine: false }
  const money = await currency(caller)
  return {
    genuine: true,
    kind: kind.title[language],
    number: paper.number,
    amount: paper.amount === null ? null : toMajor(paper.amount, money),
    currency: (await hospitalOf(caller)).currency,
    date: paper.date,
    status: paper.status,
  }
}
