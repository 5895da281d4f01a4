// The certificate of the listeners with tls.mode = own (OPS-20): 397 days, renewed 60 days before its
// end and at once when the names or the authority are others.

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { clock, days } from '../../core/clock.ts'
import type { Configuration } from '../configuration/read.ts'
import { writeWhole } from '../../core/disk.ts'
import { identity } from '../secrets/identity.ts'
import type { Pair } from './files-pair.ts'
import { fingerprintOf, sealKey, unsealKey } from './keys.ts'
import { ownAddresses } from './own-addresses.ts'
import { presentAuthority } from './server-authority.ts'

const lives_ms = days(397)
const renewed_before_ms = days(60)
const whose = 'this server’s certificate'

interface KeptCertificate {
  pem: string
  sealed_key: string
  /** Fingerprint of the authority that signed it. */
  authority: string
  names: string[]
}

export interface Renewed {
  pair: Pair
  /** A new one was made. */
  made: boolean
}

/** As it stands when it is good; else a new one. `anew` makes one whatever stands. */
export async function serverCertificate(
  configuration: Configuration,
  deployment_name: string,
  anew = false,
): Promise<Renewed> {
  const { ca_key } = identity()
  const authority = await presentAuthority(deployment_name)
  const signer = fingerprintOf(new X509Certificate(authority.pem).raw)
  const wanted = wantedNames(configuration)
  const kept = readCertificate()
  if (kept !== null && !anew && isGood(kept, signer, wanted)) {
    return { pair: pairOf(kept, authority.pem, ca_key), made: false }
  }
  const { makeServerCertificate } = await import('./making.ts')
  const made = await makeServerCertificate(
    {
      pem: authority.pem,
      pkcs8: unsealKey(authority.sealed_key, ca_key, 'the server authority'),
    },
    {
      names: wanted.filter((name) => isIP(name) === 0),
      addresses: wanted.filter((name) => isIP(name) !== 0),
      organisation: deployment_name,
      lives_ms,
    },
  )
  const next: KeptCertificate = {
    pem: made.pem,
    sealed_key: sealKey(made.pkcs8, ca_key),
    authority: signer,
    names: wanted,
  }
  writeWhole(fileOf(), `${JSON.stringify(next)}\n`)
  return { pair: pairOf(next, authority.pem, ca_key), made: true }
}

export function readCertificate(): KeptCertificate | null {
  const file = fileOf()
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as KeptCertificate) : null
}

/** What people type to get here: the names that were set, the listeners, and this machine itself. */
export function wantedNames({ get }: Configuration): string[] {
  const hosts = get('listen').map(({ host }) => host)
  const everywhere = hosts.some((host) => host === '0.0.0.0' || host === '::')
  const names = [
    ...get('tls.names'),
    ...hosts.filter((host) => host !== '0.0.0.0' && host !== '::'),
    ...(everywhere ? [hostname(), ...ownAddresses()] : []),
    'localhost',
    '127.0.0.1',
  ]
  return [...new Set(names.map((name) => name.toLowerCase()))].sort()
}

function isGood(kept: KeptCertificate, signer: string, wanted: readonly string[]): boolean {
  const ends = new X509Certificate(kept.pem).validToDate.getTime()
  return (
    kept.authority === signer &&
    kept.names.join() === wanted.join() &&
    ends - clock.ms() > renewed_before_ms
  )
}

function pairOf({ pem, sealed_key }: KeptCertificate, chain: string, ca_key: Buffer): Pair {
  const key = createPrivateKey({
    key: unsealKey(sealed_key, ca_key, whose),
    format: 'der',
    type: 'pkcs8',
  })
  return {
    certificate: `${pem}${chain}`,
    key: key.export({ format: 'pem', type: 'pkcs8' }) as string,
  }
}

const fileOf = (): string => join(identity().folder, 'server-certificate.json')
