// Help, from the declarations: the tree, a noun, a command (OPS-76). It opens nothing.

import { type Command, flagOf, type Input, type Inputs, levelOf } from './command.ts'
import { nouns } from './commands.ts'
import { error_words, exit_codes } from './exits.ts'
import { globalEnvironment, type GlobalName, globals, short_flags } from './globals.ts'
import { shownName } from '../read.ts'
import { shown_nouns, shownCommands, startsWith } from './tree.ts'

export async function treeHelp(): Promise<string> {
  const all = await Promise.all(
    shown_nouns.map(async (noun) => {
      const verbs = (await shownCommands(noun))
        .map(({ words }) => words.slice(1).join(' '))
        .filter((verb) => verb !== '')
      return [noun, verbs.length === 0 ? (nouns[noun]?.says ?? '') : verbsIn(verbs)] as const
    }),
  )
  return [
    'Kituo: a hospital in one program.',
    '',
    '  kituo <noun> <verb> [arguments] [flags]',
    '',
    columns(all.flatMap(([noun, said]) => wrapped(noun, said))),
    '',
    'kituo <noun> --help         what a noun can do',
    'kituo <noun> <verb> --help  one command',
    'kituo help flags            flags of every command',
    'kituo help exit-codes       what exit codes mean',
    'kituo help errors           the words of "error" in --json',
    'kituo help schema <command> the JSON Schema of what --json prints',
  ].join('\n')
}

const said_width = 90

/** What a noun can do, in lines that a terminal shows whole. */
function wrapped(noun: string, said: string): [string, string][] {
  const rows: [string, string][] = [[noun, '']]
  for (const part of said.split(/(?<=,) /)) {
    const last = rows.at(-1) as [string, string]
    if (last[1] === '') last[1] = part
    else if (last[1].length + part.length < said_width) last[1] += ` ${part}`
    else rows.push(['', part])
  }
  return rows
}

export async function nounHelp(noun: string, group: readonly string[] | null): Promise<string> {
  const commands = (await shownCommands(noun)).filter(({ words }) => startsWith(words, group ?? []))
  return [
    group === null ? `${nouns[noun]?.says ?? ''}.` : `kituo ${group.join(' ')} <verb>`,
    '',
    columns(commands.map((command) => [usageOf(command), command.says])),
  ].join('\n')
}

export function commandHelp(command: Command): string {
  const { says, permission, exits = [], also = [], http } = command
  const asks = Object.entries(command.asks).map(
    ([name, input]) => [`<${shownName(name)}>`, inputSays(input)] as const,
  )
  const own = Object.entries(command.flags).map(
    ([name, input]) => [flagUsage(name, input), inputSays(input)] as const,
  )
  const facts = [
    ['Needs', permission ?? 'the rights of the machine'],
    [
      'Class',
      `${command.class}, confirmation ${levelOf(command)}${command.reason === 'must' ? ', reason' : ''}`,
    ],
    ...(http === undefined ? [] : [['HTTP', http]]),
    ...(also.length === 0 ? [] : [['Also', also.map((name) => `kituo ${name}`).join(', ')]]),
    ...exits.map((code) => [`Exit ${code}`, exit_codes[code] ?? '']),
  ] as [string, string][]
  return [
    says,
    '',
    `  kituo ${usageOf(command)}`,
    ...block(asks),
    ...block(own),
    '',
    ...command.examples.map((example) => `  $ ${example}`),
    '',
    columns(facts),
  ].join('\n')
}

export const flagsHelp = (): string =>
  columns(
    (Object.entries(globals) as [GlobalName, Input][]).map(([name, input]) => {
      const variable = globalEnvironment(name)
      const short = short_flags[name]
      return [
        `${short === undefined ? '    ' : `${short}, `}${flagUsage(name, input)}`,
        `${input.says}${variable === null ? '' : ` (${variable})`}`,
      ]
    }),
  )

export const exitsHelp = (): string =>
  columns(Object.entries(exit_codes).map(([code, means]) => [code, means]))

export const errorsHelp = (): string =>
  columns(
    error_words.map(([word, exit, means]) => [
      word.endsWith('.') ? `${word}*` : word,
      `${exit}  ${means}`,
    ]),
  )

function usageOf({ name, asks, flags }: Command): string {
  const shown = Object.entries(asks).map(([key, { needed, many }]) => {
    const word = `${shownName(key)}${many ? '…' : ''}`
    return needed ? `<${word}>` : `[${word}]`
  })
  return [name, ...shown, ...mustFlags(flags), ...(hasMore(flags) ? ['[flags]'] : [])].join(' ')
}

const mustFlags = (flags: Inputs): string[] =>
  Object.entries(flags)
    .filter(([, { needed }]) => needed)
    .map(([name, input]) => flagUsage(name, input))
const hasMore = (flags: Inputs): boolean => Object.values(flags).some(({ needed }) => !needed)

const flagUsage = (name: string, { kind, many, short, bare }: Input): string => {
  const flag = short === undefined ? flagOf(name) : `${short} ${flagOf(name)}`
  if (bare !== undefined) return `${flag} [${bare}]`
  return kind === null ? flag : `${flag} <value>${many ? '…' : ''}`
}

const words_shown_max = 70

const inputSays = ({ says, kind, standard }: Input): string => {
  const list = kind?.words === undefined || kind.words.length > 20 ? '' : kind.words.join(', ')
  const words = list === '' || list.length > words_shown_max ? '' : `: ${list}`
  return `${says}${words}${standard === undefined ? '' : ` (${standard})`}`
}

const block = (rows: readonly (readonly [string, string])[]): string[] =>
  rows.length === 0 ? [] : ['', columns(rows)]

function columns(rows: readonly (readonly [string, string])[]): string {
  const size = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(size)}  ${right}`.trimEnd()).join('\n')
}

/** `user list, user show` as `user list|show`. */
function verbsIn(verbs: readonly string[]): string {
  const groups = Map.groupBy(verbs, (verb) => (verb.includes(' ') ? verb.split(' ')[0] : ''))
  return [...groups]
    .map(([group, list]) =>
      group === '' || group === undefined
        ? list.join(', ')
        : `${group} ${list.map((verb) => verb.slice(group.length + 1)).join('|')}`,
    )
    .join(', ')
}
