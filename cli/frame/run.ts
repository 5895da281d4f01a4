// Where a command runs (OPS-53): in this process, in the daemon, or on the data while no daemon is
// there.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigurationFaults } from '../../db/appliance/configuration/faults.ts'
import {
  type Asked,
  type Configuration,
  tryConfiguration,
} from '../../db/appliance/configuration/read.ts'
import { finishCutOver } from '../../db/appliance/deployment/cut-over.ts'
import type { Deployment } from '../../db/appliance/deployment/deployment.ts'
import type { CommandLine, Document, Piece, Progress } from '../../db/appliance/deployment/line.ts'
import { isRefusal, Refusal } from '../../db/core/refusal.ts'
import type { HeldRead } from '../../db/hospital/office/audit/reads.ts'
import { changes, type Command, needsOf } from './grammar/command.ts'
import { execute, type Place } from './execute.ts'
import type { Globals } from './grammar/globals.ts'
import { type Beside, besideHouse, broughtBack, isToBeAlone, neighbourOf } from './beside.ts'
import { answers, type Ear, send, silent } from './link.ts'
import { writesFile } from './out.ts'
import type { Terminal } from './terminal.ts'

export interface Running {
  readonly command: Command
  readonly line: CommandLine
  readonly common: Pick<Globals, 'data' | 'config' | 'socket' | 'direct'>
  readonly terminal: Terminal
  readonly signal: AbortSignal
  readonly onProgress: (said: Progress | Piece) => void | Promise<void>
  readonly onFault: NonNullable<Place['onFault']>
  /** Where a process asks several things at once: on the data themselves they go one after the other. */
  readonly inTurn?: InTurn
}

export type InTurn = (work: () => Promise<Document>) => Promise<Document>

export async function run(running: Running): Promise<Document> {
  const { command, common, terminal } = running
  const { env } = terminal
  const asking = askingOf(common, env)
  const here: Place = {
    mode: 'none',
    asking,
    deployment: null,
    obstacle: null,
    house: null,
    terminal,
    signal: running.signal,
    onFault: running.onFault,
  }
  if (needsOf(command) === 'nothing') return execute(running.line, here, running.onProgress)
  // What looks for faults must not end at the first, and a daemon may well run beside a broken file.
  const { configuration: read, faults } = tryConfiguration(asking)
  const obstacle = faults.length === 0 ? null : new ConfigurationFaults(faults)
  // Whoever is of a group and not of the house may not read the file, and asks the daemon where it
  // listens as shipped (OPS-56).
  const asks_only = faults.length > 0 && faults.every(({ forbidden }) => forbidden === true)
  if (obstacle !== null && needsOf(command) !== 'whatever' && !asks_only) throw obstacle
  const configuration = faults.length === 0 ? finishCutOver(asking, read) : read
  // What a file says that may not be read is not known; what was typed is.
  const meant = asks_only ? (common.data ?? null) : configuration.get('data.dir')
  const reached = command.beside === true ? null : await viaDaemon(running, configuration, meant)
  if (reached !== null && 'meta' in reached) return reached
  if (reached !== null) refuseStrangers(configuration.get('data.dir'), command)
  const at: Place = { ...here, mode: 'direct', obstacle }
  if (obstacle !== null && needsOf(command) !== 'whatever') throw obstacle
  if (obstacle !== null) return execute(running.line, at, running.onProgress)
  const work = (): Promise<Document> => directly(running, configuration, at, reached)
  return running.inTurn === undefined ? work() : running.inTurn(work)
}

export const askingOf = (
  { data, config }: Pick<Globals, 'data' | 'config'>,
  env: NodeJS.ProcessEnv,
): Asked => ({
  env,
  flags: data === undefined ? {} : { 'data.dir': data },
  ...(config === undefined ? {} : { file: config }),
})

