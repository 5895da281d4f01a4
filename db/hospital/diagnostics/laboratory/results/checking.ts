// What keeps a line from being verified or released (DIA-72 to DIA-76): asked of each line, answered once.

import type { Caller } from '../../../../core/caller.ts'
import { clock, timeIn } from '../../../../core/clock.ts'
import { conflict, invalidAs } from '../../../../core/refusal.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { Bite } from '../../../desk/gates/kind.ts'
import type { GateResult, Override } from '../../../desk/gates/shapes.ts'
import { onDuty } from '../../../neighbours/on-duty.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { sections } from '../catalogue/lists.ts'
import { controlOf } from '../quality/of-lines.ts'
import { type Bench, type LineRow, partsOf } from './lines.ts'
import { valueText } from './value.ts'

export interface Passed {
  warnings: GateResult[]
  /** Nobody else was there, and the line went through for that. */
  alone: ReadonlySet<string>
}

export async function passChecks(
  caller: Caller,
  bench: Bench,
  action: 'result.verify' | 'result.release',
  lines: readonly LineRow[],
  overrides: readonly Override[],
): Promise<Passed> {
  for (const line of lines) conditionsSaid(line)
  const warnings: GateResult[] = []
  const alone = new Set<string>()
  const by_himself = await aloneIn(caller, bench, lines)
  const control = await controlBites(caller, bench)
  for (const line of lines) {
    const same = samePerson(caller, line, action, partsOf(bench, line).item.bedside)
    const is_alone = same && by_himself(line)
    const bites = {
      DIA_DELTA: deltaBite(line),
      ...control(line),
      DIA_FLAG: flagBite(line),
      DIA_SAME_PERSON: same ? [{ ...same_person(line), facts: { alone: String(is_alone) } }] : [],
    }
    warnings.push(...(await asked(caller, bench, action, line, bites, overrides)))
    if (is_alone) alone.add(line.id)
  }
  return { warnings, alone }
}

export const asked = (
  caller: Caller,
  bench: Bench,
  action: string,
  line: LineRow,
  bites: Readonly<Record<string, readonly Bite[]>>,
  overrides: readonly Override[],
): Promise<GateResult[]> => {
  const { order, item } = partsOf(bench, line)
  return gate(caller, {
    action,
    subject: { patient_id: line.patient_id, by_gate: bites },
    facts: { section: item.section_id },
    emergency: order.priority === 'STAT',
    overrides,
    entity: {
      type: 'diagnostic_result',
      id: line.id,
      patient_id: line.patient_id,
      visit_id: order.visit_id,
    },
  })
}

/** DIA-73: a mark of the specimen or an impossible value is never let go without a word. */
function conditionsSaid(line: LineRow): void {
  const what = line.held.includes('SPECIMEN')
    ? 'the condition of the specimen'
    : line.held.includes('INVALID')
      ? 'the value outside what can be measured'
      : null
  if (what !== null && !line.comment?.trim()) {
    throw invalidAs(line.test_code, `write a comment about ${what}.`)
  }
}

function deltaBite(line: LineRow): Bite[] {
  const { delta, previous } = line
  if (delta?.state !== 'ACTIVE' || previous === null) return []
  const moved = delta.change < 0 ? 'fell' : 'rose'
  const pct = delta.change_pct === null ? '' : ` (${signed(delta.change_pct)} %)`
  const at = Date.parse(line.measured_at ?? line.entered_at ?? clock.instant())
  const days = Math.max(0, Math.round((at - Date.parse(previous.at)) / 86_400_000))
  const span = days === 1 ? '1 day' : `${days} days`
  return [
    {
      subject: line.id,
      what: `${line.test_code} ${moved} from ${previous.shown} to ${valueText(line)}${pct} in ${span}: let it through with a reason, or repeat.`,
      facts: { action: delta.action },
    },
  ]
}

/** DIA-106: asked again now, and what was held when it was measured stays held. */
async function controlBites(caller: Caller, bench: Bench) {
  const control = await controlOf(caller, bench)
  const { timezone } = await hospitalOf(caller)
  return (line: LineRow) => {
    const now = control(line)
    const name = now.instrument?.name ?? 'the bench'
    const at = now.at === null ? '' : ` of ${timeIn(timezone, new Date(now.at))}`
    const rules = now.broken.length === 0 ? '' : ` (${now.broken.join(', ')})`
    const said = now.state === 'OUT' ? `is OUT${rules}` : 'was OUT when it was measured'
    const out = `${name}, ${line.test_code}: the control${at} ${said}. Repeat it or review the run.`
    const is_out = now.state === 'OUT' || line.held.includes('QC_OUT')
    const due = `${name}, ${line.test_code}: the control is due.`
    return {
      DIA_QC_OUT: is_out ? [{ subject: line.id, what: out }] : [],
      DIA_QC_DUE: !is_out && now.state === 'DUE' ? [{ subject: line.id, what: due }] : [],
    }
  }
}

function flagBite(line: LineRow): Bite[] {
  if (!line.held.includes('INSTRUMENT_FLAG')) return []
  const flags = line.instrument_flags.join(', ')
  return [{ subject: line.id, what: `${line.test_code}: the instrument says ${flags}.` }]
}

const signed = (value: number): string => (value < 0 ? `−${Math.abs(value)}` : `+${value}`)

/** DIA-74. What was calculated was entered by nobody; at the bedside nobody asks (DIA-69). */
function samePerson(
  { user_id }: Caller,
  line: LineRow,
  action: 'result.verify' | 'result.release',
  bedside: boolean,
): boolean {
  if (bedside || user_id === null || line.source !== 'MANUAL') return false
  const drafted = line.culture_draft?.by_id
  if (drafted !== undefined) return drafted === user_id
  const entered = line.entered_by_id === user_id
  if (action === 'result.verify' || line.status === 'ENTERED') return entered
  return entered && line.verified_by_id === user_id
}

const same_person = (line: LineRow): Bite => ({
  subject: line.id,
  what: `${line.test_code}: you entered this result: somebody else must verify it.`,
})

/** DIA-75: the roster says that nobody else of the section's department is on duty. */
async function aloneIn(
  caller: Caller,
  bench: Bench,
  lines: readonly LineRow[],
): Promise<(line: LineRow) => boolean> {
  const wanted = new Set(lines.map((line) => partsOf(bench, line).item.section_id))
  const alone = new Set<string>()
  for (const { id, department } of await sections(caller)) {
    if (!wanted.has(id) || department === null) continue
    const { facility_id } = caller
    const there = await onDuty(caller, { department, facility_id, at: clock.instant() })
    const others = there?.filter((one) => one.user_id !== caller.user_id)
    if (others?.length === 0) alone.add(id)
  }
  return (line) => alone.has(partsOf(bench, line).item.section_id)
}

/** A line in a state that the move does not begin with. */
export function mustBe(line: LineRow, states: readonly string[], move: string): void {
  if (states.includes(line.status)) return
  const can: Readonly<Record<string, string>> = {
    PENDING: 'enter',
    ENTERED: 'verify',
    VERIFIED: 'release, return',
    RELEASED: 'amend',
  }
  const next = can[line.status]
  const rest = next === undefined ? 'Nothing more can be done with it.' : `It can: ${next}.`
  throw conflict(`${line.test_code} is ${line.status}: no ${move}. ${rest}`, 'state')
}

/** What the comments of a body say, by line. */
export const commentFor = (
  comments: readonly { id: string; text: string }[] | undefined,
  { id, comment }: LineRow,
): string | null => comments?.find((one) => one.id === id)?.text || comment
