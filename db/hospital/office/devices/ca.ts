// The authority as people and machines see it: its certificates, its list, and facts about both. The
// library behind it takes its time to load, and does so when somebody first asks.

import { X509Certificate } from 'node:crypto'
import { fingerprintOf, readKept } from '../../../appliance/pki/keys.ts'
import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { rows, within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { hospitalOf, only } from '../hospitals/hospitals.ts'
import type { Authority } from './authority.ts'
import type { CaInfo } from './shapes.ts'
import { devices, revocation_lists } from './tables.ts'
import { authorityFile } from './trusted.ts'

export interface Served {
  bytes: Buffer
  content_type: string
  name: string
}

/** All of them as PEM, so that a certificate of the one before still verifies; DER of the present. */
export async function certificates(format: 'pem' | 'der' = 'pem'): Promise<Served> {
  const { authorities, authority } = await import('./authority.ts')
  const present = await authority()
  if (format === 'der') {
    return {
      bytes: Buffer.from(present.certificate.rawData),
      content_type: 'application/pkix-cert',
      name: 'kituo-device-ca.der',
    }
  }
  const all = (await authorities()).filter(({ distrusted }) => !distrusted)
  return {
    bytes: Buffer.from(all.map(({ pem }) => pem).join('')),
    content_type: 'application/x-pem-file',
    name: 'kituo-device-ca.pem',
  }
}

export async function list(format: 'pem' | 'der' = 'der'): Promise<Served> {
  const { authority } = await import('./authority.ts')
  const { asPem, currentList } = await import('./revocation-list.ts')
  await authority()
  const der = await currentList()
  return format === 'pem'
    ? {
        bytes: Buffer.from(asPem(der)),
        content_type: 'application/x-pem-file',
        name: 'kituo.crl.pem',
      }
    : { bytes: der, content_type: 'application/pkix-crl', name: 'kituo.crl' }
}

export async function info(caller: Caller): Promise<CaInfo> {
  const { authorities, authority } = await import('./authority.ts')
  const { name } = await hospitalOf(caller)
  const present = await authority(name)
  const [, ...previous] = await authorities()
  const known = await revocation_lists.find({ authority: present.fingerprint })
  return {
    ...facts(present),
    previous: previous.map(facts),
    crl_number: known?.number ?? 0,
    crl_entries: known?.entries ?? 0,
    crl_next_update: known?.next_update ?? null,
  }
}

/** How long ago each list was built, and how many are on it. */
export async function lists() {
  const rows = await revocation_lists.all({}, { order: ['this_update'] })
  return rows.map(({ der: _der, ...list }) => list)
}

/** How many workstations hold a certificate of the present authority, and how many of one before. */
export async function waitingForRotation(): Promise<{
  present: number
  before: number
  /** All that are not revoked. */
  active: number
}> {
  const { authority } = await import('./authority.ts')
  const { fingerprint } = await authority((await only())?.name)
  const found = await rows<{ authority: string; count: number | string }>(
    sql`select c.authority, count(*) as count
        from devices d join device_certificates c on c.serial = d.certificate_serial
        where d.status = 'ACTIVE' and c.not_after > ${clock.instant()}
        group by c.authority`,
  )
  const held = (of: (authority: string) => boolean): number =>
    found.filter((one) => of(one.authority)).reduce((sum, { count }) => sum + Number(count), 0)
  const all = await rows<{ count: number | string }>(
    sql`select count(*) as count from devices where status <> 'REVOKED'`,
  )
  return {
    present: held((one) => one === fingerprint),
    before: held((one) => one !== fingerprint),
    active: Number(all[0]?.count ?? 0),
  }
}

/** OPS-141: the one before signs its own list only, and stays published until that is of no use. */
export async function rotateDevices() {
  const { rotate } = await import('./authority.ts')
  const { rebuild } = await import('./revocation-list.ts')
  const { present } = await waitingForRotation()
  await rotate((await only())?.name ?? 'Kituo')
  await rebuild()
  const [current, previous] = await deviceAuthorities()
  return { current, previous, workstations_to_renew: present, workstations_to_activate: 0 }
}

/**
 * After a compromise: nothing that the authorities before have signed counts any more, and they are no
 * longer given to anybody to trust. Every workstation is activated again, with a key of its own.
 */
export async function distrustDevices(caller: Caller) {
  const { distrust, rotate } = await import('./authority.ts')
  const { rebuild } = await import('./revocation-list.ts')
  const { retire } = await import('./revoke.ts')
  // Workstations first: a death between the two leaves one authority that nobody is let in by, and the
  // command is typed again; the other way round they would renew with the new one.
  const gone = await within(async () => {
    const found = await devices.read(
      sql`select ${devices.selection()} from devices where status <> 'REVOKED' order by hospital_id, id`,
    )
    for (const device of found) {
      const there = { ...caller, hospital_id: device.hospital_id }
      await retire(there, device, { reason: 'OTHER', note: 'The authority is no longer trusted.' })
    }
    return found.length
  })
  await rotate((await only())?.name ?? 'Kituo')
  distrust()
  await rebuild()
  const [current, previous] = await deviceAuthorities()
  return { current, previous, workstations_to_renew: 0, workstations_to_activate: gone }
}

/** The present one and those before it, as `ca show` prints them: by the runtime's own reader, as each minute asks. */
export async function deviceAuthorities() {
  return readKept(authorityFile()).authorities.map(({ pem, distrusted }, at) => {
    const certificate = new X509Certificate(pem)
    const ended = certificate.validToDate.getTime() <= clock.ms()
    return {
      kind: 'DEVICE' as const,
      state:
        distrusted === true ? 'DISTRUSTED' : ended ? 'ENDED' : at === 0 ? 'CURRENT' : 'PREVIOUS',
      fingerprint: fingerprintOf(certificate.raw),
      subject: certificate.subject.replaceAll('\n', ', '),
      serial: certificate.serialNumber.toLowerCase(),
      not_before: certificate.validFromDate.toISOString(),
      not_after: certificate.validToDate.toISOString(),
    }
  })
}

const facts = ({ certificate, fingerprint }: Authority) => ({
  subject: certificate.subject,
  fingerprint_sha256: fingerprint,
  serial: certificate.serialNumber,
  not_before: certificate.notBefore.toISOString(),
  not_after: certificate.notAfter.toISOString(),
})
