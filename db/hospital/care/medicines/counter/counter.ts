// Medicines over the counter (CAR-105): what needs a prescription, what a known patient does not bear.
// Money and goods are billing's sale; it asks before the goods leave.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { GateResult, Override } from '../../../desk/gates/shapes.ts'
import type { WrittenPrescription } from '../../../neighbours/medicines.ts'
import { situationOf } from '../checks/context.ts'
import { checkLines } from '../checks/engine.ts'
import { type CheckedLine, type Finding, titled } from '../checks/situation.ts'
import { medicine_products } from '../formulary/tables.ts'
import { type Known, medicinesKnown } from '../prescribing/known.ts'

interface Asked {
  patient_id: string | null
  lines: readonly { line: number; product_id: string }[]
  prescription: WrittenPrescription | null
  overrides: readonly Override[]
}

interface Line {
  line: number
  known: Known
  checked: CheckedLine
}

/** Products that are no medicine of the formulary go by their own rules (CAR-85). */
export async function counterChecked(caller: Caller, asked: Asked): Promise<GateResult[]> {
  const { patient_id, prescription, overrides } = asked
  const lines = await linesOf(caller, asked.lines)
  const [first] = lines
  if (first === undefined) return []
  for (const line of lines) notControlled(line, prescription)
  const findings = [
    ...lines.flatMap((line) => withoutPrescription(line, prescription)),
    ...(patient_id === null ? [] : await allergiesMet(caller, patient_id, lines)),
  ]
  return gate(caller, {
    action: 'otc.sale',
    subject: { findings },
    overrides: [...overrides],
    entity: { type: 'medicine', id: first.known.row.id, patient_id },
  })
}

async function linesOf(caller: Caller, asked: Asked['lines']): Promise<Line[]> {
  const { hospital_id } = caller
  const ids = [...new Set(asked.map(({ product_id }) => product_id))]
  const links = await medicine_products.all({ hospital_id, product_id: ids })
  const known = await medicinesKnown(
    caller,
    links.map(({ medicine_id }) => medicine_id),
  )
  return asked.flatMap(({ line, product_id }) => {
    const link = links.find((one) => one.product_id === product_id)
    const found = link === undefined ? undefined : known.get(link.medicine_id)
    return found === undefined ? [] : [{ line, known: found, checked: checkedLine(line, found) }]
  })
}

/** Nobody says at the counter how it will be taken. */
const checkedLine = (line: number, { checked }: Known): CheckedLine => ({
  medicine: checked,
  at: `Line ${line}`,
  route: null,
  per_dose: null,
  doses_a_day: null,
  start: clock.instant(),
  end: null,
  once: false,
  when_needed: false,
  indication: null,
  duration_days: null,
})

/** The witness is stock's to ask (STK-75). */
function notControlled({ known, checked }: Line, prescription: WrittenPrescription | null): void {
  if (known.row.controlled === 'NONE' || prescription !== null) return
  throw conflict(`${titled(checked)}: a controlled drug is sold on a prescription only.`, 'rx')
}

function withoutPrescription(
  { line, known, checked }: Line,
  prescription: WrittenPrescription | null,
): Finding[] {
  if (!known.row.prescription_only || prescription !== null) return []
  return [
    {
      gate: 'OTC_RX_ONLY',
      line: line - 1,
      severity: null,
      what: `${titled(checked)} needs a prescription.`,
      mend: null,
      adopted: true,
    },
  ]
}

/** The gates of a sale bite with allergies alone; nobody has said a dose. */
async function allergiesMet(
  caller: Caller,
  patient_id: string,
  lines: readonly Line[],
): Promise<Finding[]> {
  const of = await situationOf(caller, { patient_id })
  const { findings } = checkLines(
    lines.map(({ checked }) => checked),
    of,
  )
  return findings.map((one) => ({
    ...one,
    line: one.line === null ? null : (lines[one.line]?.line ?? 1) - 1,
  }))
}
