// Which instrument speaks (DIA-120, DIA-128): by the address it speaks from and what it calls itself.

import { BlockList, isIP } from 'node:net'
import { rows } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { folded } from '../../../../store/table.ts'
import type { AnalyserProtocol } from '../words.ts'
import type { InstrumentRow } from '../instruments/record.ts'
import { instruments } from '../instruments/tables.ts'

/** Of every hospital of this house: which one is decided by who speaks, never by what is said. */
export async function speakersAt(
  address: string,
  protocol: AnalyserProtocol,
): Promise<InstrumentRow[]> {
  const found = await connected()
  return found.filter(
    ({ connection }) =>
      connection?.protocol === protocol && isAllowed(connection.allow, plainAddress(address)),
  )
}

export async function connected(): Promise<InstrumentRow[]> {
  const known = await rows<{ id: string; hospital_id: string }>(
    sql`select id, hospital_id from instruments
      where connection is not null and status <> 'RETIRED' order by hospital_id, id`,
  )
  const by_hospital = Map.groupBy(known, ({ hospital_id }) => hospital_id)
  const found: InstrumentRow[] = []
  for (const [hospital_id, own] of by_hospital) {
    found.push(...(await instruments.all({ hospital_id, id: own.map(({ id }) => id) })))
  }
  return found
}

/** The one that calls itself so; where none does, the only one that says nothing of it. */
export function theOne(
  speakers: readonly InstrumentRow[],
  { sending_app }: { sending_app: string | null },
): InstrumentRow | undefined {
  const word = folded(sending_app ?? '')
  const named = speakers.filter(({ connection }) => {
    const app = connection?.sending_app ?? null
    return app !== null && folded(app) === word
  })
  if (named.length > 0) return named.length === 1 ? named[0] : undefined
  const plain = speakers.filter(({ connection }) => (connection?.sending_app ?? null) === null)
  return plain.length === 1 ? plain[0] : undefined
}

export const plainAddress = (address: string): string => address.replace(/^::ffff:/, '')

export function isAllowed(allow: readonly string[], address: string): boolean {
  const version = isIP(address)
  if (version === 0) return false
  const family = version === 6 ? 'ipv6' : 'ipv4'
  const list = new BlockList()
  for (const one of allow) {
    const [base = '', bits] = one.split('/')
    const own = isIP(base) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(base, own)
    else list.addSubnet(base, Number(bits), own)
  }
  return list.check(address, family)
}
