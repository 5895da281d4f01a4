// The last bed, the days in bed and the census, whatever happens at once. KITUO_WARD_PROOFS=full proves them at
// full size: 50 runs for a bed, 500 inpatients of 30 days, 90 days of moves.

import t from 'tap'
import { clock, days, hours } from '../../../../db/core/clock.ts'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { agrees } from '../../../../db/hospital/care/wards/census/counting.ts'
import { chargeBedDays, takeCensuses } from '../../../../db/hospital/care/wards/jobs.ts'
import { bedDaysOf } from '../../../../db/hospital/care/wards/stays/bed-days.ts'
import { bed_days } from './bed-days.ts'
import { charted, done, pricedBeds, wardHouse, wardOf } from '../../../support/desk/ward.ts'

const full = process.env['KITUO_WARD_PROOFS'] === 'full'
const size = full ? { runs: 50, beds: 500, days: 90 } : { runs: 20, beds: 8, days: 15 }

t.test('one-bed, bed-days and the census', full ? { timeout: 3_600_000 } : {}, async (t) => {
  const on = await wardHouse(t)
  const { house, admin, charge, nurse, doctor } = on
  clock.freeze('2026-03-01T05:00:00.000Z')
  const { ward, bed_class, beds } = await wardOf(admin, {}, size.beds)
  const next = await wardOf(admin, {}, 4)
  await pricedBeds(house, {
    [bed_class.code]: 1_000_000,
    [next.bed_class.code]: 1_500_000,
    DEAR: 3_000_000,
  })

  t.test('one-bed: the last bed by two, one gets it (CAR-136, CAR-140)', async (t) => {
    const two = [await on.asked(), await on.asked()]
    const bed_id = next.beds[0].id
    for (let run = 0; run < size.runs; run += 1) {
      const answers = await Promise.all(
        two.map(({ id }) => charge.post(`/admissions/${id}/accept`, { bed_id })),
      )
      t.same(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 409],
        `run ${run}`,
      )
      const won = answers.findIndex(({ status }) => status === 200)
      const { patient } = two[won]
      await done(nurse.post(`/admissions/${two[won].id}/cancel`, { reason: 'Once more' }))
      two[won] = await on.asked({ patient_id: patient.id })
    }
    const [{ patient }] = two
    await done(nurse.post(`/admissions/${two[0].id}/cancel`, { reason: 'Once more' }))
    const six = await Promise.all(
      Array.from({ length: 6 }, () =>
        nurse.post('/admissions', { patient_id: patient.id, reason: 'Fever' }),
      ),
    )
    t.same(
      six.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409, 409, 409, 409],
    )
    for (const { message } of six.filter(({ status }) => status === 409)) {
      t.match(message, / is already asked to be admitted \(ADM-/)
    }
  })

  t.test('bed-days: one charge for an admission and a day (CAR-151, CAR-152)', async (t) => {
    const lying: { id: string }[] = []
    for (const bed of beds) lying.push(await on.admitted(bed.id))
    clock.freeze(new Date(clock.ms() + days(30)).toISOString())
    await Promise.all([chargeBedDays(house.system), chargeBedDays(house.system)])
    await chargeBedDays(house.system)
    const found = await rows<{ source_id: string; service_date: string; amount: number }>(
      sql`select source_id, service_date, amount from bill_items where source = 'bed_day'`,
    )
    t.equal(found.length, lying.length * 30)
    t.equal(new Set(found.map(({ source_id }) => source_id)).size, found.length)
    t.ok(found.every(({ amount }) => Number(amount) === 1_000_000))
    const own = found.filter(({ source_id }) => source_id.startsWith(lying[0]?.id ?? '-'))
    t.equal(own[0]?.source_id, `${lying[0]?.id}:2026-03-02`, 'by the midnight that it ends with')
    t.equal(own[0]?.service_date, '2026-03-01')

    await done(admin.patch(`/bed-classes/${bed_class.id}`, { code: 'dear' }))
    clock.freeze(new Date(clock.ms() + days(1)).toISOString())
    await chargeBedDays(house.system)
    const after = await rows<{ amount: number }>(
      sql`select amount from bill_items where source = 'bed_day' and amount = ${3_000_000}`,
    )
    t.equal(after.length, lying.length, 'CAR-139: the new price from the next day')
  })

  t.test('a price that is missing stops nobody, and waits (CLEAR_UNBILLED)', async (t) => {
    await done(admin.patch(`/bed-classes/${bed_class.id}`, { code: 'nowhere' }))
    await done(
      (await house.people.administrator()).patch('/billing/policy', { unpriced_charge: 'REFUSE' }),
    )
    clock.freeze(new Date(clock.ms() + days(1)).toISOString())
    t.match(await chargeBedDays(house.system), { unpriced: beds.length })
    const [one] = await done(nurse.get('/admissions', { ward_id: ward.id, status: 'ADMITTED' }))
    const at = `/admissions/${one.id}`
    await done(doctor.post(`${at}/order-discharge`, { type: 'HOME' }))
    const checks = await done(doctor.get(`${at}/discharge-checks`))
    t.match(
      checks.find(({ gate }: { gate: string }) => gate === 'CLEAR_UNBILLED'),
      { ok: false, items: [{ text: 'Not billed: 1 act has no charge.' }] },
    )
    await charted(doctor, one)
    await done(doctor.post(`${at}/clinical-discharge`, { condition: 'Well' }))
    await done(admin.patch(`/bed-classes/${bed_class.id}`, { code: 'dear' }))
    await chargeBedDays(house.system)
  })

  t.test('the days of each rule, worked out by hand (CAR-151)', async (t) => {
    for (const { says, rule, lain, keys, dates } of bed_days) {
      const found = bedDaysOf({ bed_day_at: '00:00', bed_day_grace_hours: 2, ...rule }, lain)
      t.same(
        found.map(({ key }) => key),
        keys,
        says,
      )
      if (dates !== undefined) {
        t.same(
          found.map(({ service_date }) => service_date),
          dates,
          says,
        )
      }
    }
  })

  t.test('the census agrees on every day of random moves (CAR-153)', async (t) => {
    const random = seeded(7)
    await takeCensuses(house.system)
    const begun = clock.ms()
    for (let day = 0; day < size.days; day += 1) {
      for (let move = 0; move < 3; move += 1) {
        clock.freeze(new Date(begun + days(day) + hours(2 + move * 3)).toISOString())
        await anyMove(random)
      }
      clock.freeze(new Date(begun + days(day + 1)).toISOString())
      await takeCensuses(house.system)
    }
    const found = await nurse.whole('/census')
    for (const one of found) t.ok(agrees(one.counts), `${one.ward} ${one.date}`)
    for (const { id } of [ward, next.ward]) {
      const own = found
        .filter((one: { ward_id: string }) => one.ward_id === id)
        .toSorted((a: { date: string }, b: { date: string }) => (a.date < b.date ? -1 : 1))
      t.ok(own.length >= size.days)
      for (const [index, one] of own.entries()) {
        if (index === 0) continue
        t.equal(one.counts.yesterday, own[index - 1].counts.remaining, one.date)
      }
    }
    const last = found[0]
    const confirmed = await done(charge.post(`/census/${last.id}/confirm`, { note: 'Counted' }))
    t.match(confirmed, { status: 'CONFIRMED', confirmed_by_name: charge.user.full_name })
    t.equal(confirmed.lines.length, confirmed.counts.remaining)
    t.match(await charge.post(`/census/${last.id}/confirm`), {
      status: 409,
      message: `Census of ${last.date} is CONFIRMED. Nothing more can be done with it.`,
    })
  })

  async function anyMove(random: () => number): Promise<void> {
    const all = await nurse.whole('/beds')
    const dirty = all.find(({ status }: { status: string }) => status === 'TO_CLEAN')
    if (dirty !== undefined) await done(nurse.post(`/beds/${dirty.id}/cleaned`))
    const free = all.filter(({ status }: { status: string }) => status === 'FREE')
    const lying = await nurse.whole('/admissions', { status: 'ADMITTED' })
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
    const what = random()
    const [bed, one] = [pick(free), pick(lying)] as [
      { id: string; ward_id: string } | undefined,
      { id: string } | undefined,
    ]
    if (what < 0.4 && bed !== undefined) {
      await on.admitted(bed.id)
    } else if (what < 0.7 && bed !== undefined && one !== undefined) {
      const asked = await done(
        nurse.post('/bed-transfers', {
          admission_id: one.id,
          to_ward_id: bed.ward_id,
          reason: 'Moved',
        }),
      )
      await done(charge.post(`/bed-transfers/${asked.id}/accept`, { bed_id: bed.id }))
      await done(nurse.post(`/bed-transfers/${asked.id}/complete`))
    } else if (one !== undefined) {
      await done(
        doctor.post(`/admissions/${one.id}/abscond`, {
          last_seen_at: clock.instant(),
          searched: { where: 'Everywhere', by: 'Guard' },
          now: true,
          reason: 'Not in bed',
        }),
      )
    }
  }
})

/** The same numbers at every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
