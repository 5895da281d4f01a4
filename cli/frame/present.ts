// A document, as it was asked for: JSON, one field, or words for a person. Standard output carries
// the result alone (OPS-64).

import type { Document } from '../../db/appliance/deployment/line.ts'
import type { Command } from './grammar/command.ts'
import { waits_word } from './grammar/exits.ts'
import type { Globals } from './grammar/globals.ts'
import { anything, newPage, type Page, plain, timed, visible } from './page.ts'
import type { Terminal } from './terminal.ts'
import { echo } from './grammar/usage.ts'

export type Showing = Pick<
  Globals,
  'json' | 'jsonl' | 'field' | 'wide' | 'quiet' | 'verbose' | 'no_color' | 'utc'
>

/** What can be shown before anything was read: only how. */
export const plainly: Showing = {
  json: false,
  jsonl: false,
  field: undefined,
  wide: false,
  quiet: false,
  verbose: false,
  no_color: false,
  utc: false,
}

/** Prints it and gives the exit code. */
export function present(
  document: Document,
  command: Command | null,
  showing: Showing,
  terminal: Terminal,
): number {
  if (showing.json) {
    terminal.out(`${JSON.stringify(document, null, 2)}\n`)
    return document.meta.exit
  }
  if (showing.jsonl) {
    terminal.out(`${JSON.stringify({ type: 'result', ...document })}\n`)
    return document.meta.exit
  }
  // What ran and found something bad has data to look into; a refusal has none.
  if (showing.field !== undefined && (document.success || document.data !== null)) {
    return presentField(document, showing.field, terminal)
  }
  presentWords(document, command, showing, terminal)
  return document.meta.exit
}

function presentWords(
  document: Document,
  command: Command | null,
  showing: Showing,
  terminal: Terminal,
): void {
  const page = pageOf(showing, terminal, document.meta.time_zone)
  const { success, message, data, error, warnings, next, meta } = document
  const found = error !== null && data !== null && command?.view !== undefined
  // What waits for a second person has not run: the data are the request's, and its words say them.
  const ran = success || (found && error.code !== waits_word)
  if (ran) {
    const has_steps = meta.dry_run && command?.look === undefined
    const shown = has_steps ? stepsOr(data, message, page) : viewOf(command, data, page)
    const text = shown ?? plain(timed(page, message))
    // A file gets the letters as they are.
    if (text !== '') terminal.out(`${terminal.out_is_terminal ? visible(text) : text}\n`)
  }
  if (!success) terminal.err(`${refusal(timed(page, message))}\n`)
  if (showing.verbose) terminal.err(`${plain(used(document))}\n`)
  if (showing.quiet) return
  for (const warning of warnings) {
    terminal.err(`kituo: warning: ${plain(timed(page, warning.message))}\n`)
  }
  if (terminal.err_is_terminal && next.length > 0)
    terminal.err(`Next: ${plain(next.join(' · '))}\n`)
}

const viewOf = (command: Command | null, data: unknown, page: Page): string | null => {
  if (command?.view !== undefined) return command.view(data, page)
  return command?.class === 'R' || command?.class === 'L' ? anything(data, page) : null
}

/** Every line of a refusal says whose it is, so that it is known in a log of many programs. */
const refusal = (message: string): string =>
  message
    .split('\n')
    .map((line) => `kituo: ${plain(line)}`)
    .join('\n')

/** Where nothing would be done, that is what is said. */
function stepsOr(data: unknown, message: string, page: Page): string {
  const { steps } = data as { steps: string[] }
  if (steps.length === 0) return plain(timed(page, message))
  return steps.map((step, index) => `${index + 1}. ${plain(timed(page, step))}`).join('\n')
}

/** OPS-34: so that nobody changes the wrong hospital. */
const used = ({ meta }: Document): string =>
  `configuration ${meta.configuration ?? '-'} · data ${meta.data_dir ?? '-'} · hospital ${meta.hospital ?? '-'} · ${meta.mode} · ${meta.took_ms} ms · request ${meta.request}`

export const pageOf = (showing: Showing, terminal: Terminal, zone: string | null): Page =>
  newPage({
    width: terminal.columns,
    wide: showing.wide,
    colour: mayColour(showing, terminal),
    utc: showing.utc,
    zone,
  })

const mayColour = (showing: Showing, { env, out_is_terminal }: Terminal): boolean =>
  out_is_terminal && !showing.no_color && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'

/** `data.0.key`; a path that no part of the document begins with is looked for in its data. */
function presentField(document: Document, path: string, terminal: Terminal): number {
  const words = path.split(/[.[\]]+/).filter((word) => word !== '')
  const found =
    words[0] !== undefined && words[0] in document ? at(document, words) : at(document.data, words)
  if (found === undefined) {
    terminal.err(`kituo: there is no ${echo(path)} in this document.\n`)
    return 2
  }
  const text = typeof found === 'string' ? found : found === null ? '' : JSON.stringify(found)
  terminal.out(`${terminal.out_is_terminal ? visible(text) : text}\n`)
  if (!document.success) terminal.err(`${refusal(document.message)}\n`)
  return document.meta.exit
}

const at = (from: unknown, words: readonly string[]): unknown =>
  words.reduce<unknown>(
    (value, word) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, word)
        ? (value as Record<string, unknown>)[word]
        : undefined,
    from,
  )
