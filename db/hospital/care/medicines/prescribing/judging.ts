// What a prescription must hold by its kind and its medicines, before any check looks at it (CAR-57, CAR-68).

import { conflict, invalid } from '../../../../core/refusal.ts'
import { titled } from '../checks/situation.ts'
import type { ReadLine } from './lines.ts'
import type { PrescriptionRow } from './record.ts'
import type { PrescriptionItemInput } from './shapes.ts'

export function judgeLines(
  { kind }: Pick<PrescriptionRow, 'kind'>,
  items: readonly PrescriptionItemInput[],
  lines: readonly ReadLine[],
  prescriber: { registration_no: string | null; kept: boolean } | null,
): void {
  for (const [index, line] of lines.entries()) {
    const item = items[index] as PrescriptionItemInput
    const at = `items[${index}]`
    if ((item.refills ?? 0) > 0) throw invalid(`${at}: refills`, 'is not offered yet.')
    if (item.substitution === 'NOT_ALLOWED' && !item.substitution_reason) {
      throw invalid(`${at}: substitution_reason`, 'is required with NOT_ALLOWED.')
    }
    mustInfuse(item, line, at)
    mustLast(kind, item, line, at)
    mustBeControlled(kind, line, prescriber)
  }
}

function mustInfuse({ infusion }: PrescriptionItemInput, { frequency }: ReadLine, at: string) {
  if (frequency.code !== 'CONTINUOUS') return
  if (!infusion) throw invalid(`${at}: infusion`, 'is required for CONTINUOUS.')
  if (!infusion.rate_ml_h && !infusion.over_minutes) {
    throw invalid(`${at}: infusion`, 'needs rate_ml_h or over_minutes.')
  }
}

/** Who takes it home must know for how long. */
function mustLast(
  kind: PrescriptionRow['kind'],
  item: PrescriptionItemInput,
  { medicine, frequency }: ReadLine,
  at: string,
): void {
  const at_home = kind === 'OUTPATIENT' || kind === 'DISCHARGE'
  const without = medicine?.pack_only === true || frequency.once || Boolean(item.quantity)
  if (!at_home || without || item.duration_days || item.taper?.length) return
  throw invalid(`${at}: duration_days`, 'is required.')
}

/** CAR-68; a prescriber without a staff record is one of a hospital that keeps none (HR-2). */
function mustBeControlled(
  kind: PrescriptionRow['kind'],
  { checked }: ReadLine,
  prescriber: { registration_no: string | null; kept: boolean } | null,
): void {
  if (checked.medicine.controlled === 'NONE') return
  if (checked.when_needed && kind !== 'INPATIENT') {
    throw conflict(`${titled(checked)}: a controlled drug is not given home as needed.`, 'rx')
  }
  if (prescriber?.kept === true && prescriber.registration_no === null) {
    throw conflict('Your council number is not on your staff record.', 'licence')
  }
}
