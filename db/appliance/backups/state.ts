// How the backups stand, for the report on the house (OPS-113): late after a day, grave after three.

import { clock, hours } from '../../core/clock.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { isRefusal } from '../../core/refusal.ts'
import { isSilence, looking } from './answers.ts'
import { type Backup, listBackups } from './list.ts'
import { findRepository } from './repository.ts'

export interface BackupsStand {
  last_at: string | null
  last_bytes: number | null
  verified_at: string | null
  state: 'OK' | 'WARN' | 'BAD'
  /** Nothing is known of them while their place says nothing. */
  is_silent: boolean
}

const late_ms = hours(26)
const grave_ms = hours(72)

export async function backupsStand({ configuration }: Deployment): Promise<BackupsStand> {
  const [place] = configuration.get('backup.repositories')
  const found = place === undefined ? [] : await looking(() => soundIn(place))
  const all = found ?? []
  const last = all.at(-1)
  const verified = all.map(({ verified_at }) => verified_at).filter((at) => at !== null)
  const age = last === undefined ? Number.POSITIVE_INFINITY : clock.ms() - Date.parse(last.at)
  return {
    last_at: last?.at ?? null,
    last_bytes: last?.bytes ?? null,
    verified_at: verified.sort().at(-1) ?? null,
    state: age > grave_ms ? 'BAD' : age > late_ms ? 'WARN' : 'OK',
    is_silent: found === null,
  }
}

async function soundIn(place: { name: string; path: string }): Promise<Backup[] | null> {
  try {
    return (await listBackups(await findRepository(place, false))).filter(
      ({ state }) => state === 'MADE',
    )
  } catch (error) {
    if (isSilence(error)) return null
    if (isRefusal(error)) return []
    throw error
  }
}
