// What a pattern of references is made of, which ones are sound (PLT-70), and filling one in.

import { invalid } from '../../../core/refusal.ts'
import type { sequence_resets, sequence_scopes } from './words.ts'

export type Scope = (typeof sequence_scopes)[number]
export type Reset = (typeof sequence_resets)[number]

/** How references are made: these three belong together. */
export interface Form {
  pattern: string
  scope: Scope
  reset: Reset
}

export type Token =
  | { kind: 'literal'; text: string }
  | { kind: 'FAC' | 'YYYY' | 'YY' | 'MM' | 'DD' }
  | { kind: 'SEQ'; width: number }

const filled_max = 32
const facility_code_max = 8
const widths = { FAC: facility_code_max, YYYY: 4, YY: 2, MM: 2, DD: 2 }
const word = /\{(FAC|YYYY|YY|MM|DD|SEQ:(\d{1,2}))\}|([A-Za-z0-9\-/.]+)/y

/** The tokens of a pattern, or undefined where it holds anything else. */
export function tokensOf(pattern: string): Token[] | undefined {
  const tokens: Token[] = []
  word.lastIndex = 0
  while (word.lastIndex < pattern.length) {
    const found = word.exec(pattern)
    if (found === null) return undefined
    const [, name, width, literal] = found
    if (literal !== undefined) tokens.push({ kind: 'literal', text: literal })
    else if (width !== undefined) tokens.push({ kind: 'SEQ', width: Number(width) })
    else tokens.push({ kind: name as 'FAC' })
  }
  return tokens
}

/** Refuses a form by which a reference could be given twice. */
export function checkForm(form: Form): Token[] {
  const tokens = tokensOf(form.pattern)
  if (tokens === undefined) {
    throw invalid(
      'pattern',
      'may hold A–Z, a–z, 0–9, -, / and . and the tokens ' +
        '{FAC}, {YYYY}, {YY}, {MM}, {DD} and {SEQ:n}.',
    )
  }
  const numbers = tokens.filter((token) => token.kind === 'SEQ')
  if (numbers.length === 0) throw invalid('pattern', 'must hold {SEQ:n}.')
  if (numbers.length > 1) throw invalid('pattern', 'must hold {SEQ:n} exactly once.')
  const width = numbers[0]?.width ?? 0
  if (width < 1 || width > 10) throw invalid('pattern', 'must hold {SEQ:n} with n from 1 to 10.')
  for (const needed of neededBy(form, tokens)) {
    throw invalid('pattern', `would repeat references: add ${needed}.`)
  }
  if (isAmbiguous(tokens)) {
    throw invalid('pattern', 'would repeat references: add - between {FAC} and {SEQ:n}.')
  }
  if (longest(tokens) > filled_max) {
    throw invalid('pattern', `must be at most ${filled_max} characters when filled.`)
  }
  return tokens
}

function neededBy({ scope, reset }: Form, tokens: readonly Token[]): string[] {
  const has = (kind: Token['kind']): boolean => tokens.some((token) => token.kind === kind)
  const needed: string[] = []
  if (scope === 'FACILITY' && !has('FAC')) needed.push('{FAC}')
  if (reset === 'NEVER') return needed
  if (!has('YYYY') && !has('YY')) needed.push('{YYYY}')
  if ((reset === 'MONTHLY' || reset === 'DAILY') && !has('MM')) needed.push('{MM}')
  if (reset === 'DAILY' && !has('DD')) needed.push('{DD}')
  return needed
}

/**
 * A branch's code may end in digits and a number may outgrow its width, so `A1` with 0001 and `A10`
 * with 001 would read alike unless something that is no digit stands between the two.
 */
function isAmbiguous(tokens: readonly Token[]): boolean {
  const number = tokens.findIndex(({ kind }) => kind === 'SEQ')
  return tokens.some((token, at) => {
    if (token.kind !== 'FAC') return false
    const between = tokens.slice(Math.min(at, number) + 1, Math.max(at, number))
    return !between.some((one) => one.kind === 'literal' && /\D/.test(one.text))
  })
}

const longest = (tokens: readonly Token[]): number =>
  tokens
    .map((token) =>
      token.kind === 'literal'
        ? token.text.length
        : token.kind === 'SEQ'
          ? token.width
          : widths[token.kind],
    )
    .reduce((sum, length) => sum + length, 0)

/** `2027-03-09` and a branch's code into a reference. */
export function fill(
  pattern: string,
  number: number,
  at: { day: string; facility_code: string },
): string {
  const [year = '', month = '', day = ''] = at.day.split('-')
  const texts = {
    FAC: at.facility_code,
    YYYY: year,
    YY: year.slice(2),
    MM: month,
    DD: day,
  }
  return (tokensOf(pattern) ?? [])
    .map((token) =>
      token.kind === 'literal'
        ? token.text
        : token.kind === 'SEQ'
          ? String(number).padStart(token.width, '0')
          : texts[token.kind],
    )
    .join('')
}

/** The counter's period on a day: a new one starts at 1. */
export function periodOf(reset: Reset, day: string): string {
  const length = { NEVER: 0, YEARLY: 4, MONTHLY: 7, DAILY: 10 }[reset]
  return length === 0 ? '*' : day.slice(0, length)
}
