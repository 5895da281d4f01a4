// Whether the authorities and what they signed hold (OPS-142): by the runtime's own reader and, where
// it is asked for, by openssl, which many machines of others judge with.

import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clock, days } from '../../core/clock.ts'
import type { Configuration } from '../configuration/read.ts'
import { ran } from '../../core/programs.ts'
import { certificateIn, speaksFor } from './files-pair.ts'
import { publishedAuthorities } from './server-authority.ts'
import { readCertificate, wantedNames } from './server-certificate.ts'

export interface Judged {
  what: string
  state: 'OK' | 'WARN' | 'BAD'
  message: string
}

const day_ms = days(1)

/** The certificate that the listeners show, by what lies on the disk; null without one. */
export function certificateShown({ get }: Pick<Configuration, 'get'>): X509Certificate | null {
  const mode = get('tls.mode')
  if (mode === 'off') return null
  if (mode === 'own') {
    const kept = readCertificate()
    return kept === null ? null : new X509Certificate(kept.pem)
  }
  const file = get('tls.certificate')
  return file === null ? null : certificateIn(readFileSync(file, 'utf8'), file)
}

export function judgeEnd(what: string, ends: Date, warn_days: number, bad_days = 0): Judged {
  const left = Math.floor((ends.getTime() - clock.ms()) / day_ms)
  const on = ends.toISOString().slice(0, 10)
  if (left < 0) return { what, state: 'BAD', message: `${what} ended on ${on}` }
  if (left >= warn_days) return { what, state: 'OK', message: `${what} lasts until ${on}` }
  const state = left < bad_days ? 'BAD' : 'WARN'
  return { what, state, message: `${what} ends on ${on}, in ${left} days` }
}

export function judgeNames(configuration: Configuration): Judged {
  const what = 'names'
  const shown = certificateShown(configuration)
  if (shown === null) return { what, state: 'OK', message: 'no certificate is shown' }
  const named =
    configuration.get('tls.mode') === 'own'
      ? wantedNames(configuration)
      : configuration.get('tls.names')
  const missing = named.filter((name) => !speaksFor(shown, name))
  return missing.length === 0
    ? { what, state: 'OK', message: `${named.length} names` }
    : { what, state: 'WARN', message: `the certificate does not name ${missing.join(', ')}` }
}

/** The chain as somebody else would judge it. */
export async function judgeChain(configuration: Configuration, openssl: boolean): Promise<Judged> {
  const what = 'chain'
  const shown = certificateShown(configuration)
  if (shown === null || configuration.get('tls.mode') !== 'own') {
    return { what, state: 'OK', message: 'the house signs no certificate of its own' }
  }
  const authorities = publishedAuthorities().map(({ pem }) => new X509Certificate(pem))
  const signer = authorities.find((one) => shown.checkIssued(one) && shown.verify(one.publicKey))
  if (signer === undefined) {
    return { what, state: 'BAD', message: 'no authority of this house signed the certificate' }
  }
  return openssl
    ? judgeByOpenssl(shown, signer)
    : { what, state: 'OK', message: `signed by ${signer.subject.replaceAll('\n', ', ')}` }
}

async function judgeByOpenssl(shown: X509Certificate, signer: X509Certificate): Promise<Judged> {
  const what = 'chain'
  const folder = mkdtempSync(join(tmpdir(), 'kituo-ca-'))
  try {
    const [ca, own] = [join(folder, 'ca.pem'), join(folder, 'own.pem')]
    writeFileSync(ca, signer.toString())
    writeFileSync(own, shown.toString())
    await ran('openssl', ['verify', '-purpose', 'sslserver', '-CAfile', ca, own])
    return { what, state: 'OK', message: 'openssl verifies it' }
  } catch (error) {
    const { code, stderr = '' } = error as NodeJS.ErrnoException & { stderr?: string }
    return String(code) === 'ENOENT'
      ? { what, state: 'WARN', message: 'openssl is not on this machine' }
      : { what, state: 'BAD', message: `openssl refuses it: ${stderr.trim().slice(0, 200)}` }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
