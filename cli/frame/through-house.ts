// What a command of class X has written by the house while that still works (OPS-47, OPS-59): one process
// writes to the data. Nobody types these.

import type { CommandLine, Document, Words } from '../../db/appliance/deployment/line.ts'
import { type Kind, text } from '../../db/appliance/configuration/kinds.ts'
import { Refusal } from '../../db/core/refusal.ts'
import { version } from '../../db/core/version.ts'
import {
  type Command,
  command,
  done,
  type Frame,
  levelOf,
  maybe,
  needsOf,
  word,
  type WrittenByHouse,
} from './grammar/command.ts'
import { checkConfirmed } from './confirm.ts'
import { waits_word } from './grammar/exits.ts'
import { sent_globals } from './grammar/globals.ts'
import { readValues } from './read.ts'
import { id, mayCarry } from '../office/request-carried.ts'
import { echo, usage } from './grammar/usage.ts'

/** As the person, and in the hospital, of the line that is carried out. */
export async function throughHouse(
  through: (line: CommandLine) => Promise<Document>,
  { caller, person, flags: { hospital, facility } }: CommandLine,
  name: WrittenByHouse,
  said: Readonly<Record<string, string>>,
): Promise<Document> {
  const flags: Record<string, Words> = { ...said }
  if (hospital !== undefined) flags['hospital'] = hospital
  if (facility !== undefined) flags['facility'] = facility
  const document = await through({ command: name, args: {}, flags, caller, person, version })
  if (!document.success && document.error?.code !== waits_word) {
    const code = document.error?.code ?? 'fault'
    // What it may not do is refused here as there; anything else is a trouble of the house.
    throw new Refusal(code === 'rule.refused' ? 409 : 503, code, document.message)
  }
  return document
}

const json = text('words of a command', /^\{[^\0]{1,60000}\}$/)
const action = text('what was done', /^command(?:\.[a-z0-9-]+){1,4}$/)

type Table = Record<string, unknown>

const note = command('audit note', {
  says: 'Writes down a command that works beside the house.',
  class: 'R',
  about: 'deployment',
  permission: 'audit:read',
  rule_decides: true,
  hidden: true,
  flags: {
    action: word(action, 'what was done'),
    entry: word(json, 'with which words'),
    request: maybe(id.kind as Kind<string>, 'for which request, where a second person approved it'),
  },
  examples: [
    `kituo audit note --action command.backup.restore --entry '{"entity_type":"command"}'`,
    `kituo audit note --action command.database.move --entry '{"entity_type":"command"}'`,
  ],
  run: async (frame) => {
    const { action, entry: typed, request } = frame.flags
    const noted = await besideNamed(action.split('.').slice(1).join(' '))
    const entry = entryOf(noted, tableIn(typed))
    const own = noted.carries_out === true ? entry.query['id'] : request
    if (noted.carries_out === true && own === undefined) {
      throw usage('value', '--entry names no request.')
    }
    const caller = await signedFor(frame, noted, own)
    const { recordAlone } = await import('../../db/hospital/office/audit/record.ts')
    await recordAlone(caller, action, entry)
    return done('It is written down.', null)
  },
  view: () => null,
})

const ask = command('request ask', {
  says: 'Records what a command that works beside the house may do once a second person approves.',
  class: 'R',
  about: 'deployment',
  permission: 'request:approve',
  rule_decides: true,
  hidden: true,
  exits: [7],
  flags: { line: word(json, 'what was typed') },
  examples: [
    `kituo request ask --line '{"command":"backup restore","args":{"name":"latest"},"flags":{}}'`,
    `kituo request ask --line '{"command":"database move","args":{},"flags":{"back":true}}'`,
  ],
  run: async (frame) => {
    const { command: name, args, flags } = onlyOf(tableIn(frame.flags.line), line_fields)
    const asked = await besideNamed(typeof name === 'string' ? name : '')
    if (levelOf(asked) !== 'C3') throw usage('command', `${asked.name} asks for nobody else.`)
    const line = {
      args: wordsOf(args, Object.keys(asked.asks)),
      flags: wordsOf(flags, [...flagsWithoutFiles(asked), ...kept_globals]),
    }
    const caller = await signedFor(frame, asked)
    // What is shown to whoever approves is what the house finds, and never the client's own words.
    const plan = (await asked.plan?.(frameFor(frame, asked, line))) ?? null
    checkConfirmed(asked, line.flags, plan, line.args)
    const { recorded } = await import('./second-person.ts')
    return recorded(asked, line, caller, plan)
  },
})