/** Null when no daemon runs on these data; a way to one that has to stand aside. */
async function viaDaemon(
  running: Running,
  configuration: Configuration,
  meant: string | null,
): Promise<Document | Beside | null> {
  const { command, line, common, onProgress, terminal } = running
  const dir = configuration.get('data.dir')
  const { admin, read } = await earsOf(configuration, common.socket, terminal.env, meant)
  if (common.direct || command.class === 'X') {
    const heard = await answers(admin)
    if (heard !== true) {
      if (heard === 'elsewhere') refuseNamedSocket(common, dir)
      await refuseDeafDaemon(dir, configuration)
      return null
    }
    if (common.direct || command.never_beside === true)
      throw await besideDaemon(dir, command, common.direct)
    return besideHouse(admin, line)
  }
  let answer = await send(admin, line, onProgress)
  if (answer === 'forbidden' && command.class === 'R') answer = await send(read, line, onProgress)
  if (answer === 'forbidden') {
    throw new Refusal(403, 'not.permitted', 'this needs the group kituo-admin on this machine.')
  }
  if (answer === 'elsewhere') refuseNamedSocket(common, dir)
  else if (answer !== 'down') return isToBeAlone(answer) ? besideHouse(admin, line) : answer
  if (common.socket !== undefined) {
    throw new Refusal(503, 'daemon.silent', `No daemon answers at ${common.socket}.`)
  }
  await refuseDeafDaemon(dir, configuration)
  return null
}

/** Where a daemon of these data is heard: by whoever may change something, and by who only looks. */
async function earsOf(
  configuration: Configuration,
  socket: string | undefined,
  env: NodeJS.ProcessEnv,
  meant: string | null,
): Promise<{ admin: Ear; read: Ear }> {
  const { controlPlaces } = await import('../../db/appliance/deployment/sockets.ts')
  const { noted } = await import('../../db/appliance/deployment/lock.ts')
  const own = controlPlaces(configuration, env)
  const at = socket ?? noted(configuration.get('data.dir'))?.socket ?? own.admin
  return { admin: { socket: at, dir: meant }, read: { socket: own.read, dir: meant } }
}

/** Whether a daemon of these data is there: asked every second by the screens, so nothing is opened for it. */
export async function isHeard(asking: Asked): Promise<boolean> {
  const { configuration } = tryConfiguration(asking)
  const { admin } = await earsOf(
    configuration,
    undefined,
    asking.env ?? {},
    configuration.get('data.dir'),
  )
  return (await answers(admin)) === true
}

/** Whoever names a socket means the house behind it, and nobody goes round that. */
function refuseNamedSocket({ socket }: Running['common'], dir: string): void {
  if (socket === undefined) return
  throw new Refusal(
    409,
    'data_dir.another',
    `The house that answers at ${socket} holds other data than ${dir}. Give its own with --data, or leave out --socket.`,
  )
}

/** A daemon that holds the data and has no ear is not gone round. */
async function refuseDeafDaemon(dir: string, { get }: Configuration): Promise<void> {
  if (get('database.engine') !== 'sqlite') return
  const { daemon_command, holderOf } = await import('../../db/appliance/deployment/lock.ts')
  const holder = await holderOf(dir)
  if (holder?.command === daemon_command) throw silent(holder.pid)
}

async function besideDaemon(dir: string, command: Command, direct: boolean): Promise<Refusal> {
  const { daemon_command, noted, sayHolder } = await import('../../db/appliance/deployment/lock.ts')
  const holder = noted(dir)
  const who = holder === null ? daemon_command : sayHolder(holder)
  const why = direct
    ? '--direct is for when no daemon runs'
    : `${command.name} needs the house alone`
  return new Refusal(503, 'lock.held', `${dir} is held by ${who}; ${why}.`, { facts: { holder } })
}

