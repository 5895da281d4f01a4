// The words on the sheet of paper (OPS-83): eight groups of four and a check group, in letters that
// are not mistaken for one another. 160 bits; case, spaces and look-alikes are forgiven.

import { createHash, randomBytes } from 'node:crypto'
import { invalid } from '../../core/refusal.ts'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const data_letters = 32

export function newWords(): string {
  const data = [...randomBytes(data_letters)].map((byte) => letters[byte % 32]).join('')
  return grouped(data + checkOf(data))
}

/** Whether something that was typed is meant as recovery words. */
export const looksLikeWords = (typed: string): boolean =>
  /^(?:[0-9a-z]{4}[\s-]*){9}$/i.test(typed.trim())

/** As they were made, or a refusal that says what is wrong with what was typed. */
export function readWords(typed: string): string {
  const plain = typed
    .toUpperCase()
    .replace(/[\s\-–—]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  if (plain.length !== data_letters + 4 || [...plain].some((one) => !letters.includes(one))) {
    throw invalid('words', 'The recovery words are nine groups of four letters and digits.')
  }
  const data = plain.slice(0, data_letters)
  if (checkOf(data) !== plain.slice(data_letters)) {
    throw invalid('words', 'The recovery words do not fit their check group: one is misread.')
  }
  return grouped(plain)
}

const grouped = (plain: string): string => (plain.match(/.{4}/g) ?? []).join('-')

function checkOf(data: string): string {
  const hash = createHash('sha256').update(data).digest()
  return [...hash.subarray(0, 4)].map((byte) => letters[byte % 32]).join('')
}
