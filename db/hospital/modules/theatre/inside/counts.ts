// Swabs, needles and instruments are counted by two, before the incision and at the end (OT-13, OT-14).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import type { RowOf } from '../../../../store/table.ts'
import { takeWitness } from '../../../goods/stock/witness/witness.ts'
import { signerOf, type Signer } from '../../../neighbours/signing.ts'
import { addTask } from '../../../neighbours/to-care.ts'
import { record } from '../../../office/audit/record.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { rowsIn } from '../../parts/part-table.ts'
import {
  type CaseRow,
  held,
  mustBeOfTeam,
  stampsOf,
  team_of_case,
  type TeamRow,
} from '../cases/record.ts'
import { leadOf } from '../cases/team.ts'
import { roomRecord } from '../rooms/rooms.ts'
import { count_table } from '../settings/tables-of-theatre.ts'
import { tellInCharge } from '../telling.ts'
import { mustHaveCome } from './anaesthesia.ts'
import { allEqual, expectedOf, isEqual, saidCounts } from './count-sums.ts'
import type { Counts, CountsInput } from './shapes.ts'
import {
  type CountedLine,
  type Counter,
  theatre_checklists,
  theatre_counts,
  type Unresolved,
} from './tables.ts'

export type CountsRow = RowOf<(typeof theatre_counts)['columns']>

export const countsOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  case_id: string,
): Promise<CountsRow | undefined> => theatre_counts.find({ hospital_id, case_id })

export async function write(caller: Caller, id: string, input: CountsInput): Promise<CaseRow> {
  const { row } = await held(caller, id, { alive: false })
  await mustBeOfTeam(caller, row)
  mustHaveCome(row)
  await mustStillCount(caller, row)
  const before = await countsOf(caller, row.id)
  const cut = (await stampsOf(caller, row.id)).has('INCISION')
  const lines = linesRead(before?.lines ?? [], input, cut)
  const counters = await countersRead(caller, row, before?.counters ?? [], input)
  const changes = {
    lines,
    counters,
    not_counted_reason: notCounted(row, input, before),
    xray: input.xray === undefined ? (before?.xray ?? null) : input.xray,
    unresolved: await unresolvedRead(caller, row, input, { lines, before }),
  }
  await kept(caller, row, before, changes)
  await leftIn(caller, row, before?.lines ?? [], lines, input)
  return row
}

/** What was told at sign-out stands. */
async function mustStillCount({ hospital_id }: Caller, { id, number }: CaseRow): Promise<void> {
  const over = await theatre_checklists.find({
    hospital_id,
    case_id: id,
    phase: 'SIGN_OUT',
    status: 'DONE',
  })
  if (over !== undefined) throw conflict(`The counts of ${number} stand: sign-out is done.`, 'done')
}

type Kept = Pick<CountsRow, 'lines' | 'counters' | 'not_counted_reason' | 'xray' | 'unresolved'>

async function kept(
  caller: Caller,
  row: CaseRow,
  before: CountsRow | undefined,
  changes: Kept,
): Promise<void> {
  const { hospital_id } = caller
  if (before === undefined)
    await theatre_counts.insert({ hospital_id, case_id: row.id, ...changes })
  else await theatre_counts.change({ hospital_id, id: before.id }, changes)
  record(caller, 'theatre_case.count', {
    entity_type: 'theatre_case',
    entity_id: row.id,
    entity_label: row.number,
    patient_id: row.patient_id,
  })
}

