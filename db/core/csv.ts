// Reading CSV as it comes: RFC 4180 quotes, comma, semicolon or tab, UTF-8 and nothing else.

import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { Refusal } from './refusal.ts'

export interface CsvRow {
  /** The line of the file on which the row begins. */
  line: number
  cells: string[]
}

export const delimiters = [',', ';', '\t'] as const
const chunk_bytes = 65_536

export const notUtf8 = (): Refusal =>
  new Refusal(400, 'encoding', 'The file is not UTF-8. Save it as CSV UTF-8.', { field: 'file' })

/** Text in pieces, so that a large file never holds up the loop. */
export async function* textOf(bytes: Buffer | AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of Buffer.isBuffer(bytes) ? slices(bytes) : bytes) {
      yield decoder.decode(piece, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? notUtf8() : error
  }
}

async function* slices(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunk_bytes) {
    yield bytes.subarray(at, at + chunk_bytes)
    await turnOfTheLoop()
  }
}

/** Whichever of the three stands most often in the first line, outside quotes. */
export function guessDelimiter(start: string): string {
  const counts = new Map<string, number>(delimiters.map((one) => [one, 0]))
  let quoted = false
  for (const letter of start) {
    if (letter === '"') quoted = !quoted
    else if (!quoted && (letter === '\n' || letter === '\r')) break
    else if (!quoted && counts.has(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

/** Rows in batches; empty ones are passed over. */
export async function* readCsv(
  pieces: AsyncIterable<string>,
  wanted: string | null,
  batch_rows = 500,
): AsyncGenerator<CsvRow[]> {
  let reader: Reader | undefined
  let batch: CsvRow[] = []
  for await (const piece of pieces) {
    if (piece === '') continue
    reader ??= new Reader(wanted ?? guessDelimiter(piece))
    for (const row of reader.take(piece)) {
      batch.push(row)
      if (batch.length < batch_rows) continue
      yield batch
      batch = []
    }
  }
  for (const row of reader?.end() ?? []) batch.push(row)
  if (batch.length > 0) yield batch
}

class Reader {
  private readonly delimiter: string
  private cells: string[] = []
  private cell = ''
  private quoted = false
  /** A quote inside quotes was seen: the end of the text, or the first of a doubled one. */
  private closing = false
  private was_return = false
  private line = 1
  private begun = 1

  constructor(delimiter: string) {
    this.delimiter = delimiter
  }

  *take(text: string): Generator<CsvRow> {
    for (let at = 0; at < text.length; at++) {
      if (this.quoted && !this.closing) {
        at = this.inQuotes(text, at)
        continue
      }
      const letter = text[at] as string
      if (this.closing) {
        this.closing = false
        if (letter === '"') {
          this.cell += '"'
          continue
        }
        this.quoted = false
      }
      if (letter === '\n' && this.was_return) {
        this.was_return = false
        continue
      }
      this.was_return = letter === '\r'
      if (letter === '\n' || letter === '\r') {
        this.line += 1
        const row = this.row()
        if (row !== undefined) yield row
      } else if (letter === this.delimiter) this.endCell()
      else if (letter === '"' && this.cell === '') this.quoted = true
      else at = this.plain(text, at)
    }
  }

  *end(): Generator<CsvRow> {
    if (this.quoted && !this.closing) {
      throw new Refusal(
        400,
        'quotes',
        `The file ends inside a quoted text that began in the row on line ${this.begun}.`,
        { field: 'file' },
      )
    }
    const row = this.row()
    if (row !== undefined) yield row
  }

  /** Takes the text up to the next quote in one piece. */
  private inQuotes(text: string, at: number): number {
    const found = text.indexOf('"', at)
    const end = found === -1 ? text.length : found
    const inside = text.slice(at, end)
    this.cell += inside
    for (let next = inside.indexOf('\n'); next !== -1; next = inside.indexOf('\n', next + 1)) {
      this.line += 1
    }
    this.closing = found !== -1
    return end
  }

  private plain(text: string, at: number): number {
    let end = at + 1
    while (end < text.length && !this.stops(text[end] as string)) end++
    this.cell += text.slice(at, end)
    return end - 1
  }

  private stops(letter: string): boolean {
    return letter === this.delimiter || letter === '\n' || letter === '\r'
  }

  private endCell(): void {
    this.cells.push(this.cell)
    this.cell = ''
  }

  private row(): CsvRow | undefined {
    this.endCell()
    const { cells, begun } = this
    this.cells = []
    this.begun = this.line
    this.quoted = false
    this.closing = false
    return cells.every((cell) => cell.trim() === '') ? undefined : { line: begun, cells }
  }
}
