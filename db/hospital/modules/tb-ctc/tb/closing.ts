// A case is closed with its outcome, and each outcome with its proof (TBC-10).

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { today } from '../../../office/places/hours.ts'
import { daysFrom } from '../calendar-days.ts'
import { stopPrescription } from '../prescribing.ts'
import type { TbRules } from '../sheets/rows.ts'
import { tbRules } from '../sheets/sheets.ts'
import type { Outcome } from '../words.ts'
import { lastTaken } from './adherence.ts'
import { allTaken, type DoseRow, dosesOf } from './calendar.ts'
import { isResistant, planned, plannedMonths } from './dosing.ts'
import { type FollowUpRow, followUpsOf } from './follow-ups.ts'
import { write } from './presuming.ts'
import { begunCase, type CaseRow, caseNumber, caseRecord } from './record.ts'
import type { TbCloseInput } from './shapes.ts'
import { tb_cases } from './tables.ts'

export async function close(caller: Caller, id: string, input: TbCloseInput): Promise<CaseRow> {
  await practisingSigner(caller)
  const before = await begunCase(caller, id, 'close')
  const day = await today(caller, before.facility_id)
  const on = input.on ?? day
  if (on > day) throw invalid('on', 'is in the future.')
  const since = before.treatment_started_on ?? before.presumed_on
  if (on < since) throw conflict(`This case began on ${since}.`, 'on')
  judgeState(before, input)
  const evidence = await evidenceOf(caller, before, on)
  proofs[input.outcome]?.(evidence, input)
  const row = await end(caller, before, input, on)
  if (input.outcome === 'MOVED_TO_DR') await openResistant(caller, row)
  return row
}

function judgeState({ status }: CaseRow, { outcome, note }: TbCloseInput): void {
  if (outcome === 'DIED') {
    throw conflict('Died follows the death that is recorded: record it on the patient.', 'death')
  }
  const presumed = status === 'PRESUMPTIVE'
  if (presumed !== (outcome === 'NOT_TB')) {
    throw conflict(
      presumed
        ? 'A presumptive case is closed as NOT_TB, or registered.'
        : 'NOT_TB closes a presumptive case: of a treatment choose how it ended.',
      'outcome',
    )
  }
  if (presumed && !note) throw invalid('note', 'is required: a result or the reason.')
}

interface Evidence {
  row: CaseRow
  doses: DoseRow[]
  follow_ups: FollowUpRow[]
  rules: TbRules
  on: string
}

async function evidenceOf(caller: Caller, row: CaseRow, on: string): Promise<Evidence> {
  return {
    row,
    on,
    doses: await dosesOf(caller, row.id),
    follow_ups: await followUpsOf(caller, row.id),
    rules: await tbRules(caller),
  }
}

const positiveFrom = ({ follow_ups, rules }: Evidence): FollowUpRow | undefined =>
  follow_ups.find(({ month, result }) => month >= rules.fail_month && result === 'POSITIVE')

type Proof = (evidence: Evidence, input: TbCloseInput) => void

const cured: Proof = ({ row, follow_ups }) => {
  const last_month = plannedMonths(row.regimen?.phases ?? [])
  const clear = follow_ups.filter(({ result }) => result === 'NEGATIVE')
  const last = clear.find(({ month }) => month >= last_month)
  const before = clear.some(
    ({ done_on }) => daysFrom(done_on ?? '9999-12-31', last?.done_on ?? '1900-01-01') >= 30,
  )
  if (row.diagnosis !== 'BACTERIOLOGICAL') {
    throw conflict('Cured is for bacteriological TB: mark completed.', 'cured')
  }
  if (last !== undefined && before) return
  throw conflict(
    last === undefined
      ? `Cured needs a negative smear or culture in month ${last_month}: mark completed, or enter the result.`
      : 'Cured needs a second negative smear or culture, 30 days before: mark completed, or enter the result.',
    'cured',
  )
}

const completed: Proof = (evidence) => {
  const { row, doses } = evidence
  const all = planned(row.regimen?.phases ?? [])
  const taken = allTaken(row, doses)
  if (taken < all * 0.9) {
    throw conflict(`Completed needs 90 % of the doses: ${taken} of ${all} were taken.`, 'completed')
  }
  const positive = positiveFrom(evidence)
  if (positive !== undefined) {
    throw conflict(`Month ${positive.month} was positive: mark failed.`, 'completed')
  }
}

const failed: Proof = (evidence) => {
  if (positiveFrom(evidence) !== undefined) return
  const { fail_month } = evidence.rules
  throw conflict(
    `Failed needs a positive smear or culture in month ${fail_month} or later.`,
    'failed',
  )
}

const lost: Proof = ({ row, doses, rules, on }) => {
  const last = lastTaken(doses) ?? row.treatment_started_on ?? on
  if (daysFrom(last, on) >= rules.miss_interrupt_days) return
  throw conflict(
    `Lost needs ${rules.miss_interrupt_days} days without a dose: the last was taken on ${last}.`,
    'lost',
  )
}

const transferred: Proof = (_evidence, { facility }) => {
  if (!facility) throw invalid('facility', 'is required for TRANSFERRED_OUT.')
}

const moved: Proof = ({ row }) => {
  if (isResistant(row.resistance)) return
  throw conflict('No rifampicin resistance was found in this case.', 'resistance')
}

const proofs: Partial<Record<Outcome, Proof>> = {
  CURED: cured,
  COMPLETED: completed,
  FAILED: failed,
  LOST: lost,
  TRANSFERRED_OUT: transferred,
  MOVED_TO_DR: moved,
}

async function end(
  caller: Caller,
  before: CaseRow,
  { outcome, note, facility }: Pick<TbCloseInput, 'outcome' | 'note' | 'facility'>,
  on: string,
): Promise<CaseRow> {
  await stopPrescription(
    caller,
    before.regimen?.prescription_id,
    outcome === 'COMPLETED' || outcome === 'CURED' ? 'COMPLETED' : 'OTHER',
  )
  const outcome_note = [facility, note].filter(Boolean).join('. ').slice(0, 500) || null
  const changes = { outcome, outcome_on: on, outcome_note }
  return caseRecord.moved(caller, before, 'close', changes, outcome)
}

/** The next case begins where this one ends, for a regimen against resistance. */
async function openResistant(caller: Caller, row: CaseRow): Promise<void> {
  const made = await write(caller, {
    patient_id: row.patient_id,
    signs: row.signs,
    found_by: 'CLINIC',
    contact_of: caseNumber(row).slice(0, 120),
  })
  const { hospital_id } = caller
  await tb_cases.change({ hospital_id, id: made.id }, { resistance: row.resistance })
}

/** PAT-24: a death closes what is open. */
export async function closeAtDeath(
  caller: Caller,
  patient_id: string,
  died_on: string,
): Promise<string[]> {
  const { hospital_id } = caller
  const open = await tb_cases.all(
    { hospital_id, patient_id, status: ['PRESUMPTIVE', 'ON_TREATMENT'] },
    { order: ['id'] },
  )
  for (const { id } of open) {
    const before = await caseRecord.locked(caller, id)
    await caseRecord.moved(
      caller,
      before,
      'close',
      { outcome: 'DIED', outcome_on: died_on },
      'DIED',
    )
  }
  return open.map(caseNumber)
}
