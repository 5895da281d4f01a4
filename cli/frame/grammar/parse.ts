// What was typed, as a command with its words still text. Flags may stand anywhere; `--` ends them.

import { Command as Parser, CommanderError, Option } from 'commander'
import type { Words } from '../../../db/appliance/deployment/line.ts'
import { didYouMean } from '../../../db/core/nearest.ts'
import { type Command, flagOf, type Input, type Inputs } from './command.ts'
import {
  type Globals,
  type GlobalName,
  globalEnvironment,
  globals,
  short_flags,
} from './globals.ts'
import { readInputs, shownName } from '../read.ts'
import { commandsOf, groupOf, match, nounOf, unknownNoun, unknownVerb } from './tree.ts'
import { echo, seenByEverybody, usage } from './usage.ts'

export interface Typed {
  /** None for `kituo` alone, and for `kituo config` alone. */
  readonly command: Command | null
  readonly noun: string | null
  /** Words that lead to several commands, and no further: `backup key`. */
  readonly group: readonly string[] | null
  readonly args: Readonly<Record<string, Words>>
  readonly flags: Readonly<Record<string, Words>>
  readonly common: Globals
  /** The global flags as text, for those that go to the daemon. */
  readonly common_text: Readonly<Record<string, Words>>
}

export async function parse(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<Typed> {
  const first = loose({}, argv)
  const typed_noun = first.operands[0]
  if (typed_noun === undefined) {
    const stray = first.unknown[0]
    if (stray !== undefined) throw unknownFlag(null, stray)
    return { ...nothing, ...commonOf(strict(null, argv).globals, env) }
  }
  const noun = nounOf(typed_noun)
  if (noun === undefined) throw unknownNoun(typed_noun)
  const commands = await commandsOf(noun)
  const { operands, unknown, only_asks } = loose(flagsOf(commands), argv)
  const [command, length] = best(commands, noun, operands)
  // Asking about a command needs nothing of what the command needs.
  if (command !== undefined && only_asks !== null) {
    return { ...nothing, command, noun, ...commonOf({ ...only_asks }, env) }
  }
  if (command === undefined) {
    if (unknown[0] !== undefined) throw unknownFlag(noun, unknown[0])
    const group = groupOf(commands, noun, operands)
    if (operands.length > (group?.length ?? 1))
      throw unknownVerb(commands, [noun, ...operands.slice(1)])
    const given = strict(null, argv, operands.length).globals
    return { ...nothing, noun, group, ...commonOf(given, env) }
  }
  const { args, flags, globals: given } = strict(command, argv, length)
  const turn = [command.turns ?? []]
    .flat()
    .find(({ flag, value }) =>
      value === undefined ? flags[flag] !== undefined : flags[flag] === value,
    )
  if (turn === undefined)
    return { command, noun, group: null, args, flags, ...commonOf(given, env) }
  const other = commands.find(({ name }) => name === turn.into) ?? null
  // What both take goes along; a switch has said all there is to say.
  const kept = Object.entries(flags).filter(([name]) => name !== turn.flag || takes(other, name))
  return {
    command: other,
    noun,
    group: null,
    args,
    flags: Object.fromEntries(kept),
    ...commonOf(given, env),
  }
}

const takes = (command: Command | null, flag: string): boolean =>
  command !== null && flag in command.flags

const nothing = { command: null, noun: null, group: null, args: {}, flags: {} }

/** The command that takes most of the words: `ca server renew` before `ca`. */
function best(
  commands: readonly Command[],
  noun: string,
  operands: readonly string[],
): [Command | undefined, number] {
  const found = commands
    .map((command) => [command, match(command, noun, operands)] as const)
    .filter(([, length]) => length > 0)
    .sort(([, a], [, b]) => b - a)[0]
  return found === undefined ? [undefined, 0] : [found[0], found[1]]
}

/** Every flag of a noun is known before its verb is: `backup --tag x create`. */
const flagsOf = (commands: readonly Command[]): Inputs =>
  Object.assign({}, ...commands.map(({ flags }) => flags)) as Inputs

function parser(flags: Inputs): { parser: Parser; options: Map<string, Option> } {
  const made = new Parser('kituo')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined })
    .helpOption(false)
    .helpCommand(false)
  const options = new Map<string, Option>()
  const all: Inputs = { ...globals, ...flags }
  for (const [name, { kind, many, short: own, bare }] of Object.entries(all)) {
    const short = own ?? short_flags[name as GlobalName]
    const option = new Option(
      `${short === undefined ? '' : `${short}, `}${flagOf(name)}${valueOf(kind, bare)}`,
    )
    if (many) option.argParser((value, before?: string[]) => [...(before ?? []), value])
    options.set(name, option)
    made.addOption(option)
  }
  return { parser: made, options }
}

const valueOf = (kind: Input['kind'], bare: string | undefined): string =>
  kind === null ? '' : bare === undefined ? ' <value>' : ' [value]'

