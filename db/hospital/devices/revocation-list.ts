// The list of revoked certificates (PLT-91): X.509 v2, built anew after each revocation and every day,
// its number only rising; what is served is the last good one.

import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { clock, days, instantIn } from '../../clock.ts'
import { within } from '../../connection.ts'
import { signing } from '../../pki/making.ts'
import { authorities, type Authority } from './authority.ts'
import { device_certificates, revocation_lists } from './tables.ts'
import type { RevokeReason } from './words.ts'
import { sql } from '../../sql.ts'
import { clockState } from '../../timetable/clock-guard.ts'

const next_ms = days(7)
const reasons: Readonly<Record<RevokeReason, x509.X509CrlReason | null>> = {
  LOST: x509.X509CrlReason.keyCompromise,
  STOLEN: x509.X509CrlReason.keyCompromise,
  REPLACED: x509.X509CrlReason.superseded,
  RETIRED: x509.X509CrlReason.cessationOfOperation,
  OTHER: null,
}

/** Of every authority that may still be asked about; answers how many. */
export async function rebuild(): Promise<number> {
  const all = await authorities()
  for (const signer of all) await build(signer)
  return all.length
}

async function build(signer: Authority): Promise<void> {
  const began = performance.now()
  const entries = await device_certificates.read(
    sql`select ${device_certificates.selection()} from device_certificates
        where authority = ${signer.fingerprint} and revoked_at is not null
          and not_after > ${instantIn(-days(1))}
        order by serial`,
  )
  const known = await revocation_lists.find({ authority: signer.fingerprint })
  const number = (known?.number ?? 0) + 1
  const { this_update, next_update } = await timesOf(known)
  const list = await x509.X509CrlGenerator.create({
    issuer: signer.certificate.subject,
    thisUpdate: new Date(this_update),
    nextUpdate: new Date(next_update),
    signingAlgorithm: signing,
    signingKey: signer.key,
    entries: entries.map(({ serial, revoked_at, reason }) => {
      const why = reason === null ? null : reasons[reason]
      return {
        serialNumber: serial,
        revocationDate: new Date(revoked_at ?? this_update),
        ...(why === null ? {} : { reason: why }),
      }
    }),
    extensions: [
      await x509.AuthorityKeyIdentifierExtension.create(signer.certificate.publicKey),
      new x509.Extension('2.5.29.20', false, derNumber(number)),
    ],
  })
  const kept = {
    number,
    this_update,
    next_update,
    entries: entries.length,
    built_ms: Math.round(performance.now() - began),
    der: Buffer.from(list.rawData).toString('base64'),
  }
  await within(async () => {
    const { fingerprint } = signer
    if ((await revocation_lists.change({ authority: fingerprint }, kept)) > 0) return
    await revocation_lists.insert({ authority: fingerprint, ...kept })
  }, 'jobs')
}

/** By a clock that jumped: those of the list before, for none is replaced by an older one (OPS-98). */
async function timesOf(
  known: { this_update: string; next_update: string } | undefined,
): Promise<{ this_update: string; next_update: string }> {
  if (known !== undefined && (await clockState()).state === 'BAD') return known
  return { this_update: clock.instant(), next_update: instantIn(next_ms) }
}

/** An INTEGER as DER has it. */
function derNumber(value: number): Uint8Array<ArrayBuffer> {
  const digits = value.toString(16)
  const plain = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  const bytes = (plain[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), plain]) : plain
  return new Uint8Array([2, bytes.length, ...bytes])
}

/** As it is served; built when nobody has asked for one yet. */
export async function currentList(): Promise<Buffer> {
  const [present] = await authorities()
  if (present === undefined) return Buffer.alloc(0)
  const found = await revocation_lists.find({ authority: present.fingerprint })
  if (found !== undefined) return Buffer.from(found.der, 'base64')
  await rebuild()
  return currentList()
}

/** The library's own label is refused by OpenSSL 3 (OPS-140). */
export function asPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN X509 CRL-----\n${lines.join('\n')}\n-----END X509 CRL-----\n`
}
