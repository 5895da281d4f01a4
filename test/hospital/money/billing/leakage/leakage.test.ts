// What was done and brought no money is found at night, once, and ends by itself or by a person (BIL-138, BIL-139).

import t from 'tap'
import { clock, days } from '../../../../../db/core/clock.ts'
import { newId } from '../../../../../db/core/ids.ts'
import { brings } from '../../../../../db/hospital/areas.ts'
import { visits } from '../../../../../db/hospital/desk/visits/tables.ts'
import { lookForLeakage } from '../../../../../db/hospital/money/billing/leakage/night.ts'
import { charge } from '../../../../../db/hospital/money/billing/charges/charge.ts'
import { bill_items, bills } from '../../../../../db/hospital/money/billing/bills/tables.ts'
import { bring, type PerformedService } from '../../../../../db/hospital/registry.ts'
import { within } from '../../../../../db/store/connection.ts'
import { boot } from '../../../../support/boot.ts'
import { priced } from '../../../../support/money/prices.ts'
import { somebody } from '../../../../support/desk/visits.ts'

t.test('leakage', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-10T09:00:00.000Z')
  await priced(house)
  const { people, facility_id, hospital } = house
  const caller = { ...house.system, facility_id }
  const hospital_id = hospital.id
  let manager = await people.with('manager')
  const biller = await people.with('billing')
  const clerk = await people.with('reception')
  const { id: patient_id } = await somebody(clerk)
  const opened = await clerk.post('/visits', { patient_id, start: false })
  t.equal(opened.status, 201, opened.message)
  const visit = opened.data

  const act = (more: Partial<PerformedService> = {}): PerformedService => ({
    source: 'procedure',
    source_id: newId(),
    code: 'FBC',
    patient_id,
    visit_id: visit.id,
    department: 'Outpatient',
    done_at: '2026-03-09T10:00:00.000Z',
    performed_by_id: null,
    ...more,
  })
  let acts: PerformedService[] = []
  bring([
    ...brings.map((one) => ({ ...one, performedServices: undefined })),
    {
      area: 'acts',
      async *performedServices(_caller, { from, to }) {
        yield acts.filter(({ done_at }) => done_at >= from && done_at <= to)
      },
    },
  ] as typeof brings)
  t.teardown(() => bring(brings))
  const look = () => lookForLeakage(caller)
  const open = async (kind?: string) =>
    (
      await manager.get('/billing/leakage', {
        status: 'OPEN',
        ...(kind === undefined ? {} : { kind }),
      })
    ).data
  t.beforeEach(() => {
    acts = []
  })
  t.afterEach(async () => {
    acts = []
    await look()
  })

  t.test('an act without a line is found once, and charged by who sees it', async (t) => {
    const one = act()
    acts = [one]
    t.equal((await look()).found, 1)
    t.equal((await look()).found, 0, 'the second night finds nothing new')
    const [leak] = await open('DONE_NOT_CHARGED')
    t.match(leak, { source_id: one.source_id, code: 'FBC', found_on: '2026-03-09', facility_id })
    t.ok(leak.value > 0, 'worth its price on the general list')
    t.equal((await manager.post(`/billing/leakage/${leak.id}/bill`)).status, 403)
    const billed = await biller.post(`/billing/leakage/${leak.id}/bill`)
    t.match(billed, { status: 200, data: { status: 'BILLED' } })
    const line = await bill_items.find({ hospital_id, source_id: one.source_id })
    t.match(line, { service_status: 'DONE', bill_id: billed.data.bill_id })
    const again = await biller.post(`/billing/leakage/${leak.id}/bill`)
    t.match(again, { status: 409, message: 'This leak is BILLED: it is over.' })
    t.equal((await look()).found, 0)
  })

  t.test('what is charged meanwhile, or was taken back, ends by itself', async (t) => {
    const [charged, undone] = [act(), act({ source: 'bed_day' })]
    acts = [charged, undone]
    await look()
    t.equal((await open('BED_NIGHT_NOT_CHARGED')).length, 1)
    await within(() =>
      charge(caller, {
        patient_id,
        code: 'FBC',
        quantity: 1,
        source: 'procedure',
        source_id: charged.source_id,
      }),
    )
    acts = [charged]
    t.equal((await look()).gone, 2)
    t.same(await open(), [])
    acts = [charged, undone]
    t.equal((await look()).found, 1, 'and comes back where it is so again')
  })

  t.test('goods, and another quantity than was charged', async (t) => {
    const goods = act({ source: 'theatre_item' })
    const twice = act({ quantity: 2 })
    await within(() =>
      charge(caller, {
        patient_id,
        code: 'FBC',
        quantity: 1,
        source: 'procedure',
        source_id: twice.source_id,
      }),
    )
    acts = [goods, twice]
    await look()
    t.equal((await open('STOCK_NOT_CHARGED')).length, 1)
    const [differs] = await open('QUANTITY_DIFFERS')
    t.equal(differs.source_id, twice.source_id)
    const refused = await biller.post(`/billing/leakage/${differs.id}/bill`)
    t.match(refused, {
      status: 409,
      message: 'A line stands for it already: mend it on its bill, or explain it.',
    })
    t.equal(
      (await biller.post(`/billing/leakage/${differs.id}/explain`, {})).message,
      'reason is required.',
    )
    const said = await biller.post(`/billing/leakage/${differs.id}/explain`, {
      reason: 'a second try',
    })
    t.match(said.data, {
      status: 'EXPLAINED',
      reason: 'a second try',
      ended_by_name: biller.user.full_name,
    })
    t.equal((await look()).found, 0, 'what was explained is not found again')
  })

  t.test('a clinician saw somebody, and no consultation was charged', async (t) => {
    const flow = await (await people.with('administrator')).patch('/billing/patient-flow', {
      consultation: { code: 'FBC', name: 'Consultation' },
    })
    t.ok(flow.status < 300, flow.message)
    const seen = { seen_by_clinician_at: '2026-03-09T08:00:00.000Z', opened_on: '2026-03-09' }
    await within(() => visits.change({ hospital_id, id: visit.id }, seen))
    await look()
    t.match(await open('VISIT_WITHOUT_CONSULTATION'), [{ visit_id: visit.id, code: 'FBC' }])
    await within(() => visits.change({ hospital_id, id: visit.id }, { free_revisit: true }))
    await look()
    t.same(await open('VISIT_WITHOUT_CONSULTATION'), [], 'free again is no leak')
  })

  t.test(
    'lines without a price, of nought, done unpaid, paid and not done; old drafts',
    async (t) => {
      const source_id = newId()
      const { item_id, bill_id } = await within(() =>
        charge(caller, {
          patient_id,
          visit_id: visit.id,
          code: 'FBC',
          quantity: 1,
          source: 'procedure',
          source_id,
        }),
      )
      const as = async (changes: Parameters<typeof bill_items.change>[1], kind: string) => {
        const before = await bill_items.find({ hospital_id, id: item_id })
        await within(() =>
          bill_items.change(
            { hospital_id, id: item_id },
            { service_date: '2026-03-09', ...changes },
          ),
        )
        await look()
        t.match(await open(kind), [{ source: 'item', source_id: item_id, bill_id }], kind)
        const { version: _, ...all } = before as NonNullable<typeof before>
        await within(() => bill_items.change({ hospital_id, id: item_id }, all))
        await look()
        t.same(await open(kind), [], `${kind} ends`)
      }
      await as({ unit_price: null }, 'UNPRICED')
      await as({ unit_price: 0 }, 'ZERO_PRICED')
      await as({ service_status: 'DONE', done_clearance: 'UNPAID', balance: 500 }, 'DONE_UNPAID')
      await as({ service_status: 'AUTHORISED', settled: 900, patient_share: 900 }, 'PAID_NOT_DONE')

      await within(() =>
        visits.change({ hospital_id, id: visit.id }, { closed_at: clock.instant() }),
      )
      await look()
      t.same(await open('DRAFT_OLD'), [])
      clock.advance(days(4))
      manager = await people.with('manager')
      await look()
      t.match(await open('DRAFT_OLD'), [{ source: 'bill', source_id: bill_id }])
      await within(() =>
        bills.change({ hospital_id, id: bill_id }, { status: 'DISCARDED', running: false }),
      )
      await look()
      t.same(await open('DRAFT_OLD'), [])
    },
  )

  t.test('by month and department it adds up (BIL-139)', async (t) => {
    const months = (await manager.get('/billing/leakage/months')).data
    t.ok(months.length > 0)
    for (const { found, billed, explained, gone, open: left } of months) {
      t.equal(found, billed + explained + gone + left)
    }
    const { meta, data } = (
      await manager.get('/billing/leakage', { status: 'BILLED', totals: 'true' })
    ).body
    t.equal(meta.totals.value, data[0].value)
    const stranger = await people.with('reception')
    t.equal((await stranger.get('/billing/leakage')).status, 403)
  })
})