interface Loose {
  operands: string[]
  unknown: string[]
  /** `--help` or `--explain`, with how it is to be printed. */
  only_asks: Record<string, true> | null
}

/** Only to see which words are no flags. */
function loose(flags: Inputs, argv: readonly string[]): Loose {
  const { parser: made } = parser(flags)
  try {
    const { operands, unknown } = made.parseOptions([...argv])
    const set = (['help', 'explain', 'json', 'no_color'] as const).filter((name) =>
      name === 'no_color' ? made.getOptionValue('color') === false : made.getOptionValue(name),
    )
    const asks = set.includes('help') || set.includes('explain')
    return {
      operands,
      unknown,
      only_asks: asks ? Object.fromEntries(set.map((name) => [name, true as const])) : null,
    }
  } catch (error) {
    throw translated(error, null)
  }
}

function strict(
  command: Command | null,
  argv: readonly string[],
  leading = 0,
): { args: Record<string, Words>; flags: Record<string, Words>; globals: Record<string, Words> } {
  const { parser: made, options } = parser(command?.flags ?? {})
  for (let index = 0; index < leading; index++) made.argument(`<word${index}>`)
  const asks = Object.entries(command?.asks ?? {})
  for (const [name, { many, needed }] of asks) {
    const shown = `${shownName(name)}${many ? '...' : ''}`
    made.argument(needed ? `<${shown}>` : `[${shown}]`)
  }
  made.allowExcessArguments(false).action(() => undefined)
  try {
    made.parse([...argv], { from: 'user' })
  } catch (error) {
    throw translated(error, command)
  }
  const given = made.processedArgs.slice(leading) as (string | string[] | undefined)[]
  const args: Record<string, Words> = {}
  asks.forEach(([name], index) => {
    const value = given[index]
    if (value !== undefined) args[name] = value
  })
  const flags: Record<string, Words> = {}
  const common: Record<string, Words> = {}
  for (const [name, option] of options) {
    const value = made.getOptionValue(option.attributeName()) as Words | false | undefined
    // `--no-color` is read by the parser as a colour that is off.
    const bare = value === true ? command?.flags[name]?.bare : undefined
    const words = option.negate ? (value === false ? true : undefined) : (bare ?? value)
    if (words === undefined || words === false) continue
    if (command !== null && name in command.flags) flags[name] = words
    else common[name] = words
  }
  return { args, flags, globals: common }
}

/** A global flag that was not typed may stand in the environment. */
function commonOf(
  given: Record<string, Words>,
  env: NodeJS.ProcessEnv,
): Pick<Typed, 'common' | 'common_text'> {
  const all: Record<string, Words> = { ...given }
  for (const name of Object.keys(globals) as GlobalName[]) {
    const variable = globalEnvironment(name)
    const value = variable === null ? undefined : env[variable]
    if (value === undefined || value === '' || all[name] !== undefined) continue
    if (globals[name].kind !== null) all[name] = value
    else if (/^(?:1|true|yes|on)$/i.test(value)) all[name] = true
  }
  return { common: readInputs(globals, all, flagOf) as Globals, common_text: all }
}

function unknownFlag(command: Command | string | null, flag: string): Error {
  const [name = ''] = flag.split('=')
  const own = typeof command === 'object' && command !== null ? Object.keys(command.flags) : []
  const known = [...own, ...Object.keys(globals)].map(flagOf)
  const who = typeof command === 'string' ? command : (command?.name ?? 'kituo')
  const instead = own.find((flag) => flag.endsWith('url_file'))
  if (name === '--database-url' && instead !== undefined) return seenByEverybody(flagOf(instead))
  return usage('flag', `${who} has no flag ${echo(name)}.${didYouMean(name, known, 1)}`)
}

function translated(error: unknown, command: Command | null): Error {
  if (!(error instanceof CommanderError)) return error as Error
  const named = /'(?<named>[^']*)'/.exec(error.message)?.groups?.['named'] ?? ''
  const who = command?.name ?? 'kituo'
  switch (error.code) {
    case 'commander.unknownOption':
      return unknownFlag(command, named)
    case 'commander.optionMissingArgument':
      return usage('flag', `${named.replace(/^.*(--[\w-]+).*$/, '$1')} needs a value.`)
    case 'commander.missingArgument': {
      const key = named.replace(/\.\.\.$/, '').replaceAll('-', '_')
      return usage('missing', `${who} needs <${named}>: ${command?.asks[key]?.says ?? ''}.`)
    }
    case 'commander.excessArguments': {
      const count = Object.keys(command?.asks ?? {}).length
      return usage(
        'command',
        `${who} takes ${count === 0 ? 'nothing' : count} after its name. See: kituo ${who} --help`,
      )
    }
    default:
      return usage('command', error.message.replace(/^error: /, ''))
  }
}
