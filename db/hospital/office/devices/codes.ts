// Activation codes (PLT-83): ten characters that are not mistaken for one another, read without regard
// to case, dashes and spaces, kept as a keyed hash.

import { randomInt } from 'node:crypto'
import { keyedHash } from '../../../appliance/secrets/seal.ts'

const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 10

export function newCode(): { code: string; code_hash: string; code_hint: string } {
  const plain = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return {
    code: `${plain.slice(0, 5)}-${plain.slice(5)}`,
    code_hash: hashOfCode(plain) ?? '',
    code_hint: plain.slice(-2),
  }
}

/** Null for what cannot be a code. */
export function hashOfCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s–—-]/g, '')
  if (plain.length !== length || [...plain].some((one) => !letters.includes(one))) return null
  return keyedHash(`device activation\n${plain}`)
}
