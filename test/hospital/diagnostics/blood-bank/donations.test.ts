// Donors give, are deferred, and what they gave is tested and released or destroyed (BLD-1 to BLD-34).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock, hours } from '../../../../db/core/clock.ts'
import { endDeferrals } from '../../../../db/hospital/diagnostics/blood-bank/donors/deferring.ts'
import { boot } from '../../../support/boot.ts'
import { answers, bloodAtWork, exam, groupingOf, infection } from '../../../support/desk/blood.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('donors and donations', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-21T06:00:00.000Z')
  const bank = await bloodAtWork(house)
  const { one, other, head } = bank
  const nurse = await people.with('nurse')
  /** A session does not last so long: other people are at work. */
  const later = (at: string) => {
    clock.freeze(at)
    return bloodAtWork(house)
  }
  const asking = (donor: Data, more: Record<string, unknown> = {}) =>
    one.post('/blood-bank/donations', {
      donor_id: donor.id,
      answers: answers([], donor.sex),
      exam,
      consent_signed: true,
      ...more,
    })

  t.test('registered once (BLD-1), found by what is known (BLD-2)', async (t) => {
    const body = {
      first_name: 'Neema',
      last_name: 'Mchango',
      sex: 'Female',
      date_of_birth: '1992-06-01',
      national_id: '1992-0601-00001',
      phone: '0712345678',
    }
    const made = await done(nurse.post('/blood-bank/donors', body))
    t.match(made, {
      donor_number: /^BD-\d{6}$/,
      status: 'ELIGIBLE',
      kind: 'VOLUNTARY',
      group: null,
    })
    t.match(await one.post('/blood-bank/donors', { ...body, first_name: 'Other' }), {
      status: 409,
      message: `This national ID belongs to donor ${made.donor_number}.`,
    })
    const { national_id: _id, ...same } = body
    t.match(await one.post('/blood-bank/donors', same), {
      status: 409,
      message: new RegExp(`^Donor ${made.donor_number} has the same names and birth date`),
    })
    const { date_of_birth: _born, ...unborn } = body
    t.match(await one.post('/blood-bank/donors', unborn), {
      status: 400,
      message: 'date_of_birth is required.',
    })
    await done(one.post('/blood-bank/donors', { ...same, confirm_duplicate: true }))
    for (const search of [made.donor_number, 'mchango', '0712345678', '1992-0601']) {
      const found = await done(nurse.get('/blood-bank/donors', { search }))
      t.ok(
        found.some(({ id }: Data) => id === made.id),
        search,
      )
    }
  })

  t.test('asked and examined (BLD-3, BLD-6): accepted with a number, or deferred', async (t) => {
    const donor = await bank.donor()
    t.match(await asking(donor, { answers: {} }), {
      status: 400,
      message: /^answers: .* is missing\.$/,
    })
    t.match(await asking(donor, { consent_signed: false }), {
      status: 409,
      message: 'The donor has not signed: consent_signed.',
    })
    t.match(await asking(donor, { exam: { ...exam, haemoglobin: 125 } }), {
      status: 400,
      message: 'exam.haemoglobin must be between 3 and 25 g/dL.',
    })
    t.match(await asking(donor, { kind: 'DIRECTED' }), {
      status: 400,
      message: /^patient_id is required/,
    })
    const deferred = await bank.interview(donor, { answers: answers(['TOOTH', 'TATTOO_PIERCING']) })
    t.match(deferred, { status: 'DEFERRED', din: null })
    t.same(
      deferred.findings.map(({ code, until }: Data) => [code, until]),
      [
        ['TOOTH', '2026-03-28'],
        ['TATTOO_PIERCING', '2027-03-21'],
      ],
    )
    t.match(await asking(donor), {
      status: 409,
      message: 'This donor is deferred until 21 March 2027.',
    })
    const barred = await bank.donor()
    await bank.interview(barred, { answers: answers(['HEART']) })
    t.match(await asking(barred), { status: 409, message: 'This donor may not give blood.' })
    const good = await bank.donor()
    const first = await bank.interview(good)
    t.match(first, { status: 'ACCEPTED', din: /^T0001260000\d\d$/, check: /^.$/ })
    t.match(await asking(good), {
      status: 409,
      message: `Donation ${first.din} of this donor is still open.`,
    })
    const next = await bank.interview(await bank.donor())
    t.equal(Number(next.din.slice(7)), Number(first.din.slice(7)) + 1, 'without a gap (BLD-9)')
  })

  t.test('bled (BLD-10): the volume decides what becomes of it', async (t) => {
    const donor = await bank.donor()
    const { id, din } = await bank.interview(donor, { exam: { ...exam, weight_kg: 50 } })
    const path = `/blood-bank/donations/${id}/bleed`
    const body = {
      bag: { type: 'DOUBLE', anticoagulant: 'CPDA1', nominal_ml: 450, lot: 'B77' },
      started_at: '2026-03-21T05:40:00.000Z',
      ended_at: '2026-03-21T05:50:00.000Z',
      volume_ml: 450,
    }
    t.match(await one.post(path, { ...body, bag: { ...body.bag, nominal_ml: 530 } }), {
      status: 409,
      message: 'A 530 ml bag is too large for 50 kg: take a smaller one.',
    })
    t.match(await one.post(path, { ...body, volume_ml: 610 }), {
      status: 409,
      message: '610 ml is more than the bag holds (495): write a note.',
    })
    t.match(await one.post(path, { ...body, ended_at: '2026-03-21T05:30:00.000Z' }), {
      status: 400,
      message: 'ended_at is before started_at.',
    })
    const bled = await done(one.post(path, body))
    t.match(bled, {
      id,
      status: 'COLLECTED',
      minutes: 10,
      units: [
        { number: `${din}-WB-1`, status: 'QUARANTINE', expires_at: '2026-04-25T20:59:00.000Z' },
      ],
    })
    t.match(await one.post(path, body), { status: 409, message: /is COLLECTED\. It can:/ })
    t.match(await asking(donor), {
      status: 409,
      message: 'This donor may give again from 21 June 2026.',
    })
    const low = await bank.bled(await bank.donor(), { volume_ml: 380 })
    t.match(low, { low_volume: true, not_for: ['PLASMA', 'PLATELET', 'CRYO'] })
    const slow = await bank.bled(await bank.donor(), { started_at: '2026-03-21T05:40:00.000Z' })
    t.match(slow, { slow: true })
    const failing = await bank.donor()
    t.match(await bank.bled(failing, { volume_ml: 40 }), { status: 'FAILED', units: [] })
    t.match(await done(one.get(`/blood-bank/donors/${failing.id}`)), {
      donations: 0,
      next_eligible_on: null,
    })
    const bad = await bank.donor()
    await bank.bled(bad, { adverse: { type: 'VASOVAGAL', severity: 'SEVERE', action: 'Lay down' } })
    t.match(
      await done(one.get(`/blood-bank/donors/${bad.id}`)),
      { status: 'DEFERRED', deferred_until: '2027-03-21' },
      'BLD-11',
    )
  })

  t.test('tested by one, verified by another, released by a third (BLD-20, BLD-28)', async (t) => {
    const { id } = await bank.bled(await bank.donor())
    const path = `/blood-bank/donations/${id}`
    t.match(await one.post(`${path}/tests`, { tests: [infection('HBSAG')] }), {
      status: 400,
      message: 'tests[0].marker must be one of HIV, HBV, HCV, SYPHILIS.',
    })
    const off = { ...groupingOf('A+'), reverse: groupingOf('O+').reverse }
    t.match(await one.post(`${path}/tests`, { groupings: [off] }), {
      status: 409,
      message: 'Forward A, reverse O: resolve before saving.',
    })
    const old = { ...infection('HIV'), kit_expiry: '2026-03-20' }
    t.match(await one.post(`${path}/tests`, { tests: [old] }), {
      status: 409,
      message: 'Kit lot K1 expired on 2026-03-20.',
    })
    const groupings = [groupingOf('A+')]
    const tests = ['HIV', 'HBV', 'SYPHILIS'].map((marker) => infection(marker))
    await done(one.post(`${path}/tests`, { groupings, tests }))
    t.match(await one.post(`${path}/tests`, { verify: ['HIV'] }), {
      status: 409,
      message: 'You entered this test: somebody else must verify it.',
    })
    await done(head.post(`${path}/release`, {})).then(
      () => t.fail('released'),
      () => t.pass('nothing of it is complete'),
    )
    t.match(await head.post(`${path}/release`, {}), { status: 409, message: /HCV is not tested; / })
    await done(other.post(`${path}/tests`, { verify: ['HIV', 'HBV', 'SYPHILIS'] }))
    t.match(await head.post(`${path}/release`, {}), {
      status: 409,
      message: 'HCV is not tested; the second grouping is missing.',
    })
    await done(one.post(`${path}/tests`, { tests: [infection('HCV')] }))
    const tested = await done(other.post(`${path}/tests`, { groupings, verify: ['HCV'] }))
    t.match(tested, { status: 'TESTED', group: 'A+', missing: [] })
    t.match(await other.post(`${path}/release`, {}), {
      status: 409,
      message: 'You tested this donation: somebody else must release it.',
    })
    const released = await done(head.post(`${path}/release`, {}))
    t.match(released, { status: 'RELEASED', units: [{ status: 'AVAILABLE', group: 'A+' }] })
    const seen = await done(nurse.get(path))
    t.same([seen.tests, seen.verdicts], [[], []], 'results are for who may read them (BLD-12)')
  })

  t.test('reactive: held at once, repeated, destroyed (BLD-22 to BLD-24)', async (t) => {
    const donor = await bank.donor()
    const { id } = await bank.bled(donor)
    const path = `/blood-bank/donations/${id}`
    const write = (run: string, result: string) =>
      done(one.post(`${path}/tests`, { tests: [infection('HBV', result, run)] }))
    const first = await write('INITIAL', 'REACTIVE')
    t.match(first, { status: 'COLLECTED', units: [{ status: 'HELD' }] })
    t.match(
      await other.post('/blood-bank/units/hold', {
        unit_ids: [first.units[0].id],
        hold: false,
        note: 'Looks well',
      }),
      { status: 409, message: 'HBV waits for its repeats: the unit stays held.' },
    )
    const last = await write('REPEAT', 'REACTIVE')
    t.match(last, { status: 'REJECTED', units: [{ status: 'DISCARDED' }] })
    t.match(await head.post(`${path}/release`, {}), {
      status: 409,
      message: 'HBV is reactive: this donation can only be rejected.',
    })
    t.match(await done(one.get(`/blood-bank/donors/${donor.id}`)), {
      status: 'BARRED',
      deferrals: [{ reason_code: 'HBV', source: 'TEST' }],
    })
    t.match(await done(nurse.get(`/blood-bank/donors/${donor.id}`)), {
      deferrals: [{ reason_code: null }],
    })
    const back = `/blood-bank/donors/${donor.id}/reinstate`
    t.match(await head.post(back, { lift_reason: 'Asked to' }), {
      status: 409,
      message: 'This donor may not give blood.',
    })
    await write('CONFIRMATORY', 'NON_REACTIVE')
    t.match(await done(head.post(back, { lift_reason: 'Reference laboratory' })), {
      status: 'ELIGIBLE',
    })
    const freed = await bank.bled(await bank.donor())
    const tests = `/blood-bank/donations/${freed.id}/tests`
    await done(one.post(tests, { tests: [infection('HIV', 'INDETERMINATE')] }))
    const twice = ['REPEAT', 'REPEAT'].map((run) => infection('HIV', 'NON_REACTIVE', run))
    await done(one.post(tests, { tests: twice }))
    t.match(await done(other.post(tests, { verify: ['HIV'] })), {
      verdicts: [{ marker: 'HIV', state: 'NON_REACTIVE', initially_reactive: true }],
      units: [{ status: 'HELD' }],
    })
  })

  t.test(
    'a donor who asks that the unit is not used is heard without a word (BLD-13)',
    async (t) => {
      const { id } = await bank.bled(await bank.donor())
      const after = await done(
        one.post(`/blood-bank/donations/${id}/tests`, { unit_exclusion: true }),
      )
      t.match(after, { status: 'COLLECTED', units: [{ status: 'DISCARDED' }] })
      t.match(await done(nurse.get(`/blood-bank/donations/${id}`)), { unit_exclusion: false })
      t.match(await head.post(`/blood-bank/donations/${id}/release`, {}), {
        status: 409,
        message: 'This donation can only be rejected.',
      })
    },
  )

  t.test('from outside (BLD-34): one grouping here frees it, or holds it', async (t) => {
    const sent = (number: string, more: object = {}) => ({
      number,
      component_code: 'PRC',
      group: 'O-',
      collected_on: '2026-03-15',
      expires_at: '2026-04-19T20:59:00.000Z',
      volume_ml: 280,
      ...more,
    })
    const from = {
      sender: 'Zonal Blood Transfusion Centre',
      origin: 'NATIONAL_SERVICE',
      screening_statement: 'Non-reactive for HIV, HBV, HCV and syphilis',
      temperature: 5,
    }
    const receive = (units: object[], more: object = {}) =>
      one.post('/blood-bank/units', { ...from, units, ...more })
    const [good, bad] = await done(receive([sent('Z1'), sent('Z2')]))
    t.match(good, { number: 'Z1', status: 'QUARANTINE', group: 'O-' })
    t.match(await receive([sent('Z1')]), { status: 409, message: /Z1.*is here already/ })
    t.match(await receive([sent('Z3', { expires_at: '2026-03-20T20:59:00.000Z' })]), {
      status: 409,
      message: 'The unit expired on 20 March 2026.',
    })
    t.match(await receive([sent('', { din: 'G123498654321K' })]), {
      status: 400,
      message: 'G123498654321K is not a donation number: scan again.',
    })
    const freed = await done(
      one.post(`/blood-bank/donations/${good.donation_id}/tests`, {
        groupings: [groupingOf('O-')],
      }),
    )
    t.match(freed, { status: 'RELEASED', units: [{ status: 'AVAILABLE', group_confirmed: true }] })
    const held = await done(
      one.post(`/blood-bank/donations/${bad.donation_id}/tests`, { groupings: [groupingOf('A-')] }),
    )
    t.match(held, { discrepancy: true, units: [{ status: 'HELD' }] })
    const [warm] = await done(receive([sent('Z4')], { temperature: 14 }))
    t.match(warm, { status: 'HELD', hold: { reason: 'TEMPERATURE: came at 14 °C' } })
  })

  t.test('settings: rows hang together', async (t) => {
    const at = '/blood-bank/settings'
    t.match(await head.patch(at, { din: { fin: 'oops!', mode: 'OWN' } }), {
      status: 400,
      message: /^din\.fin/,
    })
    const facility_id = house.facility_id
    const levels = [{ facility_id, component_code: 'WB', group: 'O+', minimum: 5, target: 4 }]
    t.match(await head.patch(at, { levels }), {
      status: 400,
      message: 'levels[0]: minimum is above target.',
    })
    t.equal((await head.patch(at, {})).data.version, 0, 'nothing was asked for')
    t.match(await head.patch(at, { confirm: true }), {
      status: 200,
      data: { version: 1, components: [{ unconfirmed: false }] },
    })
  })

  t.test('own blood is for its patient alone (BLD-8)', async (t) => {
    const { id: patient_id } = await somebody(await people.with('reception'))
    const donor = await bank.donor({ date_of_birth: '1950-01-01', patient_id })
    const made = await bank.interview(donor, { kind: 'AUTOLOGOUS', patient_id })
    t.match(made, { status: 'ACCEPTED', patient_id, kind: 'AUTOLOGOUS' })
  })

  t.test('a deferral ends by its date at once, and a job writes it down', async (t) => {
    const donor = await bank.donor()
    await bank.interview(donor, { answers: answers(['TOOTH']) })
    const { one } = await later('2026-03-29T06:00:00.000Z')
    const seen = await done(one.get(`/blood-bank/donors/${donor.id}`))
    t.match(seen, {
      status: 'ELIGIBLE',
      deferred_until: null,
      deferrals: [{ reason_code: 'TOOTH' }],
    })
    t.ok((await endDeferrals(system)) >= 1)
    t.match(await done(one.get(`/blood-bank/donors/${donor.id}`)), { status: 'ELIGIBLE' })
  })

  t.test(
    'groups that differ hold everything (BLD-26); two donations confirm (BLD-27)',
    async (t) => {
      const first = await later('2026-04-01T06:00:00.000Z')
      const donor = await first.donor()
      const { id } = await first.tested(donor, 'B+')
      await done(first.head.post(`/blood-bank/donations/${id}/release`, {}))
      t.match(await done(first.one.get(`/blood-bank/donors/${donor.id}`)), {
        group: 'B+',
        group_confirmed: false,
      })
      const second = await later('2026-07-21T06:00:00.000Z')
      await second.tested(donor, 'B+')
      t.match(await done(second.one.get(`/blood-bank/donors/${donor.id}`)), {
        group: 'B+',
        group_confirmed: true,
      })
      const last = await later('2026-11-21T06:00:00.000Z')
      const third = await last.tested(donor, 'O+')
      t.match(third, { status: 'COLLECTED', discrepancy: true, units: [{ status: 'HELD' }] })
      t.match(await last.head.post(`/blood-bank/donations/${third.id}/release`, {}), {
        status: 409,
        message: 'the groupings differ.',
      })
    },
  )

  t.test('held, cleared by another, discarded; expired by the clock (3.3, BLD-42)', async (t) => {
    const { one, other, unit: unitOf } = await later('2026-12-01T06:00:00.000Z')
    const unit = await unitOf('AB+')
    const numbers = [unit.number]
    t.match(await one.post('/blood-bank/units/hold', { numbers, hold: true }), {
      status: 400,
      message: 'reason is required.',
    })
    await done(one.post('/blood-bank/units/hold', { numbers, hold: true, reason: 'A clot?' }))
    t.match(await one.post('/blood-bank/units/hold', { numbers, hold: false, note: 'No clot' }), {
      status: 409,
      message: 'You held this unit: somebody else must clear it.',
    })
    const [cleared] = await done(
      other.post('/blood-bank/units/hold', { numbers, hold: false, note: 'No clot' }),
    )
    t.match(cleared, { status: 'AVAILABLE', hold: null })
    const then = await later(new Date(Date.parse(unit.expires_at) + hours(1)).toISOString())
    t.match(await done(then.one.get(`/blood-bank/units/${unit.id}`)), {
      status: 'EXPIRED',
      days_left: 0,
    })
    t.match(await then.one.post('/blood-bank/units/hold', { numbers, hold: true, reason: 'Old' }), {
      status: 409,
      message: `Unit ${unit.number} is EXPIRED. It can: discard.`,
    })
    const [gone] = await done(
      then.head.post('/blood-bank/units/discard', { numbers, reason_code: 'EXPIRED' }),
    )
    t.match(gone, { status: 'DISCARDED', discard_reason: 'EXPIRED' })
  })
})
