import { text } from '../db/configuration/kinds.ts'
import { command, done, words } from './command.ts'
import { commandHelp, errorsHelp, exitsHelp, flagsHelp, nounHelp, treeHelp } from './help.ts'
import { commandsOf, match, nounOf, unknownNoun, unknownVerb } from './tree.ts'

const topics: Readonly<Record<string, () => string>> = {
  flags: flagsHelp,
  errors: errorsHelp,
  'exit-codes': exitsHelp,
}

export const help = command('help', {
  says: 'Prints what there is to know about commands, flags, exit codes and errors.',
  class: 'L',
  permission: null,
  asks: { topic: words(text(), 'a command, or: flags, exit-codes, errors') },
  examples: ['kituo help', 'kituo help config set', 'kituo help exit-codes'],
  run: async ({ asked: { topic } }) => {
    const shown = await topicHelp(topic)
    return done('', { topic: topic.join(' '), text: shown })
  },
  view: (data) => data.text,
})

export const commands = [help]

async function topicHelp(topic: readonly string[]): Promise<string> {
  const [first] = topic
  if (first === undefined) return treeHelp()
  const known = topics[first]
  if (known !== undefined) return known()
  const noun = nounOf(first)
  if (noun === undefined) throw unknownNoun(first)
  const all = await commandsOf(noun)
  const found = all
    .map((one) => [one, match(one, noun, topic)] as const)
    .sort(([, a], [, b]) => b - a)[0]
  if (found !== undefined && found[1] > 0) return commandHelp(found[0])
  if (topic.length > 1) throw unknownVerb(all, [noun, ...topic.slice(1)])
  return nounHelp(noun)
}
