// `kituo`: from what was typed to an exit code.

import type { CommandLine, Document } from '../db/appliance/deployment/line.ts'
import { commandLineName } from '../db/appliance/deployment/user.ts'
import { newId } from '../db/core/ids.ts'
import { isRefusal, Refusal } from '../db/core/refusal.ts'
import { version } from '../db/core/version.ts'
import { askedFor, isDocument } from './frame/ask.ts'
import { carrying } from './frame/carry.ts'
import { changes, type Command } from './frame/grammar/command.ts'
import { type About, failed, succeeded } from './frame/document.ts'
import { type Globals, sent_globals } from './frame/grammar/globals.ts'
import { commandHelp, nounHelp, treeHelp } from './frame/grammar/help.ts'
import { no_file, type OutFile, outOf } from './frame/out.ts'
import { shown } from './frame/page.ts'
import { parse, type Typed } from './frame/grammar/parse.ts'
import { plainly, present, type Showing } from './frame/present.ts'
import { progressLine } from './frame/progress.ts'
import { signed, signOut } from './frame/sign.ts'
import type { Terminal } from './frame/terminal.ts'

export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  let typed: Typed
  try {
    typed = await parse(argv, terminal.env)
  } catch (error) {
    const document = failed(aboutHere(''), error)
    return present(document, null, showingOf(argv, terminal.env), terminal)
  }
  const { command, common } = typed
  if (common.version) return answer(`kituo ${version}`, { version }, common, terminal)
  if (common.help || command === null) return help(typed, terminal)
  const document = common.explain
    ? await explain(command, common, terminal)
    : await carryOut(command, typed, terminal)
  const shown = present(document, common.explain ? null : command, common, terminal)
  const every = common.explain ? null : (command.again?.(typed.flags) ?? null)
  return every === null ? shown : again(command, typed, terminal, every, document)
}

const clear_screen = '\x1b[H\x1b[2J'

/** Until Ctrl-C, which ends a command that only looks (OPS-72); a house that is away is looked for on. */
async function again(
  command: Command,
  typed: Typed,
  terminal: Terminal,
  every: number,
  first: Document,
): Promise<number> {
  if (command.follows !== undefined) return followed(command, typed, terminal, every, first)
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, every))
    const document = await carryOut(command, typed, terminal)
    if (terminal.out_is_terminal && !typed.common.json) terminal.out(clear_screen)
    const code = present(document, command, typed.common, terminal)
    if (terminal.ended?.() === true) return code
  }
}

/** Only what is new, under what stands there already. */
async function followed(
  command: Command,
  typed: Typed,
  terminal: Terminal,
  every: number,
  first: Document,
): Promise<number> {
  let { flags } = typed
  let last = first
  for (;;) {
    if (last.success) flags = { ...flags, ...command.follows?.(flags, last.data) }
    await new Promise((resolve) => setTimeout(resolve, every))
    last = await carryOut(command, { ...typed, flags }, terminal)
    const is_new = !last.success || (last.data as unknown[]).length > 0
    const code = is_new ? present(last, command, typed.common, terminal) : last.meta.exit
    if (terminal.ended?.() === true) return code
  }
}

async function help({ command, noun, group, common }: Typed, terminal: Terminal): Promise<number> {
  const text =
    command !== null
      ? commandHelp(command)
      : noun === null
        ? await treeHelp()
        : await nounHelp(noun, group)
  if (common.help || noun === null) return answer(text, { text }, common, terminal)
  // A noun alone was meant to do something, and did nothing.
  terminal.err(`${text}\n`)
  return 2
}

/** What needs nothing but the program itself. */
function answer(text: string, data: unknown, common: Globals, terminal: Terminal): number {
  if (!common.json) {
    terminal.out(`${text}\n`)
    return 0
  }
  return present(succeeded(aboutHere('help'), { message: '', data }, false), null, common, terminal)
}

async function explain(command: Command, common: Globals, terminal: Terminal): Promise<Document> {
  const { explained } = await import('./frame/explain.ts')
  const data = explained(command, common, terminal.env)
  const message = Object.entries(data)
    .map(([name, value]) => `${name}: ${shown(value ?? '-')}`)
    .join(' · ')
  return succeeded(aboutHere(command.name), { message, data }, false)
}

