// Pages of the manual, made of the same declarations as the help (OPS-78), so that none can differ.

import { rule, type Key, key_names } from '../../../db/appliance/configuration/keys.ts'
import { commandHelp, flagsHelp, exitsHelp } from './help.ts'
import { command, done, maybe } from './command.ts'
import { path } from '../../../db/appliance/configuration/kinds.ts'
import { nouns } from './commands.ts'
import { allCommands, shown_nouns, shownCommands } from './tree.ts'

const man = command('man', {
  says: 'Prints the manual page, or writes a page for every noun.',
  class: 'L',
  permission: null,
  flags: {
    dir: maybe(path(), 'a folder for kituo.1, a page for every noun, kituo.toml.5 and more'),
  },
  examples: ['kituo man', 'kituo man --dir ./man'],
  run: async ({ flags: { dir } }) => {
    const whole = await wholePage()
    if (dir === undefined) return done('', { text: whole, files: [] as string[] })
    const { writeFileSync } = await import('node:fs')
    const { makeNamedFolders } = await import('../../../db/core/folders.ts')
    const { join } = await import('node:path')
    makeNamedFolders(dir, 0o777)
    const files: string[] = []
    const write = (name: string, text: string): void => {
      writeFileSync(join(dir, name), text, { mode: 0o644 })
      files.push(name)
    }
    write('kituo.1', whole)
    for (const noun of shown_nouns) {
      if ((await shownCommands(noun)).length > 0) write(`kituo-${noun}.1`, await nounPage(noun))
    }
    write('kituo.toml.5', settingsPage())
    write('kituo-doctor.7', await doctorPage())
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

const head = (name: string, section = 1): string =>
  `.TH ${name.toUpperCase()} ${section} "" "Kituo" "Kituo"\n`
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
${lines.join('')}.SH FLAGS OF EVERY COMMAND
${verbatim(flagsHelp())}.SH EXIT STATUS
${verbatim(exitsHelp())}.SH SEE ALSO
.BR kituo.toml (5),
.BR kituo\\-doctor (7),
${shown_nouns.map((noun) => `.BR kituo\\-${plain(noun)} (1)`).join(',\n')}
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

/** Every setting, from the same rules that read the file. */
export function settingsPage(): string {
  return `${head('kituo.toml', 5)}.SH NAME
kituo.toml \\- the configuration of Kituo
.SH DESCRIPTION
${plain(`A flag goes before the environment, the environment before the file, the file before what is
shipped. A key that is written database.pool_max here is pool_max below [database] in the file, and
KITUO_DATABASE_POOL_MAX in the environment. A fault in the file ends the start.`)}
.SH SETTINGS
${key_names.map(setting).join('')}.SH SEE ALSO
.BR kituo (1),
.BR kituo\\-config (1)
`
}

function setting(name: Key): string {
  const { kind, says, now } = rule(name)
  const acts = now ? 'Acts after kituo reload.' : 'Acts after a restart.'
  return `.TP\n.B ${plain(name)}\n${plain(`${says}. Takes ${kind.takes}. ${acts}`)}\n`
}

/** Every check of the doctor, and what it can mend itself. */
export async function doctorPage(): Promise<string> {
  const { checks } = await import('../../../db/appliance/doctor/doctor.ts')
  const one = (check: (typeof checks)[number]): string =>
    `.TP\n.B ${plain(check.id)}\n${plain(`${check.says} (${check.category}).${'mends' in check ? ' Mends itself: kituo doctor --mend.' : ''}`)}\n`
  return `${head('kituo-doctor', 7)}.SH NAME
kituo\\-doctor \\- what Kituo looks at to find what is wrong
.SH DESCRIPTION
${plain('Each check holds when what it says is so. It is OK, WARN, BAD, or SKIPPED where it cannot look.')}
.SH CHECKS
${checks.map(one).join('')}.SH SEE ALSO
.BR kituo\\-doctor (1)
`
}
