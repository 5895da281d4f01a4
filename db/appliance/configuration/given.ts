// What somebody said about each setting, and where they said it.

import { basename, dirname } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { didYouMean } from '../../core/nearest.ts'
import type { Fault } from './faults.ts'
import { environmentName, isKey, type Key, key_names, rule } from './keys.ts'
import { layoutOf, lineOf } from './toml.ts'

export interface Origin {
  readonly kind: 'flag' | 'env' | 'file' | 'default'
  /** `flag`, `env KITUO_LISTEN`, `file /etc/kituo/kituo.toml:12`, `default`. */
  readonly says: string
}

export interface Given {
  readonly raw: unknown
  readonly origin: Origin
  /** How a fault names it. */
  readonly where: string
  readonly line: number | null
  /** What a relative path is relative to. */
  readonly folder: string
}

export function fromFile(
  text: string,
  file: string,
  given: Map<Key, Given>,
  faults: Fault[],
): void {
  let tree: Record<string, unknown>
  try {
    tree = parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [first = ''] = error.message.replace('Invalid TOML document: ', '').split('\n')
    const where = `${basename(file)}:${error.line}`
    const message = `this line cannot be read as TOML: ${first}.`
    faults.push({ code: 'config.unreadable', where, line: error.line, key: null, message })
    return
  }
  const layout = layoutOf(text)
  for (const [path, raw] of settingsIn(tree)) {
    const line = lineOf(layout, path)
    const name = path.join('.')
    const where = `${basename(file)}:${line}`
    if (isKey(name)) {
      const origin = { kind: 'file', says: `file ${file}:${line}` } as const
      given.set(name, { raw, origin, where, line, folder: dirname(file) })
    } else {
      faults.push(unknownKey(name, where, line))
    }
  }
}

const secret_names = [
  'app_key',
  'ca_key',
  'backup_machine_key',
  'database_password',
  'metrics_token',
  'update_proxy_password',
]

function unknownKey(name: string, where: string, line: number): Fault {
  const last = name.split('.').at(-1) ?? name
  const secret = secret_names.find((one) => one === last || one.replace('_', '.') === name)
  if (secret !== undefined) {
    const message = `${name} is a secret: it belongs in secrets.toml as ${secret}.`
    return { code: 'config.secret', where, line, key: name, message }
  }
  const message = `${name} is not a setting.${didYouMean(name, key_names, 1)}`
  return { code: 'config.unknown_key', where, line, key: name, message }
}

/** The settings of a tree: a table that is no setting itself is gone through to its ends. */
function* settingsIn(
  tree: Record<string, unknown>,
  above: readonly string[] = [],
): Generator<[string[], unknown]> {
  for (const [word, value] of Object.entries(tree)) {
    const path = [...above, word]
    if (isTable(value) && !isKey(path.join('.'))) yield* settingsIn(value, path)
    else yield [path, value]
  }
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

export function fromEnvironment(env: NodeJS.ProcessEnv, given: Map<Key, Given>): void {
  for (const key of key_names) {
    const name = environmentName(key)
    const typed = env[name]
    if (typed === undefined || typed === '') continue
    given.set(key, typedAs(key, typed, { kind: 'env', says: `env ${name}` }, name))
  }
}

export function fromFlags(flags: Partial<Record<Key, string>>, given: Map<Key, Given>): void {
  for (const [key, typed] of Object.entries(flags) as [Key, string][]) {
    given.set(key, typedAs(key, typed, { kind: 'flag', says: 'flag' }, flagName(key)))
  }
}

/** The flags of the command line that stand for a setting. */
const flagName = (key: Key): string =>
  key === 'data.dir' ? '--data' : `--${key.replace('.', '-')}`

const typedAs = (key: Key, typed: string, origin: Origin, where: string): Given => ({
  raw: rule(key).kind.written(typed),
  origin,
  where,
  line: null,
  folder: process.cwd(),
})

const ranks = { default: 0, file: 1, env: 2, flag: 3 }

/** An address of PostgreSQL chooses the engine, unless the engine is named at the same place. */
export function addressSaysEngine(given: Map<Key, Given>): void {
  const url = given.get('database.url')
  const engine = given.get('database.engine')
  if (url === undefined || ranks[engine?.origin.kind ?? 'default'] >= ranks[url.origin.kind]) return
  given.set('database.engine', { ...url, raw: 'postgres' })
}
