// From a configuration to READY, step by step (OPS-1), and back without losing a request (OPS-10).

import { readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { shownFingerprint, trustWorkstations } from '../daemon/certificate.ts'
import { type Control, openControl } from '../daemon/control.ts'
import { AddressInUse } from '../daemon/listeners.ts'
import { type Daemon, start } from '../daemon/main.ts'
import { metricsText } from '../daemon/measures.ts'
import { setScanner } from '../daemon/scanner.ts'
import {
  extending,
  reloading,
  type ServiceManager,
  serviceManager,
} from '../daemon/service-manager.ts'
import { watch } from '../daemon/watchdog.ts'
import { clock, hours, instantIn, seconds } from '../db/clock.ts'
import { type Asked, type Configuration, readConfiguration } from '../db/configuration/read.ts'
import { createDeployment } from '../db/deployment/create.ts'
import { type Deployment, lockData, openDeployment } from '../db/deployment/deployment.ts'
import type { DataLock } from '../db/deployment/lock.ts'
import { findRoot, makeRoot } from '../db/deployment/root.ts'
import { known_schema } from '../db/deployment/schema.ts'
import { controlPlaces } from '../db/deployment/sockets.ts'
import { bringAreas } from '../db/hospital/start.ts'
import { openLogFile } from '../db/house/log-file.ts'
import { dialect } from '../db/connection.ts'
import { setAnchorLog } from '../db/hospital/audit/anchor-log.ts'
import { fitForks, lookBack } from '../db/house/went-back.ts'
import { fitFiles, fitKeys } from '../db/house/fits.ts'
import { lookWhereItRuns } from '../db/house/machines.ts'
import { broken } from '../db/house/broken.ts'
import { lookAfterKill } from '../db/house/after-kill.ts'
import { markStopped } from '../db/house/clean-stop.ts'
import { begin as beginMaintenance, maintenance } from '../db/house/maintenance.ts'
import { commandLineName } from '../db/deployment/user.ts'
import { troubles } from '../db/health.ts'
import { readOnly } from '../db/house/room.ts'
import { newId } from '../db/ids.ts'
import { bringUp } from '../db/release/bring-up.ts'
import { type Shown, shownBy } from '../db/pki/shown.ts'
import { version } from '../db/version.ts'
import { setLicenceKeys } from '../db/secrets/licence-keys.ts'
import { banner } from './banner.ts'
import { type FirstSignIn, firstHospital, withFreePort } from './first-run.ts'
import { heard, startRefusal } from './heard.ts'
import type { House } from './house.ts'
import { checkMachine } from './machine.ts'
import { reloaded } from './reload.ts'
import { onSignals } from './signals.ts'

export interface Opening {
  configuration: Configuration
  asking: Asked
  env: NodeJS.ProcessEnv
  first_run: boolean
  maintenance?: boolean
  allow_root: boolean
  say: (text: string) => void
  on_terminal: boolean
}

export interface OpenHouse extends House {
  readonly urls: readonly string[]
  /** How many requests were cut at the deadline. */
  readonly ended: Promise<{ cut: number }>
}

const command = 'kituo serve'

interface Standing {
  configuration: Configuration
  deployment: Deployment | null
  daemon: Daemon | null
  control: Control | null
  lock: DataLock | null
  manager: ServiceManager
  watchdog: { stop(): void } | null
}

export async function openHouse(opening: Opening): Promise<OpenHouse> {
  const { configuration, asking, env, first_run, say } = opening
  const dir = configuration.get('data.dir')
  checkMachine(configuration, opening.allow_root)
  if (first_run) makeRoot(dir)
  else findRoot(dir)
  const places = controlPlaces(configuration, env)
  const lock = await lockData(configuration, command, places.admin)
  const manager = serviceManager(env, (message) => standing.daemon?.log.warn({}, message))
  const nothing = { deployment: null, daemon: null, control: null, watchdog: null }
  const standing: Standing = { ...nothing, configuration, lock, manager }
  const { promise: ended, resolve } = Promise.withResolvers<{ cut: number }>()
  const house = houseOf(standing, opening, (deadline_ms) => resolve(close(standing, deadline_ms)))
  const deafen = onSignals(
    () => house.stop(),
    (signal) => standing.daemon?.log.info({ signal }, 'signal'),
    () => void hangUp(standing, house),
    (signal) => standing.daemon?.dump(signal),
  )
  void ended.finally(deafen)
  try {
    standing.control = await openControl(places, {
      status: house.status,
      execute: (line, socket, emit) =>
        heard(line, emit, {
          deployment: standing.daemon === null ? null : standing.deployment,
          house,
          asking,
          reads_only: socket === 'read',
          onFault: (error, request) =>
            standing.daemon?.log.error({ err: error, reqId: request }, 'command failed'),
        }),
    })
    const sign_in = await openData(standing, opening)
    if (opening.maintenance === true) {
      await beginMaintenance(commandLineName(env), 'it was started for works', null)
    }
    const shown = await shownBy(standing.configuration, 'start')
    standing.daemon = await openDoors(standing, shown)
    const { urls } = standing.daemon
    standing.watchdog = watch(standing.daemon, manager, () => house.status().state)
    void manager.tell('READY=1', 'STATUS=READY')
    if (opening.on_terminal || sign_in !== null) say(banner(standing.configuration, urls, sign_in))
    return { ...house, urls, ended }
  } catch (error) {
    deafen()
    await close(standing)
    throw startRefusal(error, error instanceof AddressInUse ? error.address : null)
  }
}

/** The database, migrated; on a first run with a hospital in it. */
async function openData(
  standing: Standing,
  { first_run, asking, env }: Opening,
): Promise<FirstSignIn | null> {
  const { configuration, lock } = standing
  standing.deployment = first_run
    ? await createDeployment(configuration, { command, lock, env })
    : await openDeployment(configuration, {
        purpose: 'write',
        command,
        lock,
        env,
        any_schema: true,
      })
  emptyTmp(standing.deployment.root.dir)
  await lookAfterKill(standing.deployment)
  const { deployment } = standing
  await extending(standing.manager, () => bringUp(deployment, command))
  await fitKeys(standing.deployment.secrets)
  await fitFiles()
  await lookWhereItRuns()
  await lookAtForks(standing.deployment)
  bringAreas()
  if (!first_run) return null
  standing.configuration = await withFreePort(asking, configuration)
  return firstHospital(standing.deployment, env)
}

/** Only a server can put another database in the place of the one that was there. */
async function lookAtForks(deployment: Deployment): Promise<void> {
  setAnchorLog(join(deployment.root.dir, 'audit-anchors.log'))
  await (dialect() === 'postgres' ? lookBack(deployment) : fitForks(deployment))
}

/** What a process that was killed left behind; whoever proves a backup beside this start keeps its own. */
function emptyTmp(dir: string): void {
  const folder = join(dir, 'tmp')
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (clock.ms() - statSync(path).mtimeMs > hours(1)) {
      rmSync(path, { recursive: true, force: true })
    }
  }
}

