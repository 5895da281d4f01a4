// `config set` and `config unset`: the file rewritten around one setting (OPS-37).

import { chownSync, copyFileSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { codeOf, isMissing, writeWhole } from '../../core/disk.ts'
import { makeNamedFolders } from '../../core/folders.ts'
import { conflict, invalid, Refusal } from '../../core/refusal.ts'
import { withoutSetting, withSetting } from './edit.ts'
import { ConfigurationFaults, ofTheHouse } from './faults.ts'
import { type Key, rule } from './keys.ts'
import type { Written } from './kinds.ts'
import { type Asked, configurationFile, type Setting, tryConfiguration } from './read.ts'

export interface Change {
  key: Key
  was: Written | null
  is: Written | null
  takes_effect: 'now' | 'after a restart'
  file: string
  changed: boolean
}

/** `typed` is what stands behind `config set <key>`; null takes the setting out of the file. */
export function changeSetting(asked: Asked, key: Key, typed: string | null): Change {
  const { change, text } = planChange(asked, key, typed)
  if (change.changed) rewrite(change.file, text)
  return change
}

/** Several settings that only mean something together; null takes one out. */
export function changeTogether(
  asked: Asked,
  wanted: readonly (readonly [Key, string | null])[],
): string {
  const file = configurationFile(asked)
  let text = textOf(file)
  for (const [key, typed] of wanted) {
    const there = inFile(asked, text, key) !== null
    if (typed !== null) text = withSetting(text, key, writtenValue(key, typed))
    else if (there) text = withoutSetting(text, key)
  }
  const { faults } = tryConfiguration({ ...asked, text })
  if (faults.length > 0) throw new ConfigurationFaults(faults)
  if (text !== textOf(file)) rewrite(file, text)
  return file
}

/** The file with another text in it; null takes the text it has. Faults refuse it, all at once. */
export function planText(asked: Asked, text: string | null): { file: string; text: string } {
  const file = configurationFile(asked)
  if (text === null) return { file, text: textOf(file) }
  const { faults } = tryConfiguration({ ...asked, text })
  if (faults.length > 0) throw new ConfigurationFaults(faults)
  return { file, text }
}

export const replaceText = (asked: Asked, text: string): void =>
  rewrite(configurationFile(asked), text)

/** Everything but the writing. */
export function planChange(
  asked: Asked,
  key: Key,
  typed: string | null,
): { change: Change; text: string } {
  const file = configurationFile(asked)
  const text = textOf(file)
  const was = inFile(asked, text, key)
  const changed =
    typed === null
      ? was === null
        ? text
        : withoutSetting(text, key)
      : withSetting(text, key, writtenValue(key, typed))
  const { configuration, faults } = tryConfiguration({ ...asked, text: changed })
  if (faults.length > 0) throw new ConfigurationFaults(faults)
  return {
    text: changed,
    change: {
      key,
      was: was?.written ?? null,
      is: configuration.setting(key).written,
      takes_effect: rule(key).now ? 'now' : 'after a restart',
      file,
      changed: changed !== text,
    },
  }
}

function writtenValue(key: Key, typed: string): Written {
  const { kind } = rule(key)
  const value = kind.read(kind.written(typed))
  if (value === undefined) throw invalid(key, `takes ${kind.takes}.`)
  return kind.write(value)
}

function inFile(asked: Asked, text: string, key: Key): Setting | null {
  // Only the file: a value of the environment goes before it and must not hide it here.
  const only = { ...asked, file: configurationFile(asked), flags: {}, env: {}, text }
  try {
    parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw new ConfigurationFaults(tryConfiguration(only).faults)
  }
  const setting = tryConfiguration(only).configuration.setting(key)
  return setting.origin.kind === 'file' ? setting : null
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return ''
    if (codeOf(error) === 'EACCES') throw new Refusal(403, 'not.permitted', ofTheHouse(file))
    throw conflict(`${file} cannot be read: ${(error as Error).message}`)
  }
}

function rewrite(named: string, text: string): void {
  makeNamedFolders(dirname(named), 0o700)
  const old = statSync(named, { throwIfNoEntry: false })
  // No secret stands in it, and the daemon reads it as another user.
  if (old === undefined) return writeWhole(named, text, 0o644)
  if (!old.isFile()) throw conflict(`${named} is not a file.`)
  // Behind a link lies the file that is meant; the link stays.
  const file = realpathSync(named)
  copyFileSync(file, `${file}.bak`)
  writeWhole(file, text, old.mode & 0o777)
  if (process.getuid?.() === 0) chownSync(file, old.uid, old.gid)
}
