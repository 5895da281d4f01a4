// What a service would cost, and who would pay for it, before anybody orders it (DIA-29). Nothing is written, and
// nothing is kept: what is charged is reckoned anew.

import type { Caller } from '../../../../core/caller.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { visitOf } from '../../../desk/visits/for-areas.ts'
import { today } from '../../../office/places/hours.ts'
import { coverOf } from '../../insurance/cover.ts'
import { type Priced, pricesOf, codeOf } from '../../tariff/prices.ts'
import { lineAmounts } from '../amounts.ts'
import { type Owing, payerOfCharge, pricePayer } from '../bills/payers.ts'
import { taxOf } from './items.ts'

export interface Foreseen {
  /** Minor units, with tax; null: nothing prices it. */
  price: number | null
  covered: number
  due: number
}

interface Asked {
  patient_id: string
  visit_id: string | null
  admission_id: string | null
  codes: readonly string[]
}

/** By the code as it was asked. */
export async function foreseen(caller: Caller, asked: Asked): Promise<Map<string, Foreseen>> {
  const visit = asked.visit_id === null ? null : await visitOf(caller, asked.visit_id)
  const day = await today(caller, visit?.facility_id ?? caller.facility_id)
  const { owing } = await payerOfCharge(caller, asked.patient_id, visit?.payer ?? null, day)
  const visit_class =
    visit?.visit_class ?? (asked.admission_id === null ? 'OUTPATIENT' : 'INPATIENT')
  const prices = await pricesOf(caller, {
    codes: asked.codes,
    payer: pricePayer(owing),
    date: day,
    visit_class,
  })
  const lines: Line[] = []
  for (const code of asked.codes) {
    const price = prices.get(codeOf(code)) as Priced
    const tax = await taxOf(caller, price.tax_code, day)
    const { amount } = lineAmounts({ quantity: one, unit_price: price.price, discount: 0, ...tax })
    lines.push({ code, price, amount })
  }
  const shares = await coveredOf(caller, { ...asked, owing, visit, visit_class, day }, lines)
  return new Map(
    lines.map(({ code, price, amount }, at) => {
      const covered = shares[at] ?? 0
      return [code, { price: price.price === null ? null : amount, covered, due: amount - covered }]
    }),
  )
}

const one = 1000

interface Line {
  code: string
  price: Priced
  amount: number
}
type Visit = Awaited<ReturnType<typeof visitOf>>
type Covering = Asked & {
  owing: Owing
  visit: Visit | null
  visit_class: Visit['visit_class']
  day: string
}

/** As `charge` would have a scheme decide it, all lines together. */
async function coveredOf(
  caller: Caller,
  asked: Covering,
  lines: readonly Line[],
): Promise<number[]> {
  const { owing, visit, visit_class, day, patient_id } = asked
  if (owing.payer_kind !== 'SCHEME' || owing.scheme_id === null) return []
  const { scheme_id, membership_id } = owing
  const admission_id = asked.admission_id ?? visit?.admission_id ?? null
  const patient = await patientRecord.get(caller, patient_id)
  const decided = await coverOf(
    caller,
    { scheme_id, membership_id, patient, visit, admission_id, visit_class, day },
    lines.map(({ code, price, amount }) => ({
      code,
      category: price.category ?? 'Other',
      department: price.department,
      quantity: one,
      amount,
      listed: price.listed,
      day,
    })),
  )
  return decided.lines.map(({ covered }) => covered)
}
