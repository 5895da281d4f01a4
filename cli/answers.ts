// What init has to know (OPS-82): from flags, a file of answers, and on a terminal from the person.

import { readFileSync } from 'node:fs'
import { parse, TomlError } from 'smol-toml'
import { judgeAlone } from '../db/hospital/access/password-rules.ts'
import { isRefusal } from '../db/refusal.ts'
import { flagOf, type ValuesOf } from './command.ts'
import { init_flags } from './init.ts'
import { readInputs } from './read.ts'
import type { Terminal } from './terminal.ts'
import { usage } from './usage.ts'

export type Answers = Partial<ValuesOf<typeof init_flags>>

const needed = ['name', 'code', 'admin_name'] as const

/** Flags go before the file. */
export const given = (flags: Answers): Answers => ({ ...inFile(flags.answers), ...only(flags) })

/** Asked for one by one; without a terminal the first that is missing is a refusal. */
export async function completed(answers: Answers, terminal: Terminal | null): Promise<Answers> {
  const filled: Answers = { ...answers }
  for (const name of needed) {
    if (filled[name] !== undefined) continue
    if (terminal?.in_is_terminal !== true) {
      throw usage('missing', `${flagOf(name)} is needed (no one to ask).`)
    }
    const { says } = init_flags[name]
    const typed = await terminal.ask(`${says.charAt(0).toUpperCase()}${says.slice(1)}: `)
    Object.assign(filled, readInputs({ [name]: init_flags[name] }, { [name]: typed ?? '' }, flagOf))
  }
  return filled
}

/** A lasting password chosen by the operator; no flag takes it, because others see flags. */
export function passwordIn(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  const password = textOf(file === '-' ? 0 : file).replace(/\r?\n$/, '')
  try {
    judgeAlone(password)
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw usage('value', error.message.replace(error.field ?? '', 'the password'))
  }
  return password
}

function inFile(file: string | undefined): Answers {
  if (file === undefined) return {}
  const words = Object.entries(treeIn(file)).map(([word, value]) => {
    const name = word.replaceAll('-', '_')
    if (!(name in init_flags)) throw usage('value', `${file}: ${word} is not an answer of init.`)
    return [name, Array.isArray(value) ? value.join(',') : String(value as string)] as const
  })
  return only(readInputs(init_flags, Object.fromEntries(words), flagOf) as Answers)
}

function treeIn(file: string): Record<string, unknown> {
  try {
    return parse(textOf(file))
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw usage('value', `${file}:${error.line} cannot be read as TOML.`)
  }
}

function textOf(file: string | 0): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw usage('value', `${file} cannot be read: ${(error as Error).message}.`)
  }
}

const only = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined))
