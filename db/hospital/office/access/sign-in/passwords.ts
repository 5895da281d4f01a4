// Passwords are kept as argon2id; the work is done by the runtime, off the event loop and never
// inside a transaction.

import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

const plain = promisify(argon2)
/** 19 MiB, two passes: 17–41 ms here, and what OWASP asks for (design/performance.md). */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/**
 * The runtime has four threads for such work, and SQLite reads on them too: one core and one thread
 * stay free, whoever signs in at once at the change of shifts.
 */
const at_once = Math.max(1, Math.min(4, availableParallelism()) - 1)
let working = 0
const waiting: (() => void)[] = []

async function argon(...asked: Parameters<typeof plain>): Promise<Buffer> {
  if (working >= at_once) await new Promise<void>((resolve) => waiting.push(resolve))
  else working += 1
  try {
    return await plain(...asked)
  } finally {
    // The place is handed on as it is, so nobody slips in between.
    const next = waiting.shift()
    if (next === undefined) working -= 1
    else next()
  }
}

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await argon('argon2id', { message: password.normalize('NFC'), nonce, ...cost })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

const form =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<nonce>[^$]+)\$(?<tag>[^$]+)$/

export async function isPassword(password: string, kept: string): Promise<boolean> {
  const parts = form.exec(kept)?.groups
  if (parts === undefined) return false
  const tag = Buffer.from(parts['tag'] ?? '', 'base64url')
  const made = await argon('argon2id', {
    message: password.normalize('NFC'),
    nonce: Buffer.from(parts['nonce'] ?? '', 'base64url'),
    memory: Number(parts['memory']),
    passes: Number(parts['passes']),
    parallelism: Number(parts['parallelism']),
    tagLength: tag.length,
  })
  return timingSafeEqual(made, tag)
}

/** The same time as a real comparison, for an account that is not there (PLT-18). */
let nobody: Promise<string> | undefined
export async function compareWithNobody(password: string): Promise<false> {
  nobody ??= hashPassword(randomBytes(16).toString('hex'))
  await isPassword(password, await nobody)
  return false
}

/** Twelve characters without look-alikes (PLT-51). */
export function temporaryPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
}
