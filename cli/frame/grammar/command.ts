// A command as a value: what it is called, asks for, may do and prints. Help, completion, parsing
// and the tests all read the same declaration; `run` is the only part that does anything.

import type { Caller } from '../../../db/core/caller.ts'
import { type Kind, path, whole } from '../../../db/appliance/configuration/kinds.ts'
import type { Asked, Configuration } from '../../../db/appliance/configuration/read.ts'
import type { Deployment } from '../../../db/appliance/deployment/deployment.ts'
import type {
  CommandLine,
  Document,
  Note,
  Progress,
  SignedBy,
  Words,
} from '../../../db/appliance/deployment/line.ts'
import type { TSchema } from '../../../db/core/kinds/kinds.ts'
import type { Refusal } from '../../../db/core/refusal.ts'
import type { House } from '../house.ts'
import type { Page } from '../page.ts'
import type { Terminal } from '../terminal.ts'

/** L needs no data, R reads, M changes, X needs the house alone (OPS-53). S is the house itself. */
export type CommandClass = 'L' | 'R' | 'M' | 'X' | 'S'
/** OPS-68: nothing, yes, the object's name, the phrase shown. */
export type Level = 'C0' | 'C1' | 'C2' | 'C3'
/**
 * What must stand before it runs: nothing (it runs in the process that was typed), a database that
 * fits this program, a database whatever its schema, or as much as can be opened.
 */
export type Needs = 'nothing' | 'database' | 'any_schema' | 'whatever'

export interface Input<T = unknown> {
  /** A switch has none. */
  readonly kind: Kind<unknown> | null
  readonly says: string
  readonly many: boolean
  readonly needed: boolean
  /** As typed. */
  readonly standard?: string | undefined
  /** The name of a file on the client's side: what it holds goes along. */
  readonly carries?: boolean
  /** What the flag means alone: `--watch` is `--watch 2s`. */
  readonly bare?: string
  /** One letter for it: `-d`. */
  readonly short?: string
  /** A phantom: what `run` is given. */
  readonly type?: T
}
export type Inputs = Readonly<Record<string, Input>>
export type ValuesOf<I extends Inputs> = {
  readonly [K in keyof I]: I[K] extends Input<infer T> ? T : never
}

const input = <T>(
  kind: Kind<unknown> | null,
  says: string,
  rest: Partial<Omit<Input, 'type'>>,
): Input<T> => ({
  kind,
  says,
  many: false,
  needed: false,
  ...rest,
})

export const word = <T>(kind: Kind<T>, says: string): Input<T> =>
  input(kind as Kind<unknown>, says, { needed: true })
export const maybe = <T>(kind: Kind<T>, says: string): Input<T | undefined> =>
  input(kind as Kind<unknown>, says, {})
export const maybeBare = <T>(kind: Kind<T>, bare: string, says: string): Input<T | undefined> =>
  input(kind as Kind<unknown>, says, { bare })
export const words = <T>(kind: Kind<T>, says: string): Input<readonly T[]> =>
  input(kind as Kind<unknown>, says, { many: true })
export const orElse = <T>(kind: Kind<T>, standard: string, says: string): Input<T> =>
  input(kind as Kind<unknown>, says, { standard })
export const file = (says: string): Input<string> =>
  input(path() as Kind<unknown>, says, { needed: true, carries: true })
export const maybeFile = (says: string): Input<string | undefined> =>
  input(path() as Kind<unknown>, says, { carries: true })
export const yes = (says: string): Input<boolean> => input(null, says, {})

/** Of every list (OPS-66). */
export const limit_flag = orElse(whole(0), '1000', 'rows at most; 0 for all')
export const cutTo = <T>(rows: readonly T[], limit: number): readonly T[] =>
  limit === 0 ? rows : rows.slice(0, limit)

export interface Outcome<D = unknown> {
  readonly message: string
  readonly data: D
  /** Without it: whether the command is of a class that changes. */
  readonly changed?: boolean | undefined
  readonly total?: number | undefined
  readonly warnings?: readonly Note[] | undefined
  readonly next?: readonly string[] | undefined
  /** 20 for warnings. */
  readonly exit?: number | undefined
  /** It ran and what it found is bad: the data are shown, the exit code says it. */
  readonly error?: { code: string; mend?: string; command?: string } | undefined
}

