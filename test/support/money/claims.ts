// Claims as they come to be: a visit that is billed, and what a claim needs to be sent.

import { within } from '../../../db/store/connection.ts'
import { serviceDone } from '../../../db/hospital/money/billing/charges/service-done.ts'
import type { House } from '../boot.ts'
import { attach, png } from '../files.ts'
import type { Insured } from './insured.ts'

/** A visit with issued and done lines; its claim. */
export async function claimed(
  house: House,
  cast: Insured,
  scheme_id: string,
  codes: readonly string[],
) {
  const visit = await cast.visit(scheme_id)
  const lines = []
  for (const code of codes) lines.push(await visit.charge(code))
  for (const [at] of codes.entries()) {
    await within(() => serviceDone(house.system, 'order', `${visit.id}-${at + 1}`, {}))
  }
  const bill_id = lines[0]?.bill_id ?? ''
  const issued = await cast.cashier.post(`/billing/bills/${bill_id}/issue`)
  if (issued.status !== 200) throw new Error(issued.message)
  const found = await cast.officer.get('/billing/claims', { patient_id: visit.patient_id })
  return { visit, bill_id, lines, claim: found.data[0] }
}

/** Signed, with who treated and what was found: the claim is ready. */
export async function complete(cast: Insured, id: string) {
  const signed = await attach(
    cast.officer,
    { entity_type: 'claim', entity_id: id },
    'signature.png',
    png(4, 4),
  )
  if (signed.status !== 201) throw new Error(signed.message)
  const said = await cast.officer.patch(`/billing/claims/${id}`, {
    signature_attachment_id: signed.data.id,
    practitioner_id: cast.officer.user.id,
    diagnoses: [{ code: 'b54' }],
  })
  if (said.status !== 200) throw new Error(said.message)
  const checked = await cast.officer.post(`/billing/claims/${id}/validate`)
  if (checked.data?.status !== 'READY')
    throw new Error(JSON.stringify(checked.data ?? checked.message))
  return checked.data
}
