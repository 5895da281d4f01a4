// Bills for tests of money: somebody new owes for a blood count of 5,000 and an X-ray of 25,000.

import { within } from '../../../db/store/connection.ts'
import { charge } from '../../../db/hospital/money/billing/charges/charge.ts'
import type { House } from '../boot.ts'
import { visiting } from '../desk/visits.ts'

export async function money({ people, system }: House) {
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier')
  const owing = async (codes: readonly string[] = ['FBC', 'XRAY']) => {
    const visit = await visiting(clerk)
    let id = ''
    for (const code of codes) {
      const line = await within(() =>
        charge(system, {
          patient_id: visit.patient.id,
          visit_id: visit.id,
          code,
          quantity: 1,
          source: 'order',
          source_id: `${visit.id}-${code}`,
        }),
      )
      id = line.bill_id
    }
    return { id, visit }
  }
  return {
    clerk,
    cashier,
    owing,
    issued: async (codes?: readonly string[]) => {
      const made = await owing(codes)
      const { data } = await cashier.post(`/billing/bills/${made.id}/issue`)
      return { ...made, items: data.items, bill: data }
    },
  }
}
