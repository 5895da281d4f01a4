// One setting changed in the text of a file: comments, order and everything else stay.

import { isDeepStrictEqual } from 'node:util'
import { parse, stringify } from 'smol-toml'
import { conflict } from '../../core/refusal.ts'
import type { Written } from './kinds.ts'
import { type Layout, layoutOf } from './toml.ts'

type Tree = Record<string, unknown>

export function withSetting(text: string, key: string, value: Written): string {
  const path = key.split('.')
  const layout = layoutOf(text)
  const literal = literalOf(value)
  const own = layout.settings.find((place) => samePath(place.path, path))
  const changed =
    own === undefined
      ? added(text, layout, path, literal)
      : text.slice(0, own.value[0]) + literal + text.slice(own.value[1])
  return proved(text, changed, key, (tree) => put(tree, path, value))
}

export function withoutSetting(text: string, key: string): string {
  const path = key.split('.')
  const own = layoutOf(text).settings.find((place) => samePath(place.path, path))
  if (own === undefined) throw byHand(key)
  const changed = text.slice(0, own.start) + text.slice(own.end)
  return proved(text, changed, key, (tree) => take(tree, path))
}

function added(text: string, layout: Layout, path: readonly string[], literal: string): string {
  const section = layout.sections
    .filter(({ path: of, repeated }) => !repeated && of.length < path.length && starts(path, of))
    .sort((a, b) => b.path.length - a.path.length)[0]
  if (section !== undefined) {
    const rest = path.slice(section.path.length).join('.')
    return inserted(text, section.end, `${rest} = ${literal}\n`)
  }
  const roots = layout.settings.filter(({ table }) => table.length === 0)
  const sibling = roots.findLast((place) => place.path.length > 1 && place.path[0] === path[0])
  const name = path.join('.')
  if (sibling !== undefined) return inserted(text, sibling.end, `${name} = ${literal}\n`)
  if (path.length === 1) {
    // After a header the line would belong to that table.
    const first = layout.sections[0]?.start ?? text.length
    return inserted(text, roots.at(-1)?.end ?? first, `${name} = ${literal}\n`)
  }
  const [table, ...rest] = path
  const gap = text === '' || text.endsWith('\n\n') ? '' : '\n'
  return inserted(text, text.length, `${gap}[${table}]\n${rest.join('.')} = ${literal}\n`)
}

function inserted(text: string, at: number, line: string): string {
  const before = text.slice(0, at)
  const broken = before !== '' && !before.endsWith('\n') ? '\n' : ''
  return before + broken + line + text.slice(at)
}

/** Read back by the parser, the new text must differ from the old in this one setting. */
function proved(old: string, changed: string, key: string, change: (tree: Tree) => void): string {
  const wanted = plain(parse(old))
  change(wanted)
  try {
    if (isDeepStrictEqual(plain(parse(changed)), plain(wanted))) return changed
  } catch {
    // Said below: a text that can no longer be read was not changed the right way.
  }
  throw byHand(key)
}

const byHand = (key: string) =>
  conflict(`${key} stands in a table that is written as a whole: change it with an editor.`)

const literalOf = (value: Written): string =>
  Array.isArray(value)
    ? `[${value.map(literalOf).join(', ')}]`
    : typeof value === 'object'
      ? `{ ${Object.entries(value)
          .map(
            ([name, inner]) =>
              `${/^[\w-]+$/.test(name) ? name : quoted(name)} = ${literalOf(inner)}`,
          )
          .join(', ')} }`
      : typeof value === 'string'
        ? quoted(value)
        : String(value)

const quoted = (text: string): string => stringify({ v: text }).slice('v = '.length).trim()

/** An empty table and none at all mean the same. */
const plain = (tree: unknown): Tree =>
  JSON.parse(
    JSON.stringify(tree, (_, value: unknown) =>
      isTable(value)
        ? Object.fromEntries(Object.entries(value).filter(([, inner]) => !isEmpty(inner)))
        : value,
    ),
  ) as Tree

const isTable = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
const isEmpty = (value: unknown): boolean =>
  isTable(value) && Object.values(value).every((inner) => isEmpty(inner))

function put(tree: Tree, path: readonly string[], value: Written): void {
  const [word = '', ...rest] = path
  if (rest.length === 0) tree[word] = value
  else put((tree[word] ??= {}) as Tree, rest, value)
}

function take(tree: Tree, path: readonly string[]): void {
  const [word = '', ...rest] = path
  if (rest.length === 0) delete tree[word]
  else take(tree[word] as Tree, rest)
}

const samePath = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && starts(a, b)
const starts = (path: readonly string[], head: readonly string[]): boolean =>
  head.every((word, index) => word === path[index])
