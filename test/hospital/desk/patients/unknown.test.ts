import t from 'tap'
import { clock, days } from '../../../../db/core/clock.ts'
import { type Membership, membershipsOf } from '../../../../db/hospital/neighbours/billing.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'

t.test('unknown people (PAT-14, PAT-15)', async (t) => {
  const { people } = await boot(t)
  clock.freeze('2026-03-31T09:00:00.000Z')
  const nurse = await people.with('nurse')
  const clerk = await people.with('reception')

  t.test('somebody is registered under a label', async (t) => {
    const made = await nurse.post('/patients/unknown', {
      unknown_label: 'Man, red shirt 2',
      description: 'Found at the bus stand',
      police_case: true,
    })
    t.equal(made.status, 201, made.message)
    t.match(made.data, {
      status: 'TEMPORARY',
      identity: 'UNKNOWN',
      first_name: 'Unknown',
      last_name: 'Man, red shirt 2',
      sex: 'Ambiguous',
      birth_date: '1991-03-31',
      birth_date_estimated: true,
      unknown_label: 'Man, red shirt 2',
      source: 'EMERGENCY',
      moves: [],
    })
  })

  t.test('the same label on one day is counted on', async (t) => {
    const label = { unknown_label: 'Bus crash' }
    const names: string[] = []
    for (let count = 0; count < 3; count += 1) {
      names.push((await nurse.post('/patients/unknown', label)).data.unknown_label)
    }
    t.same(names, ['Bus crash', 'Bus crash (2)', 'Bus crash (3)'])
    const long = { unknown_label: 'Somebody of the bus from Moshi in a torn green shirt, beards' }
    t.equal(long.unknown_label.length, 60)
    t.equal((await nurse.post('/patients/unknown', long)).status, 201)
    t.equal(
      (await nurse.post('/patients/unknown', long)).data.unknown_label,
      `${long.unknown_label.slice(0, 56)} (2)`,
      'the end makes room for the number',
    )
    clock.advance(days(1))
    const next = await (await people.with('reception')).post('/patients/unknown', label)
    t.equal(next.data.unknown_label, 'Bus crash', next.message)
    clock.advance(days(-1))
  })

  const bands: [string, string][] = [
    ['NEWBORN', '2026-03-31'],
    ['INFANT', '2025-09-30'],
    ['CHILD', '2020-03-31'],
    ['ADOLESCENT', '2012-03-31'],
    ['ADULT', '1991-03-31'],
    ['ELDERLY', '1956-03-31'],
  ]
  for (const [age_band, birth_date] of bands) {
    t.test(`${age_band} is born in the middle of its band`, async (t) => {
      const made = await nurse.post('/patients/unknown', { unknown_label: age_band, age_band })
      t.equal(made.data.birth_date, birth_date, made.message)
    })
  }

  const bad: [Record<string, unknown>, string][] = [
    [{}, 'unknown_label is required.'],
    [{ unknown_label: '' }, 'unknown_label must be between 1 and 60 characters.'],
    [
      { unknown_label: 'Man', age_band: 'OLD' },
      'age_band must be one of NEWBORN, INFANT, CHILD, ADOLESCENT, ADULT, ELDERLY.',
    ],
    [
      { unknown_label: 'Man', age_band: 'ADULT', age_years: 4 },
      'Give either age_years or age_band, not both.',
    ],
    [{ unknown_label: 'Man', age_years: 130 }, 'age_years must be a whole number from 0 to 120.'],
  ]
  for (const [body, message] of bad) {
    t.test(`is refused: ${message}`, async (t) => {
      const refused = await nurse.post('/patients/unknown', body)
      t.equal(refused.message, message)
      t.equal(refused.status, 400)
    })
  }

  const person = { first_name: 'Musa', last_name: 'Ndaki', sex: 'Male', birth_date: '1988-08-08' }
  const who = { evidence: 'RELATIVE', identified_by_name: 'Halima Ndaki' }

  t.test('the unknown becomes the person; the label still finds the record', async (t) => {
    const made = await nurse.post('/patients/unknown', { unknown_label: 'Man, green cap' })
    const at = `/patients/${made.data.id}/identify`
    t.equal((await nurse.post(at, { patient: person })).message, 'evidence is required.')
    const done = await nurse.post(at, { ...who, patient: person })
    t.equal(done.status, 200, done.message)
    t.match(done.data, {
      id: made.data.id,
      number: made.data.number,
      status: 'ACTIVE',
      identity: 'DECLARED',
      full_name: 'Musa Ndaki',
      unknown_label: 'Man, green cap',
    })
    for (const search of ['green cap', 'musa']) {
      t.match((await clerk.get('/patients', { search })).data, [{ id: made.data.id }], search)
    }
    const again = await nurse.post(at, { ...who, patient: person })
    t.equal(again.status, 409)
    t.equal(
      again.message,
      `Patient ${made.data.number} is ACTIVE. It can: deactivate, merge, deceased.`,
    )
  })

  t.test('2.1: the membership that the record has already may be the payer', async (t) => {
    const made = await nurse.post('/patients/unknown', { unknown_label: 'Girl with a card' })
    const id = '01a20000-1de4-7573-b853-57b97905f91d'
    const member: Membership = {
      id,
      scheme_id: '01a20000-1de4-7573-b853-57b97905f91e',
      scheme: 'NHIF',
      member_no: '12',
      status: 'ACTIVE',
      valid_to: null,
      needs_authorisation: false,
    }
    answering(t, membershipsOf, async (_, of) => (of === made.data.id ? [member] : []))
    const default_payer = { kind: 'SCHEME', membership_id: id }
    const girl = {
      first_name: 'Salome',
      last_name: 'Chuwa',
      sex: 'Female',
      birth_date: '2011-02-03',
    }
    const done = await nurse.post(`/patients/${made.data.id}/identify`, {
      ...who,
      patient: { ...girl, default_payer },
    })
    t.match(done, { status: 200, data: { default_payer } }, done.message)
  })

  t.test('a sex that was told is changed with a reason', async (t) => {
    const made = await nurse.post('/patients/unknown', { unknown_label: 'Woman', sex: 'Female' })
    const at = `/patients/${made.data.id}/identify`
    const other = { ...person, first_name: 'Deus', last_name: 'Mligo', birth_date: '1999-01-01' }
    const refused = await nurse.post(at, { ...who, patient: other })
    t.equal(refused.message, 'reason is required: the record says Female.')
    const done = await nurse.post(at, { ...who, patient: other, reason: 'seen at treatment' })
    t.equal(done.data.sex, 'Male', done.message)
  })

  t.test('somebody on the register is not made twice (PAT-8)', async (t) => {
    const made = await nurse.post('/patients/unknown', { unknown_label: 'Man, no shoes' })
    const at = `/patients/${made.data.id}/identify`
    const body = { ...who, patient: { ...person, phone: '0712000044' } }
    const [known] = (await clerk.get('/patients', { search: 'musa' })).data
    await clerk.patch(`/patients/${known.id}`, { phone: '0712000044' })
    const refused = await nurse.post(at, body)
    t.equal(refused.status, 409)
    t.match(refused.message, /^1 person on the register looks like this one: PT-/)
    t.equal((await nurse.get(`/patients/${made.data.id}`)).data.status, 'TEMPORARY')
  })
})
