// Running a command where the data are: in the daemon, or in the process that was typed. Both give
// the same document, messages, audit rows and exit codes (OPS-54); this never throws.

import { type Caller, platform_id } from '../../db/core/caller.ts'
import {
  type Asked,
  type Configuration,
  readConfiguration,
  tryConfiguration,
} from '../../db/appliance/configuration/read.ts'
import type { Deployment } from '../../db/appliance/deployment/deployment.ts'
import type {
  CommandLine,
  Document,
  Mode,
  Note,
  Piece,
  Progress,
  Words,
} from '../../db/appliance/deployment/line.ts'
import { newId } from '../../db/core/ids.ts'
import { isRefusal, Refusal } from '../../db/core/refusal.ts'
import { version } from '../../db/core/version.ts'
import { choose, choosePerson } from './caller.ts'
import {
  type Approved,
  type Beside,
  changes,
  type Command,
  type Frame,
  levelOf,
  needsOf,
  type Outcome,
  type Plan,
} from './grammar/command.ts'
import { checkConfirmed } from './confirm.ts'
import { type About, failed, succeeded } from './document.ts'
import type { House } from './house.ts'
import { readValues } from './read.ts'
import { secondPerson } from './second-person.ts'
import type { Terminal } from './terminal.ts'
import { throughHouse } from './through-house.ts'
import { commandNamed } from './grammar/tree.ts'
import { echo, usage } from './grammar/usage.ts'

export interface Place {
  readonly mode: Mode
  readonly asking: Asked
  readonly deployment: Deployment | null
  readonly obstacle: Refusal | null
  readonly house: House | null
  readonly terminal: Terminal | null
  /** The read socket serves class R alone (OPS-56). */
  readonly reads_only?: boolean
  readonly signal?: AbortSignal
  /** A daemon that works on the same data, for a command of class X. */
  readonly beside?: Neighbour | null
  /** A request that a second person approved. */
  readonly approved?: Approved
  /** Told what nobody else may see: the fault behind a request id. */
  readonly onFault?: (error: unknown, request: string) => void
}

export interface Neighbour extends Pick<Beside, 'is_here'> {
  /** The data are the command's alone from here on, and open for changes. */
  readonly standAside: (command: Command) => Promise<void>
  /** Only a house that works may write; null where this process may as well. */
  readonly through: () => ((line: CommandLine) => Promise<Document>) | null
}

/** Waits where the client reads more slowly than the command writes. */
export type Emit = (said: Progress | Piece) => void | Promise<void>

export async function execute(
  line: CommandLine,
  place: Place,
  emit: Emit = () => undefined,
): Promise<Document> {
  const about: About = {
    command: line.command,
    mode: place.mode,
    request: newId(),
    began: performance.now(),
    data_dir: place.deployment?.root.dir ?? null,
    engine: place.deployment?.engine.dialect ?? null,
    configuration: place.deployment?.configuration.file ?? null,
    dry_run: line.flags['dry_run'] !== undefined,
  }
  try {
    const command = await allowed(line, place)
    if (place.deployment === null && command.class !== 'L') Object.assign(about, whereabouts(place))
    const frame = frameOf(command, line, place, about, emit)
    const ran = await carryOut(command, line, frame, about, place)
    const outcome = about.dry_run === true ? ran : await behindFence(command, ran)
    about.time_zone = await zoneIn(place, about)
    const changed = !about.dry_run && (outcome.changed ?? changes(command))
    return succeeded(
      about,
      { ...outcome, warnings: [...(outcome.warnings ?? []), ...frame.warnings] },
      changed,
    )
  } catch (error) {
    if (!isRefusal(error)) place.onFault?.(error, about.request)
    return failed(about, error)
  }
}

/** Of a process that opened the data; whoever did not shows no times of a hospital. */
async function zoneIn({ deployment }: Place, { hospital = null }: About): Promise<string | null> {
  if (deployment === null) return null
  const { zoneOf } = await import('./names/zone.ts')
  return zoneOf(deployment.configuration, hospital)
}

async function allowed(line: CommandLine, { mode, reads_only }: Place): Promise<Command> {
  const command = await commandNamed(line.command)
  if (command === undefined) throw usage('command', `there is no command ${echo(line.command)}.`)
  // These act on the process and the machine they are typed on, and the daemon is neither.
  if (mode === 'socket' && (needsOf(command) === 'nothing' || command.class === 'X')) {
    throw usage('command', `${command.name} does not run inside the daemon.`)
  }
  if (reads_only === true && !isForOperators(command)) {
    throw new Refusal(403, 'not.permitted', 'this needs the group kituo-admin on this machine.')
  }
  if (mode === 'socket' && command.class !== 'R' && line.version !== version) {
    throw new Refusal(
      409,
      'version.program',
      `The daemon is ${version}, this is ${echo(line.version)}.`,
    )
  }
  return command
}

