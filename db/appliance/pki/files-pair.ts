// A certificate and its key from files of somebody else's authority (tls.mode = files, OPS-20).

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { clock } from '../../core/clock.ts'
import type { Configuration } from '../configuration/read.ts'
import { Refusal } from '../../core/refusal.ts'

/** PEM, the certificate with its chain. */
export interface Pair {
  certificate: string
  key: string
}

/** At start an expired one still serves, and the doctor says so; at a reload it replaces nothing. */
export function pairInFiles({ get }: Pick<Configuration, 'get'>, at: 'start' | 'reload'): Pair {
  const [certificate_file, key_file] = [get('tls.certificate'), get('tls.key')]
  if (certificate_file === null || key_file === null) {
    throw wrong('tls.mode files needs tls.certificate and tls.key.')
  }
  const certificate = textIn('tls.certificate', certificate_file)
  const key = textIn('tls.key', key_file)
  const own = certificateIn(certificate, certificate_file)
  if (!own.checkPrivateKey(keyIn(key, key_file))) {
    throw wrong(`tls.key ${key_file} is not the key of ${certificate_file}.`)
  }
  if (at === 'reload') refuseUnfit(own, certificate_file, get('tls.names'))
  return { certificate, key }
}

export function certificateIn(text: string, file: string): X509Certificate {
  try {
    return new X509Certificate(text)
  } catch {
    throw wrong(`tls.certificate ${file} holds no certificate in PEM.`)
  }
}

/** A new pair must be good before it replaces one that is. */
function refuseUnfit(own: X509Certificate, file: string, names: readonly string[]): void {
  if (own.validToDate.getTime() <= clock.ms()) {
    throw wrong(`tls.certificate ${file} ended on ${own.validToDate.toISOString().slice(0, 10)}.`)
  }
  if (own.validFromDate.getTime() > clock.ms()) {
    throw wrong(
      `tls.certificate ${file} begins on ${own.validFromDate.toISOString().slice(0, 10)}.`,
    )
  }
  if (names.length > 0 && !names.some((name) => speaksFor(own, name))) {
    throw wrong(`tls.certificate ${file} names none of ${names.join(', ')}.`)
  }
}

/** The runtime throws where it is asked for an address and given a name. */
export const speaksFor = (own: X509Certificate, name: string): boolean =>
  (isIP(name) === 0 ? own.checkHost(name) : own.checkIP(name)) !== undefined

function textIn(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw wrong(`${setting} ${file} cannot be read: ${(cause as Error).message}`)
  }
}

function keyIn(text: string, file: string): ReturnType<typeof createPrivateKey> {
  try {
    return createPrivateKey(text)
  } catch {
    throw wrong(`tls.key ${file} holds no private key in PEM, or one with a passphrase.`)
  }
}

const wrong = (message: string): Refusal => new Refusal(400, 'config.wrong_value', message)
