// What areas bring at start (platform 4.17), by name. A repeated name stops the start.
// Areas are listed in areas.ts; nothing registers itself by being imported.

import type { Caller } from '../core/caller.ts'
import type { GateKind } from './desk/gates/kind.ts'
import type { Language } from './office/hospitals/words.ts'
import type { JobState } from './office/jobs/words.ts'
import type { Module } from './modules.ts'
import type { Answer } from '../core/question.ts'
import type { Sql } from '../store/sql.ts'
import type { Table } from '../store/table.ts'
import type { PaperState } from './office/papers/words.ts'

/** Where the numbers of a kind without gaps stand, in the column `number` (ACC-107). */
export interface NumbersStand {
  table: string
  /** Where another kind has its numbers in the same table. */
  only?: Sql
}
export interface SequenceKind {
  kind: string
  label: string
  area: string
  pattern: string
  scope: 'HOSPITAL' | 'FACILITY'
  reset: 'NEVER' | 'YEARLY' | 'MONTHLY' | 'DAILY'
  gapless: boolean
  stand?: NumbersStand
}

/** Records of which papers are made: what they say is sealed in the audit log (ACC-132). */
export interface SealKind {
  kind: string
  table: Table
  /** The column by which people call one. */
  called: string
  /** Sealed as soon as this has a value; null: from its beginning. */
  once: string | null
  /** Columns that later events move, and other proofs hold. */
  moves: readonly string[]
  parts: readonly SealPart[]
}
export interface SealPart {
  table: Table
  /** The column that names the record. */
  of: string
  moves: readonly string[]
}

/** A kind of record that files and photos may hang on (PLT-103, PLT-110). */
export interface EntityType {
  type: string
  read: string
  write: string
  /** The record's name, or undefined when it is not there or this caller may not see it. */
  exists(
    caller: Caller,
    id: string,
  ): Promise<{ label: string; patient_id?: string | null } | undefined>
  module?: Module
  /** False: the record takes no files, only a photo. */
  files?: boolean
  /** The record has a photo, on these codes where they are not the files' own (PLT-110). */
  photo?: boolean | { read: string; write: string }
  /** There is a photo, and it is not for this caller's eyes (PAT-28). */
  photoHidden?(caller: Caller, id: string): Promise<boolean>
  /** The caller's very own record: `self:use` is enough for its photo. */
  own?(caller: Caller, id: string): boolean
  /** A closed fiscal document: its files stay (PLT-109). */
  closed?(caller: Caller, id: string): Promise<boolean>
}

export interface SearchHit {
  type: string
  id: string
  title: string
  subtitle: string
  reference: string | null
  patient_id: string | null
  status: string | null
  path: string
}

export interface SearchKind {
  type: string
  permission: string
  module?: Module
  find(caller: Caller, words: string, limit: number): Promise<SearchHit[]>
}

export interface DatasetColumn {
  name: string
  label: string
  type: 'text' | 'number' | 'money' | 'date' | 'instant' | 'flag'
  personal?: boolean
}

export interface Dataset {
  code: string
  label: string
  area: string
  permission: string
  filters: readonly { name: string; type: string; required: boolean }[]
  columns: readonly DatasetColumn[]
  max_days?: number
  /** What the file's first line says, where it must say something of its own (PLT-119). */
  heading?(caller: Caller, filters: Record<string, unknown>): Promise<string>
  /** How many rows these filters give; without it too many are found out while the file is made. */
  count?(caller: Caller, filters: Record<string, unknown>): Promise<number>
  /** Rows in pieces; what the same list would give this caller, in the same order. */
  rows(caller: Caller, filters: Record<string, unknown>): AsyncIterable<Record<string, unknown>[]>
}

export interface ImportColumn {
  name: string
  label: string
  required: boolean
  type: string
  example: string
}

