// What an API key looks like (MSG 2.3): a prefix that says the mode, ten characters that find it,
// thirty-two that nobody guesses, six that show a typing error before the database is asked.

import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Mode } from '../caller.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const id_length = 10
const secret_length = 32
const check_length = 6

export interface MadeKey {
  key: string
  public_id: string
  hash: string
  last_four: string
}

export function makeKey(mode: Mode): MadeKey {
  const public_id = randomWord(id_length)
  const body = `sms_${mode}_${public_id}${randomWord(secret_length)}`
  const key = `${body}${checkOf(body)}`
  return { key, public_id, hash: hashOf(key), last_four: key.slice(-4) }
}

const shape = /^sms_(?<mode>live|test)_(?<id>[0-9A-Za-z]{10})[0-9A-Za-z]{38}$/

/** Null when it cannot be a key of ours (MSG-103). */
export function readKey(key: string): { mode: Mode; public_id: string; hash: string } | null {
  const parts = shape.exec(key)?.groups
  if (parts === undefined || checkOf(key.slice(0, -check_length)) !== key.slice(-check_length))
    return null
  return { mode: parts['mode'] as Mode, public_id: parts['id'] ?? '', hash: hashOf(key) }
}

/** `sms_live_4Jd0…`, what lists show. */
export const prefixOf = (mode: Mode, public_id: string): string => `sms_${mode}_${public_id}`

export const hashOf = (key: string): string => hash('sha256', key)

function checkOf(text: string): string {
  let rest = crc32(text)
  let word = ''
  for (let place = 0; place < check_length; place++) {
    word = `${digits[rest % 62]}${word}`
    rest = Math.floor(rest / 62)
  }
  return word
}

const randomWord = (length: number): string =>
  Array.from({ length }, () => digits[randomInt(62)]).join('')