/** By name: what is sent of a line goes over what stands; `added` is added. */
function linesRead(
  before: readonly CountedLine[],
  input: CountsInput,
  cut: boolean,
): CountedLine[] {
  const lines = new Map(before.map((line) => [line.name, line]))
  for (const [at, sent] of (input.lines ?? []).entries()) {
    const name = sent.name.trim().toLowerCase()
    const known = lines.get(name)
    if (
      cut &&
      known !== undefined &&
      sent.initial !== undefined &&
      sent.initial !== known.initial
    ) {
      throw conflict(`The initial count of ${name} stands: what came later is added.`, 'initial')
    }
    const added = (sent.added ?? []).map(({ quantity, at: when }) => ({
      quantity,
      at: when ?? clock.instant(),
    }))
    if (cut && known === undefined && (sent.initial ?? 0) > 0) {
      throw invalid(`lines[${at}].initial`, 'is counted before the incision: use added.')
    }
    lines.set(name, {
      kind: sent.kind ?? known?.kind ?? 'OTHER',
      name,
      initial: sent.initial ?? known?.initial ?? 0,
      added: [...(known?.added ?? []), ...added].slice(-200),
      closing: sent.closing === undefined ? (known?.closing ?? null) : sent.closing,
      final: sent.final === undefined ? (known?.final ?? null) : sent.final,
      left_in: sent.left_in ?? known?.left_in ?? 0,
    })
  }
  return [...lines.values()].slice(0, 60)
}

/** Two people of the team; at the end one who counted at the beginning, or why not (OT-13). */
async function countersRead(
  caller: Caller,
  row: CaseRow,
  before: readonly Counter[],
  { stage, second_counter_id, note }: CountsInput,
): Promise<Counter[]> {
  if (stage === undefined) return [...before]
  if (!second_counter_id) throw invalid('second_counter_id', 'is required: two people count.')
  const signer = await signerOf(caller)
  if (signer.staff_id === second_counter_id) {
    throw conflict('Two different people count.', 'second')
  }
  const second = memberOf(await team_of_case.of(caller, row.id), second_counter_id)
  const at = clock.instant()
  const both: Counter[] = [
    { staff_id: signer.staff_id, name: signer.name.slice(0, 160), at, stage, note: note || null },
    { staff_id: second.staff_id, name: second.name, at, stage, note: null },
  ]
  const first = before.filter((one) => one.stage === 'INITIAL')
  const stood = first.some((one) => both.some(({ staff_id }) => staff_id === one.staff_id))
  if (stage !== 'INITIAL' && first.length > 0 && !stood && !note) {
    throw invalid('note', 'is required: neither of you counted at the beginning.')
  }
  return [...before, ...both].slice(-200)
}

function memberOf(team: readonly TeamRow[], staff_id: string): TeamRow {
  const found = team.find((one) => one.staff_id === staff_id)
  if (found === undefined) throw invalid('second_counter_id', 'is not in the team of this case.')
  return found
}

function notCounted(
  { urgency }: CaseRow,
  { not_counted_reason }: CountsInput,
  before: CountsRow | undefined,
): string | null {
  if (not_counted_reason === undefined) return before?.not_counted_reason ?? null
  if (not_counted_reason !== null && urgency !== 'EMERGENCY') {
    throw invalid('not_counted_reason', 'is for emergencies alone.')
  }
  return not_counted_reason
}

interface Around {
  lines: readonly CountedLine[]
  before: CountsRow | undefined
}

/** OT-14: the only way on with a count that is not equal. */
async function unresolvedRead(
  caller: Caller,
  row: CaseRow,
  { unresolved, witness_token }: CountsInput,
  { lines, before }: Around,
): Promise<Unresolved | null> {
  if (unresolved === undefined)
    return lines === before?.lines ? before.unresolved : stillOpen(lines, before)
  if (unresolved === null) return null
  if (allEqual(lines)) throw conflict('The counts are equal: nothing is unresolved.', 'equal')
  const signer = await signerOf(caller)
  const team = await team_of_case.of(caller, row.id)
  mustLead(team, signer)
  const witness = await takeWitness(caller, witness_token, 'OTHER')
  mustBeSecond(team, signer, witness)
  const made: Unresolved = {
    missing: unresolved.missing,
    searched: unresolved.searched,
    xray: unresolved.xray,
    note: unresolved.note || null,
    surgeon_id: signer.staff_id,
    surgeon_name: signer.name.slice(0, 160),
    second_name: witness.name.slice(0, 160),
    at: clock.instant(),
  }
  await tellUnresolved(caller, row, lines)
  return made
}

/** Found after all: what was unresolved is so no more. */
const stillOpen = (lines: readonly CountedLine[], before: CountsRow | undefined) =>
  allEqual(lines) ? null : (before?.unresolved ?? null)

