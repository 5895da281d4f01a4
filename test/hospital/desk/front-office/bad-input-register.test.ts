// Front office, section 6: the rows of the patient register, one after the other as they stand there.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { administrative_areas } from '../../../../db/hospital/desk/patients/areas/tables.ts'
import { codeOf } from '../../../../db/hospital/desk/patients/record/cards.ts'
import { patient_identifiers } from '../../../../db/hospital/desk/patients/record/hanging-tables.ts'
import { patientRecord } from '../../../../db/hospital/desk/patients/rows.ts'
import { patients } from '../../../../db/hospital/desk/patients/tables.ts'
import { admissionOf } from '../../../../db/hospital/neighbours/care.ts'
import { staffOf } from '../../../../db/hospital/neighbours/people.ts'
import { newId } from '../../../../db/core/ids.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { eachRefused } from '../../../support/tried.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'

const now = '2026-03-31T09:00:00.000Z'

t.test('bad input at the register (front office 6)', async (t) => {
  const house = await boot(t)
  const { people, hospital, system } = house
  const hospital_id = hospital.id
  clock.freeze(now)
  const clerk = await people.with('reception')
  const records = await people.with('records')
  const person = {
    first_name: 'Tumaini',
    last_name: 'Bakari',
    sex: 'Male',
    birth_date: '1980-01-02',
  }
  const register = (more: Record<string, unknown>) => () =>
    clerk.post('/patients', { ...person, ...more })
  const alphabet = "first_name may hold letters, spaces, - ' and . only."
  const no_age = { birth_date: undefined }
  const wrong_age = 'age_years must be a whole number from 0 to 120.'
  const not_a_day = 'birth_date must be a real date, YYYY-MM-DD.'
  const no_id = 'national_id may hold 4 to 30 letters, digits, / and -.'

  await t.test('registering', (t) =>
    eachRefused(t, [
      [
        'without sex',
        register({ sex: undefined }),
        400,
        'sex is required: one of Male, Female, Ambiguous.',
      ],
      ['without first_name', register({ first_name: undefined }), 400, 'first_name is required.'],
      ['sex male', register({ sex: 'male' }), 400, 'sex must be one of Male, Female, Ambiguous.'],
      ['sex M', register({ sex: 'M' }), 400, 'sex must be one of Male, Female, Ambiguous.'],
      ['neither birth_date nor age', register(no_age), 400, 'Give a birth date or an age.'],
      [
        'birth_date and age_years',
        register({ age_years: 4 }),
        400,
        'Give either a birth date or an age, not both.',
      ],
      [
        'birth_date tomorrow',
        register({ birth_date: '2026-04-01' }),
        400,
        'birth_date is in the future.',
      ],
      [
        'birth_date 1899',
        register({ birth_date: '1899-12-31' }),
        400,
        'birth_date is before 1900.',
      ],
      ['birth_date 31/02/1990', register({ birth_date: '31/02/1990' }), 400, not_a_day],
      ['age_years 130', register({ ...no_age, age_years: 130 }), 400, wrong_age],
      ['age_years -1', register({ ...no_age, age_years: -1 }), 400, wrong_age],
      ['age_years 3.5', register({ ...no_age, age_years: 3.5 }), 400, wrong_age],
      ['first_name of nothing', register({ first_name: '' }), 400, 'first_name is required.'],
      ['first_name of blanks', register({ first_name: '   ' }), 400, 'first_name is required.'],
      [
        'first_name of 61 letters',
        register({ first_name: 'a'.repeat(61) }),
        400,
        'first_name is longer than 60 characters.',
      ],
      ['first_name A5ha', register({ first_name: 'A5ha' }), 400, alphabet],
      ['phone 0712 34', register({ phone: '0712 34' }), 400, 'phone is not a telephone number.'],
      ['national_id !!', register({ national_id: '!!' }), 400, no_id],
    ]),
  )

  const asha = (
    await clerk.post('/patients', {
      first_name: 'Asha',
      last_name: 'Mrisho',
      sex: 'Female',
      birth_date: '1990-05-12',
      phone: '0712345678',
      national_id: '19900512123451234567',
    })
  ).data
  const twin = {
    first_name: 'Asha',
    last_name: 'Mrisho',
    sex: 'Female',
    birth_date: '1990-05-12',
    phone: '0712345678',
  }
  const odd = (await clerk.post('/patients', { ...person, national_id: '1980010212345123456' }))
    .data
  const [odd_number] = (await clerk.get(`/patients/${odd.id}/identifiers`)).data

  await t.test('numbers of others, and somebody who is there already', (t) =>
    eachRefused(t, [
      [
        'verify an ID that does not fit',
        () => clerk.post(`/identifiers/${odd_number.id}/verify`, { seen_document: true }),
        409,
        'This does not look like a national ID of Tanzania.',
      ],
      [
        'national ID of another patient',
        register({ birth_date: '1950-01-01', national_id: '1990-0512 12345-12345-67' }),
        409,
        `A patient is already registered under this national ID: ${asha.number} Asha Mrisho.`,
      ],
      [
        'same name, birth date and phone, not confirmed',
        register(twin),
        409,
        `1 person on the register looks like this one: ${asha.number} Asha Mrisho, Female, ` +
          '1990-05-12 (same name, same birth date, same phone). ' +
          'Open that record, or confirm it is another person.',
      ],
    ]),
  )

  const tree: string[] = []
  for (const [index, name] of ['Tanga', 'Korogwe', 'Mombo', 'Kwamndolwa'].entries()) {
    const parent_id = tree[index - 1] ?? null
    const area = { hospital_id, parent_id, level: index + 1, name, name_key: name.toLowerCase() }
    tree.push((await within(() => administrative_areas.insert(area))).id)
  }
  const [region, , ward] = tree
  await within(() =>
    administrative_areas.change({ hospital_id, id: ward ?? '' }, { active: false }),
  )
  const manager = await people.with('manager')
  await manager.patch('/front-office/settings', { required_fields: ['address.area_id'] })
  await t.test('what the hospital asks for', (t) =>
    eachRefused(t, [
      [
        'required_fields missing',
        register({ last_name: 'Mkude' }),
        400,
        'address.area_id is required at this hospital.',
      ],
      [
        'area deactivated',
        register({ address: { area_id: ward } }),
        409,
        'Ward Mombo is no longer in use.',
      ],
      [
        'a region only',
        register({ address: { area_id: region } }),
        400,
        'Choose the ward or the street, not Tanga.',
      ],
    ]),
  )
  await manager.patch('/front-office/settings', { required_fields: [] })

  const states = 'status must be among TEMPORARY, ACTIVE, INACTIVE, DECEASED, MERGED.'
  const no_page = 'page_size must be a number from 1.'
  const list = (query: Record<string, string>) => () => clerk.get('/patients', query)
  await t.test('lists and addresses', (t) =>
    eachRefused(t, [
      ['search of one letter', list({ search: 'a' }), 400, 'search needs at least 2 characters.'],
      ['status DEAD', list({ status: 'DEAD' }), 400, states],
      ['page_size 0', list({ page_size: '0' }), 400, no_page],
      ['page_size abc', list({ page_size: 'abc' }), 400, no_page],
      ['malformed id', () => clerk.get('/patients/x'), 404, 'No such patient.'],
      ['an id nobody has', () => clerk.get(`/patients/${newId()}`), 404, 'No such patient.'],
    ]),
  )
  await t.test('page_size 1000 is served as 200; a page too far is empty', async (t) => {
    const most = await clerk.get('/patients', { page_size: '1000' })
    t.match(most, { status: 200, meta: { per_page: 200, total: 2 } })
    const far = await clerk.get('/patients', { page: '999', page_size: '1' })
    t.match(far, { status: 200, data: [], meta: { current_page: 999, last_page: 2, total: 2 } })
  })

  const made = (more: Record<string, unknown> = {}) => somebody(clerk, more)
  const merge = (kept: string, duplicate_id: string) => () =>
    records.post(`/patients/${kept}/merge`, { duplicate_id, reason: 'registered twice' })
  const alike = { sex: 'Female', birth_date: '1971-02-03' }
  const [kept, gone, third] = [await made(alike), await made(alike), await made(alike)]
  await merge(kept.id, gone.id)()
  const later = (await merge(third.id, kept.id)()).data
  const first_merge = (await records.get('/patient-merges', { patient_id: gone.id })).data.at(-1)
  const [here, there] = [await visiting(clerk, {}, alike), await visiting(clerk, {}, alike)]
  const he = await made({ sex: 'Male', birth_date: '1985-03-03' })
  const she = await made({ sex: 'Female', birth_date: '1985-03-03' })
  const confirmed = await made()
  await within(() => patients.change({ hospital_id, id: confirmed.id }, { identity: 'CONFIRMED' }))
  t.equal(later.status, 'MERGED')
  const identity = { evidence: 'RELATIVE', identified_by_name: 'Halima' }
  const unknown = (await clerk.post('/patients/unknown', { unknown_label: 'Man, gate' })).data
  await t.test('changing, merging, identifying', (t) =>
    eachRefused(t, [
      [
        'PATCH a MERGED patient',
        () => records.patch(`/patients/${kept.id}`, { religion: 'x' }),
        409,
        `This record was merged into ${third.number} ${third.full_name}. Use that one.`,
      ],
      [
        'PATCH with an old version',
        () => records.with({ 'if-match': '0' }).patch(`/patients/${asha.id}`, { religion: 'x' }),
        409,
        'Someone else changed this after you opened it. Look at it again.',
      ],
      [
        'rename a CONFIRMED patient without reason',
        () => records.patch(`/patients/${confirmed.id}`, { last_name: 'Mwinyi' }),
        400,
        'reason is required: the identity of this patient is confirmed.',
      ],
      ['merge with itself', merge(asha.id, asha.id), 409, 'That is the same record.'],
      [
        'merge with a MERGED one',
        merge(third.id, gone.id),
        409,
        `${gone.number} was already merged into ${kept.number}.`,
      ],
      [
        'merge, both with open visits',
        merge(here.patient_id, there.patient_id),
        409,
        `Close visit ${here.number} or ${there.number} first.`,
      ],
      [
        'merge Male with Female without override',
        merge(he.id, she.id),
        409,
        `Records that differ: ${he.number} is Male, ${she.number} is Female. ` +
          'Look again whether they are one person. Manager may let this through with a reason.',
      ],
      [
        'undo out of order',
        () => records.post(`/patient-merges/${first_merge.id}/undo`, { reason: 'wrong' }),
        409,
        `Undo the merge of ${kept.number} into ${third.number} first.`,
      ],
      [
        'identify an ACTIVE patient',
        () => records.post(`/patients/${asha.id}/identify`, { ...identity, patient: person }),
        409,
        `Patient ${asha.number} is ACTIVE. It can: deactivate, merge, deceased.`,
      ],
      [
        'identify with both patient_id and patient',
        () =>
          records.post(`/patients/${unknown.id}/identify`, {
            ...identity,
            patient_id: asha.id,
            patient: person,
          }),
        400,
        "Give either patient_id or the person's details.",
      ],
    ]),
  )

  const manager_records = await people.with('manager', 'records')
  const death = { died_at: '2026-03-31T05:00:00.000Z', place: 'HOME', source_note: 'His son' }
  const dead = await made()
  const recorded = await manager_records.post(`/patients/${dead.id}/deceased`, death)
  t.equal(recorded.status, 200, recorded.message)
  const nurse = await people.with('nurse')
  const has_died = `${dead.full_name} is recorded as having died on 2026-03-31.`
  const admitted = await made()
  answering(t, admissionOf, async (_, id) =>
    id === admitted.id ? { admission_id: newId(), ward: 'Ward 3', bed: '12' } : null,
  )
  const living = await made({ birth_date: '1980-01-01' })
  const died =
    (id: string, more = {}) =>
    () =>
      manager_records.post(`/patients/${id}/deceased`, { ...death, ...more })
  await t.test('deaths', (t) =>
    eachRefused(t, [
      [
        'died_at tomorrow',
        died(living.id, { died_at: '2026-04-01T09:00:00.000Z' }),
        400,
        'died_at is in the future.',
      ],
      [
        'died_at before birth',
        died(living.id, { died_at: '1979-01-01T00:00:00.000Z', late_entry_reason: 'told' }),
        400,
        'died_at is before the patient was born.',
      ],
      [
        'deceased while admitted',
        died(admitted.id),
        409,
        `${admitted.full_name} is admitted in Ward 3: record the death on the admission.`,
      ],
      [
        'revoke one’s own recording of a death',
        () => manager_records.post(`/patients/${dead.id}/revoke-death`, { reason: 'a mistake' }),
        409,
        'You recorded this death. Another Manager must take it back.',
      ],
      ['a visit for DECEASED', () => clerk.post('/visits', { patient_id: dead.id }), 409, has_died],
      [
        'an appointment for DECEASED',
        () =>
          clerk.post('/appointments', {
            patient_id: dead.id,
            scheduled_for: '2026-04-02T10:00+03:00',
          }),
        409,
        has_died,
      ],
      [
        'an emergency for DECEASED',
        () => clerk.post('/emergencies', { patient_id: dead.id }),
        409,
        has_died,
      ],
    ]),
  )

  await t.test('vitals for DECEASED', async (t) => {
    const visit = await visiting(clerk)
    await manager_records.post(`/patients/${visit.patient_id}/deceased`, death)
    const body = { heart_rate: 80, late_entry_reason: 'written on paper' }
    await eachRefused(t, [
      [
        'after the death',
        () => nurse.post(`/visits/${visit.id}/vitals`, body),
        409,
        `${visit.patient.full_name} is recorded as having died on 2026-03-31.`,
      ],
    ])
  })

  await t.test('groups, restricted records, cards', async (t) => {
    const welfare = await people.with('welfare')
    const officer = await people.with('privacy_officer')
    const ask = (by: typeof clerk, group: string, more = {}) =>
      by.post(`/patients/${living.id}/vulnerable-groups`, {
        group,
        valid_from: '2026-03-31',
        evidence_type: 'COURT_ORDER',
        ...more,
      })
    const own = (await ask(welfare, 'ORPHAN')).data
    const bare = (await ask(clerk, 'DESTITUTE', { evidence_type: 'NONE' })).data
    const child = await made({ birth_date: '2024-01-01' })
    const [young] = (await clerk.get(`/patients/${child.id}/vulnerable-groups`)).data
    const another = 'You asked for this group. Another Social welfare officer must decide.'
    const secret = await made()
    await officer.put(`/patients/${secret.id}/sensitivity`, {
      sensitivity: 'RESTRICTED',
      reason: 'asked for it',
    })
    const both = await people.with('privacy_officer', 'nurse')
    const glass = { reason_code: 'OTHER', reason: 'I was curious about her' }
    const grant = (await both.post(`/patients/${secret.id}/break-glass`, glass)).data
    const code = await codeOf(system, await patientRecord.get(system, asha.id))
    t.equal((await clerk.post(`/patients/${asha.id}/card/reissue`, { reason: 'LOST' })).status, 200)
    const verdict = { verdict: 'JUSTIFIED', note: 'as it was said' }
    await eachRefused(t, [
      [
        'confirm one’s own request for a group (ALL-22)',
        () => welfare.post(`/vulnerable-groups/${own.id}/confirm`, {}),
        409,
        another,
      ],
      [
        'reject one’s own request for a group',
        () => welfare.post(`/vulnerable-groups/${own.id}/reject`, { reason: 'not so' }),
        409,
        another,
      ],
      [
        'DESTITUTE confirmed without evidence',
        () => welfare.post(`/vulnerable-groups/${bare.id}/confirm`, { valid_until: '2026-09-30' }),
        400,
        'evidence_type is required to confirm DESTITUTE.',
      ],
      [
        'revoke UNDER_FIVE by hand',
        () => welfare.post(`/vulnerable-groups/${young.id}/revoke`, { reason: 'grown' }),
        409,
        'UNDER_FIVE is computed from the birth date: correct the birth date.',
      ],
      [
        'open a restricted record outside the care team',
        () => nurse.get(`/patients/${secret.id}`),
        403,
        'This record is restricted. Open it with a reason if you must (permission patient:break-glass).',
      ],
      [
        'break-glass reason "ok"',
        () => nurse.post(`/patients/${secret.id}/break-glass`, { ...glass, reason: 'ok' }),
        400,
        'reason must have at least 10 characters.',
      ],
      [
        'review one’s own grant',
        () => both.post(`/break-glass/${grant.id}/review`, verdict),
        409,
        'You opened this record. Another Privacy officer must review it.',
      ],
      [
        'scan a card of another hospital',
        () => clerk.get('/patients/scan', { code: code.replace('KITUO1.', 'KITUO1.far-') }),
        404,
        'This card is not from this hospital.',
      ],
      [
        'an old serial',
        () => clerk.get('/patients/scan', { code }),
        409,
        'This card was replaced on 2026-03-31. Ask for the new one.',
      ],
    ])
  })

  await t.test('a clinical write without staff record (FRO-3)', async (t) => {
    const doctor = await people.with('doctor')
    const visit = await visiting(clerk)
    const emergency = (await nurse.post('/emergencies', { unknown_label: 'Woman' })).data
    const draft = await doctor.post('/referrals', {
      patient_id: living.id,
      facility: 'Bombo',
      reason: 'Surgeon',
      urgency: 'EMERGENCY',
      clinical_summary: 'Acute abdomen since this morning.',
    })
    const set = await nurse.post(`/visits/${visit.id}/vitals`, { heart_rate: 135, systolic: 70 })
    const [alert] = set.data.alerts
    answering(t, staffOf, async () => null)
    const none = 'Your account has no staff record: ask HR to link it.'
    const at = `/emergencies/${emergency.id}`
    await eachRefused(t, [
      ['vitals', () => nurse.post(`/visits/${visit.id}/vitals`, { heart_rate: 80 }), 403, none],
      [
        'amending them',
        () => nurse.post(`/vitals/${set.data.id}/amend`, { heart_rate: 80, reason: 'typed' }),
        403,
        none,
      ],
      ['triage', () => nurse.post(`${at}/triage`, { triage_category: 2 }), 403, none],
      [
        'triage of a visit',
        () => nurse.post(`/visits/${visit.id}/triage`, { triage_category: 3 }),
        403,
        none,
      ],
      [
        'a disposition',
        () => doctor.post(`${at}/dispose`, { disposition: 'ABSCONDED', note: 'walked out' }),
        403,
        none,
      ],
      [
        'a death',
        () => doctor.post(`/patients/${living.id}/deceased`, { ...death, place: 'WARD' }),
        403,
        none,
      ],
      [
        'signing a referral',
        () => doctor.post(`/referrals/${draft.data.id}/send`, { channel: 'PRINT' }),
        403,
        none,
      ],
      [
        'taking up an alert',
        () => nurse.post(`/vital-alerts/${alert}/acknowledge`, { action_taken: 'looked' }),
        403,
        none,
      ],
      [
        'breaking the glass',
        () =>
          nurse.post(`/patients/${living.id}/break-glass`, {
            reason_code: 'EMERGENCY',
            reason: 'collapsed at the gate',
          }),
        403,
        none,
      ],
    ])
  })

  await t.test('a national ID that does not fit is kept, with a warning (201)', async (t) => {
    const unlike = 'This does not look like a national ID of Tanzania.'
    const kept_with: [string, string, string][] = [
      ['Salome', '1970010212345123456', unlike],
      ['Godfrey', '19801302123451234567', unlike],
      [
        'Winfrida',
        '19800103123451234567',
        'The national ID says 1980-01-03, the birth date says 1980-01-02.',
      ],
    ]
    for (const [first_name, national_id, message] of kept_with) {
      const answer = await register({ first_name, last_name: `${first_name}son`, national_id })()
      t.equal(answer.status, 201, answer.message)
      t.match(answer.data.warnings, [{ gate: null, level: 'WARN', message }])
      const [number] = await patient_identifiers.all({
        hospital_id,
        patient_id: answer.data.id,
      })
      t.match(number, { type: 'NATIONAL_ID', verified: false, value: national_id })
    }
  })
})
