import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { row, within } from '../../../../db/store/connection.ts'
import { administrative_areas } from '../../../../db/hospital/desk/patients/areas/tables.ts'
import { duplicate_pairs } from '../../../../db/hospital/desk/patients/duplicates/tables.ts'
import { patients as patients_table } from '../../../../db/hospital/desk/patients/tables.ts'
import { front_office_settings } from '../../../../db/hospital/desk/patients/setting-tables.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'

const aisha = {
  first_name: 'Asha',
  middle_name: 'Juma',
  last_name: 'Mrisho',
  sex: 'Female',
  birth_date: '1990-05-12',
}

t.test('registering', async (t) => {
  const house = await boot(t)
  const { people, hospital } = house
  const hospital_id = hospital.id
  clock.freeze('2026-03-31T09:00:00.000Z')
  const clerk = await people.with('reception')

  t.test('a person is registered, opened and changed', async (t) => {
    const made = await clerk.post('/patients', {
      ...aisha,
      phone: '0712 345 678',
      national_id: '19900512-12345-12345-67',
      address: { street: 'Market Street' },
      next_of_kin: [{ full_name: 'Juma Mrisho', relationship: 'FATHER', phone: '0713000111' }],
    })
    t.equal(made.status, 201, made.message)
    t.match(made.data, {
      number: 'PT-000001',
      status: 'ACTIVE',
      identity: 'DECLARED',
      full_name: 'Asha Juma Mrisho',
      phone: '+255712345678',
      phone_owner: 'SELF',
      phone_shared: false,
      phone_holders: 1,
      birth_date_estimated: false,
      age: { years: 35, months: 10, days: 19, text: '35 years' },
      nationality: 'TZ',
      national_id: '19900512-12345-12345-67',
      next_of_kin: [{ full_name: 'Juma Mrisho', phone: '+255713000111' }],
      address: { street: 'Market Street', area_id: null },
      possible_duplicates: [],
      warnings: [],
      version: 1,
      card_serial: 1,
      source: 'DESK',
    })
    const { id } = made.data
    const changed = await clerk
      .with({ 'if-match': '1' })
      .patch(`/patients/${id}`, { occupation: 'Farmer', phone: null })
    t.match(changed.data, { occupation: 'Farmer', phone: null, version: 2 }, changed.message)
    const stale = await clerk.with({ 'if-match': '1' }).patch(`/patients/${id}`, { religion: 'x' })
    t.equal(stale.status, 409)
    t.equal(stale.message, 'Someone else changed this after you opened it. Look at it again.')
    const read = await clerk.get(`/patients/${id}`)
    t.equal(read.data.occupation, 'Farmer')
    const noted = await row(
      sql`select count(*) as n from audit_rows where action = 'patient.read' and patient_id = ${id}`,
    )
    t.equal(Number(noted?.['n']), 1, 'PLT-112: one row for one read')
  })

  t.test('names are cased and trimmed, and kept as typed otherwise (PAT-2)', async (t) => {
    const made = await clerk.post('/patients', {
      first_name: '  REHEMA  ',
      middle_name: "ng'ombe",
      last_name: 'de   Souza-Mrema',
      sex: 'Female',
      age_years: 7,
    })
    t.match(made.data, { full_name: "Rehema Ng'Ombe de Souza-Mrema" })
  })

  t.test('an age gives a birth date in its middle, and is shown as given (PAT-3)', async (t) => {
    const ages: [Record<string, number>, string, string][] = [
      [{ age_years: 30 }, '1995-09-30', '30 years'],
      [{ age_years: 0 }, '2025-09-30', '6 months'],
      [{ age_months: 7 }, '2025-08-16', '7 months'],
      [{ age_days: 3 }, '2026-03-28', '3 days'],
    ]
    for (const [index, [age, birth_date, text]] of ages.entries()) {
      const name = ['Kato', 'Zuwena', 'Upendo', 'Fadhili'][index]
      const made = await clerk.post('/patients', {
        first_name: name,
        last_name: `${name}son`,
        sex: 'Male',
        ...age,
      })
      t.match(made.data, { birth_date, birth_date_estimated: true, age: { text } }, made.message)
    }
    const [last] = (await clerk.get('/patients', { search: 'fadhili' })).data
    const dated = await clerk.patch(`/patients/${last.id}`, { birth_date: '2026-03-27' })
    t.equal(dated.data.birth_date_estimated, false, 'a real date clears the mark')
  })

  t.test('a person may have one name (PAT-1)', async (t) => {
    const born = { sex: 'Male', birth_date: '1951-07-09' }
    const made = await clerk.post('/patients', { first_name: 'Madaraka', ...born })
    t.equal(made.status, 201, made.message)
    t.match(made.data, { first_name: 'Madaraka', last_name: null, full_name: 'Madaraka' })
    const { id } = made.data
    t.equal((await clerk.get('/patients', { search: 'madaraka' })).data[0].id, id)
    const again = await clerk.post('/patients', { first_name: 'MADARAKA', ...born, sex: 'Female' })
    t.equal(again.status, 201, again.message)
    t.match((await clerk.post('/patients/duplicates', { first_name: 'Madaraka', ...born })).data, [
      { patient: { id }, reasons: ['same name', 'same birth date'] },
      { patient: { id: again.data.id } },
    ])
    const told = { last_name: 'Ngoma', reason: 'Told later' }
    t.match((await clerk.patch(`/patients/${id}`, told)).data, { full_name: 'Madaraka Ngoma' })
    const back = await clerk.patch(`/patients/${id}`, { last_name: null, reason: 'Not his' })
    t.match(back.data, { last_name: null, full_name: 'Madaraka' })
    const card = await clerk.get(`/patients/${id}/card`)
    t.equal(card.status, 200, card.message)
  })

  t.test('a child without guardian or mother is warned of (PAT-13)', async (t) => {
    const child = { first_name: 'Pendo', last_name: 'Kiwia', sex: 'Female', age_years: 4 }
    const alone = await clerk.post('/patients', child)
    t.same(alone.data.warnings, [
      { gate: null, level: 'WARN', message: 'No guardian is recorded.' },
    ])
    const kin = (full_name: string) => ({
      full_name,
      relationship: 'MOTHER',
      is_emergency_contact: true,
    })
    await clerk.post(`/patients/${alone.data.id}/next-of-kin`, kin('Anna'))
    const second = await clerk.post(`/patients/${alone.data.id}/next-of-kin`, kin('Maria'))
    t.equal(second.status, 201)
    const all = (await clerk.get(`/patients/${alone.data.id}/next-of-kin`)).data
    t.same(
      all.map((one: Record<string, unknown>) => [one['full_name'], one['is_emergency_contact']]),
      [
        ['Anna', false],
        ['Maria', true],
      ],
    )
  })

  const person = {
    first_name: 'Tumaini',
    last_name: 'Bakari',
    sex: 'Male',
    birth_date: '1980-01-02',
  }
  const without = (field: string) => ({ ...person, [field]: undefined })
  const sentence = "may hold letters, spaces, - ' and . only."
  const bad: [Record<string, unknown>, number, string][] = [
    [without('sex'), 400, 'sex is required: one of Male, Female, Ambiguous.'],
    [{ ...person, sex: 'male' }, 400, 'sex must be one of Male, Female, Ambiguous.'],
    [{ ...person, sex: 'M' }, 400, 'sex must be one of Male, Female, Ambiguous.'],
    [without('birth_date'), 400, 'Give a birth date or an age.'],
    [{ ...person, age_years: 4 }, 400, 'Give either a birth date or an age, not both.'],
    [{ ...person, birth_date: '2026-04-01' }, 400, 'birth_date is in the future.'],
    [{ ...person, birth_date: '1899-12-31' }, 400, 'birth_date is before 1900.'],
    [{ ...person, birth_date: '31/02/1990' }, 400, 'birth_date must be a real date, YYYY-MM-DD.'],
    [{ ...person, birth_date: '1990-02-31' }, 400, 'birth_date must be a real date, YYYY-MM-DD.'],
    ...[130, -1, 3.5].map((age_years): [Record<string, unknown>, number, string] => [
      { ...without('birth_date'), age_years },
      400,
      'age_years must be a whole number from 0 to 120.',
    ]),
    [{ ...person, first_name: '' }, 400, 'first_name is required.'],
    [{ ...person, first_name: '   ' }, 400, 'first_name is required.'],
    [{ ...person, first_name: 'a'.repeat(61) }, 400, 'first_name is longer than 60 characters.'],
    [{ ...person, first_name: 'A5ha' }, 400, `first_name ${sentence}`],
    [{ ...person, phone: '0712 34' }, 400, 'phone is not a telephone number.'],
    [
      { ...person, national_id: '!!' },
      400,
      'national_id may hold 4 to 30 letters, digits, / and -.',
    ],
    [{ ...person, nationality: 'XX' }, 400, 'nationality is not a country like TZ.'],
    [
      { ...person, next_of_kin: [{ full_name: 'X', relationship: 'MOTHER', phone: '1' }] },
      400,
      'next_of_kin[0].phone is not a telephone number.',
    ],
    [
      { ...person, address: { area_id: '01a20000-1de4-7573-b853-57b97905f91d' } },
      404,
      'No such area.',
    ],
    [
      { ...person, confirm_different: ['01a20000-1de4-7573-b853-57b97905f91d'] },
      404,
      'No such patient.',
    ],
  ]
  for (const [body, status, message] of bad) {
    t.test(`a registration is refused: ${message}`, async (t) => {
      const before = await patients_table.count({ hospital_id })
      const refused = await clerk.post('/patients', body)
      t.equal(refused.message, message)
      t.equal(refused.status, status)
      t.equal(await patients_table.count({ hospital_id }), before, 'nothing was left behind')
    })
  }

  t.test('a national ID that does not fit is kept, with a warning (PAT-6)', async (t) => {
    const odd: [string, string][] = [
      ['1980010212345123456', 'This does not look like a national ID of Tanzania.'],
      ['19801302123451234567', 'This does not look like a national ID of Tanzania.'],
      ['19800103123451234567', 'The national ID says 1980-01-03, the birth date says 1980-01-02.'],
    ]
    for (const [index, [national_id, message]] of odd.entries()) {
      const first_name = ['Salome', 'Godfrey', 'Winfrida'][index]
      const made = await clerk.post('/patients', {
        ...person,
        first_name,
        last_name: `${first_name}a`,
        national_id,
      })
      t.equal(made.status, 201, made.message)
      t.match(made.data.warnings, [{ gate: null, level: 'WARN', message }])
    }
  })

  t.test(
    'a national ID belongs to one patient, however it is written (PAT-6, PAT-12)',
    async (t) => {
      const refused = await clerk.post('/patients', {
        ...person,
        national_id: '1990 0512 1234 5123 4567',
      })
      t.equal(refused.status, 409)
      t.equal(
        refused.message,
        'A patient is already registered under this national ID: PT-000001 Asha Juma Mrisho.',
      )
      const other = { type: 'INSURANCE', value: 'M-77' }
      for (const name of ['Imani', 'Baraka']) {
        const made = await clerk.post('/patients', {
          ...person,
          first_name: name,
          last_name: `${name}li`,
          birth_date: name === 'Imani' ? '1971-03-03' : '2001-09-09',
          sex: name === 'Imani' ? 'Male' : 'Female',
          identifiers: [other],
        })
        t.equal(made.status, 201, made.message)
      }
    },
  )

  t.test('what a hospital asks for beside is required (PAT-1)', async (t) => {
    const chosen = { required_fields: ['address.area_id' as const] }
    await within(() => front_office_settings.insert({ hospital_id, chosen }))
    const refused = await clerk.post('/patients', person)
    t.equal(refused.message, 'address.area_id is required at this hospital.')
    t.equal(refused.status, 400)
    t.equal((await clerk.post('/patients/unknown', { unknown_label: 'At the gate' })).status, 201)
    await within(() => front_office_settings.change({ hospital_id }, { chosen: {} }))
  })

  t.test('an address stands in a ward or a street that is in use (PAT-31)', async (t) => {
    const tree = ['Tanga', 'Korogwe', 'Mombo', 'Kwamndolwa']
    const ids: string[] = []
    for (const [index, name] of tree.entries()) {
      const area = await within(() =>
        administrative_areas.insert({
          hospital_id,
          parent_id: ids[index - 1] ?? null,
          level: index + 1,
          name,
          name_key: name.toLowerCase(),
        }),
      )
      ids.push(area.id)
    }
    const at = (area_id: string | undefined) =>
      clerk.post('/patients', { ...person, address: { area_id } })
    const region = await at(ids[0])
    t.equal(region.message, 'Choose the ward or the street, not Tanga.')
    t.equal(region.status, 400)
    await within(() =>
      administrative_areas.change({ hospital_id, id: ids[2] ?? '' }, { active: false }),
    )
    const closed = await at(ids[2])
    t.equal(closed.message, 'Ward Mombo is no longer in use.')
    t.equal(closed.status, 409)
    const made = await at(ids[3])
    t.equal(made.data.address.area_path, 'Tanga / Korogwe / Mombo / Kwamndolwa', made.message)
    const [found] = (await clerk.get('/patients', { area_id: ids[3] ?? '' })).data
    t.equal(found.area_path, 'Tanga / Korogwe / Mombo / Kwamndolwa')
  })

  t.test(
    'who looks like somebody on the register is stopped, until confirmed (PAT-8)',
    async (t) => {
      const first = (await clerk.get('/patients', { search: 'PT-000001' })).data[0]
      await clerk.patch(`/patients/${first.id}`, { phone: '0712345678' })
      const twin = { ...aisha, first_name: 'Aisha', phone: '0712345678' }
      const stopped = await clerk.post('/patients', twin)
      t.equal(stopped.status, 409)
      t.equal(
        stopped.message,
        '1 person on the register looks like this one: PT-000001 Asha Juma Mrisho, Female, ' +
          '1990-05-12 (similar name, same birth date, same phone). ' +
          'Open that record, or confirm it is another person.',
      )
      const checked = await clerk.post('/patients/duplicates', twin)
      t.match(checked.data, [{ patient: { number: 'PT-000001' }, score: 95, level: 'STOP' }])
      const likely = await clerk.post('/patients/duplicates', { ...twin, phone: null })
      t.match(likely.data, [{ score: 70, level: 'LIKELY' }])
      const by_phone = await clerk.post('/patients/duplicates', { phone: '0712345678' })
      t.match(by_phone.data, [{ patient: { number: 'PT-000001' }, score: 25, level: 'POSSIBLE' }])
      const { first_name, last_name } = twin
      const by_name = await clerk.post('/patients/duplicates', { first_name, last_name })
      t.match(by_name.data, [{ patient: { number: 'PT-000001' }, score: 40 }], 'PAT-8: or a name')
      const by_birth = await clerk.post('/patients/duplicates', { birth_date: twin.birth_date })
      t.match(by_birth.data, [{ score: 25 }])
      const two = { phone: '0712345678', first_name: 'Zawadi', last_name: 'Ngowi' }
      t.same((await clerk.post('/patients/duplicates', two)).data, [], 'with two the limits hold')
      const made = await clerk.post('/patients', { ...twin, confirm_different: [first.id] })
      t.equal(made.status, 201, made.message)
      t.same(made.data.possible_duplicates, [])
      t.equal(made.data.phone_shared, true, 'PAT-4')
      t.equal(made.data.phone_holders, 2)
      const pair = await duplicate_pairs.find({ hospital_id, status: 'DISMISSED' })
      t.match(pair, { score: 95 })
      const rows = (await clerk.get('/patients', { phone: '0712345678' })).data
      t.same(
        rows.map((one: Record<string, unknown>) => one['phone_shared']),
        [true, true],
      )
    },
  )

  t.test('a likely one does not stop: a pair is opened (PAT-8)', async (t) => {
    const made = await clerk.post('/patients', {
      first_name: 'Rehema',
      middle_name: 'Ngombe',
      last_name: 'de Souza Mrema',
      sex: 'Female',
      birth_date: '2018-09-30',
    })
    t.equal(made.status, 201, made.message)
    t.match(made.data.possible_duplicates, [{ level: 'LIKELY', patient: { number: 'PT-000002' } }])
    t.equal(await duplicate_pairs.count({ hospital_id, status: 'OPEN' }), 1)
  })

  t.test(
    'the identity of a confirmed patient is changed with a reason alone (PAT-9)',
    async (t) => {
      const { id } = (await clerk.get('/patients', { search: 'PT-000001' })).data[0]
      await within(() => patients_table.change({ hospital_id, id }, { identity: 'CONFIRMED' }))
      const refused = await clerk.patch(`/patients/${id}`, { last_name: 'Mwinyi' })
      t.equal(refused.status, 400)
      t.equal(refused.message, 'reason is required: the identity of this patient is confirmed.')
      const done = await clerk.patch(`/patients/${id}`, { last_name: 'Mwinyi', reason: 'marriage' })
      t.equal(done.data.full_name, 'Asha Juma Mwinyi', done.message)
    },
  )

  t.test('a merged record and a dead one are not written (FRO-8, PAT-20)', async (t) => {
    const [gone, kept] = (await clerk.get('/patients', { search: 'zuwena' })).data.concat(
      (await clerk.get('/patients', { search: 'kato' })).data,
    )
    await within(() =>
      patients_table.change(
        { hospital_id, id: gone.id },
        { status: 'MERGED', merged_into_id: kept.id },
      ),
    )
    const refused = await clerk.patch(`/patients/${gone.id}`, { religion: 'x' })
    t.equal(refused.status, 409)
    t.equal(
      refused.message,
      `This record was merged into ${kept.number} ${kept.full_name}. Use that one.`,
    )
    const read = await clerk.get(`/patients/${gone.id}`)
    t.equal(read.status, 200)
    t.match(read.data, { merged_into: { number: kept.number }, next_of_kin: [], identifiers: [] })
    t.same((await clerk.get(`/patients/${gone.id}/next-of-kin`)).data, [])
    t.same((await clerk.get('/patients', { search: 'zuwena' })).data, [])
    const by_number = await clerk.get('/patients', { search: gone.number })
    t.match(by_number.data, [{ id: gone.id, status: 'MERGED' }], 'its number still finds it')
    const death = {
      died_at: '2026-03-29T22:30:00.000Z',
      died_at_estimated: false,
      place: 'HOME',
      cause: null,
      certified_by: null,
      recorded_by: 'x',
      recorded_at: '2026-03-30T10:00:00.000Z',
      recorded_by_id: null,
      source_note: null,
      was: 'ACTIVE' as const,
      closed: {},
    }
    await within(() =>
      patients_table.change({ hospital_id, id: kept.id }, { status: 'DECEASED', death }),
    )
    const dead = await clerk.patch(`/patients/${kept.id}`, { religion: 'x' })
    t.equal(dead.message, `${kept.full_name} is recorded as having died on 2026-03-30.`)
  })

  t.test('a retried registration is done once', async (t) => {
    const again = clerk.with({ 'idempotency-key': 'desk-1' })
    const body = { ...person, first_name: 'Neema', last_name: 'Lukumay', birth_date: '1966-06-06' }
    const one = await again.post('/patients', body)
    const two = await again.post('/patients', body)
    t.equal(one.status, 201, one.message)
    t.equal(two.data.id, one.data.id)
    const beside = (await people.with('reception')).with({ 'idempotency-key': 'desk-1' })
    const other = { ...person, first_name: 'Zuhura', last_name: 'Komba', birth_date: '1971-02-03' }
    const third = await beside.post('/patients', other)
    t.equal(third.status, 201, `a key is the user’s own (ALL-9): ${third.message}`)
    t.match(third.data, { first_name: 'Zuhura', last_name: 'Komba' })
  })

  t.test('what was told at the desk is kept for care (PAT-26)', async (t) => {
    const made = await clerk.post('/patients', {
      ...person,
      first_name: 'Lameck',
      last_name: 'Sanga',
      birth_date: '1977-07-07',
      reported_allergies: ['penisilini'],
      reported_conditions: ['presha'],
    })
    t.equal(made.data.allergy_status, 'UNKNOWN', made.message)
    const row = await patients_table.find({ hospital_id, id: made.data.id })
    t.match(row, { reported_allergies: ['penisilini'], reported_conditions: ['presha'] })
  })

  t.test('a patient takes a photo and files (PLT-103, PLT-110)', async (t) => {
    const { id } = (await clerk.get('/patients', { search: 'lameck' })).data[0]
    t.equal((await clerk.get(`/photos/patient/${id}`)).message, 'No photo yet.')
    const listed = await clerk.get('/attachments', { entity_type: 'patient', entity_id: id })
    t.same(listed.data, [], listed.message)
    const nobody = '01a20000-1de4-7573-b853-57b97905f91d'
    const none = await clerk.get('/attachments', { entity_type: 'patient', entity_id: nobody })
    t.equal(none.message, 'No such patient.')
  })

  t.test('the country stays once there are patients (PLT-62)', async (t) => {
    const officer = await people.administrator()
    const refused = await officer.patch('/settings/system', { country: 'KE' })
    t.equal(refused.status, 409)
    t.equal(refused.message, 'The country cannot change: patients are already recorded.')
  })

  t.test('who may not register is told', async (t) => {
    const cashier = await people.with('cashier')
    const refused = await cashier.post('/patients', { nonsense: 1 })
    t.equal(refused.message, 'You do not have permission to do this. It needs patient:create.')
    for (const id of ['x', '01a20000-1de4-7573-b853-57b97905f91d']) {
      const none = await cashier.get(`/patients/${id}`)
      t.equal(none.status, 404)
      t.equal(none.message, 'No such patient.')
      t.equal((await clerk.patch(`/patients/${id}`, { sex: 5 })).message, 'No such patient.')
    }
  })
})
