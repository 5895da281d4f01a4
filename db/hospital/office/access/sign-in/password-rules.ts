// What a new password may be (PLT-26). No rule about kinds of characters.

import { asset } from '../../../../core/assets.ts'
import { invalid } from '../../../../core/refusal.ts'
import { folded } from '../../../../store/table.ts'
import type { Hospital } from '../../hospitals/hospitals.ts'
import type { User } from '../callers.ts'
import { isPassword } from './passwords.ts'

export const password_rules = { min_length: 10, max_length: 200 } as const

type Owner = Pick<User, 'username' | 'email' | 'phone' | 'password'>
type House = Pick<Hospital, 'name' | 'code'>

let common: ReadonlySet<string> | undefined

/** What can be said without knowing whose password it is to be. */
export function judgeAlone(password: string): void {
  const { min_length, max_length } = password_rules
  const { length } = Array.from(password)
  if (length < min_length || length > max_length) {
    throw invalid('new_password', `must be between ${min_length} and ${max_length} characters.`)
  }
  common ??= readCommon()
  if (common.has(password.toLowerCase())) throw invalid('new_password', 'is too common.')
}

/** The rest: nothing of the owner or the house in it, and not the present one. */
export async function judge(password: string, owner: Owner, house: House): Promise<void> {
  judgeAlone(password)
  const typed = folded(password)
  for (const [piece, whose] of tellTales(owner, house)) {
    if (piece.length >= 3 && typed.includes(folded(piece))) {
      throw invalid('new_password', `must not contain ${whose}.`)
    }
  }
  if (owner.password !== null && (await isPassword(password, owner.password))) {
    throw invalid('new_password', 'is the one you have now.')
  }
}

const tellTales = (owner: Owner, house: House): [string, string][] => [
  [owner.username, 'your username'],
  [owner.email?.split('@')[0] ?? '', 'your email address'],
  [owner.phone?.slice(-9) ?? '', 'your telephone number'],
  [house.name, 'the name of the hospital'],
  [house.code, 'the code of the hospital'],
]

/** Read at the first use. Shorter ones never come so far, so they need no room. */
function readCommon(): ReadonlySet<string> {
  const text = asset('db/hospital/office/access/sign-in/common-passwords.txt').toString('utf8')
  return new Set(text.split('\n').filter((line) => line.length >= password_rules.min_length))
}
