import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { rows, within } from '../../../../db/store/connection.ts'
import { movedToPatient } from '../../../../db/hospital/money/billing/schemes/for-areas.ts'
import { insuredParts } from '../../../../db/hospital/money/billing/schemes/takeover-amounts.ts'
import { sumsOfApprovals } from '../../../../db/hospital/money/insurance/sums.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { insured } from '../../../support/money/insured.ts'
import { seeded } from '../../../support/seeded.ts'

const seed = Number(process.env['SEED'] ?? 7)
const steps = Number(process.env['STEPS'] ?? 60)

// BIL-34, BIL-50, BIL-110: what a scheme takes over, in however many parts, stays within its bounds.

t.test('a scheme takes over in parts', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-10T09:00:00.000Z')
  const cast = await insured(house)
  const { officer, clerk, cashier } = cast
  const supervisor = await people.with('supervisor', 'cashier', 'billing')
  await cast.price('FBC', 10_000)
  await cast.price('XRAY', 25_000, { category: 'Radiology' })
  await cast.price('MRI', 10_000, { category: 'Radiology' })
  const pay = (bill_id: string, body: Record<string, unknown>) =>
    cashier.post(`/billing/bills/${bill_id}/payments`, { method: 'Insurance', ...body })

  /** A patient of a scheme, whose bills it may take over. */
  const member = async (plan: Record<string, unknown>, terms: Record<string, unknown> = {}) => {
    const scheme = await cast.scheme({ coverage_pct: 100, ...terms })
    const made = await officer.post(`/billing/schemes/${scheme.id}/plans`, {
      code: 'p',
      name: 'Plain',
      ...plan,
    })
    t.equal(made.status, 201, made.message)
    const visit = await cast.visit(scheme.id, { plan_id: made.data.id })
    const { patient_id, membership_id } = visit
    const billed = async (codes: readonly string[]) => {
      const items = codes.map((code) => ({ code }))
      const draft = await cashier.post('/billing/bills', { patient_id, payer: 'Self', items })
      const issued = await cashier.post(`/billing/bills/${draft.data.id}/issue`)
      t.equal(issued.status, 200, issued.message)
      const ids = issued.data.items.map(({ id }: { id: string }) => id) as string[]
      return { bill_id: issued.data.id as string, ids }
    }
    const taking = (bill_id: string, amount: number, item_ids?: readonly string[]) =>
      pay(bill_id, { amount, membership_id, ...(item_ids === undefined ? {} : { item_ids }) })
    const balances = async () =>
      (await clerk.get(`/billing/memberships/${membership_id}`)).data.balances
    return { scheme, visit, patient_id, membership_id, billed, taking, balances }
  }

  const approval = async (membership_id: string, items: Record<string, unknown>[]) => {
    const asked = await officer.post('/billing/preauthorisations', {
      membership_id,
      items: items.map(({ code, quantity }) => ({ code, quantity })),
      diagnosis_codes: ['G44'],
    })
    t.equal(asked.status, 201, asked.message)
    const path = `/billing/preauthorisations/${asked.data.id}`
    await officer.post(`${path}/request`)
    const answered = await officer.post(`${path}/respond`, {
      result: 'PARTLY_APPROVED',
      reference: 'R-1',
      valid_to: '2026-04-10',
      items: items.map(({ quantity: _asked, ...given }) => given),
    })
    t.equal(answered.status, 200, answered.message)
  }

  t.test('the second part counts what the first one took of a ceiling', async (t) => {
    const { scheme, billed, taking, balances } = await member({ year_ceiling: 12_000 })
    const { bill_id, ids } = await billed(['FBC', 'XRAY'])
    t.equal((await taking(bill_id, 10_000, ids.slice(1))).status, 201)
    const before = await rowCounts()
    t.match(await taking(bill_id, 10_000), {
      status: 409,
      message: `${scheme.name} covers 2,000 of these lines.`,
    })
    t.same(await rowCounts(), before)
    t.equal((await taking(bill_id, 2000)).status, 201)
    t.match(await balances(), { year_used: 12_000, year_left: 0 })
    t.match(await taking(bill_id, 1), { message: `${scheme.name} covers 0 of these lines.` })
  })

  t.test('and of an approval that two lines share (BIL-110)', async (t) => {
    const { scheme, membership_id, billed, taking } = await member({})
    await cast.rule(scheme.id, { code: 'MRI', preauth_required: true })
    await approval(membership_id, [
      { code: 'MRI', quantity: 2, approved_quantity: 2, approved_amount: 12_000 },
    ])
    const { bill_id, ids } = await billed(['MRI', 'MRI'])
    t.equal((await taking(bill_id, 8000, ids.slice(1))).status, 201)
    t.match(await taking(bill_id, 10_000), {
      status: 409,
      message: `${scheme.name} covers 4,000 of these lines.`,
    })
    t.equal((await taking(bill_id, 4000)).status, 201)
  })

  t.test('lines that are taken over at once share an approval too', async (t) => {
    const { scheme, membership_id, billed, taking } = await member({})
    await cast.rule(scheme.id, { code: 'MRI', preauth_required: true })
    await approval(membership_id, [
      { code: 'MRI', quantity: 3, approved_quantity: 2, approved_amount: 12_000 },
    ])
    const { bill_id } = await billed(['MRI', 'MRI', 'MRI'])
    t.match(await taking(bill_id, 30_000), {
      status: 409,
      message: `${scheme.name} covers 12,000 of these lines.`,
    })
    t.equal((await taking(bill_id, 12_000)).status, 201)
  })

  t.test('and of the quantity of an approval', async (t) => {
    const { scheme, membership_id, billed, taking } = await member({})
    await cast.rule(scheme.id, { code: 'MRI', preauth_required: true })
    await approval(membership_id, [
      { code: 'MRI', quantity: 2, approved_quantity: 1, approved_amount: 20_000 },
      { code: 'XRAY', quantity: 1, approved_quantity: 1, approved_amount: 25_000 },
    ])
    const { bill_id, ids } = await billed(['MRI', 'MRI'])
    t.equal((await taking(bill_id, 4000, ids.slice(1))).status, 201)
    t.match(await taking(bill_id, 10_000), {
      status: 409,
      message: `${scheme.name} covers 6,000 of these lines.`,
    })
  })

  t.test('and of a limit of quantities (BIL-104)', async (t) => {
    const { scheme, billed, taking } = await member({})
    await cast.rule(scheme.id, { code: 'FBC', max_quantity: 1, per: 'YEAR' })
    const { bill_id, ids } = await billed(['FBC', 'FBC'])
    t.equal((await taking(bill_id, 4000, ids.slice(1))).status, 201)
    t.match(await taking(bill_id, 10_000), {
      status: 409,
      message: `${scheme.name} covers 6,000 of these lines.`,
    })
  })

  t.test('and of what the bill may cost before it is approved (BIL-109)', async (t) => {
    const { scheme, billed, taking } = await member({}, { preauth_above: 12_000 })
    const { bill_id, ids } = await billed(['FBC', 'FBC'])
    t.equal((await taking(bill_id, 10_000, ids.slice(1))).status, 201)
    t.match(await taking(bill_id, 10_000, ids.slice(0, 1)), {
      status: 409,
      message: `${scheme.name} covers 2,000 of these lines.`,
    })
  })

  t.test('what it denied stays used', async (t) => {
    const { scheme, billed, taking, balances } = await member({ year_ceiling: 12_000 })
    const { bill_id, ids } = await billed(['XRAY'])
    t.equal((await taking(bill_id, 12_000)).status, 201)
    const [item_id = ''] = ids
    const denied = { bill_id, item_id, scheme_id: scheme.id, amount: 500_000 }
    await within(() => movedToPatient(system, denied, 'Denied'))
    t.match(await taking(bill_id, 1), { message: `${scheme.name} covers 0 of these lines.` })
    t.match(await balances(), { year_used: 12_000, year_left: 0 })
  })

  t.test(`${steps} random steps of seed ${seed} pass no bound`, async (t) => {
    const random = seeded(seed)
    const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
    const bounds = { year_ceiling: 61_000, day_ceiling: 58_000, visit_ceiling: 17_000 }
    const one = await member(bounds, { coverage_pct: 30, copay_amount: 500 })
    const { scheme, membership_id, taking } = one
    await cast.rule(scheme.id, { code: 'FBC', max_quantity: 3, per: 'YEAR' })
    await cast.rule(scheme.id, { code: 'MRI', preauth_required: true })
    await approval(membership_id, [
      { code: 'MRI', quantity: 3, approved_quantity: 3, approved_amount: 23_000 },
      { code: 'XRAY', quantity: 1, approved_quantity: 1, approved_amount: 1 },
    ])
    const { bill_id: of_visit } = await one.visit.charge('FBC')
    await one.visit.charge('XRAY')
    const own = await cashier.post(`/billing/bills/${of_visit}/issue`)
    t.equal(own.status, 200, own.message)
    const ids = own.data.items.map(({ id }: { id: string }) => id) as string[]
    const bills = [{ bill_id: of_visit, ids }]
    bills.push(await one.billed(['MRI', 'FBC', 'MRI', 'XRAY']))
    bills.push(await one.billed(['FBC', 'MRI', 'FBC', 'FBC', 'MRI']))
    const taken: string[] = []
    const denials: { bill_id: string; item_id: string; scheme_id: string; amount: number }[] = []
    const came: Record<string, number> = {}
    const count = (what: string) => void (came[what] = (came[what] ?? 0) + 1)

    const take = async () => {
      const { bill_id, ids: all } = pick(bills)
      const some = all.filter(() => random(2) === 0)
      const item_ids = some.length === 0 || random(3) === 0 ? undefined : some
      let answer = await taking(bill_id, 100 + random(12_000), item_ids)
      const figure = /covers ([\d,.]+) of|Only ([\d,.]+) is due/.exec(answer.message ?? '')
      const left = Number((figure?.[1] ?? figure?.[2] ?? '0').replaceAll(',', ''))
      if (answer.status === 409 && left > 0) answer = await taking(bill_id, left, item_ids)
      t.ok([201, 409].includes(answer.status), answer.message)
      if (answer.status === 201) taken.push(answer.data.payment.id)
      count(answer.status === 201 ? 'taken' : 'refused')
    }
    const reverse = async () => {
      if (taken.length === 0) return
      const id = taken.splice(random(taken.length), 1)[0]
      const answer = await supervisor.post(`/billing/payments/${id}/reverse`, { reason: 'Wrong' })
      t.ok([200, 409].includes(answer.status), answer.message)
      count(answer.status === 200 ? 'reversed' : 'stands')
    }
    const deny = async () => {
      const { bill_id, ids: all } = pick(bills)
      const item_id = pick(all)
      const has = (await insuredParts(system, [item_id])).get(`${item_id}|${scheme.id}`) ?? 0
      if (has === 0) return
      const denied = { bill_id, item_id, scheme_id: scheme.id, amount: 1 + random(has) }
      await within(() => movedToPatient(system, denied, 'Denied'))
      denials.push(denied)
      count('denied')
    }
    const undo = async () => {
      const last = denials.pop()
      if (last === undefined) return
      const [item] = await rows<{ balance: number }>(
        sql`select balance from bill_items where id = ${last.item_id}`,
      )
      if (Number(item?.balance) < last.amount) return
      await within(() => movedToPatient(system, { ...last, amount: -last.amount }, 'Undone'))
      count('undone')
    }
    const terms = async () => {
      await officer.patch(`/billing/schemes/${scheme.id}`, { coverage_pct: 30 + random(71) })
      count('terms')
    }
    for (let step = 0; step < steps; step++) {
      await pick([take, take, take, take, reverse, deny, undo, terms])()
      await bounded(`step ${step}`)
    }
    t.comment(came)
    for (const what of ['taken', 'refused', 'reversed', 'denied', 'undone']) {
      t.ok((came[what] ?? 0) > 0, what)
    }

    async function bounded(at: string): Promise<void> {
      const [used] = await rows<Record<string, number>>(
        sql`select cast(sum(covered) as bigint) as year,
            cast(sum(case when visit_id is null then 0 else covered end) as bigint) as visit,
            cast(sum(case when code = 'FBC' then quantity else 0 end) as bigint) as fbc
          from cover_uses where membership_id = ${membership_id}`,
      )
      const { year = 0, visit = 0, fbc = 0 } = used ?? {}
      t.ok(Number(year) <= 5_800_000, `${at}: the day and the year, ${year}`)
      t.ok(Number(visit) <= 1_700_000, `${at}: the visit, ${visit}`)
      t.ok(Number(fbc) <= 3000, `${at}: the quantity, ${fbc}`)
      t.match(await sumsOfApprovals(system), { failed: 0 }, `${at}: the approval`)
    }
  })
})