async function carryOut(command: Command, typed: Typed, terminal: Terminal): Promise<Document> {
  const { run } = await import('./frame/run.ts')
  const { common } = typed
  const about = aboutHere(command.name)
  const progress = progressLine(common, terminal)
  const stop = new AbortController()
  const stopListening = onInterrupt(command, terminal, stop)
  const onFault = (error: unknown): void => {
    // Of a house that does not start nothing else is left than what it says here.
    if (common.verbose || command.name === 'serve')
      terminal.err(`${error instanceof Error ? error.stack : shown(error)}\n`)
  }
  const carry = (one: Command, line: CommandLine): Promise<Document> =>
    run({
      command: one,
      line,
      common,
      // Told not to ask, a command finds nobody there. Where one document is the answer, what it says
      // on the way goes beside it (OPS-65).
      terminal: {
        ...terminal,
        ...(common.no_input ? { in_is_terminal: false } : {}),
        ...(common.no_color ? { env: { ...terminal.env, NO_COLOR: '1' } } : {}),
        ...(common.json || common.jsonl ? { out: (text: string) => terminal.err(text) } : {}),
      },
      signal: stop.signal,
      onProgress: (said) => (said.type === 'piece' ? out.write(said) : progress.show(said)),
      onFault,
    })
  const running = (line: CommandLine): Promise<Document> => carry(command, line)
  let out: OutFile = no_file
  let by: CommandLine | null = null
  try {
    out = await outOf(command, typed.flags)
    const begun = await signed(
      command,
      await carrying(command, lineOf(command, typed, terminal), terminal, common),
      common,
      terminal,
      carry,
    )
    if (isDocument(begun)) return begun
    by = begun
    const line = await askedFor(command, begun, common, terminal, running)
    const document = isDocument(line) ? line : await inTime(running(line), common.timeout)
    await out.end(document.success)
    return stop.signal.aborted ? { ...document, meta: { ...document.meta, exit: 130 } } : document
  } catch (error) {
    if (!isRefusal(error)) onFault(error)
    await out.end(false)
    return failed(about, error)
  } finally {
    if (by !== null) await signOut(by, carry)
    stopListening()
    progress.end()
  }
}

/** The house has signals of its own (OPS-9). */
function onInterrupt(command: Command, terminal: Terminal, stop: AbortController): () => void {
  if (command.class === 'S' || command.own_signals === true) return () => undefined
  return terminal.onInterrupt((count) => {
    // A change is asked to end at its next safe point; a look may be broken off anywhere (OPS-72).
    if (count > 1 || !changes(command)) terminal.exit(130)
    terminal.err('kituo: stopping at the next safe point; again to stop at once.\n')
    stop.abort()
  })
}

function lineOf(
  command: Command,
  { args, flags, common_text }: Typed,
  terminal: Terminal,
): CommandLine {
  const sent = sent_globals.filter((name) => common_text[name] !== undefined)
  return {
    command: command.name,
    args,
    flags: {
      ...flags,
      ...Object.fromEntries(sent.map((name) => [name, common_text[name] ?? true])),
    },
    caller: commandLineName(terminal.env),
    version,
  }
}

/** `--timeout`: the answer is no longer waited for; what runs in the daemon goes on there. */
async function inTime(document: Promise<Document>, timeout: number | undefined): Promise<Document> {
  if (timeout === undefined) return document
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = `There was no answer in ${timeout} ms. A change that a daemon began goes on there. See: kituo status`
      reject(new Refusal(503, 'time.out', message))
    }, timeout)
  })
  try {
    return await Promise.race([document, late])
  } finally {
    clearTimeout(timer)
  }
}

const aboutHere = (command: string): About => ({
  command,
  mode: 'none',
  request: newId(),
  began: performance.now(),
})

/** A fault in what was typed is printed as asked for too, so this is read before anything else. */
function showingOf(argv: readonly string[], env: NodeJS.ProcessEnv): Showing {
  const end = argv.indexOf('--')
  const flags = end === -1 ? argv : argv.slice(0, end)
  const on = (name: string): boolean => /^(?:1|true|yes|on)$/i.test(env[name] ?? '')
  return {
    ...plainly,
    json: flags.includes('--json') || on('KITUO_JSON'),
    jsonl: flags.includes('--jsonl') || on('KITUO_JSONL'),
    no_color: flags.includes('--no-color') || on('KITUO_NO_COLOR'),
  }
}