/** OPS-56: who watches the house sees how it runs, and nothing of the hospital's people. */
const isForOperators = ({ class: kind, permission }: Command): boolean =>
  kind === 'R' && (permission === 'system:read' || permission === 'job:read')

/** OPS-34: which file and which data were meant, also where neither was opened. */
function whereabouts({ asking }: Place): Pick<About, 'configuration' | 'data_dir'> {
  const { configuration } = tryConfiguration(asking)
  return { configuration: configuration.file, data_dir: configuration.get('data.dir') }
}

interface OpenFrame extends Frame {
  readonly warnings: Note[]
}

function frameOf(
  command: Command,
  line: CommandLine,
  place: Place,
  about: About,
  emit: Emit,
): OpenFrame {
  const warnings: Note[] = []
  let configuration: Configuration | undefined = place.deployment?.configuration
  let chosen: Promise<Caller> | undefined
  return {
    ...readValues(command, line),
    reason: textOf(line.flags['reason']),
    get configuration() {
      configuration ??= readConfiguration(place.asking)
      return configuration
    },
    asking: place.asking,
    deployment: place.deployment,
    obstacle: place.obstacle,
    house: place.house,
    terminal: place.terminal,
    env: place.asking.env ?? process.env,
    at: line.caller,
    person: line.person,
    workspace: textOf(line.flags['hospital']) ?? undefined,
    facility: textOf(line.flags['facility']) ?? undefined,
    request_id: about.request,
    signal: place.signal ?? new AbortController().signal,
    warnings,
    caller() {
      chosen ??= (
        line.person === undefined
          ? choose(line.caller, {
              hospital: textOf(line.flags['hospital']),
              facility: textOf(line.flags['facility']),
              about: command.about,
            })
          : choosePerson(line.person, line, about.request)
      ).then(({ caller, hospital, facility }) => {
        Object.assign(about, { hospital, facility })
        return { ...caller, request_id: about.request }
      })
      return chosen
    },
    sent: (name) => {
      const sent = line.files?.[name]
      return sent && { name: sent.name, bytes: Buffer.from(sent.base64, 'base64') }
    },
    beside: besideFor(command, place),
    letHouse: async (name, said) => {
      const through = writerOf(place)
      if (through !== null) await throughHouse(through, line, name, said)
      return through !== null
    },
    perform: (other, approved) =>
      execute({ ...other, person: line.person }, { ...place, approved }, emit),
    put: async (bytes, file) => emit({ type: 'piece', base64: bytes.toString('base64'), file }),
    progress: (phase, more = {}) => void emit({ type: 'progress', phase, ...more }),
    // The plan and the run may find the same.
    warn: (code, message) => {
      if (!warnings.some((one) => one.message === message)) warnings.push({ code, message })
    },
  }
}

async function carryOut(
  command: Command,
  line: CommandLine,
  frame: Frame,
  about: About,
  place: Place,
): Promise<Outcome> {
  // What needs no data cannot ask who may: it hands the person on to the program that can.
  const judged = command.hidden !== true && needsOf(command) !== 'nothing'
  if (line.person !== undefined && judged) {
    const caller = await frame.caller()
    if (place.approved === undefined && command.rule_decides !== true) {
      const { mustHold } = await import('../../db/hospital/office/access/users/persons.ts')
      mustHold(caller, command.permission)
    }
  }
  if (!changes(command)) return command.run(frame)
  if (about.dry_run === true && command.look !== undefined) return command.look(frame)
  const plan = await planned(command, line, frame, about, place)
  if (about.dry_run === true) {
    if (command.rehearses === true && plan?.nothing !== true)
      await rehearse(() => command.run(frame))
    const steps = plan?.steps ?? [command.says]
    return {
      message: `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}; nothing was changed.`,
      data: {
        steps,
        type: plan?.type ?? null,
        asks: levelOf(command) !== 'C0' || plan?.asks === true,
        nothing: plan?.nothing === true,
      },
    }
  }
  checkConfirmed(command, line.flags, plan, line.args)
  if (needsOf(command) === 'nothing') return command.run(frame)
  if (place.approved !== undefined) {
    return audited(command, line, frame, { asked_by: place.approved.asked_by }, place)
  }
  const second = await secondPerson(command, line, frame, plan, writerOf(place))
  return second.waits ?? audited(command, line, frame, second.noted, place)
}

/**
 * What was approved, and a grave command that its person has confirmed, is at work from here on: a refusal of
 * its plan is noted as one of its work is (OPS-59).
 */
async function planned(
  command: Command,
  line: CommandLine,
  frame: Frame,
  about: About,
  place: Place,
): Promise<Plan | null> {
  if (command.plan === undefined) return null
  try {
    return await command.plan(frame)
  } catch (error) {
    const { approved } = place
    const confirmed = about.dry_run !== true && line.flags['yes'] !== undefined
    const at_work = approved !== undefined || (confirmed && command.reason === 'must')
    if (at_work && needsOf(command) !== 'nothing') {
      const noted = approved === undefined ? {} : { asked_by: approved.asked_by }
      await (await auditOf(command, line, frame, noted, place)).refused(error)
    }
    throw error
  }
}