export interface ImportKind {
  kind: string
  label: string
  permission: string
  columns: readonly ImportColumn[]
  /** Everything that is wrong with one row, in the words the area's own route would use. */
  check(
    caller: Caller,
    row: Record<string, string>,
  ): Promise<{
    errors: { column: string; value: string; message: string }[]
    duplicate_of?: { id: string; label: string; how: string }
  }>
  /** Writes one row by the area's own operation. */
  write(
    caller: Caller,
    row: Record<string, string>,
    on_duplicate: 'ERROR' | 'SKIP' | 'UPDATE',
  ): Promise<{
    id: string
    outcome: 'created' | 'updated' | 'skipped'
  }>
  /** By what a row is known, and by what another row is found to be the same. */
  sameness(row: Record<string, string>): Sameness
}

/** One that is met by another row of the file is a repeat of it. */
export interface Sameness {
  readonly is: readonly string[]
  readonly meets: readonly string[]
}

/** The same by one word: a number, a name of its own. */
export const sameBy = (word: string | null): Sameness => {
  const words = word === null ? [] : [word]
  return { is: words, meets: words }
}

export interface NotificationKind {
  kind: string
  label: string
  area: string
  urgency: 'INFO' | 'WARNING' | 'URGENT'
  default: { sms: boolean; whatsapp: boolean; email: boolean }
  locked: boolean
  audience: string
}

export interface MessageEvent {
  code: string
  label: string
  area: string
  class: 'ESSENTIAL' | 'SERVICE' | 'PROMOTION'
  audience: 'STAFF' | 'CONTACT' | 'PATIENT'
  placeholders: readonly { name: string; example: string }[]
  en: string
  sw: string
}

export interface JobKind {
  kind: string
  label: string
  max_attempts?: number
  /** No more than so many running at a time for one hospital or one person. */
  at_once?: { per: 'hospital' | 'user'; most: number }
  /** `progress` throws once the job was cancelled; `signal` says so to what waits. */
  run(
    caller: Caller,
    input: unknown,
    progress: (pct: number) => Promise<void>,
    job: { id: string; signal: AbortSignal },
  ): Promise<unknown>
  /** In the same transaction: the job was cancelled, put back by a person, or has failed for good. */
  moved?(
    caller: Caller,
    input: unknown,
    to: { status: JobState; error: string | null },
  ): Promise<void>
}

/** Work of an area that stays behind when one of its modules is switched off (PLT-57). */
export type OpenWork = (caller: Caller, module: Module, facility_id: string) => Promise<WorkOpen[]>

export interface WorkOpen {
  label: string
  count: number
  /** The first ten, by what people call them. */
  references?: readonly string[]
  /** Of people, who are named first and told of when the switch is moved by force (MOD-3, MOD-4). */
  people?: boolean
  /** Not even by force (ruling 21). */
  never?: boolean
}

/** What a branch does not have yet to work with a module; it stands in the way of nothing (MOD-10). */
export type Readiness = (caller: Caller, module: Module, facility_id: string) => Promise<string[]>

/** A branch, department or location that somebody wants to close. */
export interface PlaceInHand {
  kind: 'facility' | 'department' | 'location'
  id: string
  name: string
}

/** Work of an area that keeps a place from being closed (platform 3.3). */
export type PlaceWork = (
  caller: Caller,
  place: PlaceInHand,
) => Promise<{ label: string; count: number }[]>

/** Which of these stored files an area still needs, by their SHA-256; the others may be erased. */
export type KeepsFiles = (hashes: readonly string[]) => Promise<string[]>
/** What an area has recorded that keeps a setting as it is (PLT-61, PLT-62), or null. */
export type Lock = (caller: Caller, setting: 'currency' | 'country') => Promise<string | null>

/** Rows of one patient become another's, at a merge and at its undo (PAT-19, PAT-21). */
/**
 * What a death stops (PAT-24), in the transaction that records it: references by kind, as
 * `{visits: ['VS-2026-000412']}`. They stay stopped when the death is taken back.
 */
