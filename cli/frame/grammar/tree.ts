// Finding a command by its words: nouns in either number, other names, and the nearest when there
// is none (OPS-62). Only the noun that was typed is loaded.

import { likest, nearest } from '../../../db/core/nearest.ts'
import type { Command } from './command.ts'
import { nouns } from './commands.ts'
import { echo, usage } from './usage.ts'

export interface Noun {
  readonly says: string
  readonly also?: readonly string[]
  /** Not for people. */
  readonly hidden?: true
  readonly load: () => Promise<{ commands: readonly Command[] }>
}

export const noun_names = Object.keys(nouns).sort()

/** Those that people type. */
export const shown_nouns = noun_names.filter((name) => nouns[name]?.hidden !== true)

/** The noun as section 5 spells it. */
export function nounOf(typed: string): string | undefined {
  const lower = typed.toLowerCase()
  return noun_names.find(
    (name) =>
      name === lower ||
      sameNoun(name, lower) ||
      nouns[name]?.also?.some((other) => other === lower),
  )
}

/** `backups` for `backup`, `facilities` for `facility`, and the other way round. */
export const sameNoun = (name: string, typed: string): boolean =>
  plural(name) === typed || plural(typed) === name

const plural = (word: string): string =>
  /[^aeiou]y$/.test(word)
    ? `${word.slice(0, -1)}ies`
    : /(?:s|x|ch|sh)$/.test(word)
      ? `${word}es`
      : `${word}s`

export async function commandsOf(noun: string): Promise<readonly Command[]> {
  const { commands } = await (nouns[noun] as Noun).load()
  return commands.filter(
    ({ words, also = [] }) => words[0] === noun || also.some((name) => name.startsWith(`${noun} `)),
  )
}

/** Those that people type. */
export async function allCommands(): Promise<readonly Command[]> {
  const all = (await Promise.all(noun_names.map(shownCommands))).flat()
  return [...new Map(all.map((command) => [command.name, command])).values()]
}

export async function shownCommands(noun: string): Promise<readonly Command[]> {
  return (await commandsOf(noun)).filter(({ hidden }) => hidden !== true)
}

/** By its exact name, for a line that came over the socket. */
export async function commandNamed(name: string): Promise<Command | undefined> {
  const [noun = ''] = name.split(' ')
  if (!noun_names.includes(noun)) return undefined
  return (await commandsOf(noun)).find((command) => command.name === name)
}

/** How many of `typed` lead to `words`: the noun and the words after it, or another name of them. */
export function match(command: Command, noun: string, typed: readonly string[]): number {
  const asTyped = [noun, ...typed.slice(1)]
  const names = [command.words, ...(command.also ?? []).map((name) => name.split(' '))]
  return Math.max(
    0,
    ...names
      .filter((words) => words.every((word, index) => isWord(word, asTyped[index], index)))
      .map((words) => words.length),
  )
}

/** The words of a group that holds several commands: `backup key`. As section 5 spells them. */
export function groupOf(
  commands: readonly Command[],
  noun: string,
  typed: readonly string[],
): readonly string[] | null {
  const asTyped = [noun, ...typed.slice(1)]
  for (let length = asTyped.length; length > 1; length--) {
    const within = commands.find(
      ({ words, hidden }) =>
        hidden !== true &&
        words.length > length &&
        words.slice(0, length).every((word, index) => isWord(word, asTyped[index], index)),
    )
    if (within !== undefined) return within.words.slice(0, length)
  }
  return null
}

/** Inside a group the second word is a noun too: `messaging wallets list`. */
const isWord = (word: string, typed: string | undefined, index: number): boolean =>
  typed !== undefined && (word === typed || (index > 0 && sameNoun(word, typed)))

const advice: Readonly<Record<string, string>> = {
  start: 'As a service: systemctl start kituo. In this terminal: kituo serve',
  restart: 'As a service: systemctl restart kituo',
}

export function unknownNoun(typed: string): Error {
  const known = Object.hasOwn(advice, typed)
    ? (advice[typed] ?? '')
    : suggestion(likest(typed, shown_nouns))
  return usage('command', `there is no command ${echo(typed)}.${known === '' ? '' : ` ${known}`}`)
}

export function unknownVerb(commands: readonly Command[], typed: readonly string[]): Error {
  const names = commands.flatMap((command) => [command.name, ...(command.also ?? [])])
  const group = groupOf(commands, typed[0] ?? '', typed) ?? typed.slice(0, 1)
  // What follows the verb are its arguments, and no part of what it is called.
  const near = [2, 3, 4]
    .filter((count) => count > group.length && count <= typed.length)
    .flatMap((count) =>
      nearest(
        typed.slice(0, count).join(' '),
        names.filter((known) => known.split(' ').length === count),
      ),
    )
    .slice(0, 3)
  const help = near.length > 0 ? suggestion(near) : whatItHas(commands, group)
  const called = typed.slice(0, group.length + 1).join(' ')
  return usage('command', `there is no command ${echo(called)}. ${help}`)
}

function whatItHas(commands: readonly Command[], group: readonly string[]): string {
  const within = commands.filter(
    ({ hidden, words }) =>
      hidden !== true && startsWith(words, group) && words.length > group.length,
  )
  const verbs = new Set(within.map(({ words }) => words[group.length]))
  return `${group.join(' ')} has: ${[...verbs].join(', ')}.`
}

export const startsWith = (words: readonly string[], group: readonly string[]): boolean =>
  group.every((word, index) => words[index] === word)

const suggestion = (near: readonly string[]): string =>
  near.length === 0 ? 'See: kituo help' : `Did you mean: ${near.join(', ')}?`
