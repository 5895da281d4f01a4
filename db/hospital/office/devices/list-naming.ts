// Which list of revoked certificates names workstations: read off the lists as they are served, for
// revocations are gathered (OPS-140) and nobody knows beforehand how many numbers that takes.

import { setTimeout as wait } from 'node:timers/promises'
import { instantIn } from '../../../core/clock.ts'
import { join, sql } from '../../../store/sql.ts'
import { device_certificates, revocation_lists } from './tables.ts'

export interface Naming {
  /** Null where none names them all, or where each authority's list names its own. */
  list_number: number | null
  /** Some of them stand on no list yet. */
  waits: boolean
}

/** Sixteen bytes that nobody chose stand nowhere else. */
export const names = (list: Buffer, serial: string): boolean =>
  list.includes(Buffer.from(serial, 'hex'))

export async function listNaming(device_ids: readonly string[]): Promise<Naming> {
  if (device_ids.length === 0) return { list_number: null, waits: false }
  const ids = join(
    device_ids.map((id) => sql`${id}`),
    ', ',
  )
  const held = await device_certificates.read(
    sql`select ${device_certificates.selection()} from device_certificates
        where device_id in (${ids}) and revoked_at is not null and not_after > ${instantIn(0)}`,
  )
  const lists = new Map(
    (await revocation_lists.all({})).map(({ authority, number, der }) => [
      authority,
      { number, bytes: Buffer.from(der, 'base64') },
    ]),
  )
  const naming = held.map(({ authority, serial }) => {
    const list = lists.get(authority)
    return list !== undefined && names(list.bytes, serial) ? authority : null
  })
  const waits = naming.includes(null)
  const of = [...new Set(naming)]
  const [only = null] = of
  return {
    list_number: waits || only === null || of.length > 1 ? null : (lists.get(only)?.number ?? null),
    waits,
  }
}

const looked_ms = 200

/** The daemon builds it within seconds; whoever asks is told when it has. */
export async function listThatWillName(
  device_ids: readonly string[],
  patience_ms: number,
): Promise<Naming> {
  for (const until = performance.now() + patience_ms; ; ) {
    const naming = await listNaming(device_ids)
    if (!naming.waits || performance.now() >= until) return naming
    await wait(looked_ms)
  }
}
