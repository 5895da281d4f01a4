// What is added to the bag of an infusion (2.7, CAR-117): read against the formulary and checked as the medicine
// that it is, by what goes in with as many bags as run in a day.

import { capitals } from '../../../../core/kinds/capitals.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import type { CheckedLine } from '../checks/situation.ts'
import type { Known } from './known.ts'
import { unitsPerDose } from './quantities.ts'
import type { Additive, Infusion } from './tables.ts'

export interface ReadAdditive {
  kept: Additive
  checked: CheckedLine
}

type Bag = Omit<Infusion, 'additives'>

/** In millilitres an hour; null where nobody said. */
export const rateOrdered = ({ volume_ml, rate_ml_h, over_minutes }: Bag): number | null =>
  rate_ml_h ?? (over_minutes ? (volume_ml * 60) / over_minutes : null)

export function bagsADay(infusion: Bag): number | null {
  const rate = rateOrdered(infusion)
  return rate === null ? null : (rate * 24) / infusion.volume_ml
}

type Asked = Pick<Additive, 'medicine_id' | 'dose' | 'unit'>

/** `line`: the infusion that they go into. */
export function readAdditives(
  infusion: (Bag & { additives?: readonly Asked[] }) | null | undefined,
  line: CheckedLine,
  known: ReadonlyMap<string, Known>,
  { at, index }: { at: string; index: number },
): ReadAdditive[] {
  const asked = infusion?.additives ?? []
  return asked.map((one, position) => {
    const where = `${at}: infusion.additives[${position}]`
    const found = known.get(one.medicine_id)
    if (found === undefined) throw noSuch('medicine')
    const { row } = found
    if (asked.findIndex(({ medicine_id }) => medicine_id === one.medicine_id) !== position) {
      throw invalid(`${where}.medicine_id`, `${row.name} stands twice.`)
    }
    if (one.dose <= 0) throw invalid(`${where}.dose`, 'must be more than 0.')
    if (row.controlled !== 'NONE') {
      throw conflict(
        `${row.name} is controlled: order it as the infusion itself, with its diluent.`,
        'controlled',
      )
    }
    if (!row.routes.some((route) => route === line.route)) {
      throw conflict(`${row.generic_name} is not given ${line.route}: ${row.routes.join(', ')}.`)
    }
    const unit = capitals(one.unit.trim())
    const per_dose = unitsPerDose(row, one.dose, unit, where)
    return {
      kept: { medicine_id: row.id, medicine: row.name, dose: one.dose, unit, per_dose },
      checked: additiveLine(line, found.checked, per_dose, infusion as Bag, index),
    }
  })
}

/** What stands with its infusion stands at its line. */
export const additiveLine = (
  line: CheckedLine,
  medicine: CheckedLine['medicine'],
  per_dose: number | null,
  infusion: Bag,
  index: number,
): CheckedLine => ({
  ...line,
  medicine,
  per_dose,
  doses_a_day: bagsADay(infusion),
  doses_a_week: null,
  part_of: index,
})

/** `20 mmol Potassium chloride 15% injection`. */
export const additiveSaid = ({ dose, unit, medicine }: Additive): string =>
  `${dose} ${unit.toLowerCase()} ${medicine}`