const line_fields = ['command', 'args', 'flags']
/** A request that was approved is carried out, and not tried. */
const kept_globals = sent_globals.filter((name) => name !== 'dry_run')
/** What the log says of a command beside what was typed (execute.ts). */
const noted_words = ['asked_by', 'approved_by', 'second_person']
const entry_fields = ['entity_type', 'entity_label', 'reason', 'query', 'outcome']

/** A command that may be at work beside the house; nothing else is written for anybody. */
async function besideNamed(name: string): Promise<Command> {
  const { commandNamed } = await import('./grammar/tree.ts')
  const found = await commandNamed(name)
  if (found === undefined) throw usage('command', `there is no command ${echo(name)}.`)
  const may_be = found.class === 'X' || found.carries_out === true
  if (!may_be || needsOf(found) === 'nothing') {
    throw usage('command', `${found.name} does not work beside the house.`)
  }
  return found
}

/** Nobody reaches by these what the command itself would refuse. */
async function signedFor(
  { caller, person }: Pick<Frame, 'caller' | 'person'>,
  { name, permission, carries_out }: Command,
  request?: Words,
): ReturnType<Frame['caller']> {
  const by = await caller()
  if (typeof request === 'string') {
    const approved = await mayCarry(by, request)
    if (carries_out === true || (approved.command === name && approved.state === 'APPROVED'))
      return by
    throw usage('value', `--request is no request of ${name} that was approved.`)
  }
  if (person !== undefined) {
    const { mustHold } = await import('../../db/hospital/office/access/users/persons.ts')
    mustHold(by, permission)
  }
  return by
}

function entryOf(noted: Command, given: Table) {
  const { entity_type, entity_label, reason = null, query, outcome } = onlyOf(given, entry_fields)
  const label = `kituo ${noted.name}`
  const is_whole =
    entity_type === 'command' &&
    entity_label === label &&
    (reason === null || typeof reason === 'string') &&
    (outcome === undefined || outcome === 'REFUSED')
  if (!is_whole) throw usage('value', `--entry is not what is noted of ${label}.`)
  const names = [...Object.keys(noted.asks), ...Object.keys(noted.flags), ...noted_words]
  return {
    entity_type,
    entity_label,
    reason,
    query: wordsOf(query, names),
    ...(outcome === undefined ? {} : { outcome: 'REFUSED' as const }),
  }
}

/** As the command itself would be given it, in a house that works. */
const frameFor = (
  frame: Frame,
  asked: Command,
  { args, flags }: Pick<CommandLine, 'args' | 'flags'>,
): Frame => ({
  ...frame,
  ...readValues(asked, { args, flags: Object.fromEntries(hereOf(asked, flags)) }),
  reason: typeof flags['reason'] === 'string' ? flags['reason'] : null,
  sent: () => undefined,
  beside: {
    is_here: true,
    standAside: () => Promise.reject(new Error('a plan changes nothing')),
  },
})

/** A name on the machine of whoever typed it is nothing that the house reads or writes. */
const hereOf = ({ flags: inputs }: Command, flags: CommandLine['flags']): [string, Words][] =>
  Object.entries(flags).filter(([name]) => inputs[name]?.kind?.path === undefined)

/** A file is not kept with a request (second-person.ts). */
const flagsWithoutFiles = ({ flags }: Command): string[] =>
  Object.keys(flags).filter((name) => flags[name]?.carries !== true)

function tableIn(typed: string): Table {
  try {
    return JSON.parse(typed) as Table
  } catch {
    throw usage('value', `${echo(typed)} is not JSON.`)
  }
}

function onlyOf(table: Table, names: readonly string[]): Table {
  const other = Object.keys(table).find((name) => !names.includes(name))
  if (other !== undefined) throw usage('value', `${echo(other)} does not belong there.`)
  return table
}

function wordsOf(given: unknown, names: readonly string[]): Record<string, Words> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw usage('value', 'the words of a command are {name: word}.')
  }
  const table = onlyOf(given as Table, names)
  const wrong = Object.keys(table).find((name) => !isWords(table[name]))
  if (wrong !== undefined) throw usage('value', `${echo(wrong)} is no word.`)
  return table as Record<string, Words>
}

const isWords = (value: unknown): value is Words =>
  value === true ||
  typeof value === 'string' ||
  (Array.isArray(value) && value.every((one) => typeof one === 'string'))

export const asking = [ask]
export const noting = [note]
