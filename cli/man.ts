// Pages of the manual, made of the same declarations as the help (OPS-78), so that none can differ.

import { commandHelp } from './help.ts'
import { command, done, maybe } from './command.ts'
import { path } from '../db/configuration/kinds.ts'
import { nouns } from './commands.ts'
import { allCommands, noun_names, shownCommands } from './tree.ts'

const man = command('man', {
  says: 'Prints the manual page, or writes a page for every noun.',
  class: 'L',
  permission: null,
  flags: { dir: maybe(path(), 'a folder for kituo.1 and a page for every noun') },
  examples: ['kituo man', 'kituo man --dir ./man1'],
  run: async ({ flags: { dir } }) => {
    const whole = await wholePage()
    if (dir === undefined) return done('', { text: whole, files: [] as string[] })
    const { mkdirSync, writeFileSync } = await import('node:fs')
    const { join } = await import('node:path')
    mkdirSync(dir, { recursive: true })
    const files: string[] = []
    const write = (name: string, text: string): void => {
      writeFileSync(join(dir, name), text, { mode: 0o644 })
      files.push(name)
    }
    write('kituo.1', whole)
    for (const noun of noun_names) {
      if ((await shownCommands(noun)).length > 0) write(`kituo-${noun}.1`, await nounPage(noun))
    }
    return done(`${files.length} pages written to ${dir}.`, { text: '', files }, { changed: true })
  },
  view: ({ text, files }) => (files.length === 0 ? text.trimEnd() : `${files.length} pages.`),
})

export const commands = [man]

/** A line that begins with a dot or a quote would be an order to the reader of the page. */
const plain = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&')

const head = (name: string): string => `.TH ${name.toUpperCase()} 1 "" "Kituo" "Kituo"\n`
const verbatim = (text: string): string => `.nf\n${plain(text)}\n.fi\n`

export async function wholePage(): Promise<string> {
  const all = await allCommands()
  const lines = all
    .filter(({ hidden }) => hidden !== true)
    .map(({ name, says }) => `.TP\n.B ${plain(`kituo ${name}`)}\n${plain(says)}\n`)
  return `${head('kituo')}.SH NAME
kituo \\- a hospital in one program
.SH SYNOPSIS
.B kituo
noun verb [arguments] [flags]
.SH COMMANDS
${lines.join('')}.SH SEE ALSO
${noun_names.map((noun) => `.BR kituo\\-${plain(noun)} (1)`).join(',\n')}
`
}

export async function nounPage(noun: string): Promise<string> {
  const all = await shownCommands(noun)
  const parts = all.map((one) => `.SS ${plain(`kituo ${one.name}`)}\n${verbatim(commandHelp(one))}`)
  return `${head(`kituo-${noun}`)}.SH NAME
kituo\\-${plain(noun)} \\- ${plain(nouns[noun]?.says ?? noun)}
.SH COMMANDS
${parts.join('')}`
}
