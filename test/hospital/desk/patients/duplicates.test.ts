// The records officer's work: pairs, previews, merges that differ, the nightly scan.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { duplicate_pairs } from '../../../../db/hospital/desk/patients/duplicates/tables.ts'
import { scanDuplicates } from '../../../../db/hospital/desk/patients/duplicates/scan.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import { statementsOf } from '../../../support/statements.ts'
import { lookalikes } from '../../../support/desk/visits.ts'

t.test('records that look like one person', async (t) => {
  const house = await boot(t)
  const { people, hospital, system } = house
  const hospital_id = hospital.id
  clock.freeze('2026-03-10T07:00:00.000Z')
  const clerk = await people.with('reception')
  const officer = await people.with('records')
  const manager = await people.with('records', 'manager')
  const made = lookalikes(clerk)

  t.test('a likely one opens a pair, which is dismissed once, with a reason (PAT-8)', async (t) => {
    const a = await made({ first_name: 'Asha', last_name: 'Mrisho', birth_date: '1990-05-12' })
    const b = await made({ first_name: 'Aisha', last_name: 'Mrisho', birth_date: '1990-05-12' })
    const list = await officer.get('/patients/duplicates', { status: 'OPEN' })
    t.equal(list.meta?.total, 1)
    const [pair] = list.data
    t.match(pair, { score: 70, status: 'OPEN', dismissed_by: null })
    t.same(new Set([pair.a.number, pair.b.number]), new Set([a.number, b.number]))
    t.equal((await officer.get('/patients/duplicates', { min_score: '71' })).meta?.total, 0)
    t.equal((await officer.get('/patients/duplicates', { to: '2026-03-09' })).meta?.total, 0)
    t.equal((await clerk.get('/patients/duplicates')).status, 403)
    const at = `/patients/duplicates/${pair.id}/dismiss`
    const short = await officer.post(at, { reason: 'no' })
    t.equal(short.message, 'reason must be between 3 and 300 characters.')
    const done = await officer.post(at, { reason: 'two cousins' })
    t.match(done.data, { status: 'DISMISSED', dismiss_reason: 'two cousins' })
    const again = await officer.post(at, { reason: 'once more' })
    t.equal(again.status, 409)
    t.equal(
      again.message,
      `Pair ${pair.a.number} and ${pair.b.number} is DISMISSED. Nothing more can be done with it.`,
    )
    const none = await officer.post(`/patients/duplicates/${newId()}/dismiss`, { reason: 'gone' })
    t.match(none, { status: 404, message: 'No such pair.' })
  })

  t.test('a preview says what the merge then does, and writes nothing (PAT-18)', async (t) => {
    const kin = { full_name: 'Rukia Omari', relationship: 'SISTER' }
    const kept = await made({ occupation: 'Tailor', next_of_kin: [kin] })
    const other = await made({
      phone: '0712000081',
      occupation: 'Farmer',
      next_of_kin: [kin, { ...kin, full_name: 'Salma Omari' }],
    })
    await clerk.post('/visits', { patient_id: other.id })
    const seen = await officer.get(`/patients/${kept.id}/merge-preview`, { with: other.id })
    t.equal(seen.status, 200, seen.message)
    t.match(seen.data, {
      kept: { number: kept.number },
      duplicate: { number: other.number },
      moves: { patient_kin: 1, visits: 1 },
      conflicts: [],
      warnings: [],
    })
    const fates = Object.fromEntries(
      seen.data.fields.map(({ field, fate }: Record<string, string>) => [field, fate]),
    )
    t.match(fates, { phone: 'FILLED', occupation: 'CONFLICT', sex: 'SAME', religion: 'SAME' })
    t.equal((await clerk.get(`/patients/${other.id}`)).data.status, 'ACTIVE')
    t.equal((await clerk.get(`/patients/${other.id}/next-of-kin`)).data.length, 2)
    await clerk.post('/visits', { patient_id: kept.id })
    const both = await officer.get(`/patients/${kept.id}/merge-preview`, { with: other.id })
    t.match(both.data.conflicts, [/^Close visit VS-2026-\d+ or VS-2026-\d+ first\.$/])
    const same = await officer.get(`/patients/${kept.id}/merge-preview`, { with: kept.id })
    t.match(same, { status: 409, message: 'That is the same record.' })
    const bare = await officer.get(`/patients/${kept.id}/merge-preview`)
    t.match(bare, { status: 400, message: 'with is required.' })
    const nobody = await officer.get(`/patients/${kept.id}/merge-preview`, { with: newId() })
    t.match(nobody, { status: 404, message: 'No such patient.' })
  })

  t.test(
    'Male with Female, or thirty years apart, needs a reason (PAT_MERGE_MISMATCH)',
    async (t) => {
      const she = await made()
      const he = await made({ sex: 'Male', birth_date: '1999-01-01' })
      const preview = await officer.get(`/patients/${she.id}/merge-preview`, { with: he.id })
      t.match(preview.data.warnings, [{ gate: 'PAT_MERGE_MISMATCH', level: 'BLOCK_WITH_OVERRIDE' }])
      const body = { duplicate_id: he.id, reason: 'typed wrongly' }
      const refused = await officer.post(`/patients/${she.id}/merge`, body)
      t.equal(refused.status, 409)
      t.equal(
        refused.message,
        `Records that differ: ${she.number} is Female, ${he.number} is Male; ` +
          `${she.number} was born ${she.birth_date}, ${he.number} was born 1999-01-01. ` +
          'Look again whether they are one person. ' +
          'Manager may let this through with a reason.',
      )
      const overrides = [{ gate: 'PAT_MERGE_MISMATCH', reason_code: 'FOUND_CORRECT' }]
      const may_not = await officer.post(`/patients/${she.id}/merge`, { ...body, overrides })
      t.equal(may_not.status, 403)
      t.equal((await clerk.get(`/patients/${he.id}`)).data.status, 'ACTIVE')
      const done = await manager.post(`/patients/${she.id}/merge`, { ...body, overrides })
      t.equal(done.status, 200, done.message)
      const admin = await people.administrator()
      const kept = await admin.get('/clinical/gate-overrides', { gate: 'PAT_MERGE_MISMATCH' })
      t.match(kept.data, [{ entity_id: she.id, reason_code: 'FOUND_CORRECT' }])
    },
  )

  t.test('merges are listed, and one shows its rows', async (t) => {
    const [one, other] = [await made(), await made()]
    await clerk.post(`/patients/${other.id}/next-of-kin`, {
      full_name: 'Juma Said',
      relationship: 'BROTHER',
    })
    const done = await officer.post(`/patients/${one.id}/merge`, {
      duplicate_id: other.id,
      reason: 'registered twice',
    })
    t.equal(done.status, 200, done.message)
    const list = await officer.get('/patient-merges', { patient_id: other.id })
    t.match(list.data, [{ id: done.data.id, moved: { patient_kin: 1 }, status: 'MERGED' }])
    const found = await officer.get(`/patient-merges/${done.data.id}`)
    t.equal(found.data.rows_moved.patient_kin.length, 1)
    t.match(await officer.get(`/patient-merges/${newId()}`), { message: 'No such merge.' })
    const few = await statementsOf(() => officer.get('/patient-merges', { per_page: '1' }))
    const many = await statementsOf(() => officer.get('/patient-merges', { per_page: '50' }))
    t.equal(many.length, few.length, 'a long list asks no more than a short one')
  })

  t.test('undone after new visits: they stay, and are named (PAT-21)', async (t) => {
    const [one, other] = [await made(), await made()]
    const before = await clerk.post('/visits', { patient_id: other.id })
    const done = await officer.post(`/patients/${one.id}/merge`, {
      duplicate_id: other.id,
      reason: 'registered twice',
    })
    const admin = await people.administrator()
    t.equal((await admin.post(`/visits/${before.data.id}/check-out`, {})).status, 200)
    const later = await clerk.post('/visits', { patient_id: one.id })
    t.equal(later.status, 201, later.message)
    const undone = await officer.post(`/patient-merges/${done.data.id}/undo`, {
      reason: 'two people',
    })
    t.equal(undone.status, 200, undone.message)
    const left = undone.data.left_with_kept as { kind: string; count: number }[]
    t.match(
      left.find(({ kind }) => kind === 'visits'),
      { count: 1 },
    )
    const visitsOf = async (id: string) => (await admin.get(`/patients/${id}/visits`)).data
    t.match(await visitsOf(other.id), [{ id: before.data.id }])
    t.match(await visitsOf(one.id), [{ id: later.data.id }])
  })

  t.test('at night those who changed are compared with everybody, once (PAT-22)', async (t) => {
    clock.advance(1000)
    await scanDuplicates(system)
    clock.advance(1000)
    const none = await scanDuplicates(system)
    t.same(none, { compared: 0, paired: 0 })
    clock.advance(1000)
    const a = await made({ first_name: 'Neema', last_name: 'Kessy', phone: '0712999001' })
    const b = await made({ first_name: 'Zawadi', last_name: 'Mushi', birth_date: '1970-07-07' })
    const pairs = () => duplicate_pairs.count({ hospital_id, a_id: [a.id, b.id] })
    t.equal(await pairs(), 0)
    clock.advance(1000)
    const { birth_date } = a
    // Written past the desk, as an import of another house would be.
    await officer.patch(`/patients/${b.id}`, { first_name: 'Neema' })
    await officer.patch(`/patients/${b.id}`, { last_name: 'Kessy', birth_date })
    await within(() => duplicate_pairs.remove({ hospital_id, a_id: [a.id, b.id] }))
    clock.advance(1000)
    t.match(await scanDuplicates(system), { paired: 2 })
    t.equal(await pairs(), 1)
    // What somebody has dismissed stays so, whatever the night finds.
    const [pair] = (await officer.get('/patients/duplicates', { status: 'OPEN' })).data
    await officer.post(`/patients/duplicates/${pair.id}/dismiss`, { reason: 'two cousins' })
    await scanDuplicates(system, { all: true })
    t.equal((await officer.get('/patients/duplicates', { status: 'OPEN' })).meta?.total, 0)
  })
})
