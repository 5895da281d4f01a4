// The list of revoked certificates (PLT-91): X.509 v2, built anew after each revocation and every day,
// its number only rising; what is served is the last good one.

import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { clock, days, instantIn } from '../../../core/clock.ts'
import { attempt, within } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { crl_reasons, type RevokedEntry, signedList } from '../../../appliance/pki/revoked-list.ts'
import { authorities, type Authority } from './authority.ts'
import { device_certificates, revocation_lists } from './tables.ts'
import type { RevokeReason } from './words.ts'
import { sql } from '../../../store/sql.ts'
import { clockState } from '../../../appliance/timetable/clock-guard.ts'

const next_ms = days(7)
const reasons: Readonly<Record<RevokeReason, number | null>> = {
  LOST: crl_reasons.key_compromise,
  STOLEN: crl_reasons.key_compromise,
  REPLACED: crl_reasons.superseded,
  RETIRED: crl_reasons.cessation,
  OTHER: null,
}

/** Of every authority that may still be asked about; answers how many. */
export async function rebuild(): Promise<number> {
  const all = await authorities()
  for (const signer of all) while (!(await build(signer)));
  return all.length
}

/**
 * False where another was built meanwhile: what that one read may be older or newer than what this one
 * did, so neither takes the other's place or its number.
 */
async function build(signer: Authority): Promise<boolean> {
  const began = performance.now()
  const entries = await revokedBy(signer)
  const known = await revocation_lists.find({ authority: signer.fingerprint })
  const number = Math.max(known?.number ?? 0, known?.number_floor ?? 0) + 1
  const { this_update, next_update } = await timesOf(known)
  const { publicKey, subjectName } = signer.certificate
  const list = await signedList({
    issuer: new Uint8Array(subjectName.toArrayBuffer()),
    authority_key: new Uint8Array(
      (await x509.AuthorityKeyIdentifierExtension.create(publicKey)).rawData,
    ),
    signing_key: signer.key,
    number,
    this_update: new Date(this_update),
    next_update: new Date(next_update),
    entries,
  })
  const kept = {
    number,
    this_update,
    next_update,
    entries: entries.length,
    built_ms: Math.round(performance.now() - began),
    der: list.toString('base64'),
  }
  return within(async () => {
    const { fingerprint: authority } = signer
    if (known !== undefined) {
      return (await revocation_lists.change({ authority, number: known.number }, kept)) > 0
    }
    return attempt(() => revocation_lists.insert({ authority, ...kept })).then(
      () => true,
      (error: unknown) => {
        if (isTaken(error)) return false
        throw error
      },
    )
  }, 'jobs')
}

const read_at_once = 500

/**
 * A few at a time, so that everybody else is answered between them. Who is revoked meanwhile wants the next
 * list.
 */
async function revokedBy({ fingerprint }: Authority): Promise<RevokedEntry[]> {
  const found: RevokedEntry[] = []
  for (;;) {
    const after = found.at(-1)?.serial ?? ''
    const some = await device_certificates.read(
      sql`select ${device_certificates.selection()} from device_certificates
          where authority = ${fingerprint} and revoked_at is not null and serial > ${after}
            and not_after > ${instantIn(-days(1))}
          order by serial limit ${read_at_once}`,
    )
    for (const { serial, revoked_at, reason } of some) {
      found.push({
        serial,
        revoked_at: new Date(revoked_at ?? clock.instant()),
        reason: reason === null ? null : reasons[reason],
      })
    }
    if (some.length < read_at_once) return found
  }
}

/** By a clock that jumped: those of the list before, for none is replaced by an older one (OPS-98). */
async function timesOf(
  known: { this_update: string; next_update: string } | undefined,
): Promise<{ this_update: string; next_update: string }> {
  if (known !== undefined && (await clockState()).state === 'BAD') return known
  return { this_update: clock.instant(), next_update: instantIn(next_ms) }
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