async function directly(
  { command, line, terminal, onProgress }: Running,
  configuration: Configuration,
  place: Place,
  house: Beside | null,
): Promise<Document> {
  const { openDeployment } = await import('../../db/appliance/deployment/deployment.ts')
  const { becomeOwner, findRoot } = await import('../../db/appliance/deployment/root.ts')
  const needs = needsOf(command)
  // A dry run looks, and takes no lock (OPS-70).
  const writes =
    changes(command) &&
    (line.flags['dry_run'] === undefined || command.tries === true || command.rehearses === true)
  // What needs the house alone is judged while people work: whoever mistypes the phrase keeps nobody out.
  const purpose = writes && house === null ? 'write' : 'read'
  let deployment: Deployment
  try {
    const { dir } = findRoot(configuration.get('data.dir'))
    const ends_as_root = command.stays_root === true || writesFile(command, line.flags)
    becomeOwner(dir, ends_as_root ? 'for now' : 'for good')
    deployment = await openDeployment(configuration, {
      purpose,
      command: `kituo ${command.name}`,
      any_schema: needs !== 'database',
      reads_here: true,
      env: terminal.env,
    })
  } catch (error) {
    if (needs !== 'whatever' || !isRefusal(error)) throw error
    return execute(line, { ...place, obstacle: error }, onProgress)
  }
  const neighbour = neighbourOf(house, deployment)
  const { liveNow, turnBackTo } = await import('../../db/appliance/deployment/turn-back.ts')
  const was = liveNow(deployment)
  let is_turned = false
  const looks = purpose === 'read' ? await import('../../db/hospital/office/audit/reads.ts') : null
  const worked = async (): Promise<Document> => {
    try {
      looks?.holdReads()
      await readyRules(deployment.root.dir, configuration)
      return await execute(line, { ...place, deployment, beside: neighbour }, onProgress)
    } finally {
      is_turned = deployment.generation !== was.generation
      await (await import('../../db/hospital/office/auditing/after-closing.ts')).writeClosings()
      // Their daemons come back by themselves when nobody renews the word.
      await neighbour.letOthers().catch(() => undefined)
      await deployment.close()
      const looked = looks?.takeHeldReads() ?? []
      if (looked.length > 0) await noteReads(looked, command, configuration, terminal.env)
    }
  }
  const document = await worked().catch(async (error: unknown) => {
    if (house?.isAside() === true) await house.comeBack()
    throw error
  })
  if (house?.isAside() !== true) return document
  const turnBack = (): Promise<void> => turnBackTo(was, place.asking, terminal.env)
  return broughtBack(document, house, is_turned ? turnBack : null)
}

/** PLT-113: who looked at whom is in the log before it is told, though a look opens the data for reading alone. */
async function noteReads(
  looked: readonly HeldRead[],
  { name }: Command,
  configuration: Configuration,
  env: Terminal['env'],
): Promise<void> {
  const { openDeployment } = await import('../../db/appliance/deployment/deployment.ts')
  const { recordRead } = await import('../../db/hospital/office/audit/reads.ts')
  const opening = { purpose: 'write', command: `kituo ${name}`, reads_here: true, env } as const
  const deployment = await openDeployment(configuration, opening)
  try {
    for (const { caller, action, entry } of looked) await recordRead(caller, action, entry)
  } finally {
    await deployment.close()
  }
}

/** Whoever may speak with the house may not therefore open its files. */
function refuseStrangers(dir: string, { name }: Command): void {
  const us = process.geteuid?.()
  if (us === 0 || us === statSync(dir).uid) return
  throw new Refusal(
    403,
    'not.permitted',
    `${name} works on the files of the house: type it as root, or as the account they belong to.`,
  )
}

/** What rules ask for and the daemon has said at its start. */
async function readyRules(dir: string, configuration: Configuration): Promise<void> {
  const { setDeployment } = await import('../../db/appliance/deployment/kind.ts')
  const { setFileStore } = await import('../../db/store/files/store.ts')
  const { bringAreas } = await import('../../db/hospital/start.ts')
  const { setAnchorLog } = await import('../../db/hospital/office/audit/anchor-log.ts')
  const { setClosingLines } = await import('../../db/hospital/office/auditing/after-closing.ts')
  const { setExportFolder } = await import('../../db/hospital/office/exports/files.ts')
  const { setImportFolder } = await import('../../db/hospital/office/imports/files.ts')
  bringAreas()
  setDeployment(configuration.get('deployment'))
  setFileStore(dir, configuration.get('data.attachments'))
  setExportFolder(join(dir, 'exports'))
  setImportFolder(join(dir, 'imports'))
  setAnchorLog(join(dir, 'audit-anchors.log'))
  // Without a log: what fails here is in the line of the next hour.
  setClosingLines(async (hospital_ids) => {
    const { writeHour } = await import('../../db/hospital/office/auditing/hourly.ts')
    const { lists } = await import('../../db/hospital/office/devices/ca.ts')
    return writeHour((await lists()).at(-1)?.number ?? null, hospital_ids)
  })
}
