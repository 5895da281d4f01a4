// One setting changed in the text of a file: comments, order and everything else stay.

import { isDeepStrictEqual } from 'node:util'
import { parse, stringify } from 'smol-toml'
import { conflict } from '../../core/refusal.ts'
import type { Written } from './kinds.ts'
import { type Layout, layoutOf, type Section } from './toml.ts'

type Tree = Record<string, unknown>

export function withSetting(text: string, key: string, value: Written): string {
  const path = key.split('.')
  const layout = layoutOf(text)
  const literal = literalOf(value)
  const own = layout.settings.find((place) => samePath(place.path, path))
  const rows = rowsOf(layout, path)
  const changed =
    own !== undefined
      ? text.slice(0, own.value[0]) + literal + text.slice(own.value[1])
      : rows.length > 0
        ? withRows(text, rows, path, value)
        : added(text, layout, path, literal)
  return proved(text, changed, key, (tree) => put(tree, path, value))
}

export function withoutSetting(text: string, key: string): string {
  const path = key.split('.')
  const layout = layoutOf(text)
  const own = layout.settings.find((place) => samePath(place.path, path))
  const gone = own === undefined ? rowsOf(layout, path) : [own]
  if (gone.length === 0) throw byHand(key)
  const changed = gone.toReversed().reduce((left, place) => replaced(left, place, ''), text)
  return proved(text, changed, key, (tree) => take(tree, path))
}

const replaced = (text: string, { start, end }: Pick<Section, 'start' | 'end'>, by: string) =>
  text.slice(0, start) + by + text.slice(end)

/** The elements of `[[backup.repositories]]`. */
const rowsOf = ({ sections }: Layout, path: readonly string[]): Section[] =>
  sections.filter(({ path: of, repeated }) => repeated && samePath(of, path))

/** Told apart by their names: what stays as it is keeps its lines, and new ones stand at the end. */
function withRows(
  text: string,
  rows: readonly Section[],
  path: readonly string[],
  value: Written,
): string {
  const wanted = Array.isArray(value) ? value.filter(isTable) : []
  const old = rows.map(({ start, end }) => rowIn(text.slice(start, end), path))
  const fresh = wanted.filter(({ name }) => !old.some((row) => row['name'] === name))
  const last = rows.at(-1)?.end ?? text.length
  const more = fresh.map((row) => `\n${rowText(path, row)}`).join('')
  const added = more === '' ? text : inserted(text, last, more)
  return rows.reduceRight((left, place, index) => {
    const row = wanted.find(({ name }) => name === old[index]?.['name'])
    if (row === undefined) return replaced(left, place, '')
    return isDeepStrictEqual(row, old[index]) ? left : replaced(left, place, rowText(path, row))
  }, added)
}

function rowIn(text: string, path: readonly string[]): Tree {
  const found = path.reduce<unknown>((tree, word) => (tree as Tree)[word], parse(text))
  return plain((found as unknown[])[0])
}

const rowText = (path: readonly string[], row: Tree): string =>
  `[[${path.join('.')}]]\n${Object.entries(row)
    .map(([name, inner]) => `${name} = ${literalOf(inner as Written)}\n`)
    .join('')}`

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