class TakenBack extends Error {}

/** OPS-70: the same checks, by the rule itself (decision 0272). */
async function rehearse(work: () => Promise<unknown>): Promise<void> {
  const { within } = await import('../../db/store/connection.ts')
  try {
    await within(async () => {
      await work()
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
}

/** A house that still works: whatever is to be written, it writes. */
const writerOf = ({ beside }: Place): ReturnType<Neighbour['through']> => beside?.through() ?? null

function besideFor(command: Command, { beside }: Place): Beside | null {
  if (beside === undefined || beside === null) return null
  return { is_here: beside.is_here, standAside: () => beside.standAside(command) }
}

/** Rules answer whole rows; the same shapes that guard the APIs guard the documents. */
async function behindFence(command: Command, outcome: Outcome): Promise<Outcome> {
  const { data } = outcome
  if (command.reply === undefined || data === null || data === undefined) return outcome
  const { fenced } = await import('../../db/core/fence.ts')
  const { whole, each, within } = await command.reply()
  if (whole !== undefined) return { ...outcome, data: fenced(whole, data) }
  if (each !== undefined) {
    return { ...outcome, data: (data as unknown[]).map((row) => fenced(each, row)) }
  }
  const fields = Object.entries(within ?? {}).map(([name, schema]) => [
    name,
    fenced(schema, (data as Record<string, unknown>)[name]),
  ])
  return { ...outcome, data: { ...(data as object), ...Object.fromEntries(fields) } }
}

/** OPS-59: who, what, with which words, why, and how it ended. */
async function auditOf(
  command: Command,
  line: CommandLine,
  frame: Frame,
  noted: Record<string, string>,
  place: Place,
) {
  const { recordAlone: recordHere } = await import('../../db/hospital/office/audit/record.ts')
  const { hasOperator } = await import('../../db/hospital/office/hospitals/hospitals.ts')
  const action = `command.${command.words.join('.')}`
  const entry = {
    entity_type: 'command',
    entity_label: `kituo ${command.name}`,
    reason: frame.reason,
    query: { ...line.args, ...ownFlags(command, line.flags), ...noted },
  }
  const recordAlone: typeof recordHere = async (caller, done, what) => {
    const { request } = place.approved ?? {}
    const said = { action: done, entry: JSON.stringify(what) }
    const noted = await frame.letHouse(
      'audit note',
      request === undefined ? said : { ...said, request },
    )
    if (!noted) await recordHere(caller, done, what)
  }
  const chained = async (): Promise<Caller | null> => {
    const caller = await frame.caller()
    return caller.hospital_id === platform_id && !(await hasOperator()) ? null : caller
  }
  const refused = async (error: unknown): Promise<void> => {
    // A refusal's own row stands alone; where the database is the trouble, none can be written.
    if (!isRefusal(error) || error.status === 503) return
    const caller = await chained().catch(() => null)
    // What cannot be written down does not hide why it was refused.
    if (caller !== null)
      await recordAlone(caller, action, { ...entry, outcome: 'REFUSED' }).catch(() => undefined)
  }
  return { action, entry, recordAlone, chained, refused }
}

async function audited(
  command: Command,
  line: CommandLine,
  frame: Frame,
  noted: Record<string, string>,
  place: Place,
): Promise<Outcome> {
  const { within } = await import('../../db/store/connection.ts')
  const { record } = await import('../../db/hospital/office/audit/record.ts')
  const audit = await auditOf(command, line, frame, noted, place)
  const { action, entry, recordAlone, chained } = audit
  try {
    if (command.class === 'X' && command.late === undefined) await place.beside?.standAside(command)
    if (command.class === 'X' || command.transaction === 'rule') {
      const outcome = await command.run(frame)
      const caller = await chained()
      if (caller !== null) {
        await recordAlone(caller, action, entry).catch(async (error: unknown) => {
          // The data are other ones now: a restore may have brought another hospital.
          if (command.class !== 'X' && command.carries_out !== true) throw error
          const about = { hospital: null, facility: null, about: 'deployment' } as const
          const now = await choose(line.caller, about)
          await recordAlone(now.caller, action, entry)
        })
      }
      return outcome
    }
    return await within(async () => {
      const outcome = await command.run(frame)
      const caller = await chained()
      if (caller !== null) record(caller, action, entry)
      return outcome
    })
  } catch (error) {
    await audit.refused(error)
    throw error
  }
}

const ownFlags = (
  command: Command,
  flags: Readonly<Record<string, Words>>,
): Record<string, Words> =>
  Object.fromEntries(Object.entries(flags).filter(([name]) => name in command.flags))

const textOf = (words: Words | undefined): string | null =>
  typeof words === 'string' ? words : null
