import t from 'tap'
import { within } from '../../../../db/store/connection.ts'
import { duplicate_pairs } from '../../../../db/hospital/desk/patients/duplicates/tables.ts'
import { patient_identifiers } from '../../../../db/hospital/desk/patients/record/hanging-tables.ts'
import { patients as patients_table } from '../../../../db/hospital/desk/patients/tables.ts'
import { boot } from '../../../support/boot.ts'
import type { Person } from '../../../support/people.ts'
import { lookalikes } from '../../../support/desk/visits.ts'

const names = ['Asha', 'Zuhura', 'Bahati', 'Ester', 'Lulu', 'Kulwa', 'Doto', 'Mwajuma', 'Shukuru']

t.test('two records of one person', async (t) => {
  const { people, hospital } = await boot(t)
  const hospital_id = hospital.id
  const clerk = await people.with('reception')
  const officer = await people.with('records')
  const made = lookalikes(clerk, names)
  const merge = (by: Person, id: string, body: Record<string, unknown>) =>
    by.post(`/patients/${id}/merge`, { reason: 'registered twice', ...body })

  t.test('become one: blanks are filled, lists are joined once (PAT-19)', async (t) => {
    const kin = { full_name: 'Rukia Omari', relationship: 'SISTER' }
    const kept = await made({ occupation: 'Tailor', next_of_kin: [kin] })
    const duplicate = await made({
      phone: '0712000071',
      occupation: 'Farmer',
      national_id: '19600101123451234567',
      next_of_kin: [
        { ...kin, full_name: 'rukia omari' },
        { ...kin, full_name: 'Salma Omari' },
      ],
    })
    const done = await merge(officer, kept.id, { duplicate_id: duplicate.id })
    t.equal(done.status, 200, done.message)
    t.match(done.data, {
      kept: { number: kept.number },
      duplicate: { number: duplicate.number, status: 'MERGED' },
      moved: { patient_identifiers: 1, patient_kin: 1 },
      status: 'MERGED',
    })
    t.same(done.data.fields_filled, ['phone'])
    const one = (await clerk.get(`/patients/${kept.id}`)).data
    t.match(one, { phone: '+255712000071', occupation: 'Tailor' })
    t.equal(one.national_id, '19600101123451234567')
    t.same(
      one.next_of_kin.map((each: { full_name: string }) => each.full_name),
      ['Rukia Omari', 'Salma Omari'],
    )
    t.match((await clerk.get(`/patients/${duplicate.id}`)).data, {
      status: 'MERGED',
      merged_into: { number: kept.number },
      identifiers: [],
    })

    t.test('and two again (PAT-21)', async (t) => {
      await clerk.post(`/patients/${kept.id}/next-of-kin`, { ...kin, full_name: 'Later' })
      const undone = await officer.post(`/patient-merges/${done.data.id}/undo`, {
        reason: 'two sisters',
      })
      t.equal(undone.status, 200, undone.message)
      t.match(undone.data, {
        status: 'UNDONE',
        undo_reason: 'two sisters',
        left_with_kept: [{ kind: 'patient_kin', count: 1 }],
      })
      const first = (await clerk.get(`/patients/${kept.id}`)).data
      t.match(first, { phone: null, national_id: null, next_of_kin: { length: 2 } })
      const second = (await clerk.get(`/patients/${duplicate.id}`)).data
      t.match(second, {
        status: 'ACTIVE',
        merged_into: null,
        phone: '+255712000071',
        national_id: '19600101123451234567',
        next_of_kin: { length: 2 },
      })
      t.equal(await duplicate_pairs.count({ hospital_id, status: 'DISMISSED' }), 1)
      const again = await officer.post(`/patient-merges/${done.data.id}/undo`, { reason: 'again' })
      t.equal(again.status, 409)
    })
  })

  t.test('the officer chooses where they differ (PAT-18)', async (t) => {
    const [kept, duplicate] = [await made({ religion: 'a' }), await made({ religion: 'b' })]
    const wrong = await merge(officer, kept.id, {
      duplicate_id: duplicate.id,
      keep: { religion: 'both' },
    })
    t.equal(wrong.message, 'keep.religion must be one of kept, duplicate.')
    const done = await merge(officer, kept.id, {
      duplicate_id: duplicate.id,
      keep: { religion: 'duplicate', last_name: 'duplicate' },
    })
    t.equal(done.status, 200, done.message)
    const one = (await clerk.get(`/patients/${kept.id}`)).data
    t.match(one, { religion: 'b', last_name: duplicate.last_name })
    t.match((await clerk.get('/patients', { search: duplicate.last_name })).data, [{ id: kept.id }])
  })

  t.test('is refused where it must be (PAT-17)', async (t) => {
    const [a, b, c] = [await made(), await made(), await made()]
    const itself = await merge(officer, a.id, { duplicate_id: a.id })
    t.equal(itself.message, 'That is the same record.')
    t.equal(itself.status, 409)
    const nobody = await merge(officer, a.id, {
      duplicate_id: '01a20000-1de4-7573-b853-57b97905f91d',
    })
    t.equal(nobody.message, 'No such patient.')
    const done = await merge(officer, a.id, { duplicate_id: b.id })
    for (const [id, duplicate_id] of [
      [c.id, b.id],
      [b.id, c.id],
    ]) {
      const refused = await merge(officer, id, { duplicate_id })
      t.equal(refused.status, 409)
      t.equal(refused.message, `${b.number} was already merged into ${a.number}.`)
    }
    t.equal((await merge(officer, c.id, { duplicate_id: a.id })).status, 200)
    const early = await officer.post(`/patient-merges/${done.data.id}/undo`, { reason: 'wrong' })
    t.equal(early.message, `Undo the merge of ${a.number} into ${c.number} first.`)
    t.equal(early.status, 409)
    t.equal((await merge(clerk, a.id, { duplicate_id: b.id })).status, 403)
  })

  t.test('verified national IDs that differ need more (PAT-17)', async (t) => {
    const a = await made({ national_id: '19700101123451234567' })
    const b = await made({ national_id: '19710101123451234567' })
    await within(() =>
      patient_identifiers.change({ hospital_id, patient_id: [a.id, b.id] }, { verified: true }),
    )
    const refused = await merge(officer, a.id, { duplicate_id: b.id })
    t.equal(refused.status, 409)
    t.match(refused.message, /patient:merge-override/)
    const both = await people.with('records', 'manager')
    t.equal((await merge(both, a.id, { duplicate_id: b.id })).status, 200)
  })

  t.test('an unknown person is somebody on the register (PAT-15)', async (t) => {
    const nurse = await people.with('nurse')
    const known = await made()
    const unknown = (await nurse.post('/patients/unknown', { unknown_label: 'Woman, market' })).data
    const who = { evidence: 'DOCUMENT', identified_by_name: 'Police post' }
    const at = `/patients/${unknown.id}/identify`
    const person = { first_name: 'X', last_name: 'Y', sex: 'Male', age_years: 3 }
    for (const body of [who, { ...who, patient_id: known.id, patient: person }]) {
      const refused = await nurse.post(at, body)
      t.equal(refused.status, 400)
      t.equal(refused.message, "Give either patient_id or the person's details.")
    }
    const done = await nurse.post(at, { ...who, patient_id: known.id })
    t.equal(done.status, 200, done.message)
    t.match(done.data, { id: known.id, number: known.number, unknown_label: 'Woman, market' })
    t.match((await clerk.get('/patients', { search: 'market' })).data, [{ id: known.id }])
    const row = await patients_table.find({ hospital_id, id: unknown.id })
    t.match(row, { status: 'MERGED', merged_into_id: known.id })
  })
})
