// What a command inside the daemon may ask of the house that serves.

import { hostname } from 'node:os'
import { shownFingerprint, trustWorkstations } from '../../daemon/edge/certificate.ts'
import { metricsText } from '../../daemon/watching/measures.ts'
import { setScanner } from '../../daemon/work/scanner.ts'
import { reloading } from '../../daemon/work/service-manager.ts'
import { clock, instantIn } from '../../db/core/clock.ts'
import { readConfiguration } from '../../db/appliance/configuration/read.ts'
import { known_schema } from '../../db/appliance/deployment/schema.ts'
import { troubles } from '../../db/appliance/house/troubles.ts'
import { broken } from '../../db/appliance/house/broken.ts'
import { maintenance } from '../../db/appliance/house/maintenance.ts'
import { readOnly } from '../../db/appliance/house/room.ts'
import { newId } from '../../db/core/ids.ts'
import { shownBy } from '../../db/appliance/pki/shown.ts'
import { setLicenceKeys } from '../../db/appliance/secrets/licence-keys.ts'
import { version } from '../../db/core/version.ts'
import type { House } from '../frame/house.ts'
import { reloaded } from './reload.ts'
import type { Opening, Standing } from './standing.ts'

/** SIGHUP is a reload whose fault nobody waits for (OPS-9). */
export async function hangUp({ daemon }: Standing, house: House): Promise<void> {
  try {
    const { applied, after_restart } = await house.reload()
    daemon?.log.info({ count: applied.length }, `reloaded: ${namesOf(applied, after_restart)}`)
  } catch (error) {
    daemon?.log.error({ err: error }, 'not reloaded: everything stays as it was')
  }
}

const namesOf = (applied: readonly { key: string }[], after_restart: readonly string[]): string =>
  [
    ...applied.map(({ key }) => key),
    ...after_restart.map((key) => `${key} (after a restart)`),
  ].join(', ') || 'nothing changed'

export function houseOf(
  standing: Standing,
  { asking }: Opening,
  end: (deadline_ms?: number) => void,
): House {
  const id = newId()
  let back: NodeJS.Timeout | undefined
  const started_at = clock.instant()
  return {
    status: () => ({
      id,
      host: hostname(),
      pid: process.pid,
      version,
      schema: known_schema,
      started_at,
      state: stateOf(standing.daemon?.state() ?? 'STARTING'),
      reasons: [
        ...(broken() === null ? [] : ['database']),
        ...(readOnly() === null ? [] : ['disk']),
        ...troubles(),
      ],
      listen: standing.daemon?.urls ?? [],
      stalls: {
        count: standing.daemon?.stalls.count ?? 0,
        longest_ms: standing.daemon?.stalls.longest_ms ?? 0,
      },
    }),
    reload: () =>
      reloading(standing.manager, async () => {
        const shown = await shownBy(readConfiguration(asking), 'reload')
        standing.daemon?.refuseRestart(shown)
        const { next, told } = reloaded(asking, standing.configuration, {
          'log.level': ({ get }) => standing.daemon?.log.setLevel(get('log.level')),
          'licence.keys': ({ get }) => setLicenceKeys(get('licence.keys')),
          'scanner.address': ({ get }) => setScanner(get('scanner.address')),
        })
        standing.configuration = next
        standing.deployment?.reconfigure(next)
        const another = (await standing.daemon?.show(shown)) ?? false
        // The same files may hold another certificate: no setting has changed, and something has.
        if (!another || told.applied.some(({ key }) => key.startsWith('tls.'))) return told
        const is = `SHA-256 ${shownFingerprint(shown) ?? 'none'}`
        return { ...told, applied: [...told.applied, { key: 'tls.certificate', was: null, is }] }
      }),
    async certificate() {
      await standing.daemon?.show(await shownBy(standing.configuration, 'reload'))
    },
    trustWorkstations,
    metrics: metricsText,
    logLevel(level, for_ms) {
      clearTimeout(back)
      standing.daemon?.log.setLevel(level)
      if (for_ms === null) return { until: null }
      back = setTimeout(() => {
        standing.daemon?.log.setLevel(standing.configuration.get('log.level'))
      }, for_ms)
      back.unref()
      return { until: instantIn(for_ms) }
    },
    // The command that asked for it is answered first.
    stop: (deadline_ms) => void setImmediate(() => end(deadline_ms)),
    inFlight: () => standing.daemon?.inFlight() ?? 0,
  }
}

const stateOf = (state: string): string =>
  state !== 'READY'
    ? state
    : maintenance() !== null
      ? 'MAINTENANCE'
      : broken() !== null || readOnly() !== null || troubles().length > 0
        ? 'DEGRADED'
        : state
