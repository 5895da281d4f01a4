// Claims that go to their scheme together, and what becomes of them there.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { bill_items } from '../../../../db/hospital/money/billing/bills/tables.ts'
import { linesCredited } from '../../../../db/hospital/money/claims/gather.ts'
import { claims } from '../../../../db/hospital/money/claims/tables.ts'
import { claimsOfItems } from '../../../../db/hospital/neighbours/claims.ts'
import { boot } from '../../../support/boot.ts'
import { claimed, complete } from '../../../support/money/claims.ts'
import { insured } from '../../../support/money/insured.ts'
import { statementsOf } from '../../../support/statements.ts'

const nobody_id = '01a20000-1de4-7573-b853-57b97905f91d'

t.test('batches of claims', async (t) => {
  const house = await boot(t)
  const { system } = house
  clock.freeze('2026-03-10T09:00:00.000Z')
  const cast = await insured(house)
  const { officer, accountant } = cast
  await cast.price('FBC', 10_000)
  await cast.price('XRAY', 25_000, { category: 'Radiology' })

  t.test('a batch is numbered without a gap, once (BIL-116, BIL-118)', async (t) => {
    const { id, name } = await cast.scheme({ facility_code: 'KT01', settlement_days: 30 })
    const made = []
    for (let n = 0; n < 3; n++) made.push((await claimed(house, cast, id, ['FBC'])).claim)
    const draft = made[2]
    for (const claim of made.slice(0, 2)) await complete(cast, claim.id)
    const asked = { scheme_id: id, month: '2026-03', all_ready: true }
    const batch = await officer.post('/billing/claim-batches', asked)
    t.equal(batch.status, 201, batch.message)
    t.match(batch.data, {
      number: /^CLB-2026-\d{6}$/,
      status: 'OPEN',
      sequence: 1,
      claims_count: 2,
      claimed: 20_000,
      moves: ['seal'],
    })
    const path = `/billing/claim-batches/${batch.data.id}`
    const refused = await officer.post(`${path}/add`, { claim_ids: [draft.id] })
    t.equal(refused.message, `Claim ${draft.number} is DRAFT. It can: validate, cancel.`)
    t.equal(
      (await officer.post(`${path}/add`, { claim_ids: [nobody_id] })).message,
      'claim_ids[0]: no such claim.',
    )
    const out = await officer.post(`${path}/remove`, { claim_ids: [made[1].id] })
    t.match(out.data, { claims_count: 1 })
    await officer.post(`${path}/add`, { claim_ids: [made[1].id] })
    const unsealed = await officer.get(`${path}/export`)
    t.equal(unsealed.message, `Batch ${batch.data.number} is OPEN: seal it first.`)
    t.equal((await accountant.post(`${path}/seal`)).status, 403)
    const sealed = await officer.post(`${path}/seal`)
    t.match(sealed.data, { status: 'SEALED', first_folio: 1, last_folio: 2 })
    t.same(
      sealed.data.claims.map((one: { serial_no: string }) => one.serial_no),
      ['KT01\\03\\2026\\00001', 'KT01\\03\\2026\\00002'],
    )
    await complete(cast, draft.id)
    const second = await officer.post('/billing/claim-batches', asked)
    await officer.post(`/billing/claim-batches/${second.data.id}/seal`)
    const early = await officer.post(`${path}/reopen`, { reason: 'One more claim' })
    t.equal(early.message, `Batch ${second.data.number} follows it: its folio numbers stand.`)
    await officer.post(`/billing/claim-batches/${second.data.id}/reopen`, { reason: 'Wrong month' })
    t.match((await officer.post(`${path}/reopen`, { reason: 'Once more' })).data, {
      status: 'OPEN',
      first_folio: null,
    })
    t.match((await officer.post(`${path}/seal`)).data, { first_folio: 1, last_folio: 2 })
    await officer.patch(`/billing/schemes/${id}`, { open_claim_month: '2026-02' })
    t.equal(
      (await officer.post(`${path}/submit`)).message,
      `${name} takes claims of 2026-02 now, not 2026-03.`,
    )
    await officer.patch(`/billing/schemes/${id}`, { open_claim_month: '2026-03' })
    t.equal(
      (await officer.post(`${path}/submit`, { submitted_on: '2026-03-11' })).message,
      'submitted_on is in the future.',
    )
    const sent = await officer.post(`${path}/submit`, { reference: 'By hand' })
    t.match(sent.data, { status: 'SUBMITTED', due_on: '2026-04-09', reference: 'By hand' })
    t.match(sent.data.claims[0], { status: 'SUBMITTED', due_on: '2026-04-09' })
    const json = await officer.get(`${path}/export`)
    t.match(JSON.parse(json.raw.toString()), {
      batch: { claims: 2, claimed: 20_000, currency: 'TZS' },
      claims: [{ folio_no: 1, lines: [{ scheme_code: 'FBC', amount: 10_000 }] }, { folio_no: 2 }],
    })
    const csv = await officer.get(`${path}/export`, { format: 'csv' })
    t.equal(csv.raw.toString().trim().split('\r\n').length, 3)
    const [first] = sent.data.claims
    const member_name = '=HYPERLINK("http://x","A")'
    await within(() => claims.changeAnywhere({ id: first.id }, { member_name }))
    const sheet = (await officer.get(`${path}/export`, { format: 'csv' })).raw.toString()
    t.match(sheet, `,"'=HYPERLINK(""http://x"",""A"")",`, 'PLT-123: no formula reaches a sheet')
    t.match(sheet, ',10000,', 'and numbers stay numbers')
    const again = await officer.post(`${path}/seal`)
    t.equal(
      again.message,
      `Batch ${batch.data.number} is SUBMITTED. Nothing more can be done with it.`,
    )
  })

  t.test('a rejected claim keeps its folio and goes again (BIL-116)', async (t) => {
    const { id } = await cast.scheme()
    const { claim } = await claimed(house, cast, id, ['FBC'])
    await complete(cast, claim.id)
    const asked = { scheme_id: id, month: '2026-03', all_ready: true }
    const batch = await officer.post('/billing/claim-batches', asked)
    const path = `/billing/claim-batches/${batch.data.id}`
    await officer.post(`${path}/seal`)
    await officer.post(`${path}/submit`)
    const said = `/billing/claims/${claim.id}/acknowledge`
    t.equal(
      (await officer.post(said, { result: 'REJECTED' })).message,
      'errors is required for REJECTED.',
    )
    const rejected = await officer.post(said, {
      result: 'REJECTED',
      errors: [{ code: 'E7', message: 'Card unreadable' }],
    })
    t.match(rejected.data, {
      status: 'REJECTED',
      batch_id: null,
      folio_no: 1,
      errors: [{ code: 'REJECTED', message: 'E7: Card unreadable' }],
    })
    t.match((await officer.post(`/billing/claims/${claim.id}/validate`)).data, { status: 'READY' })
    const next = await officer.post('/billing/claim-batches', asked)
    const sealed = await officer.post(`/billing/claim-batches/${next.data.id}/seal`)
    t.match(sealed.data, { sequence: 2, first_folio: 1, last_folio: 1 })
  })

  t.test(
    'what is credited falls out of an early claim, of a sent one nothing (BIL-72)',
    async (t) => {
      const { id } = await cast.scheme()
      const { claim, lines } = await claimed(house, cast, id, ['FBC', 'XRAY'])
      const [first, second] = lines
      t.match(await claimsOfItems(system, [first?.item_id ?? '']), [{ submitted: false }])
      const { hospital_id } = system
      await within(async () => {
        await linesCredited(system, [
          { item_id: first?.item_id ?? '', scheme_id: id, payment_id: null, amount: 1_000_000 },
        ])
        await bill_items.change(
          { hospital_id, id: first?.item_id ?? '' },
          { credited: 1_000_000, credited_share: 0 },
        )
      })
      t.match((await officer.get(`/billing/claims/${claim.id}`)).data, {
        claimed: 25_000,
        lines: [{ code: 'XRAY' }],
      })
      await complete(cast, claim.id)
      const asked = { scheme_id: id, month: '2026-03', all_ready: true }
      const batch = await officer.post('/billing/claim-batches', asked)
      await officer.post(`/billing/claim-batches/${batch.data.id}/seal`)
      t.match(await claimsOfItems(system, [second?.item_id ?? '']), [
        { number: claim.number, submitted: true },
      ])
    },
  )

  t.test('a page of many claims needs as many statements as a page of two', async (t) => {
    const { id } = await cast.scheme()
    for (let n = 0; n < 6; n++) await claimed(house, cast, id, ['FBC'])
    const asked = (per_page: string) =>
      statementsOf(() => officer.get('/billing/claims', { per_page }))
    const [few, many] = [await asked('2'), await asked('50')]
    t.equal(many.length, few.length)
    const of_batches = (per_page: string) =>
      statementsOf(() => officer.get('/billing/claim-batches', { per_page }))
    t.equal((await of_batches('50')).length, (await of_batches('1')).length)
  })
})
