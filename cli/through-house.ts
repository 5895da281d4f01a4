// What a command of class X has written by the house while that still works (OPS-47, OPS-59): one process
// writes to the data. Nobody types these.

import type { CommandLine, Document, Words } from '../db/deployment/line.ts'
import { text } from '../db/configuration/kinds.ts'
import { Refusal } from '../db/refusal.ts'
import { version } from '../db/version.ts'
import { command, done, word } from './command.ts'

/** As the person, and in the hospital, of the line that is carried out. */
export async function throughHouse(
  through: (line: CommandLine) => Promise<Document>,
  { caller, person, flags: { hospital, facility } }: CommandLine,
  name: 'audit note' | 'request ask',
  said: Readonly<Record<string, string>>,
): Promise<Document> {
  const flags: Record<string, Words> = { ...said }
  if (hospital !== undefined) flags['hospital'] = hospital
  if (facility !== undefined) flags['facility'] = facility
  const document = await through({ command: name, args: {}, flags, caller, person, version })
  if (!document.success && document.error?.code !== 'request.recorded') {
    throw new Refusal(503, document.error?.code ?? 'fault', document.message)
  }
  return document
}

const json = text('words of a command', /^\{[^\0]{1,60000}\}$/)
const action = text('what was done', /^[\w.-]{1,80}$/)

const note = command('audit note', {
  says: 'Writes down a command that works beside the house.',
  class: 'R',
  about: 'deployment',
  permission: 'audit:read',
  hidden: true,
  flags: { action: word(action, 'what was done'), entry: word(json, 'with which words') },
  examples: [
    `kituo audit note --action command.backup.restore --entry '{"entity_type":"command"}'`,
    `kituo audit note --action command.database.move --entry '{"entity_type":"command"}'`,
  ],
  run: async (frame) => {
    const { recordAlone } = await import('../db/hospital/audit/record.ts')
    await recordAlone(await frame.caller(), frame.flags.action, JSON.parse(frame.flags.entry))
    return done('It is written down.', null)
  },
  view: () => null,
})

const ask = command('request ask', {
  says: 'Records what a command that works beside the house may do once a second person approves.',
  class: 'R',
  about: 'deployment',
  permission: 'request:approve',
  hidden: true,
  exits: [7],
  flags: { line: word(json, 'what was typed'), plan: word(json, 'what it would do') },
  examples: [
    `kituo request ask --line '{"command":"backup restore"}' --plan '{"steps":[]}'`,
    `kituo request ask --line '{"command":"database move"}' --plan '{"steps":[]}'`,
  ],
  run: async (frame) => {
    const { commandNamed } = await import('./tree.ts')
    const { recorded } = await import('./second-person.ts')
    const line: Pick<CommandLine, 'command' | 'args' | 'flags'> = JSON.parse(frame.flags.line)
    const command = await commandNamed(line.command)
    if (command === undefined) throw new Refusal(400, 'usage.command', 'There is no such command.')
    return recorded(command, line, await frame.caller(), JSON.parse(frame.flags.plan))
  },
})

export const asking = [ask]
export const noting = [note]
