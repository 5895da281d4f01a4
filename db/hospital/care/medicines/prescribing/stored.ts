// An item as it is kept, read as it was asked for: what is signed later, given or handed out is checked anew.

import type { Caller } from '../../../../core/caller.ts'
import type { CheckedLine } from '../checks/situation.ts'
import { additiveLine } from './additives.ts'
import { frequencyCalled } from './frequencies.ts'
import { type Known, knownAlike, medicinesKnown } from './known.ts'
import { inWords, type ReadLine } from './lines.ts'
import { dosesADay, dosesAWeek } from './quantities.ts'
import type { ItemRow } from './record.ts'
import type { PrescriptionItemInput } from './shapes.ts'
import type { Infusion } from './tables.ts'

export const inputOf = (item: ItemRow): PrescriptionItemInput => ({
  medicine_id: item.medicine_id,
  medicine_text: item.medicine_text,
  // What weight made of it is reckoned again with the weight of the day.
  dose: item.dose_per_kg === null ? item.dose : null,
  dose_unit: item.dose_unit,
  dose_per_kg: item.dose_per_kg,
  round_to: item.round_to,
  route: item.route,
  frequency: item.frequency,
  duration_days: item.duration_days,
  start_at: item.start_at,
  first_dose: item.first_dose,
  prn_max_24h: item.prn_max_24h,
  prn_min_hours: item.prn_min_hours,
  prn_reason: item.prn_reason,
  taper: item.taper,
  infusion: item.infusion && orderedOf(item.infusion),
  indication: item.indication,
  indication_code: item.indication_code,
  quantity: item.quantity_typed,
  substitution: item.substitution,
  substitution_reason: item.substitution_reason,
  instructions: item.instructions,
  own_supply: item.own_supply,
})

function orderedOf({
  additives = [],
  ...bag
}: Infusion): NonNullable<PrescriptionItemInput['infusion']> {
  if (additives.length === 0) return bag
  return {
    ...bag,
    additives: additives.map(({ medicine_id, dose, unit }) => ({ medicine_id, dose, unit })),
  }
}

/** What is read of a line, as its row keeps it. */
export const readOf = (asked: PrescriptionItemInput, line: ReadLine, patient_id: string) => ({
  patient_id,
  medicine_id: line.medicine?.id ?? null,
  medicine_text: line.medicine === null ? line.checked.medicine.name : null,
  medicine: line.checked.medicine.name,
  dose: line.dose,
  dose_unit: line.unit,
  dose_per_kg: asked.dose_per_kg ?? null,
  round_to: asked.round_to ?? null,
  per_dose: line.checked.per_dose,
  route: line.checked.route ?? '',
  frequency: line.frequency.code,
  duration_days: asked.duration_days ?? null,
  start_at: line.checked.start,
  stop_at: line.checked.end,
  first_dose: asked.first_dose ?? ('NEXT_SLOT' as const),
  prn_reason: asked.prn_reason || null,
  prn_max_24h: asked.prn_max_24h ?? null,
  prn_min_hours: asked.prn_min_hours ?? null,
  taper: asked.taper?.length ? asked.taper : null,
  infusion: asked.infusion
    ? { ...asked.infusion, additives: line.additives.map(({ kept }) => kept) }
    : null,
  indication: line.checked.indication,
  indication_code: asked.indication_code || null,
  quantity: line.quantity === null ? null : Math.round(line.quantity * 1000),
  quantity_typed: asked.quantity ?? null,
  substitution: asked.substitution ?? ('ALLOWED' as const),
  substitution_reason: asked.substitution_reason || null,
  instructions: asked.instructions || null,
  own_supply: asked.own_supply ?? false,
})

/** As the checks see what stands already. */
export async function checkedItems(
  caller: Caller,
  items: readonly ItemRow[],
  at: (item: ItemRow) => string,
): Promise<CheckedLine[]> {
  const known = await medicinesKnown(
    caller,
    items.flatMap(({ medicine_id, infusion }) => [
      ...(medicine_id === null ? [] : [medicine_id]),
      ...(infusion?.additives ?? []).map((one) => one.medicine_id),
    ]),
  )
  const like = await knownAlike(
    caller,
    items.flatMap(({ medicine_id, medicine }) => (medicine_id === null ? medicine : [])),
  )
  const lines = items.map((item): CheckedLine => {
    const frequency = frequencyCalled(item.frequency)
    const medicine =
      known.get(item.medicine_id ?? '')?.checked ??
      inWords({ medicine_text: item.medicine }, 'items', like).checked
    return {
      medicine,
      at: at(item),
      route: item.route,
      per_dose: item.per_dose,
      doses_a_day: frequency === undefined ? null : dosesADay(frequency, item.prn_max_24h),
      doses_a_week: frequency === undefined ? null : dosesAWeek(frequency),
      start: item.start_at,
      end: item.stop_at,
      once: frequency?.once ?? false,
      when_needed: item.frequency === 'PRN',
      indication: item.indication,
      duration_days: item.duration_days,
    }
  })
  return [...lines, ...items.flatMap((item, index) => addedTo(item, lines, index, known))]
}

/** What goes into its bag, after all that is ordered by itself. */
function addedTo(
  { infusion }: ItemRow,
  lines: readonly CheckedLine[],
  index: number,
  known: ReadonlyMap<string, Known>,
): CheckedLine[] {
  if (infusion === null) return []
  return (infusion.additives ?? []).flatMap(({ medicine_id, per_dose }) => {
    const found = known.get(medicine_id)
    if (found === undefined) return []
    return [additiveLine(lines[index] as CheckedLine, found.checked, per_dose, infusion, index)]
  })
}