export const done = <D>(message: string, data: D, more: Partial<Outcome<D>> = {}): Outcome<D> => ({
  message,
  data,
  ...more,
})

/** What would be done, found by the same checks (OPS-70). */
export interface Plan {
  readonly steps: readonly string[]
  /** What must be typed: the name at C2, the phrase at C3. Given at C1, it raises that to C2. */
  readonly type?: string | undefined
  /** Of a command that asks nothing as a rule: this time a yes is wanted. */
  readonly asks?: boolean | undefined
  /** It is so already. */
  readonly nothing?: boolean | undefined
}

export interface Frame<
  A = Readonly<Record<string, unknown>>,
  F = Readonly<Record<string, unknown>>,
> {
  readonly asked: A
  readonly flags: F
  readonly reason: string | null
  readonly configuration: Configuration
  /** How the configuration was asked for: commands about the file itself read it anew. */
  readonly asking: Asked
  /** Open data; a command that needs `whatever` may find none, and then the obstacle. */
  readonly deployment: Deployment | null
  readonly obstacle: Refusal | null
  /** The daemon this runs in, if it does. */
  readonly house: House | null
  /** Only in the process that was typed. */
  readonly terminal: Terminal | null
  readonly env: NodeJS.ProcessEnv
  /** Who typed it and where, `cli:asha@hms1`, and the hospital named beside. */
  readonly at: string
  readonly workspace: string | undefined
  /** The branch that was said; a person of one branch acts there without saying it. */
  readonly facility: string | undefined
  /** Who signed for it; what is asked of another program is asked as that person. */
  readonly person: SignedBy | undefined
  readonly request_id: string
  readonly signal: AbortSignal
  /** What the file named by an argument or a flag holds. */
  readonly sent: (name: string) => { name: string; bytes: Buffer } | undefined
  /** Carries out a command that was asked for before, for the person of this one (OPS-68). */
  readonly perform: (line: CommandLine, approved: Approved) => Promise<Document>
  /** A house that works beside this command, or has let go of its data for it; null where none runs. */
  readonly beside: Beside | null
  /** Has a house that works beside write what this process may not; false where this one may. */
  readonly letHouse: (
    name: WrittenByHouse,
    said: Readonly<Record<string, string>>,
  ) => Promise<boolean>
  /** Hands a part of a file to the client, who writes it to --out; with a name, into that folder. */
  readonly put: (bytes: Buffer, file?: string) => Promise<void>
  /** Who runs it, in the hospital chosen by --hospital or the only one. */
  readonly caller: () => Promise<Caller>
  readonly progress: (phase: string, more?: Omit<Progress, 'type' | 'phase'>) => void
  readonly warn: (code: string, message: string) => void
}

/** What a command of class X with `late` does of its work while people work too (OPS-125, OPS-149). */
export interface Beside {
  /** A daemon of this machine; else those of others on the same PostgreSQL. */
  readonly is_here: boolean
  /** From here on the data are this command's alone, and open for changes, until it ends. */
  readonly standAside: () => Promise<void>
}

/** What a command has written by a house that works beside it (through-house.ts). */
export type WrittenByHouse = 'audit note' | 'request ask' | 'request take' | 'request end'

export interface Turn {
  readonly flag: string
  readonly into: string
  readonly value?: string
}

export interface Approved {
  readonly request: string
  readonly asked_by: string
}

/** What `data` is, or the rows of it, or some of its fields. */
export interface Reply {
  readonly whole?: TSchema
  readonly each?: TSchema
  readonly within?: Readonly<Record<string, TSchema>>
}

