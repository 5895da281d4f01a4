// What the program says about itself.

import { text } from '../../../db/appliance/configuration/kinds.ts'
import { type Command, command, done, words, yes } from './command.ts'
import { commandHelp, errorsHelp, exitsHelp, flagsHelp, nounHelp, treeHelp } from './help.ts'
import { lines } from '../page.ts'
import { groupOf, commandsOf, match, nounOf, unknownNoun, unknownVerb } from './tree.ts'
import { usage } from './usage.ts'

const topics: Readonly<Record<string, () => string>> = {
  flags: flagsHelp,
  errors: errorsHelp,
  'exit-codes': exitsHelp,
}

const help = command('help', {
  says: 'Prints what there is to know about commands, flags, exit codes and errors.',
  class: 'L',
  permission: null,
  asks: { topic: words(text(), 'a command, or: flags, exit-codes, errors, schema and a command') },
  examples: [
    'kituo help',
    'kituo help config set',
    'kituo help exit-codes',
    'kituo help schema device list',
  ],
  run: async ({ asked: { topic } }) => {
    const shown = await topicHelp(topic)
    return done('', { topic: topic.join(' '), text: shown })
  },
  view: (data) => data.text,
})

const versionOf = command('version', {
  says: 'Prints the version of this program, its runtime and the newest schema it knows.',
  class: 'L',
  permission: null,
  flags: { components: yes('also the libraries it is made of') },
  examples: ['kituo version', 'kituo version --components --json'],
  run: async ({ flags: { components } }) => {
    const { version } = await import('../../../db/core/version.ts')
    const { packaged } = await import('../../../db/core/assets.ts')
    const { known_schema } = await import('../../../db/appliance/deployment/schema.ts')
    const { driverVersion } = await import('../../../db/store/engines/sqlite-version.ts')
    return done(`kituo ${version}`, {
      version,
      packaged,
      runtime: process.version,
      platform: `${process.platform}-${process.arch}`,
      sqlite: driverVersion(),
      latest_schema: known_schema,
      ...(components ? { components: await dependencies() } : {}),
    })
  },
  view: ({ components, ...rest }, page) =>
    lines([...Object.entries(rest), ...Object.entries(components ?? {})], page),
})

export const commands = [help, versionOf]

async function topicHelp(topic: readonly string[]): Promise<string> {
  const [first] = topic
  if (first === undefined) return treeHelp()
  const known = Object.hasOwn(topics, first) ? topics[first] : undefined
  if (known !== undefined) return known()
  if (first === 'schema') return schemaHelp(topic.slice(1))
  const { noun, group, command: found } = await meant(topic)
  return found === undefined ? nounHelp(noun, group) : commandHelp(found)
}

async function schemaHelp(topic: readonly string[]): Promise<string> {
  if (topic.length === 0)
    throw usage('missing', 'help schema needs a command: kituo help schema status')
  const { noun, command: found } = await meant(topic)
  if (found === undefined) throw unknownVerb(await commandsOf(noun), topic)
  const { documentSchema } = await import('./schema.ts')
  return JSON.stringify(await documentSchema(found), null, 2)
}

/** Without a command: the noun alone. */
interface Meant {
  noun: string
  group: readonly string[] | null
  command?: Command
}

async function meant(topic: readonly string[]): Promise<Meant> {
  const [first = ''] = topic
  const noun = nounOf(first)
  if (noun === undefined) throw unknownNoun(first)
  const all = await commandsOf(noun)
  const found = all
    .map((one) => [one, match(one, noun, topic)] as const)
    .sort(([, a], [, b]) => b - a)[0]
  if (found !== undefined && found[1] > 0) return { noun, group: null, command: found[0] }
  const group = groupOf(all, noun, topic)
  if (topic.length > (group?.length ?? 1)) throw unknownVerb(all, [noun, ...topic.slice(1)])
  return { noun, group }
}

async function dependencies(): Promise<Record<string, string>> {
  const { asset } = await import('../../../db/core/assets.ts')
  const about = JSON.parse(asset('package.json').toString('utf8')) as {
    dependencies: Record<string, string>
  }
  return about.dependencies
}