export type OnDeath = (
  caller: Caller,
  patient_id: string,
  died_at: string,
) => Promise<Readonly<Record<string, readonly string[]>>>

/**
 * What a person answered to a text of this area (MSG-607), after commit and at least once; the id of
 * the inbound message is its key. True: seen to, and nobody else need look.
 */
export type OnReply = (
  caller: Caller,
  reply: {
    inbound_id: string
    /** Of the text that is answered. */
    message_id: string
    reference: string
    from: string
    text: string
    /** It asked for silence; that is seen to already. */
    opt_out: boolean
    patient_id: string | null
  },
) => Promise<boolean>

export type Repoint = (
  caller: Caller,
  asked: {
    from: string
    to: string
    /** At an undo: these rows alone, by table. */
    only?: Readonly<Record<string, readonly string[]>>
  },
) => Promise<Record<string, string[]>>

/**
 * What must be done once a backup is back (operations 4.11), for one hospital, on the database that is
 * about to become live. `live` asks the one that is left; null where that cannot be read. `parted_at`
 * is null where this one is an older state of it, else since when both went their own way. Counts of
 * what was done, by words that people read.
 */
export type Restored = (
  caller: Caller,
  asked: {
    at: string
    parted_at: string | null
    live: (<T>(work: () => Promise<T>) => Promise<T>) | null
  },
) => Promise<Record<string, number>>

/** Given, and left behind by a restore (OPS-129). */
export interface LostNumbers {
  first: number
  last: number
  at: string
}

export interface Series {
  kind: string
  /** Whatever it is counted for: a branch, a drawer, or `*`. */
  place: string
  period: string
  /** The highest number that was given. */
  given: number
  lost: LostNumbers[] | null
}

/** Numbers that an area counts in tables of its own. */
export interface OwnSeries {
  kinds(kind: string): boolean
  all(hospital_id: string): Promise<Series[]>
  /** False where there is no such series here. */
  raise(hospital_id: string, to: Series): Promise<boolean>
  /** The numbers that stand on records, by place and period: held against what was given (ACC-107). */
  standing?(hospital_id: string): Promise<Standing[]>
}

export interface Standing {
  place: string
  period: string
  /** What people call the place. */
  called: string
  /** Of how many records, with how many different numbers, and between which. */
  records: number
  numbers: number
  least: number
  highest: number
}

/** Papers whose code anybody may look up (BIL-161); `read` says nothing that names a person. */
export interface PaperKind {
  kind: string
  title: Readonly<Record<Language, string>>
  read(
    caller: Caller,
    entity_id: string,
  ): Promise<
    { number: string | null; date: string; amount: number | null; status: PaperState } | undefined
  >
}

/** An act that was done and is charged, by the source under which it was charged (BIL-10, BIL-138). */
export interface PerformedService {
  source: string
  source_id: string
  code: string
  patient_id: string
  visit_id: string | null
  department: string | null
  done_at: string
  performed_by_id: string | null
  /** One, unless it says more. */
  quantity?: number
}

/**
 * What an area did in these days, so that nothing done stays unbilled; in pieces of some hundreds. An area may
 * answer more than the patient who is asked for: whoever asks for one looks.
 */
export type PerformedServices = (
  caller: Caller,
  asked: { from: string; to: string; patient_id?: string },
) => AsyncIterable<readonly PerformedService[]>

/** What somebody who leaves has left open in an area (HR-142): asked at an exit. */
export type WorkLeftBy = (
  caller: Caller,
  staff_id: string,
) => Promise<{ label: string; count: number }[]>

/** Nobody lies in a bed any more, or is treated in it: what waits for the patient ends (care 3.7). */
export type OnStayEnd = (
  caller: Caller,
  told: { admission_id: string; patient_id: string; reason: string },
) => Promise<void>

