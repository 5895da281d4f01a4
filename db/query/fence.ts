// One reading statement behind a fence (OPS-153): every table that it names is put in its place by a
// selection of its readable columns, and what would lead around that is refused. The connection it
// runs on can change nothing; this is about what may be read.

import type { Dialect } from '../sql.ts'
import { invalid, type Refusal } from '../refusal.ts'

interface Token {
  kind: 'word' | 'quoted' | 'text' | 'number' | 'sign'
  text: string
}

const one_only = (): Refusal => invalid('query', 'only one reading statement.')

const pieces = new RegExp(
  [
    String.raw`(?<space>\s+)`,
    String.raw`(?<text>'(?:[^']|'')*')`,
    String.raw`"(?<quoted>(?:[^"]|"")*)"`,
    String.raw`(?<number>\d[\w.]*)`,
    String.raw`(?<word>[\p{L}_][\p{L}\p{N}_]*)`,
    String.raw`(?<sign>[-+*/%<>=!|&~^(),.;?:@])`,
  ].join('|'),
  'uy',
)

/** Comments, other quotes and dollar quotes are no part of it: nothing is read in two ways. */
export function tokensOf(query: string): Token[] {
  const found: Token[] = []
  let at = 0
  while (at < query.length) {
    pieces.lastIndex = at
    const groups = pieces.exec(query)?.groups
    if (groups === undefined) {
      throw invalid('query', `cannot hold ${JSON.stringify(query.slice(at, at + 1))}.`)
    }
    const two = query.slice(at, at + 2)
    if (two === '--' || two === '/*') throw invalid('query', 'cannot hold a comment.')
    at = pieces.lastIndex
    for (const kind of ['text', 'quoted', 'number', 'word', 'sign'] as const) {
      const text = groups[kind]
      if (text !== undefined) found.push({ kind, text })
    }
  }
  return found
}

/** What leads to the database itself, to files, to other schemas or to the server's settings. */
const forbidden = new RegExp(
  `^(?:${[
    'main|temp|public|information_schema|kituo_.*',
    'sqlite_.*|pragma_.*|load_extension|readfile|writefile|edit|fts5.*|search_words.*',
    'pg_.*|lo_.*|dblink.*|set_config|current_setting',
    '(?:query|table|schema|database|cursor)_to_xml.*',
  ].join('|')})$`,
)

export function fenced(
  query: string,
  readable: ReadonlyMap<string, readonly string[]>,
  dialect: Dialect,
  most: number,
): string {
  const tokens = tokensOf(query)
  if (tokens.at(-1)?.text === ';') tokens.pop()
  const [first] = tokens
  if (first === undefined || !/^(?:select|with|values)$/i.test(first.text)) throw one_only()
  if (tokens.some(({ kind, text }) => kind === 'sign' && text === ';')) throw one_only()
  if (!isBalanced(tokens)) throw invalid('query', 'has a bracket without its other half.')
  const named = new Set<string>()
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'word' && kind !== 'quoted') continue
    const name = text.toLowerCase()
    if (forbidden.test(name)) throw invalid('query', `cannot use ${name}.`)
    // E'…', U&'…', X'…': another grammar inside the quotes.
    if (kind === 'word' && tokens[index + 1]?.kind === 'text' && isPrefix(name)) {
      throw invalid('query', `cannot hold ${name}'…'.`)
    }
    if (readable.has(name)) named.add(name)
  }
  const inside = dialect === 'sqlite' ? 'main.' : ''
  const places = [...named].map(
    (name) => `${name} as (select ${readable.get(name)?.join(', ')} from ${inside}${name})`,
  )
  const fence = places.length === 0 ? '' : `with ${places.join(', ')} `
  const own = tokens.map(spelled).join(' ')
  return `${fence}select * from (${own}) as asked limit ${most}`
}

/** A prefix stands before a text without being a word of the language. */
const isPrefix = (name: string): boolean => /^(?:e|u|x|b|n)$/.test(name)

function isBalanced(tokens: readonly Token[]): boolean {
  let open = 0
  for (const { kind, text } of tokens) {
    if (kind !== 'sign') continue
    if (text === '(') open += 1
    if (text === ')') open -= 1
    if (open < 0) return false
  }
  return open === 0
}

const spelled = ({ kind, text }: Token): string => (kind === 'quoted' ? `"${text}"` : text)
