// Pay by chance (people 9): whatever people earn, debits equal credits in every branch, a payslip is the
// sum of its lines, and the same inputs give the same payslips. `PAY_RUNS=2000` walks further.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import type { PostingLine } from '../../../../db/hospital/money/accounting/entries/lines.ts'
import { slipsOf } from '../../../../db/hospital/people/payroll/runs/calculate.ts'
import { owedLines, postedLines } from '../../../../db/hospital/people/payroll/runs/ledger.ts'
import {
  gathered,
  hashOf,
  type Material,
} from '../../../../db/hospital/people/payroll/runs/material.ts'
import { periodOf } from '../../../../db/hospital/people/payroll/runs/period.ts'
import { runRecord } from '../../../../db/hospital/people/payroll/runs/record.ts'
import { slipOf } from '../../../../db/hospital/people/payroll/runs/reckon-slip.ts'
import { boot } from '../../../support/boot.ts'
import { payDesk } from '../../../support/pay.ts'
import { chanceOf } from '../../../support/seeded.ts'

const runs = Number(process.env['PAY_RUNS'] ?? 100)

t.test('pay by chance', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const desk = await payDesk(house)
  await desk.paid(1_000_000, { pension_scheme: 'NSSF', pension_no: 'N-1', tin: '1' })
  const path = await desk.run({ period_year: 2026, period_month: 3 }, 'CALCULATED')
  const row = await runRecord.get(house.system, path.split('/').at(-1) ?? '')
  const { common, materials } = await within(() => gathered(house.system, row))
  const [pattern] = materials as [Material]
  const chance = chanceOf(t)
  const below = (n: number): number => Math.floor(chance() * n)
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const maybe = (times: number): boolean => below(times) === 0

  function somebody(at: number): Material {
    const components = ['HOUSING', 'TRANSPORT', 'RISK', 'UNION', 'SACCOS', 'COURT']
      .filter(() => maybe(3))
      .map((code) => ({ code, value: below(40_000_000), units: null, from: null, to: null }))
    const [profile] = pattern.profiles as [Material['profiles'][number]]
    const first = 1 + below(9_999)
    const department = 'Labour ward'
    const split = maybe(2)
      ? []
      : [
          { facility_id: 'one', department, bp: first },
          { facility_id: 'two', department, bp: 10_000 - first },
        ]
    const raise = {
      ...profile,
      effective_from: `2026-03-${10 + below(20)}`,
      basic_pay: below(600_000_000),
    }
    return {
      ...pattern,
      person: {
        ...pattern.person,
        id: `person ${at}`,
        hired_on: maybe(4) ? `2026-03-${10 + below(20)}` : '2020-01-01',
        leaves_on: maybe(5) ? `2026-03-${10 + below(20)}` : null,
        residency: one(['RESIDENT', 'NON_RESIDENT'] as const),
        pension_scheme: one(['NSSF', 'PSSSF', 'ZSSF', 'NONE', null] as const),
        employment_type: one(['PERMANENT', 'CONTRACT', 'LOCUM'] as const),
      },
      profiles: [
        {
          ...profile,
          effective_from: '2020-01-01',
          basic_pay: below(600_000_000),
          components,
          split,
          flags: {
            nhif: maybe(2),
            heslb: maybe(3),
            union: false,
            secondary_employment: maybe(6),
          },
        },
        ...(maybe(4) ? [raise] : []),
      ],
      worked: {
        overtime: below(3_000),
        holiday: below(900),
        night: below(2_000),
        missed: maybe(3) ? below(6) : 0,
        late: Array.from({ length: below(8) }, () => 1 + below(90)),
      },
      away: maybe(4) ? [{ half_days: 1 + below(20), pay_pct: one([0, 50]) }] : [],
      loans: maybe(3)
        ? [
            {
              id: `loan ${at}`,
              number: 'LN',
              kind: one(['SHORTAGE', 'OTHER']),
              instalment: 1 + below(50_000_000),
              balance: 1 + below(90_000_000),
            },
          ]
        : [],
      carried: maybe(5) ? [{ code: 'UNION', amount: 1 + below(1_000_000) }] : [],
    }
  }

  const balanced = (lines: readonly PostingLine[]): boolean =>
    [...Map.groupBy(lines, ({ facility_id }) => facility_id).values()].every(
      (own) => own.reduce((sum, { debit = 0, credit = 0 }) => sum + debit - credit, 0) === 0,
    )

  t.test(
    `${runs} runs of a month: debits equal credits to the cent (HR-109, HR-112)`,
    async (t) => {
      const wrong: string[] = []
      let paid = 0
      for (let at = 0; at < runs; at += 1) {
        const kind = one(['REGULAR', 'FINAL'] as const)
        const settings = { ...common.settings, attendance_affects_pay: maybe(2) }
        const of = { ...common, kind, settings, period: periodOf(2026, 3) }
        const people = Array.from({ length: 1 + below(4) }, (_, n) => somebody(n))
        const { made } = await slipsOf({ common: of, materials: people })
        paid += made.length
        const slips = made.map(({ material, slip }) => ({
          ...slip,
          facility_id: material.person.facility_id,
          department: material.person.department,
          employment_type: material.person.employment_type,
          split: material.profiles.at(-1)?.split ?? [],
        }))
        const lines = postedLines(slips)
        const sum = (list: readonly { amount: number }[]): number =>
          list.reduce((all, { amount }) => all + amount, 0)
        const owed = owedLines(slips, 'debit').reduce(
          (all, { debit = 0, credit = 0 }) => all + debit - credit,
          0,
        )
        if (!balanced(lines)) wrong.push(`${at}: a branch does not balance`)
        if (owed !== slips.reduce((all, { net }) => all + net, 0))
          wrong.push(`${at}: net is not owed`)
        for (const slip of slips) {
          if (sum(slip.earnings) - sum(slip.deductions) !== slip.net) wrong.push(`${at}: net`)
          if (sum(slip.employer) !== slip.employer_cost) wrong.push(`${at}: employer`)
          const amounts = [...slip.earnings, ...slip.deductions, ...slip.employer]
          if (amounts.some(({ amount }) => !Number.isSafeInteger(amount)))
            wrong.push(`${at}: parts`)
        }
        const again = people.map((material) => slipOf(of, structuredClone(material)))
        const first = people.map((material) => slipOf(of, material))
        if (JSON.stringify(again) !== JSON.stringify(first)) wrong.push(`${at}: another payslip`)
      }
      t.same(wrong, [])
      t.ok(paid > runs / 2, 'most of them are paid something')
    },
  )

  t.test('the same inputs have the same hash, another has another (HR-105, HR-106)', async (t) => {
    const again = await within(() => gathered(house.system, row))
    t.equal(await hashOf(again), row.inputs_hash)
    const other = { ...pattern, worked: { ...pattern.worked, night: 1 } }
    t.not(await hashOf({ common, materials: [other] }), row.inputs_hash)
  })

  t.test('a posted run never changes, and its numbers have no gap (HR-107, HR-108)', async (t) => {
    const { payroll, manager, accountant } = desk
    for (let n = 0; n < 3; n += 1) await desk.paid(500_000 + n, { tin: `T${n}` })
    await payroll.post(`${path}/calculate`)
    await manager.post(`${path}/approve`, desk.accepting)
    const posted = await accountant.post(`${path}/post`, {})
    t.equal(posted.status, 200, posted.message)
    const slips = async () => (await payroll.get('/hr/payslips', { run_id: row.id })).data
    const before = await slips()
    t.same(
      before.map(({ number }: { number: string }) => number),
      ['PS-2026-03-0001', 'PS-2026-03-0002', 'PS-2026-03-0003', 'PS-2026-03-0004'],
    )
    const tries: [typeof payroll, string, object][] = [
      [payroll, 'calculate', {}],
      [manager, 'approve', desk.accepting],
      [accountant, 'post', {}],
      [payroll, 'back-to-draft', { reason: 'Once more' }],
      [payroll, 'cancel', { reason: 'Once more' }],
    ]
    for (const [who, what, body] of tries) {
      t.equal((await who.post(`${path}/${what}`, body)).status, 409, what)
    }
    const inputs = [
      { staff_id: before[0].staff_id, component_code: 'BONUS', amount: 5, note: 'Late' },
    ]
    await payroll.put('/hr/pay-inputs', { period_year: 2026, period_month: 3, rows: inputs })
    t.same(await slips(), before)
    const second = await desk.run({ period_year: 2026, period_month: 3 }, 'POSTED', {
      kind: 'SUPPLEMENTARY',
    })
    const { id } = (await payroll.get(second)).data
    t.match((await payroll.get('/hr/payslips', { run_id: id })).data, [
      { number: 'PS-2026-03-0005' },
    ])
    t.same(await slips(), before)
    await desk.proven(t)
  })
})
