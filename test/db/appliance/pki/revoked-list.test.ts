// The list written by hand says byte for byte what the library would (decision 0264), and openssl reads it.

import { execFileSync } from 'node:child_process'
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { createPublicKey, verify, X509Certificate } from 'node:crypto'
import t from 'tap'
import { makeAuthority, newSerial, signing } from '../../../../db/appliance/pki/making.ts'
import {
  crl_reasons,
  type RevokedEntry,
  signedList,
} from '../../../../db/appliance/pki/revoked-list.ts'

t.test('a list of revoked certificates', async (t) => {
  const { pem, pkcs8 } = await makeAuthority('Kituo Device CA', 'St Mary')
  const certificate = new x509.X509Certificate(pem)
  const key = new Uint8Array(pkcs8)
  const signing_key = await crypto.subtle.importKey('pkcs8', key, signing, false, ['sign'])
  const authority_key = await x509.AuthorityKeyIdentifierExtension.create(certificate.publicKey)
  const written = (entries: readonly RevokedEntry[], number: number, next_update: string) =>
    signedList({
      issuer: new Uint8Array(certificate.subjectName.toArrayBuffer()),
      authority_key: new Uint8Array(authority_key.rawData),
      signing_key,
      number,
      this_update: new Date('2026-03-10T09:00:00.750Z'),
      next_update: new Date(next_update),
      entries,
    })
  /** What the library makes of the same, with the number as `hex`. */
  const byTheLibrary = async (
    entries: readonly RevokedEntry[],
    hex: string,
    next_update: string,
  ): Promise<Buffer> => {
    const made = await x509.X509CrlGenerator.create({
      issuer: certificate.subject,
      thisUpdate: new Date('2026-03-10T09:00:00.750Z'),
      nextUpdate: new Date(next_update),
      signingAlgorithm: signing,
      signingKey: signing_key,
      entries: entries.map(({ serial, revoked_at, reason }) => ({
        serialNumber: serial,
        revocationDate: revoked_at,
        ...(reason === null ? {} : { reason }),
      })),
      extensions: [
        authority_key,
        new x509.Extension('2.5.29.20', false, new Uint8Array(Buffer.from(hex, 'hex'))),
      ],
    })
    return Buffer.from(made.rawData)
  }
  /** What is signed: the first part of the whole. */
  const told = (list: Buffer): Buffer => partAt(list, headOf(list, 0).begins)
  const headOf = (bytes: Buffer, at: number): { begins: number; ends: number } => {
    const first = bytes[at + 1] ?? 0
    const more = first < 0x80 ? 0 : first & 0x7f
    const length = more === 0 ? first : bytes.readUIntBE(at + 2, more)
    return { begins: at + 2 + more, ends: at + 2 + more + length }
  }
  const partAt = (bytes: Buffer, at: number): Buffer => bytes.subarray(at, headOf(bytes, at).ends)

  const at = (day: string): Date => new Date(`${day}T10:11:12.000Z`)
  const some: readonly RevokedEntry[] = [
    {
      serial: `7f${newSerial().slice(2)}`,
      revoked_at: at('2026-01-02'),
      reason: crl_reasons.superseded,
    },
    {
      serial: `80${newSerial().slice(2)}`,
      revoked_at: at('2049-12-31'),
      reason: crl_reasons.cessation,
    },
    {
      serial: `00${newSerial().slice(2)}`,
      revoked_at: at('2050-01-01'),
      reason: crl_reasons.key_compromise,
    },
  ]
  const many = Array.from({ length: 300 }, (_, n) => ({
    serial: newSerial(),
    revoked_at: new Date(Date.UTC(2026, 0, 1) + n * 1000),
    reason: crl_reasons.key_compromise,
  }))

  for (const [name, entries, number, hex, next] of [
    ['none', [], 1, '020101', '2026-03-17T09:00:00.000Z'],
    ['some', some, 127, '02017f', '2026-03-17T09:00:00.000Z'],
    ['a number that would be below zero', some, 128, '02020080', '2050-03-17T09:00:00.000Z'],
    ['many', many, 70_000, '0203011170', '2026-03-17T09:00:00.000Z'],
  ] as const) {
    t.test(`of ${name}: as the library writes it, and signed`, async (t) => {
      const list = await written(entries, number, next)
      t.equal(
        told(list).toString('hex'),
        told(await byTheLibrary(entries, hex, next)).toString('hex'),
      )
      const text = execFileSync('openssl', ['crl', '-inform', 'DER', '-noout', '-text'], {
        input: list,
        encoding: 'utf8',
      })
      t.equal(text.match(/Serial Number:/g)?.length ?? 0, entries.length)
      const rest = headOf(list, 0).begins + told(list).length
      const after_algorithm = headOf(list, rest).ends
      const signature = list.subarray(headOf(list, after_algorithm).begins + 1)
      const public_key = createPublicKey(
        new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'pem' }),
      )
      t.ok(verify('sha256', told(list), public_key, signature))
    })
  }

  // The library writes an empty list of extensions there, which the standard does not have.
  t.test('who has no reason has nothing in its place', async (t) => {
    const entries = [{ serial: newSerial(), revoked_at: at('2026-01-03'), reason: null }]
    const list = await written(entries, 1, '2026-03-17T09:00:00.000Z')
    const [read] = new x509.X509Crl(new Uint8Array(list)).entries
    t.match(read, { serialNumber: entries[0]?.serial, reason: undefined })
    t.same(read?.revocationDate, at('2026-01-03'))
    const ends = Buffer.concat([Buffer.from('260103101112Z'), Buffer.from([0xa0])])
    t.ok(list.includes(ends), 'the entry ends with its time')
  })
})
