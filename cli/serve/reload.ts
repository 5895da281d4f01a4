// Taking in a changed file without a restart (OPS-40): all that can act now, or nothing.

import {
  type Configuration,
  readConfiguration,
  type Asked,
} from '../../db/appliance/configuration/read.ts'
import { setDiskLimits } from '../../db/core/disk-room.ts'
import { setAnchorMail } from '../../db/hospital/office/auditing/anchors.ts'
import { setOutbound } from '../../db/appliance/outbound/holds.ts'
import type { Reloaded } from '../frame/house.ts'

/** Read where they are used, at each use. */
const asked_each_time = [
  'backup.repositories',
  'backup.keep_within',
  'backup.keep_daily',
  'backup.keep_weekly',
  'backup.keep_monthly',
  'backup.keep_yearly',
  'backup.attachments',
  'console.second_person',
  'drain.deadline_s',
  'public_url',
  'timetable.enabled',
  // The daemon is given the pair that belongs to them before anything else is taken in.
  'tls.mode',
  'tls.certificate',
  'tls.key',
  'tls.names',
  'tls.min_version',
  'tls.workstations',
]

export type Apply = (configuration: Configuration) => void

const appliers: Readonly<Record<string, Apply>> = {
  'disk.warn': limits,
  'disk.refuse_uploads': limits,
  'disk.read_only': limits,
  'outbound.enabled': ({ get }) => setOutbound(get('outbound.enabled')),
  'audit.mail_to': ({ get }) => setAnchorMail(get('audit.mail_to')),
}

function limits({ get }: Configuration): void {
  setDiskLimits({
    warn: get('disk.warn'),
    refuse_uploads: get('disk.refuse_uploads'),
    read_only: get('disk.read_only'),
  })
}

/** Throws every fault at once before anything is taken in. */
export function reloaded(
  asking: Asked,
  was: Configuration,
  /** What only the daemon can do. */
  own: Readonly<Record<string, Apply>>,
): { next: Configuration; told: Reloaded } {
  const next = readConfiguration(asking)
  const changed = next.settings.filter(
    ({ key, written }) => JSON.stringify(written) !== JSON.stringify(was.setting(key).written),
  )
  const applied: Reloaded['applied'][number][] = []
  const after_restart: string[] = []
  for (const { key, written } of changed) {
    const apply = own[key] ?? appliers[key]
    if (apply === undefined && !asked_each_time.includes(key)) {
      after_restart.push(key)
      continue
    }
    apply?.(next)
    applied.push({ key, was: was.setting(key).written, is: written })
  }
  return { next, told: { applied, after_restart } }
}
