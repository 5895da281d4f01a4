// Formulas of calculated tests (DIA-66): read once into a tree, reckoned with the values of a specimen.
// Nothing is ever run as a program.

export type Inputs = Readonly<Record<string, number | undefined>>
/** Null: an input is missing, nought was divided by, or a branch says `none`. */
type Reckon = (inputs: Inputs) => number | null

export interface Formula {
  /** Codes in braces, each once. */
  codes: string[]
  reckon: Reckon
}

export class Unreadable extends Error {
  readonly position: number
  constructor(position: number) {
    super(`cannot be read at position ${position}`)
    this.position = position
  }
}

interface Token {
  text: string
  /** Counted from 1, as people count. */
  at: number
}

const token_form = /\s*(?:(\d+(?:\.\d+)?)|(\{[^{}]+\})|([a-z][a-z0-9]*)|(<=|>=|[-+*/^(),<>=]))/y

function tokensOf(text: string): Token[] {
  const found: Token[] = []
  token_form.lastIndex = 0
  let at = 0
  while (text.slice(at).trim() !== '') {
    token_form.lastIndex = at
    const match = token_form.exec(text)
    if (match === null)
      throw new Unreadable(at + 1 + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0))
    const said = match[0].trimStart()
    found.push({ text: said, at: at + match[0].length - said.length + 1 })
    at = token_form.lastIndex
  }
  return found
}

export function formulaOf(text: string): Formula {
  const reader = new Reader(tokensOf(text), text.length)
  const reckon = reader.whole()
  return { codes: [...reader.codes], reckon }
}

const constants: Readonly<Record<string, true>> = { age: true, female: true }
const functions: Readonly<Record<string, (...of: number[]) => number>> = {
  min: Math.min,
  max: Math.max,
  abs: Math.abs,
  ln: Math.log,
  log10: Math.log10,
  exp: Math.exp,
  sqrt: Math.sqrt,
  round: Math.round,
}
const one_argument = new Set(['abs', 'ln', 'log10', 'exp', 'sqrt', 'round'])

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

const both =
  (one: Reckon, other: Reckon, how: (a: number, b: number) => number): Reckon =>
  (inputs) => {
    const [a, b] = [one(inputs), other(inputs)]
    return a === null || b === null ? null : finite(how(a, b))
  }

const sums: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
}
const products: Readonly<Record<string, (a: number, b: number) => number>> = {
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
}
const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '=': (a, b) => a === b,
}

const deepest = 50

class Reader {
  readonly codes = new Set<string>()
  readonly #tokens: readonly Token[]
  readonly #end: number
  #next = 0
  #depth = 0

  constructor(tokens: readonly Token[], length: number) {
    this.#tokens = tokens
    this.#end = length + 1
  }

  whole(): Reckon {
    const read = this.#sum()
    if (this.#peek() !== undefined) throw this.#lost()
    return read
  }

  #peek = (): string | undefined => this.#tokens[this.#next]?.text
  #lost = (): Unreadable => new Unreadable(this.#tokens[this.#next]?.at ?? this.#end)

  #take(text: string): boolean {
    if (this.#peek() !== text) return false
    this.#next += 1
    return true
  }

  #must(text: string): void {
    if (!this.#take(text)) throw this.#lost()
  }

  /** Left to right, as long as one of these signs stands there. */
  #chain(
    signs: Readonly<Record<string, (a: number, b: number) => number>>,
    part: () => Reckon,
  ): Reckon {
    let read = part()
    for (;;) {
      const how = signs[this.#peek() ?? '']
      if (how === undefined) return read
      this.#next += 1
      read = both(read, part(), how)
    }
  }

  #sum = (): Reckon => this.#chain(sums, this.#product)
  #product = (): Reckon => this.#chain(products, this.#signed)

  #signed = (): Reckon => {
    if (!this.#take('-')) return this.#power()
    const read = this.#nested(this.#signed)
    return (inputs) => {
      const value = read(inputs)
      return value === null ? null : -value
    }
  }

  #power(): Reckon {
    const base = this.#value()
    return this.#take('^') ? both(base, this.#nested(this.#signed), (a, b) => a ** b) : base
  }

  #nested(read: () => Reckon): Reckon {
    this.#depth += 1
    if (this.#depth > deepest) throw this.#lost()
    const made = read()
    this.#depth -= 1
    return made
  }

  #value(): Reckon {
    const text = this.#peek()
    if (text === undefined) throw this.#lost()
    if (/^\d/.test(text)) return this.#constant(Number(text))
    if (text.startsWith('{')) return this.#input(text.slice(1, -1).trim())
    if (text === '(') return this.#bracket()
    if (text === 'none') return this.#constant(null)
    if (constants[text] === true) return this.#word(text)
    if (text === 'if') return this.#nested(this.#condition)
    if (functions[text] !== undefined) return this.#nested(() => this.#called(text))
    throw this.#lost()
  }

  #constant(value: number | null): Reckon {
    this.#next += 1
    return () => value
  }

  #input(code: string): Reckon {
    this.codes.add(code)
    return this.#word(code)
  }

  #word(name: string): Reckon {
    this.#next += 1
    return (inputs) => inputs[name] ?? null
  }

  #bracket(): Reckon {
    this.#must('(')
    const read = this.#nested(this.#sum)
    this.#must(')')
    return read
  }

  #condition = (): Reckon => {
    this.#next += 1
    this.#must('(')
    const left = this.#sum()
    const compare = comparisons[this.#peek() ?? '']
    if (compare === undefined) throw this.#lost()
    this.#next += 1
    const right = this.#sum()
    this.#must(',')
    const yes = this.#sum()
    this.#must(',')
    const no = this.#sum()
    this.#must(')')
    return (inputs) => {
      const [a, b] = [left(inputs), right(inputs)]
      if (a === null || b === null) return null
      return compare(a, b) ? yes(inputs) : no(inputs)
    }
  }

  #called(name: string): Reckon {
    this.#next += 1
    this.#must('(')
    const parts = [this.#sum()]
    while (!one_argument.has(name) && this.#take(',')) parts.push(this.#sum())
    this.#must(')')
    const how = functions[name] as (...of: number[]) => number
    return (inputs) => {
      const values = parts.map((part) => part(inputs))
      return values.includes(null) ? null : finite(how(...(values as number[])))
    }
  }
}
