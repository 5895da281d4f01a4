import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { authoriseVisit, membershipsOf } from '../../../../db/hospital/neighbours/billing.ts'
import { repointPatient } from '../../../../db/hospital/money/tariff/members-answers.ts'
import { priceOf } from '../../../../db/hospital/money/tariff/prices.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { somebody } from '../../../support/desk/visits.ts'

const nobody_id = '01a20000-1de4-7573-b853-57b97905f91d'

t.test('schemes and their members', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-10T09:00:00.000Z')
  const day = '2026-03-10'
  const officer = await people.with('insurance')
  const clerk = await people.with('reception')
  const manager = await people.with('manager')
  let count = 0
  const scheme = async (more: Record<string, unknown> = {}) => {
    count += 1
    const body = { code: `s${count}`, name: `Scheme ${count}`, ...more }
    const made = await officer.post('/billing/schemes', body)
    t.equal(made.status, 201, made.message)
    return made.data
  }
  const join = (patient_id: string, scheme_id: string, more: Record<string, unknown> = {}) =>
    clerk.post('/billing/memberships', { patient_id, scheme_id, member_no: '1001', ...more })

  t.test('a scheme says on which terms it pays', async (t) => {
    const made = await scheme({ coverage_pct: 80.5, copay_amount: 5000, contract_expiry: day })
    t.match(made, {
      code: 's1',
      coverage_pct: 80.5,
      copay_amount: 5000,
      kind: 'PRIVATE',
      unlisted_items: 'GENERAL_PRICE',
      appeal_days: 30,
      members: 0,
      days_to_expiry: 0,
    })
    const changed = await officer.patch(`/billing/schemes/${made.id}`, { coverage_pct: null })
    t.match(changed.data, { coverage_pct: null, copay_amount: 5000, version: 2 })
    t.equal((await clerk.get('/billing/schemes', { search: 'scheme 1' })).data.length, 1)
    t.equal((await clerk.post('/billing/schemes', { code: 'X', name: 'Xx' })).status, 403)
  })

  const bad: [Record<string, unknown>, number, string][] = [
    [{ coverage_pct: 130 }, 400, 'coverage_pct must be between 0 and 100.'],
    [{ coverage_pct: 33.333 }, 400, 'coverage_pct has more than two decimals.'],
    [{ preauth_above: -1 }, 400, 'preauth_above must not be negative.'],
    [{ settlement_days: 1.5 }, 400, 'settlement_days must be a whole number.'],
    [{ code: 's1' }, 409, 'Scheme S1 exists.'],
    [{ name: 'SCHEME  1' }, 409, 'Scheme S1 exists.'],
    [{ name: 'Cash' }, 409, 'Cash is what a patient who pays is called.'],
    [{ open_claim_month: '2026-13' }, 400, 'open_claim_month must be a month like 2026-03.'],
    [{ member_no_pattern: '[' }, 400, 'member_no_pattern is not a regular expression.'],
    [
      { member_no_pattern: '(a+)+' },
      400,
      'member_no_pattern is too intricate: use letters, digits, sets and counts.',
    ],
    [{ account_id: nobody_id }, 404, 'account_id: no such account.'],
  ]
  for (const [body, status, message] of bad) {
    t.test(`a scheme is refused: ${JSON.stringify(body)}`, async (t) => {
      const before = await rowCounts()
      const refused = await officer.post('/billing/schemes', { code: 'BAD', name: 'Bad', ...body })
      t.same([refused.status, refused.message], [status, message])
      t.same(await rowCounts(), before)
    })
  }

  t.test('a patient is a member once; the number is one family’s (BIL-107)', async (t) => {
    const { id } = await scheme({ member_no_pattern: '\\d{4}' })
    const one = await somebody(clerk)
    const two = await somebody(clerk)
    const made = await join(one.id, id)
    t.equal(made.status, 201, made.message)
    t.match(made.data, { status: 'ACTIVE', patient_name: one.full_name, valid_from: day })
    t.same(made.data.moves, ['suspend', 'end'])
    const twice = await join(one.id, id, { member_no: '1002' })
    t.equal(twice.message, `${one.full_name} is already a member: 1001.`)
    t.equal((await join(two.id, id)).message, "Member number 1001 is somebody else's.")
    t.equal(
      (await join(two.id, id, { member_no: '12' })).message,
      'member_no "12" does not fit \\d{4}.',
    )
    t.equal(
      (await join(two.id, id, { principal_id: made.data.id })).message,
      'principal_id is only of a SPOUSE, CHILD, PARENT or OTHER.',
    )
    const child = await join(two.id, id, { principal_id: made.data.id, relation: 'CHILD' })
    t.equal(child.status, 201, child.message)
    t.equal((await clerk.get('/billing/memberships', { search: '1001' })).data.length, 2)
    const family = (await clerk.get('/patients', { search: '1001' })).data
    t.same(family.map((row: { id: string }) => row.id).sort(), [one.id, two.id].sort(), 'PAT-29')
    t.same((await clerk.get('/patients', { search: '100' })).data, [], 'the whole number')
    t.same((await clerk.get('/patients', { search: '1002' })).data, [])
    t.equal((await clerk.get('/billing/memberships', { search: two.number })).data.length, 1)
    t.equal((await officer.get(`/billing/schemes/${id}`)).data.members, 2)
    t.equal((await join(nobody_id, id)).status, 404)
    t.equal((await join(one.id, nobody_id)).message, 'No such scheme.')
  })

  t.test('the front office hears of memberships that are good today (BIL-169)', async (t) => {
    const first = await scheme({ authorisation_required: true })
    const second = await scheme()
    const person = await somebody(clerk)
    const a = await join(person.id, first.id, { priority: 2 })
    const b = await join(person.id, second.id, { priority: 1 })
    const ids = async () => (await membershipsOf(system, person.id)).map(({ id }) => id)
    t.same(await ids(), [b.data.id, a.data.id], 'by priority')
    const visit_id = nobody_id
    const asked = { visit_id, visit_type: 1 } as const
    t.match(await authoriseVisit(system, { ...asked, membership_id: a.data.id }), {
      status: 'MISSING',
    })
    t.match(await authoriseVisit(system, { ...asked, membership_id: b.data.id }), {
      status: 'NOT_NEEDED',
    })
    t.match(await authoriseVisit(system, { ...asked, membership_id: nobody_id }), {
      status: 'MISSING',
    })
    const at = `/billing/memberships/${b.data.id}`
    const suspended = await clerk.post(`${at}/suspend`, { reason: 'Card lost' })
    t.match(suspended.data, { status: 'SUSPENDED', moves: ['resume', 'end'] })
    t.same(await ids(), [a.data.id])
    t.match((await clerk.post(`${at}/resume`)).data, { status: 'ACTIVE' })
    await officer.patch(`/billing/schemes/${first.id}`, { contract_expiry: '2026-03-09' })
    t.same(await ids(), [b.data.id], 'a contract that ended counts no more (BIL-13)')
    const late = await join((await somebody(clerk)).id, first.id)
    t.equal(late.message, `The contract with ${first.name} ended on 2026-03-09.`)
    await clerk.patch(at, { valid_to: '2026-03-10' })
    clock.freeze('2026-03-12T09:00:00.000Z')
    t.same(await ids(), [], 'the last day is past')
    clock.freeze('2026-03-10T09:00:00.000Z')
    t.match((await clerk.post(`${at}/end`, { reason: 'Left work' })).data, { status: 'ENDED' })
    t.equal(
      (await clerk.post(`${at}/end`, { reason: 'Again' })).message,
      'Membership 1001 is ENDED. Nothing more can be done with it.',
    )
  })

  t.test('when two records become one, one membership of a scheme goes on (BIL-170)', async (t) => {
    const { id } = await scheme()
    const kept = await somebody(clerk)
    const other = await somebody(clerk)
    const stays = await join(kept.id, id)
    const ends = await join(other.id, id, { member_no: '2002' })
    const asked = { from: other.id, to: kept.id }
    const moved = await within(() => repointPatient(system, asked))
    t.same(moved, { memberships: [ends.data.id] })
    const all = await clerk.get('/billing/memberships', { patient_id: kept.id })
    const states = all.data.map((one: Record<string, unknown>) => [one['id'], one['status']])
    t.same(
      new Map(states),
      new Map([
        [stays.data.id, 'ACTIVE'],
        [ends.data.id, 'ENDED'],
      ]),
    )
  })

  t.test('a scheme has a price list, and may pay for that alone (BIL-18)', async (t) => {
    for (const body of [
      { code: 'A', name: 'A', price: 100 },
      { code: 'B', name: 'B', price: 200 },
      { code: 'A', name: 'A', price: 90, payer: 'National list' },
    ]) {
      await manager.post('/billing/tariffs', body)
    }
    const strict = await scheme({ price_payer: 'national LIST', unlisted_items: 'NOT_COVERED' })
    const open = await scheme({ price_payer: 'National list' })
    const cost = async (code: string, scheme_id: string) => {
      const payer = { kind: 'SCHEME', scheme_id } as const
      const { price, listed } = await priceOf(system, { code, date: day, payer })
      return [price, listed]
    }
    t.same(await cost('A', strict.id), [9000, true])
    t.same(await cost('B', strict.id), [20_000, false])
    t.same(await cost('B', open.id), [20_000, true])
  })
})