function mustLead(team: readonly TeamRow[], { staff_id }: Signer): void {
  if (staff_id === null || leadOf(team, 'SURGEON')?.staff_id === staff_id) return
  throw conflict('Only the lead surgeon can go on with counts that are not equal.', 'role')
}

function mustBeSecond(
  team: readonly TeamRow[],
  signer: Signer,
  { staff_id }: { staff_id: string | null },
): void {
  if (signer.staff_id === null) return
  if (staff_id !== signer.staff_id && team.some((one) => one.staff_id === staff_id)) return
  throw conflict('The second person must be of the team of this case.', 'witness')
}

async function tellUnresolved(
  caller: Caller,
  row: CaseRow,
  lines: readonly CountedLine[],
): Promise<void> {
  const said = {
    kind: 'theatre.counts_unresolved',
    title: `Counts of ${row.number} are not equal`,
    body: `${saidCounts(lines.filter((line) => !isEqual(line)))}.`,
  }
  await tellInCharge(caller, row, said)
  await notify(caller, {
    ...said,
    to: { role: 'medical_in_charge' },
    entity: { type: 'theatre_case', id: row.id },
  })
}

/** Packs that stay on purpose are a task to take out again, due as given. */
async function leftIn(
  caller: Caller,
  row: CaseRow,
  before: readonly CountedLine[],
  lines: readonly CountedLine[],
  { remove_by }: CountsInput,
): Promise<void> {
  for (const line of lines) {
    const was = before.find(({ name }) => name === line.name)?.left_in ?? 0
    if (line.left_in <= was) continue
    if (!remove_by) throw invalid('remove_by', 'is required with left_in.')
    await addTask(caller, {
      patient_id: row.patient_id,
      task: `Take out ${line.left_in} ${line.name} left in at ${row.number}`,
      category: 'PROCEDURE',
      due_at: remove_by,
      source: 'theatre_left_in',
      source_id: `${row.id}:${line.name}`,
    })
  }
}

/** OT-13: before the knife. */
export async function mustBeCounted(caller: Caller, row: CaseRow): Promise<void> {
  const counts = await countsOf(caller, row.id)
  if ((counts?.not_counted_reason ?? null) !== null) return
  const kind = row.theatre_id === null ? null : (await roomRecord.get(caller, row.theatre_id)).kind
  const wanted = (await rowsIn(caller, count_table)).filter(
    ({ theatre_kinds }) =>
      theatre_kinds === undefined || (kind !== null && theatre_kinds.includes(kind)),
  )
  const names = new Set((counts?.lines ?? []).map(({ name }) => name))
  const first = (counts?.counters ?? []).filter(({ stage }) => stage === 'INITIAL')
  if (first.length >= 2 && wanted.every(({ name }) => names.has(name.toLowerCase()))) return
  throw conflict('Count before the incision.', 'counts')
}

/** OT-14: at sign-out and at the end. */
export async function mustBeEqual(caller: Caller, row: CaseRow): Promise<void> {
  const counts = await countsOf(caller, row.id)
  if (counts === undefined) throw conflict('Nothing was counted.', 'counts')
  if (counts.unresolved !== null) return
  if (counts.not_counted_reason !== null && counts.xray === null) {
    throw conflict('Nothing was counted before the incision: say what the X-ray shows.', 'counts')
  }
  const twice = counts.counters.filter(({ stage }) => stage === 'FINAL').length >= 2
  const { lines } = counts
  if (allEqual(lines) && (twice || lines.length === 0)) return
  const said = allEqual(lines) ? 'nobody made the final count' : saidCounts(lines)
  throw conflict(`Counts are not equal: ${said}. Search and count again.`, 'counts')
}

export const shownCounts = (row: CountsRow | undefined): Counts | null =>
  row === undefined
    ? null
    : {
        ...row,
        lines: row.lines.map((line) => ({
          ...line,
          expected: expectedOf(line),
          equal: isEqual(line),
        })),
        equal: allEqual(row.lines),
      }

export const shown = async (caller: Caller, row: CaseRow): Promise<Counts> =>
  shownCounts(await countsOf(caller, row.id)) as Counts
