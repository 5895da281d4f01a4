// What the checks say of a prescription before anybody signs it (CAR-62). Nothing is written.

import type { Caller } from '../../../../core/caller.ts'
import { evaluate } from '../../../desk/gates/gate.ts'
import type { GateResult } from '../../../desk/gates/shapes.ts'
import { figuresOf } from '../../../goods/stock/products/figures.ts'
import { situationOf } from '../checks/context.ts'
import { checkLines } from '../checks/engine.ts'
import { linksOf } from '../formulary/products.ts'
import { allChecked, readLines, type ReadLine } from './lines.ts'
import type { PrescriptionCheckInput, PrescriptionChecked } from './shapes.ts'

export async function check(
  caller: Caller,
  input: PrescriptionCheckInput,
): Promise<PrescriptionChecked> {
  const of = await situationOf(caller, input)
  const lines = await readLines(caller, input.items, of)
  const { findings, notes } = checkLines(allChecked(lines), of)
  const results = await evaluate(caller, {
    action: 'rx.sign',
    subject: { findings },
    entity: { type: 'patient', id: input.patient_id, patient_id: input.patient_id },
  })
  const lying = await inStock(caller, lines)
  return {
    items: lines.map((line, index) => ({
      line: index + 1,
      medicine: line.checked.medicine.name,
      quantity: line.quantity,
      product_in_stock: lying(line),
      note: notes[index] ?? null,
      results: results.filter((one) => lineIn(one) === index),
    })),
    ok: results.every(({ level }) => level === 'WARN'),
  }
}

/** What is about all of them stands with the first. */
const lineIn = ({ subject }: GateResult): number => (subject === null ? 0 : Number(subject) - 1)

/** The same answer for who holds a list of medicines and no prescription (CAR-212). */
export async function checkMedicines(
  caller: Caller,
  asked: PrescriptionCheckInput,
): Promise<GateResult[]> {
  const { items } = await check(caller, asked)
  return items.flatMap(({ results }) => results)
}

/** Whether what is free in the stores that the caller sees covers a line. */
async function inStock(
  caller: Caller,
  lines: readonly ReadLine[],
): Promise<(line: ReadLine) => boolean> {
  const ids = lines.flatMap(({ medicine }) => medicine?.id ?? [])
  const links = await linksOf(caller, [...new Set(ids)])
  const products = [...links.values()].flat().map(({ product_id }) => product_id)
  const figures = await figuresOf(caller, products)
  return ({ medicine, quantity }) => {
    if (medicine === null) return false
    const wanted = quantity ?? 1
    return (links.get(medicine.id) ?? []).some(
      ({ product_id, per_dose_unit }) =>
        figures(product_id).available >=
        (medicine.pack_only ? wanted : (wanted * per_dose_unit) / 1000),
    )
  }
}
