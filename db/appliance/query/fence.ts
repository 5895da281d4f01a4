// One reading statement behind a fence (OPS-153): every table that it names is put in its place by a
// selection of its readable columns, and what would lead around that is refused. The connection it
// runs on can change nothing; this is about what may be read.

import type { Dialect } from '../../store/sql.ts'
import { invalid, type Refusal } from '../../core/refusal.ts'

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
    String.raw`(?<sign>::|<=|>=|<>|!=|\|\||->>?|[-+*/%<>=!|&~^(),.;?:@])`,
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
    'sqlite_.*|pragma_.*|dbstat|fts5.*|search_words.*|\\w+_search(?:_(?:config|content|data|docsize|idx))?',
    'pg_.*|lo_.*|dblink.*|set_config|current_setting',
  ].join('|')})$`,
)

/** What may stand before a bracket: functions that reckon with what they are given, and nothing else. */
const before_bracket = new Set(
  (
    'select values from join where having on using in not exists and or as all any some case when then else ' +
    'between like over filter distinct by union except intersect limit offset is with materialized lateral ' +
    'count sum min max avg total group_concat string_agg array_agg bool_and bool_or ' +
    'coalesce nullif iif greatest least abs round floor ceil ceiling mod power sqrt sign ' +
    'lower upper length char_length trim ltrim rtrim btrim substr substring replace instr position strpos left ' +
    'right lpad rpad concat concat_ws starts_with split_part printf format hex cast typeof numeric decimal ' +
    'varchar char date time datetime julianday strftime unixepoch to_char to_date to_timestamp date_trunc ' +
    'date_part extract age now row_number rank dense_rank lag lead first_value last_value ntile ' +
    'json_extract json_array_length json_each jsonb_each jsonb_each_text jsonb_array_elements ' +
    'jsonb_array_elements_text jsonb_array_length'
  ).split(' '),
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
  for (const [index, token] of tokens.entries()) {
    judge(token, tokens[index + 1], tokens[index + 2], readable)
    if (isName(token) && readable.has(token.text.toLowerCase())) {
      named.add(token.text.toLowerCase())
    }
  }
  const inside = dialect === 'sqlite' ? 'main.' : ''
  const places = [...named].map(
    (name) => `${name} as (select ${readable.get(name)?.join(', ')} from ${inside}${name})`,
  )
  const fence = places.length === 0 ? '' : `with ${places.join(', ')} `
  const own = tokens.map(spelled).join(' ')
  return `${fence}select * from (${own}) as asked limit ${most}`
}

const isName = ({ kind }: Token): boolean => kind === 'word' || kind === 'quoted'

function judge(
  { kind, text }: Token,
  next: Token | undefined,
  after: Token | undefined,
  readable: ReadonlyMap<string, unknown>,
): void {
  if (kind !== 'word' && kind !== 'quoted' && kind !== 'text') return
  const name = bare({ kind, text })
  // SQLite takes a text for a name where a table is expected: it may be none.
  if (kind === 'text' && readable.has(name)) {
    throw invalid('query', `cannot hold '${name}', which is a table: write it without quotes.`)
  }
  if (forbidden.test(name)) throw invalid('query', `cannot use ${name}.`)
  // E'…', U&'…', X'…': another grammar inside the quotes.
  if (kind === 'word' && next?.kind === 'text' && isPrefix(name)) {
    throw invalid('query', `cannot hold ${name}'…'.`)
  }
  if (
    next?.text === '(' &&
    next.kind === 'sign' &&
    (kind !== 'word' || !before_bracket.has(name))
  ) {
    throw invalid('query', `cannot use ${name}(…).`)
  }
  // Named with a schema a table would be the one that lies there, with every column.
  if (next?.text === '.' && after !== undefined && readable.has(bare(after))) {
    throw invalid('query', `cannot name ${bare(after)} with a schema.`)
  }
}

const bare = ({ kind, text }: Token): string =>
  (kind === 'text' ? text.slice(1, -1) : text).toLowerCase()

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
