// Claims that were sent to their scheme, and the money that comes for them.

import type { Test } from 'tap'
import { ledgerOf } from './books.ts'
import type { House } from '../boot.ts'
import { claimed, complete } from './claims.ts'
import { insured } from './insured.ts'

export async function remitting(t: Pick<Test, 'equal'>, house: House) {
  const cast = await insured(house)
  const { officer, accountant } = cast
  const books = await ledgerOf(house)
  await cast.price('FBC', 10_000)
  await cast.price('XRAY', 25_000, { category: 'Radiology' })
  const bank = (await accountant.get('/accounting/funding-accounts', { kind: 'bank' })).data[0]
  let references = 0
  const sent = async (more: Record<string, unknown> = {}) => {
    const { id } = await cast.scheme(more)
    const found = await claimed(house, cast, id, ['FBC', 'XRAY'])
    await complete(cast, found.claim.id)
    const asked = { scheme_id: id, month: '2026-03', all_ready: true }
    const batch = await officer.post('/billing/claim-batches', asked)
    await officer.post(`/billing/claim-batches/${batch.data.id}/seal`)
    await officer.post(`/billing/claim-batches/${batch.data.id}/submit`)
    const claim = (await officer.get(`/billing/claims/${found.claim.id}`)).data
    return { ...found, claim, scheme_id: id, batch_id: batch.data.id }
  }
  const enter = (scheme_id: string, body: Record<string, unknown>) => {
    references += 1
    return officer.post('/billing/remittances', {
      scheme_id,
      reference: `REF ${references}`,
      received_on: '2026-03-10',
      account_id: bank.id,
      ...body,
    })
  }
  const posted = async (scheme_id: string, body: Record<string, unknown>) => {
    const made = await enter(scheme_id, body)
    t.equal(made.status, 201, made.message)
    const done = await accountant.post(`/billing/remittances/${made.data.id}/post`)
    t.equal(done.status, 200, done.message)
    return done.data
  }
  const claimOf = async (id: string) => (await officer.get(`/billing/claims/${id}`)).data
  const balances = async (...codes: string[]) => {
    const found: Record<string, number> = {}
    for (const code of codes) found[code] = await books.balance(accountant, code)
    return found
  }
  return { cast, bank, sent, enter, posted, claimOf, balances }
}
