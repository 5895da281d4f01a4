// From a configuration to READY, step by step (OPS-1), and back without losing a request (OPS-10).

import { type Control, openControl } from '../../daemon/control.ts'
import { AddressInUse } from '../../daemon/edge/listeners.ts'
import { type Daemon, type DaemonOptions, start } from '../../daemon/main.ts'
import { serviceManager } from '../../daemon/work/service-manager.ts'
import { watch } from '../../daemon/work/watchdog.ts'
import { seconds } from '../../db/core/clock.ts'
import { findRoot, makeRoot } from '../../db/appliance/deployment/root.ts'
import { type ControlPlaces, controlPlaces } from '../../db/appliance/deployment/sockets.ts'
import { commandLineName } from '../../db/appliance/deployment/user.ts'
import { openLogFile } from '../../db/appliance/house/log-file.ts'
import { begin as beginMaintenance } from '../../db/appliance/house/maintenance.ts'
import { type Shown, shownBy } from '../../db/appliance/pki/shown.ts'
import { banner, madeAnyway } from '../frame/banner.ts'
import type { FirstSignIn } from '../set-up/first-run.ts'
import { heard, startRefusal } from '../frame/heard.ts'
import { letGo, lockOnceFree, noneAlone, openData, takeUp } from './house-data.ts'
import { hangUp, houseOf } from './house-of.ts'
import type { House } from '../frame/house.ts'
import { checkMachine } from '../frame/machine.ts'
import { onSignals } from '../frame/signals.ts'
import { type Aside, besideCommands } from './stand-aside.ts'
import { counted, type Opening, quiet, type Standing } from './standing.ts'

export interface OpenHouse extends House {
  readonly urls: readonly string[]
  readonly ended: Promise<Ended>
}

export interface Ended {
  /** How many requests were cut at the deadline. */
  cut: number
  /** Why it could not go on. */
  fault?: unknown
}

export async function openHouse(opening: Opening): Promise<OpenHouse> {
  const { configuration, env, first_run, say } = opening
  const dir = configuration.get('data.dir')
  checkMachine(configuration, opening.allow_root)
  if (first_run) makeRoot(dir)
  else findRoot(dir)
  const places = controlPlaces(configuration, env)
  const standing: Standing = {
    deployment: null,
    daemon: null,
    control: null,
    watchdog: null,
    lock: null,
    configuration,
    manager: serviceManager(env, (message) => standing.daemon?.log.warn({}, message)),
    running: new Map(),
    ending: false,
    socket: places.admin,
  }
  const { manager } = standing
  await lockOnceFree(standing, opening)
  const { promise: ended, resolve } = Promise.withResolvers<Ended>()
  const house = houseOf(standing, opening, (deadline_ms) =>
    resolve(close(standing, aside, deadline_ms)),
  )
  const aside = besideCommands({
    daemon: () => standing.daemon,
    quiet: (patience_ms) => quiet(standing, patience_ms),
    letGo: () => letGo(standing),
    async takeUp() {
      const was = standing.configuration
      await takeUp(standing, opening)
      // What acts at once is told apart by what held until now.
      const now = standing.configuration
      standing.configuration = was
      await hangUp(standing, house)
      standing.configuration = now
    },
    isEnding: () => standing.ending,
    giveUp: (fault) => resolve(close(standing, aside, 0).then(({ cut }) => ({ cut, fault }))),
  })
  const deafen = onSignals(
    () => house.stop(),
    (signal) => standing.daemon?.log.info({ signal }, 'signal'),
    () => void hangUp(standing, house),
    (signal) => standing.daemon?.dump(signal),
  )
  void ended.finally(deafen)
  let sign_in: FirstSignIn | null = null
  try {
    standing.control = await listenTo(standing, opening, house, aside, places)
    sign_in = await openData(standing, opening)
    if (opening.maintenance === true) {
      await beginMaintenance(commandLineName(env), 'it was started for works', null)
    }
    const shown = await shownBy(standing.configuration, 'start')
    standing.daemon = await openDoors(standing, shown, ({ reason }) => {
      void aside.standAsideFor(reason, () => noneAlone(standing, opening))
    })
    const { urls } = standing.daemon
    standing.watchdog = watch(standing.daemon, manager, () => house.status().state)
    void manager.tell('READY=1', 'STATUS=READY')
    if (opening.on_terminal || sign_in !== null) say(banner(standing.configuration, urls, sign_in))
    return { ...house, urls, ended }
  } catch (error) {
    deafen()
    if (sign_in !== null) say(madeAnyway(sign_in))
    await close(standing, aside)
    throw startRefusal(error, error instanceof AddressInUse ? error.address : null)
  }
}

/** The ear for this machine's own commands. */
function listenTo(
  standing: Standing,
  { asking }: Opening,
  house: House,
  aside: Aside,
  places: ControlPlaces,
): Promise<Control> {
  return openControl(places, {
    dir: standing.configuration.get('data.dir'),
    status: house.status,
    ...aside,
    execute: (line, socket, emit) =>
      counted(standing, line.command, () =>
        heard(line, emit, {
          deployment: standing.daemon === null ? null : standing.deployment,
          aside: aside.now(),
          house,
          asking,
          reads_only: socket === 'read',
          onFault: (error, request) =>
            standing.daemon?.log.error({ err: error, reqId: request }, 'command failed'),
        }),
      ),
  })
}

async function openDoors(
  standing: Standing,
  shown: Shown,
  onAlone: NonNullable<DaemonOptions['onAlone']>,
): Promise<Daemon> {
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
    onAlone,
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

/** People first, then the machine's own commands, then the data. */
async function close(
  standing: Standing,
  aside: Aside,
  deadline_ms?: number,
): Promise<{ cut: number }> {
  standing.ending = true
  // Whoever is coming back is awaited: half of a house cannot be closed.
  await aside.settled()
  const { daemon, control, configuration, manager, watchdog } = standing
  watchdog?.stop()
  if (watchdog !== null) void manager.tell('STOPPING=1', 'STATUS=DRAINING')
  const cut = (await daemon?.stop(deadline_ms))?.cut ?? 0
  await control?.close(deadline_ms ?? seconds(configuration.get('drain.deadline_s')))
  if (standing.deployment !== null) await letGo(standing)
  else await standing.lock?.release()
  return { cut }
}
