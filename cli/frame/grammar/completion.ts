import { choice } from '../../../db/appliance/configuration/kinds.ts'
import { command, done, word, yes } from './command.ts'
import { completionScript, script_files, type Shell, shells } from './scripts.ts'
import { allCommands } from './tree.ts'

interface Completion {
  shell: Shell
  script: string
  file: string | null
}

export const completion = command('completion', {
  says: 'Prints a script that completes commands and flags in a shell.',
  class: 'L',
  permission: null,
  asks: { shell: word(choice(shells), 'which shell') },
  flags: { install: yes('write it where that shell looks for it') },
  examples: ['kituo completion bash --install', 'source <(kituo completion bash)'],
  run: async ({ asked: { shell }, flags: { install } }) => {
    const script = completionScript(shell, await allCommands())
    const printed: Completion = { shell, script, file: null }
    if (!install) return done('', printed)
    const { writeFileSync } = await import('node:fs')
    const { makeNamedFolders } = await import('../../../db/core/folders.ts')
    const { homedir } = await import('node:os')
    const { dirname, join } = await import('node:path')
    const file = join(homedir(), script_files[shell])
    makeNamedFolders(dirname(file), 0o777)
    writeFileSync(file, script, { mode: 0o644 })
    return done(
      `Written: ${file}. A new ${shell} completes kituo.`,
      { shell, script, file },
      { changed: true },
    )
  },
  view: ({ script, file, shell }) =>
    file === null ? script.trimEnd() : `Written: ${file}. A new ${shell} completes kituo.`,
})

export const commands = [completion]