/** A result went out, or was changed after it went out (DIA-172); in the transaction that releases it. */
export type OnResult = (
  caller: Caller,
  told: {
    what: 'RELEASED' | 'AMENDED'
    order_id: string
    patient_id: string
    visit_id: string | null
    admission_id: string | null
    test: string
    source: string | null
    source_id: string | null
  },
) => Promise<void>

/** Stock ran low or out, or a batch was taken back (STK-164); in the transaction that finds it. */
export type OnStock = (
  caller: Caller,
  told: {
    what: 'LOW' | 'OUT' | 'RECALLED'
    product_id: string
    batch_id: string | null
    store_id: string | null
  },
) => Promise<void>

/** What ships of clinical knowledge and a hospital adopts as its own (ruling 40). */
export interface ClinicalTableKind {
  key: string
  title: string
  /** Grows when a release changes it: it is adopted anew. */
  edition: number
  source: string
  rows: () => number
}

/** A part was switched off by force: what it holds of others it lets go (MOD-8). */
export type OnForcedOff = (caller: Caller, module: Module, facility_id: string) => Promise<void>

export interface Brings {
  area: string
  papers?: readonly PaperKind[]
  sequences?: readonly SequenceKind[]
  entities?: readonly EntityType[]
  searches?: readonly SearchKind[]
  datasets?: readonly Dataset[]
  imports?: readonly ImportKind[]
  notifications?: readonly NotificationKind[]
  messages?: readonly MessageEvent[]
  jobs?: readonly JobKind[]
  openWork?: OpenWork
  readiness?: Readiness
  onForcedOff?: OnForcedOff
  placeWork?: PlaceWork
  repointPatient?: Repoint
  onDeath?: OnDeath
  onReply?: OnReply
  performedServices?: PerformedServices
  workLeftBy?: WorkLeftBy
  onStayEnd?: OnStayEnd
  onResult?: OnResult
  onStock?: OnStock
  keepsFiles?: KeepsFiles
  /** Which code reads a kind of record that is no entity above: who sees its changes (PLT-114). */
  reads?: Readonly<Record<string, string>>
  /** In the words of `The country cannot change: {patients are} already recorded.` */
  locks?: Lock
  /** CAR-211: what stands in the way of this area's actions, for the one gate engine. */
  gates?: readonly GateKind[]
  clinicalTables?: readonly ClinicalTableKind[]
  restored?: Restored
  series?: OwnSeries
  seals?: readonly SealKind[]
  /** What this area says to the questions of others (neighbours/). */
  answers?: readonly Answer[]
}

const kinds = {
  sequences: new Map<string, SequenceKind>(),
  entities: new Map<string, EntityType>(),
  searches: new Map<string, SearchKind>(),
  datasets: new Map<string, Dataset>(),
  imports: new Map<string, ImportKind>(),
  notifications: new Map<string, NotificationKind>(),
  messages: new Map<string, MessageEvent>(),
  jobs: new Map<string, JobKind>(),
  reads: new Map<string, string>(),
  gates: new Map<string, GateKind>(),
  papers: new Map<string, PaperKind>(),
  clinical_tables: new Map<string, ClinicalTableKind>(),
  seals: new Map<string, SealKind>(),
  /** By table: in which kinds its rows are sealed, and as which part of them. */
  sealing: new Map<string, { kind: SealKind; part: SealPart | null }[]>(),
}
const open_work: OpenWork[] = []
const on_forced_off: OnForcedOff[] = []
const readiness: Readiness[] = []
const place_work: PlaceWork[] = []
const repoints: Repoint[] = []
const deaths: OnDeath[] = []
const performed_services: PerformedServices[] = []
const work_left_by: WorkLeftBy[] = []
const on_stay_end: OnStayEnd[] = []
const on_result: OnResult[] = []
const on_stock: OnStock[] = []
const replies = new Map<string, OnReply>()
const keeps_files: KeepsFiles[] = []
const locks: Lock[] = []
const restorations: Restored[] = []
const series: OwnSeries[] = []
let areas_brought: readonly string[] = []