interface Shape<A, F, D> {
  readonly says: string
  readonly class: CommandClass
  /** Class X: how long the house may have to stand aside, for the last step alone. */
  readonly late?: { readonly takes_s: number }
  /** Class X: with the data in hand, what was left unfinished is settled first. */
  readonly settles?: true
  /** What it carries out may be of class X: that is done by whoever typed it, beside the house. */
  readonly carries_out?: true
  /** Class X: of no use where a house works, which is not asked to stand aside for it. */
  readonly never_beside?: true
  /** Class X: other daemons of the same PostgreSQL go on, and its own rule decides about them. */
  readonly others_stay?: true
  readonly needs?: Needs
  /** What a person named with --as needs; null where only the machine's own rights count. */
  readonly permission: string | null
  /** Which people may run it, its own rule decides. */
  readonly rule_decides?: true
  readonly confirm?: Level
  /** Its plan may ask for a yes, or for a name to be typed, where `confirm` asks for less. */
  readonly may_ask?: true
  /** Class M and X take --reason; here one must be given. */
  readonly reason?: 'must'
  /** The shape of the record it shows: nothing else of it leaves the house. */
  readonly reply?: () => Promise<Reply>
  /** `POST /api/v1/users`, where a route does the same. */
  readonly http?: string
  /** Exit codes beyond 0–3. */
  readonly exits?: readonly number[]
  /** The deployment's own business, or the operator's: no hospital has to be chosen. */
  readonly about?: 'deployment' | 'operator'
  /** Its rule opens the transaction itself, because something slow comes before. */
  readonly transaction?: 'rule'
  /** Its dry run writes and takes it all back: directly on the data it needs them to itself. */
  readonly tries?: true
  /** Its dry run carries out the rule and takes it all back: what would refuse it, refuses it. */
  readonly rehearses?: true
  /** It ends in a file that is root's: root steps down only while it works on the data. */
  readonly stays_root?: true
  /** With this flag it is another command: `user sessions --close`; with a value perhaps only then. */
  readonly turns?: Turn | readonly Turn[]
  /** It reads beside a daemon that runs, in the process that was typed (OPS-53). */
  readonly beside?: true
  readonly also?: readonly string[]
  /** It hears Ctrl-C and signals itself: a screen must be put back before its process ends. */
  readonly own_signals?: true
  /** Not for people: other commands go through it. */
  readonly hidden?: true
  readonly examples: readonly [string, string, ...string[]]
  plan?(frame: Frame<A, F>): Promise<Plan>
  /** A dry run with a document of its own instead of steps, shown by `view`. */
  look?(frame: Frame<A, F>): Promise<Outcome<D>>
  /** Its own conversation on a terminal instead of the usual questions; it may end in a document. */
  converse?(
    line: CommandLine,
    terminal: Terminal,
    run: (line: CommandLine) => Promise<Document>,
  ): Promise<CommandLine | Document>
  /** Shown again and again: how many ms lie between, from the flags as typed; null once. */
  again?(flags: Readonly<Record<string, unknown>>): number | null
  /** Shown on and on, each time only what is new: the flags of the next look, from what this one found. */
  follows?(flags: Readonly<Record<string, unknown>>, data: D): Readonly<Record<string, Words>>
  run(frame: Frame<A, F>): Promise<Outcome<D>>
  /** For people; without it data are shown as a table or as lines. Null: the message alone. */
  view?(data: D, page: Page): string | null
}

export interface Command
  extends Shape<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>, unknown> {
  readonly name: string
  readonly words: readonly string[]
  readonly asks: Inputs
  readonly flags: Inputs
}

export function command<const A extends Inputs, const F extends Inputs, D>(
  name: string,
  shape: Shape<ValuesOf<A>, ValuesOf<F>, D> & { asks?: A; flags?: F },
): Command {
  return { asks: {}, flags: {}, ...shape, name, words: name.split(' ') } as Command
}

export const changes = ({ class: kind }: Pick<Command, 'class'>): boolean =>
  kind === 'M' || kind === 'X'

export const needsOf = ({ class: kind, needs }: Command): Needs =>
  needs ?? (kind === 'L' || kind === 'S' ? 'nothing' : 'database')

export const levelOf = ({ confirm }: Command): Level => confirm ?? 'C0'

/** `first_run` is typed `--first-run`. */
export const flagOf = (name: string): string => `--${name.replaceAll('_', '-')}`
