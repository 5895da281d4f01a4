// The configuration of a deployment: flag, then environment, then file, then default (OPS-33).

import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf, isMissing } from '../../core/disk.ts'
import { didYouMean } from '../../core/nearest.ts'
import { ConfigurationFaults, type Fault } from './faults.ts'
import {
  addressSaysEngine,
  fromEnvironment,
  fromFile,
  fromFlags,
  type Given,
  type Origin,
} from './given.ts'
import { environmentName, isKey, type Key, key_names, rule, type ValueOf } from './keys.ts'
import type { Kind, Written } from './kinds.ts'
import { compiled_file, type Place, place as here } from './place.ts'
import { rules } from './together.ts'

export interface Setting {
  readonly key: Key
  readonly value: unknown
  /** As the file would have it; null for what is not set. */
  readonly written: Written | null
  readonly origin: Origin
}

export interface Configuration {
  readonly place: Place
  /** The file that was read, or would be. */
  readonly file: string
  readonly file_exists: boolean
  readonly settings: readonly Setting[]
  readonly get: <K extends Key>(key: K) => ValueOf<K>
  readonly setting: (key: Key) => Setting
}

export interface Asked {
  /** Settings given as flags, as text: `{ 'data.dir': './.kituo' }`. */
  flags?: Partial<Record<Key, string>> | undefined
  /** `--config`. */
  file?: string | undefined
  env?: NodeJS.ProcessEnv | undefined
  place?: Place | undefined
  /** Instead of what the file holds, for checks of a text not yet written. */
  text?: string | undefined
}

const own_name = 'kituo.toml'

/** Throws everything that is wrong at once. */
export function readConfiguration(asked: Asked = {}): Configuration {
  const { configuration, faults } = tryConfiguration(asked)
  if (faults.length > 0) throw new ConfigurationFaults(faults)
  return configuration
}

/** For what must go on with a broken file: the doctor, and `config show`. */
export function tryConfiguration(asked: Asked = {}): {
  configuration: Configuration
  faults: Fault[]
} {
  const env = asked.env ?? process.env
  const file = configurationFile(asked)
  const place = asked.place ?? (file === ownFile(asked) ? 'clone' : here)
  const faults: Fault[] = []
  const text =
    asked.text ??
    readFile(file, asked.file !== undefined || env['KITUO_CONFIG'] !== undefined, faults)
  const given = new Map<Key, Given>()
  if (text !== null) fromFile(text, file, given, faults)
  fromEnvironment(env, given)
  fromFlags(asked.flags ?? {}, given)
  addressSaysEngine(given)

  const settled = new Map<Key, Setting>()
  const get = (key: string): unknown => {
    if (!isKey(key)) throw new Error(`${key} is not a setting`)
    return settle(key).value
  }
  const settle = (key: Key): Setting => {
    let setting = settled.get(key)
    if (setting === undefined) {
      setting = settingOf(key, given.get(key), { place, get }, faults)
      settled.set(key, setting)
    }
    return setting
  }
  const settings = key_names.map(settle)
  if (faults.length === 0) checkTogether(get, given, file, faults)
  return {
    configuration: {
      place,
      file,
      file_exists: text !== null,
      settings,
      get: <K extends Key>(key: K) => settle(key).value as ValueOf<K>,
      setting: settle,
    },
    faults,
  }
}

/**
 * OPS-34; the binary never looks into the current folder. A data root that was named and holds a
 * kituo.toml of its own is whole in itself, as a first run makes it, wherever the program lies.
 */
export function configurationFile(asked: Asked): string {
  const { file, env = process.env, place = here } = asked
  const own = ownFile(asked)
  const named = file ?? env['KITUO_CONFIG']
  if (named !== undefined) return resolve(named)
  return own !== null && existsSync(own) ? own : compiled_file(place)
}

/** Where the data root that was named would keep its configuration. */
export function ownFile({ flags, env = process.env }: Asked): string | null {
  const dir = flags?.['data.dir'] ?? env[environmentName('data.dir')]
  return dir === undefined || dir === '' ? null : join(resolve(dir), own_name)
}

function readFile(file: string, named: boolean, faults: Fault[]): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // Without a file everything is as shipped; one that was named must be there.
    if (isMissing(error) && !named) return null
    const why = isMissing(error) ? 'is not there.' : `cannot be read (${(error as Error).message}).`
    faults.push({
      code: 'config.unreadable',
      where: file,
      line: null,
      key: null,
      message: `${file} ${why}`,
      ...(codeOf(error) === 'EACCES' ? { forbidden: true } : {}),
    })
    return null
  }
}

function settingOf(
  key: Key,
  given: Given | undefined,
  known: { place: Place; get: (key: string) => unknown },
  faults: Fault[],
): Setting {
  const { kind, standard } = rule(key)
  if (given !== undefined) {
    const fault = faultOf(key, kind, given)
    if (fault === undefined) {
      const value = located(kind, kind.read(given.raw), given.folder)
      return { key, value, written: writtenAs(kind, value), origin: given.origin }
    }
    // The default stands in, so that what depends on it can be read and its faults told too.
    faults.push(fault)
  }
  const raw = standard(known)
  const value = raw === undefined ? null : kind.read(raw)
  if (value === undefined) throw new Error(`the default of ${key} does not fit it`)
  return {
    key,
    value,
    written: writtenAs(kind, value),
    origin: { kind: 'default', says: 'default' },
  }
}

const writtenAs = (kind: Kind<unknown>, value: unknown): Written | null =>
  value === null ? null : kind.write(value)

const located = (kind: Kind<unknown>, value: unknown, folder: string): unknown =>
  kind.path !== undefined && typeof value === 'string' ? resolve(folder, value) : value

function faultOf(key: Key, kind: Kind<unknown>, given: Given): Fault | undefined {
  const { where, line } = given
  const value = kind.read(given.raw)
  const subject = where.startsWith('--') ? where : key
  if (value === undefined) {
    const takes =
      given.origin.kind === 'flag'
        ? kind.takes.replace(/^a list; each item takes /, '')
        : kind.takes
    const meant = typeof given.raw === 'string' ? didYouMean(given.raw, kind.words ?? [], 1) : ''
    const message = `${subject} takes ${takes}.${meant}`
    return { code: 'config.wrong_value', where, line, key, message }
  }
  if (
    key === 'database.url' &&
    given.origin.kind !== 'env' &&
    URL.parse(value as string)?.password
  ) {
    const message = `${subject} holds a password: it belongs in secrets.toml as database_password.`
    return { code: 'config.secret', where, line, key, message }
  }
  if (kind.path === undefined || kind.path === 'any') return undefined
  const at = located(kind, value, given.folder) as string
  const needed = kind.path === 'file' ? at : dirname(at)
  if (existsSync(needed) && (kind.path === 'file' || statSync(needed).isDirectory()))
    return undefined
  const message = `${subject} names ${needed}, which is not there.`
  return { code: 'config.missing_path', where, line, key, message }
}

function checkTogether(
  get: (key: Key) => unknown,
  given: Map<Key, Given>,
  file: string,
  faults: Fault[],
): void {
  for (const { at, wrong } of rules) {
    const complaint = wrong(get)
    if (complaint === undefined) continue
    const { where, line } = given.get(at) ?? { where: basename(file), line: null }
    faults.push({ code: 'config.together', where, line, key: at, message: `${at} ${complaint}` })
  }
}