export const registry = {
  ...kinds,
  open_work,
  on_forced_off,
  readiness,
  place_work,
  repoints,
  deaths,
  replies,
  performed_services,
  work_left_by,
  on_stay_end,
  on_result,
  on_stock,
  keeps_files,
  locks,
  restorations,
  series,
  areas: (): readonly string[] => areas_brought,
}

export function bring(areas: readonly Brings[]): void {
  for (const map of Object.values(kinds)) map.clear()
  open_work.length = 0
  on_forced_off.length = 0
  readiness.length = 0
  place_work.length = 0
  repoints.length = 0
  deaths.length = 0
  replies.clear()
  performed_services.length = 0
  work_left_by.length = 0
  on_stay_end.length = 0
  on_result.length = 0
  on_stock.length = 0
  keeps_files.length = 0
  locks.length = 0
  restorations.length = 0
  series.length = 0
  areas_brought = areas.map(({ area }) => area)
  for (const area of areas) {
    for (const entry of area.sequences ?? []) put(kinds.sequences, entry.kind, entry)
    for (const entry of area.entities ?? []) put(kinds.entities, entry.type, entry)
    for (const entry of area.searches ?? []) put(kinds.searches, entry.type, entry)
    for (const entry of area.datasets ?? []) put(kinds.datasets, entry.code, entry)
    for (const entry of area.imports ?? []) put(kinds.imports, entry.kind, entry)
    for (const entry of area.notifications ?? []) put(kinds.notifications, entry.kind, entry)
    for (const entry of area.messages ?? []) put(kinds.messages, entry.code, entry)
    for (const entry of area.jobs ?? []) put(kinds.jobs, entry.kind, entry)
    for (const entry of area.papers ?? []) put(kinds.papers, entry.kind, entry)
    for (const entry of area.seals ?? []) {
      put(kinds.seals, entry.kind, entry)
      for (const part of [null, ...entry.parts]) {
        const { name } = (part ?? entry).table
        kinds.sealing.set(name, [...(kinds.sealing.get(name) ?? []), { kind: entry, part }])
      }
    }
    for (const entry of area.gates ?? []) put(kinds.gates, entry.key, entry)
    for (const entry of area.clinicalTables ?? []) put(kinds.clinical_tables, entry.key, entry)
    for (const [type, code] of Object.entries(area.reads ?? {})) put(kinds.reads, type, code)
    if (area.openWork !== undefined) open_work.push(area.openWork)
    if (area.onForcedOff !== undefined) on_forced_off.push(area.onForcedOff)
    if (area.readiness !== undefined) readiness.push(area.readiness)
    if (area.placeWork !== undefined) place_work.push(area.placeWork)
    if (area.repointPatient !== undefined) repoints.push(area.repointPatient)
    if (area.onReply !== undefined) replies.set(area.area, area.onReply)
    if (area.performedServices !== undefined) performed_services.push(area.performedServices)
    if (area.workLeftBy !== undefined) work_left_by.push(area.workLeftBy)
    if (area.onStayEnd !== undefined) on_stay_end.push(area.onStayEnd)
    if (area.onResult !== undefined) on_result.push(area.onResult)
    if (area.onStock !== undefined) on_stock.push(area.onStock)
    if (area.onDeath !== undefined) deaths.push(area.onDeath)
    if (area.keepsFiles !== undefined) keeps_files.push(area.keepsFiles)
    if (area.locks !== undefined) locks.push(area.locks)
    if (area.restored !== undefined) restorations.push(area.restored)
    if (area.series !== undefined) series.push(area.series)
  }
}

function put<T>(map: Map<string, T>, name: string, entry: T): void {
  if (map.has(name)) throw new Error(`${name} is brought by two areas`)
  map.set(name, entry)
}
