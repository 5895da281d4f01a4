// What init has to know (OPS-82): from flags, a file of answers, and on a terminal from the person.

import { readFileSync } from 'node:fs'
import { parse, TomlError } from 'smol-toml'
import {
  judgeAlone,
  password_rules,
} from '../../db/hospital/office/access/sign-in/password-rules.ts'
import { countryOf } from '../../db/core/reference/countries.ts'
import { isRefusal, type Refusal } from '../../db/core/refusal.ts'
import { flagOf, type ValuesOf } from '../frame/grammar/command.ts'
import { init_flags } from './init.ts'
import { lines, newPage, plain } from '../frame/page.ts'
import { readInputs } from '../frame/read.ts'
import { canAsk } from '../backup/recovery.ts'
import type { Terminal } from '../frame/terminal.ts'
import { usage } from '../frame/grammar/usage.ts'
import type { Used } from './used.ts'

export type Answers = Partial<ValuesOf<typeof init_flags>>
type Name = keyof typeof init_flags

interface Question {
  name: Name
  asks: string
  /** What Enter stands for; null: nothing. Without it something must be typed. */
  standard?: (so_far: Answers) => string | null
  /** Else it is left out. */
  when?: (so_far: Answers) => boolean
}

const needed = ['name', 'code', 'admin_name'] as const

const questions: readonly Question[] = [
  { name: 'name', asks: 'Name of the hospital' },
  { name: 'short_name', asks: 'Short name, for narrow places', standard: () => null },
  {
    name: 'code',
    asks: 'Code, as people type it at sign-in',
    standard: ({ name = '' }) => codeFrom(name),
  },
  { name: 'country', asks: 'Country, two letters', standard: () => 'TZ' },
  { name: 'facility', asks: 'Main branch', standard: () => 'Main' },
  { name: 'facility_code', asks: 'Code of the main branch', standard: () => 'MAIN' },
  { name: 'admin_name', asks: 'Full name of the first administrator' },
  { name: 'admin_user', asks: 'Name for the sign-in', standard: () => 'admin' },
  { name: 'admin_phone', asks: 'Telephone, for reset codes', standard: () => null },
  { name: 'admin_email', asks: 'Mail address, for reset codes', standard: () => null },
  { name: 'engine', asks: 'Database, sqlite or postgres', standard: () => 'sqlite' },
  {
    name: 'database_url_file',
    asks: 'File that holds the address of PostgreSQL',
    when: ({ engine }) => engine === 'postgres',
  },
]

/** Flags go before the file. */
export const given = (flags: Answers): Answers => ({ ...inFile(flags.answers), ...only(flags) })

/**
 * Without a person the first answer that is missing is a refusal; with one, each is asked for.
 * `settled` is what the configuration says already.
 */
export async function completed(
  answers: Answers,
  terminal: Terminal | null,
  { settled = {}, used = [] }: { settled?: Pick<Answers, 'engine'>; used?: Used } = {},
): Promise<Answers> {
  const missing = needed.find((name) => answers[name] === undefined)
  if (missing === undefined) return answers
  if (!canAsk(terminal)) throw usage('missing', `${flagOf(missing)} is needed (no one to ask).`)
  const filled: Answers = { ...settled, ...answers }
  for (const question of questions) {
    if (filled[question.name] !== undefined || question.when?.(filled) === false) continue
    const answer = await asked(terminal, question, filled)
    if (answer !== undefined) Object.assign(filled, { [question.name]: answer })
  }
  await agreed(terminal, filled, used)
  return filled
}

/** Asked again until it is an answer, or nobody answers any more. */
async function asked(
  terminal: Terminal,
  { name, asks, standard }: Question,
  so_far: Answers,
): Promise<unknown> {
  const proposed = standard?.(so_far)
  const hint = proposed ? ` [${proposed}]` : ''
  for (;;) {
    const typed = await terminal.ask(`${asks}${hint}: `)
    if (typed === null && standard === undefined) {
      throw usage('missing', `${flagOf(name)} is needed (no one to ask).`)
    }
    const word = typed?.trim() || proposed
    if (!word && standard !== undefined) return undefined
    try {
      return valueOf(name, word ?? '')
    } catch (error) {
      if (!isRefusal(error) || typed === null) throw error
      terminal.err(`${plain(error.message)}\n`)
    }
  }
}

function valueOf(name: Name, word: string): unknown {
  const value = readInputs({ [name]: init_flags[name] }, { [name]: word }, () => 'This')[name]
  if (name === 'country') checkCountry(String(value))
  return value
}

export function checkCountry(code: string | undefined): void {
  if (code === undefined || countryOf(code) !== undefined) return
  throw usage('value', `${code} is not a country code.`)
}

/** Everything once more, and one question. */
async function agreed(terminal: Terminal, answers: Answers, used: Used): Promise<void> {
  const country = countryOf(answers.country ?? 'TZ')
  const page = newPage({ width: null, wide: true, colour: false, utc: false })
  const shown = lines(
    [
      ['Hospital', `${answers.name} (${answers.code})`],
      ['Country', answers.country ?? 'TZ'],
      ['Currency', answers.currency ?? country?.currency ?? ''],
      ['Time zone', answers.timezone ?? country?.time_zone ?? ''],
      ['Branch', `${answers.facility} (${answers.facility_code})`],
      ['Administrator', `${answers.admin_name} (${answers.admin_user})`],
      ['Database', answers.engine ?? ''],
      ...used,
    ],
    page,
  )
  const said = await terminal.ask(`\n${shown}\n\nSet it up so? [yes]: `)
  if (said !== null && /^(?:y(?:es)?)?$/i.test(said.trim())) return
  throw usage('missing', 'Nothing was made. Type kituo init again.')
}

/** `Mbeya Referral Hospital` is `mbeya-referral`: what people type at every sign-in is short. */
const codeFrom = (name: string): string | null => {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .filter((one) => !['hospital', 'the', 'hospitali', 'ya'].includes(one))
  const code = words.join('-').slice(0, 20).replace(/-+$/, '')
  return code.length >= 3 ? code : null
}

/** A lasting password chosen by the operator; no flag takes it, because others see flags. */
export function passwordIn(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  const password = textOf(file === '-' ? 0 : file).replace(/\r?\n$/, '')
  try {
    judgeAlone(password)
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw usage('value', inOwnWords(password, error))
  }
  return password
}

/** Operations 6.1. */
function inOwnWords(password: string, { message, field }: Refusal): string {
  const { min_length } = password_rules
  if (Array.from(password).length < min_length) {
    return `the password needs at least ${min_length} characters.`
  }
  if (message.endsWith('is too common.')) return 'this password is among the commonest.'
  return message.replace(field ?? '', 'the password')
}

function inFile(file: string | undefined): Answers {
  if (file === undefined) return {}
  const words = Object.entries(treeIn(file)).flatMap(([word, value]) => {
    const name = word.replaceAll('-', '_')
    if (!(name in init_flags)) throw usage('value', `${file}: ${word} is not an answer of init.`)
    if (value === false) return []
    return [[name, Array.isArray(value) ? value.join(',') : String(value as string)] as const]
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

/** A switch that was not typed says nothing. */
const only = (answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).filter(([, value]) => value !== undefined && value !== false),
  )