async function openDoors(standing: Standing, shown: Shown): Promise<Daemon> {
  const { get } = standing.configuration
  const format = get('log.format')
  const file = get('log.file')
  const time_zone = get('timetable.timezone')
  return start({
    listen: get('listen'),
    shown,
    configuration: () => standing.configuration,
    redirect_listen: get('redirect_listen'),
    public_url: () => standing.configuration.get('public_url'),
    data_dir: get('data.dir'),
    attachments: get('data.attachments'),
    deployment: get('deployment'),
    limits: { sign_in: get('limits.open_sign_in'), open: get('limits.open') },
    trusted_proxies: get('trusted_proxies'),
    origins: get('cors.origins'),
    body_limit: get('http.body_limit'),
    scanner: get('scanner.address'),
    drain_deadline_s: get('drain.deadline_s'),
    anchors_to: get('audit.mail_to'),
    outbound: get('outbound.enabled'),
    disk: {
      warn: get('disk.warn'),
      refuse_uploads: get('disk.refuse_uploads'),
      read_only: get('disk.read_only'),
    },
    ...(time_zone === null ? {} : { time_zone }),
    log: {
      level: get('log.level'),
      format:
        format !== 'auto' ? format : file === null && process.stdout.isTTY ? 'pretty' : 'json',
      ...(file === null
        ? {}
        : {
            out: openLogFile({
              path: file,
              max_bytes: get('log.max_mb') * 1024 ** 2,
              keep: get('log.keep'),
            }),
          }),
    },
  })
}

/** SIGHUP is a reload whose fault nobody waits for (OPS-9). */
async function hangUp({ daemon }: Standing, house: House): Promise<void> {
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

function houseOf(
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

/** People first, then the machine's own commands, then the data. */
async function close(standing: Standing, deadline_ms?: number): Promise<{ cut: number }> {
  const { daemon, control, deployment, lock, configuration, manager, watchdog } = standing
  watchdog?.stop()
  if (watchdog !== null) void manager.tell('STOPPING=1', 'STATUS=DRAINING')
  const cut = (await daemon?.stop(deadline_ms))?.cut ?? 0
  await control?.close(deadline_ms ?? seconds(configuration.get('drain.deadline_s')))
  // Before the lock is let go: whoever starts next reads it.
  if (deployment !== null) markStopped(deployment.root.dir)
  if (deployment !== null) await deployment.close()
  else await lock?.release()
  return { cut }
}
