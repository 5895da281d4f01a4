// Typed words into values, by the declaration of what was asked for. Done where a command is typed
// and again where it runs.

import type { Kind } from '../../db/appliance/configuration/kinds.ts'
import type { Words } from '../../db/appliance/deployment/line.ts'
import { didYouMean } from '../../db/core/nearest.ts'
import type { Command, Input, Inputs } from './grammar/command.ts'
import { flagOf } from './grammar/command.ts'
import { echo, usage } from './grammar/usage.ts'

export interface Values {
  readonly asked: Readonly<Record<string, unknown>>
  readonly flags: Readonly<Record<string, unknown>>
}

export function readValues(
  { name, asks, flags }: Pick<Command, 'name' | 'asks' | 'flags'>,
  typed: { args: Readonly<Record<string, Words>>; flags: Readonly<Record<string, Words>> },
): Values {
  return {
    asked: readInputs(asks, typed.args, (key) => `${name}: <${shownName(key)}>`),
    flags: readInputs(flags, typed.flags, flagOf),
  }
}

/** `facility_code` is shown as `facility-code`. */
export const shownName = (key: string): string => key.replaceAll('_', '-')

export function readInputs(
  inputs: Inputs,
  typed: Readonly<Record<string, Words>>,
  subject: (key: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(inputs).map(([key, input]) => [key, readOne(input, typed[key], subject(key))]),
  )
}

function readOne(input: Input, typed: Words | undefined, subject: string): unknown {
  const { kind, many, needed, standard } = input
  if (kind === null) return typed !== undefined
  if (many) {
    const list = typed === undefined ? [] : Array.isArray(typed) ? typed : [typed]
    if (needed && list.length === 0) throw usage('missing', `${subject} is needed.`)
    return list.map((text) => readText(kind, text as string, subject))
  }
  const text = typed ?? standard
  if (text === undefined) {
    if (needed) throw usage('missing', `${subject} is needed.`)
    return undefined
  }
  if (typeof text !== 'string') throw usage('value', `${subject} takes one value.`)
  return readText(kind, text, subject)
}

function readText(kind: Kind<unknown>, typed: string, subject: string): unknown {
  const value = typed.includes('\0') ? undefined : kind.read(kind.written(typed))
  if (value !== undefined) return value
  const own = kind.refuses?.(echo(typed))
  if (own !== undefined) throw usage('value', own)
  const meant = didYouMean(echo(typed), kind.words ?? [], 1)
  throw usage('value', `${subject} takes ${kind.takes}.${meant}`)
}
