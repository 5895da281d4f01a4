// Coded clinical records from the draft to the chain (CAR-1 to CAR-18, CAR-22, CAR-210).

import t from 'tap'
import { clock, days, hours, minutes } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { rows, run, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { usesIn } from '../../../../db/hospital/care/records/codes/uses.ts'
import { verifyRecords } from '../../../../db/hospital/care/records/chain.ts'
import { lookAtGates } from '../../../../db/hospital/desk/visits/moves/gating.ts'
import { visitRecord } from '../../../../db/hospital/desk/visits/rows.ts'
import { diagnosesOf } from '../../../../db/hospital/neighbours/care.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { priced } from '../../../support/money/prices.ts'
import { department } from '../../../support/desk/clinic.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done, staffKept } from '../../../support/desk/ward.ts'

t.test('clinical records', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const doctor = await people.with('doctor')
  const other = await people.with('clinician')

  const visiting = async (more: Record<string, unknown> = {}) => {
    const patient_id = (await somebody(clerk, more)).id
    const opened = await done(clerk.post('/visits', { patient_id, start: false }))
    return { patient_id, visit_id: (opened.visit ?? opened).id as string }
  }
  const write = (by: typeof doctor, body: Record<string, unknown>) =>
    by.post('/clinical/records', body)

  t.test('the seed’s RecordInput, signed, is a link of the chain (CAR-7)', async (t) => {
    const { patient_id, visit_id } = await visiting()
    const made = await done(
      write(doctor, {
        patient_id,
        title: 'Malaria',
        kind: 'DIAGNOSIS',
        rank: 'PRIMARY',
        admission_id: null,
        body: 'Fever for three days.\nNo cough.',
        code: 'b509',
        coding_system: 'icd 10',
        visit_id,
        notifiable: null,
      }),
    )
    t.match(made, {
      status: 'DRAFT',
      code: 'B50.9',
      coding_system: 'ICD10',
      certainty: 'PROVISIONAL',
      case_type: 'NEW',
      notifiable: true,
      version_no: 1,
      hash: null,
      staff_name: doctor.user.full_name,
      visit_id,
      moves: ['sign', 'void'],
    })
    const signed = await done(doctor.post(`/clinical/records/${made.id}/sign`))
    t.match(signed, { status: 'SIGNED', previous_hash: '0'.repeat(64), moves: ['amend', 'void'] })
    t.match(signed.hash, /^[0-9a-f]{64}$/)
    const second = await done(
      write(doctor, { patient_id, title: 'Seen', body: 'Well', sign: true }),
    )
    t.equal(second.previous_hash, signed.hash, 'chained by patient')
    t.match(second, { kind: 'NOTE', note_type: 'ASSESSMENT', rank: null })
    t.match(await verifyRecords(system, { patient_id }), { versions: 2, problems: [] })
  })

  t.test('what was signed is amended or voided, never edited (CAR-8)', async (t) => {
    const { patient_id } = await visiting()
    const made = await done(write(doctor, { patient_id, title: 'Plan', body: 'Rest', sign: true }))
    const path = `/clinical/records/${made.id}`
    t.match(await doctor.patch(path, { body: 'Walk' }), {
      status: 409,
      message: 'This note was signed on 2026-03-31. It can: amend, void.',
    })
    t.match(await doctor.post(`${path}/amend`, { body: 'Walk' }), {
      status: 400,
      message: /^reason is required/,
    })
    t.match(await doctor.post(`${path}/amend`, { body: 'Rest', reason: 'Better words' }), {
      status: 409,
      message: 'Nothing was changed.',
    })
    t.equal(
      (await nurse.post(`${path}/amend`, { body: 'Walk', reason: 'Mine' })).status,
      403,
      'nobody amends what another wrote without record:cosign',
    )
    const amended = await done(
      doctor.post(`${path}/amend`, { body: 'Walk', reason: 'The plan changed' }),
    )
    t.match(amended, { status: 'AMENDED', version_no: 2, body: 'Walk', previous_hash: made.hash })
    t.match(await done(doctor.get(`${path}?version_no=1`)), { body: 'Rest', hash: made.hash })
    const voided = await done(
      doctor.post(`${path}/void`, { reason: 'Another patient', reason_code: 'WRONG_PATIENT' }),
    )
    t.match(voided, { status: 'VOIDED', moves: [] })
    const listed = await done(doctor.get(`/clinical/records?patient_id=${patient_id}`))
    t.same(listed, [], 'out of lists by default')
    const all = await done(doctor.get(`/clinical/records?patient_id=${patient_id}&voided=true`))
    t.equal(all.length, 1)
    t.match(await verifyRecords(system, { patient_id }), { versions: 3, problems: [] })
  })

  t.test('whoever changes a row afterwards is found (CAR-7)', async (t) => {
    const { patient_id } = await visiting()
    const made = await done(write(doctor, { patient_id, title: 'Plan', body: 'Rest', sign: true }))
    await within(() =>
      run(sql`update clinical_records set body = ${'Nothing'} where id = ${made.id}`),
    )
    const proof = await verifyRecords(system, { patient_id })
    t.match(proof.problems, [{ record_id: made.id, kind: 'RECORD' }])
    await within(() => run(sql`update clinical_records set body = ${'Rest'} where id = ${made.id}`))
    t.same((await verifyRecords(system, { patient_id })).problems, [])
  })

  t.test('an intern’s signature waits for another (3.1, CAR-9)', async (t) => {
    const intern = await people.with('intern')
    const { patient_id } = await visiting()
    const made = await done(write(intern, { patient_id, title: 'History', body: 'Cough' }))
    const path = `/clinical/records/${made.id}`
    t.equal((await nurse.get(path)).status, 404, 'a draft is its author’s')
    t.equal((await other.get(path)).status, 200, 'and of who may co-sign')
    t.match(await doctor.post(`${path}/sign`), {
      status: 409,
      message: `Only ${intern.user.full_name} can sign this draft.`,
    })
    t.match(await done(intern.post(`${path}/sign`)), { status: 'TO_COSIGN', hash: null })
    const back = await done(doctor.post(`${path}/send-back`, { reason: 'Say since when' }))
    t.match(back, { status: 'DRAFT', signed_at: null })
    await done(intern.patch(path, { body: 'Cough for two weeks' }))
    await done(intern.post(`${path}/sign`))
    const signed = await done(doctor.post(`${path}/cosign`, { note: 'Agreed' }))
    t.match(signed, {
      status: 'SIGNED',
      signed_by_name: intern.user.full_name,
      cosigned_by_name: doctor.user.full_name,
    })
    const own = await done(write(doctor, { patient_id, title: 'Look', body: 'Again' }))
    await done(doctor.post(`/clinical/records/${own.id}/sign`, { needs_cosign: true }))
    t.match(await doctor.post(`/clinical/records/${own.id}/cosign`), {
      status: 403,
      message: 'You wrote this note: somebody else must co-sign it.',
    })
  })

  t.test('one primary diagnosis, each code once (CAR-15, CAR-16)', async (t) => {
    const { patient_id, visit_id } = await visiting()
    const diagnosis = (code: string, more: Record<string, unknown> = {}) =>
      write(doctor, { patient_id, code, coding_system: 'ICD10', sign: true, ...more })
    const first = await done(diagnosis('J18.9'))
    t.match(first, { title: 'Pneumonia', kind: 'DIAGNOSIS', rank: 'PRIMARY' })
    t.match(await done(diagnosis('I10')), { rank: 'SECONDARY' })
    t.match(await diagnosis('J18.9'), {
      status: 409,
      message: 'Pneumonia is already recorded here.',
    })
    t.match(await diagnosis('J45.9', { rank: 'PRIMARY' }), {
      status: 409,
      message: 'Pneumonia is already the primary diagnosis: give replace_primary.',
    })
    const asthma = { rank: 'PRIMARY', replace_primary: true, certainty: 'CONFIRMED' }
    t.match(await done(diagnosis('J45.9', asthma)), { rank: 'PRIMARY' })
    t.match(await done(doctor.get(`/clinical/records/${first.id}`)), {
      status: 'AMENDED',
      rank: 'SECONDARY',
      version_no: 2,
    })
    t.same(await diagnosesOf(system, { visit_id }), [
      { code: 'J45.9', system: 'ICD10', status: 'FINAL' },
      { code: 'J18.9', system: 'ICD10', status: 'PROVISIONAL' },
      { code: 'I10', system: 'ICD10', status: 'PROVISIONAL' },
    ])
    t.match(await verifyRecords(system, { patient_id }), { problems: [] })
  })

  t.test('what goes on for life is offered to the list of problems (CAR-36)', async (t) => {
    const { patient_id } = await visiting()
    const signed = (code: string) =>
      done(write(doctor, { patient_id, code, coding_system: 'ICD10', sign: true }))
    t.match((await signed('I10')).warnings, [
      { level: 'WARN', message: / is chronic: put it on the list of problems\.$/ },
    ])
    t.same((await signed('J18.9')).warnings, [], 'what passes is not')
    const asthma = { patient_id, title: 'Asthma', code: 'J45.9', coding_system: 'ICD10' }
    const listed = await done(doctor.post('/clinical/problems', asthma))
    t.same((await signed('J45.9')).warnings, [], 'nor what stands there')
    clock.advance(minutes(5))
    const summary = { patient_id, kind: 'SUMMARY', title: 'Summary', body: 'Well', sign: true }
    await done(write(doctor, summary))
    const [after] = await done(doctor.get(`/patients/${patient_id}/problems`))
    t.ok(after.last_reviewed_at > listed.last_reviewed_at, 'a summary has looked at it')
  })

  t.test('certain, or ruled out (CAR-13, CAR-15, CAR-16)', async (t) => {
    const { patient_id, visit_id } = await visiting()
    const certainty = (by: typeof doctor, id: string, body: Record<string, unknown>) =>
      by.post(`/clinical/records/${id}/set-certainty`, body)
    const draft = await done(
      write(doctor, { patient_id, kind: 'DIAGNOSIS', title: 'Some fever', sign: false }),
    )
    t.match(await certainty(doctor, draft.id, { certainty: 'CONFIRMED' }), {
      status: 409,
      message: 'Choose a code to confirm this diagnosis.',
    })
    const coded = { certainty: 'CONFIRMED', code: 'b54', coding_system: 'icd10' }
    t.match(await done(certainty(doctor, draft.id, coded)), { status: 'DRAFT', code: 'B54' })
    await done(doctor.post(`/clinical/records/${draft.id}/sign`))
    t.equal((await certainty(nurse, draft.id, { certainty: 'RULED_OUT' })).status, 403)
    t.match(await certainty(doctor, draft.id, { certainty: 'CONFIRMED' }), {
      status: 409,
      message: 'Nothing was changed.',
    })
    t.match(await done(certainty(other, draft.id, { certainty: 'RULED_OUT' })), {
      status: 'AMENDED',
      version_no: 2,
      certainty: 'RULED_OUT',
      amended_reason: 'The diagnosis is ruled out',
    })
    t.same(await diagnosesOf(system, { visit_id }), [], 'it counts nowhere')
    const next = await done(
      write(doctor, { patient_id, code: 'A09', coding_system: 'ICD10', sign: true }),
    )
    t.equal(next.rank, 'PRIMARY', 'the first place is free')
    const note = await done(write(doctor, { patient_id, title: 'Look', body: 'Again' }))
    t.match(await certainty(doctor, note.id, { certainty: 'CONFIRMED' }), {
      status: 409,
      message: 'Look is no diagnosis: certainty belongs to one.',
    })
    t.match(await certainty(doctor, newId(), { certainty: 'CONFIRMED' }), { status: 404 })
    t.match(await verifyRecords(system, { patient_id }), { problems: [] })
  })

  t.test('a visit that is closed without a diagnosis says so (REC_PRIMARY)', async (t) => {
    const warned = async (visit_id: string) => {
      const visit = await visitRecord.get(system, visit_id)
      const found = await lookAtGates(system, 'visit.close', visit, null)
      return found.filter(({ gate }) => gate === 'REC_PRIMARY')
    }
    const { patient_id, visit_id } = await visiting()
    t.same(await warned(visit_id), [], 'nobody treated anybody')
    await done(write(doctor, { patient_id, title: 'Look', body: 'Well', sign: true }))
    t.match(await warned(visit_id), [
      { level: 'WARN', message: /No primary diagnosis is signed\./ },
    ])
    await done(write(doctor, { patient_id, code: 'A09', coding_system: 'ICD10', sign: true }))
    t.same(await warned(visit_id), [])
  })

  t.test('six at once: one primary, one of a code (CAR-15, CAR-16)', async (t) => {
    const { patient_id } = await visiting()
    const body = { patient_id, code: 'A09', coding_system: 'ICD10', rank: 'PRIMARY' }
    const six = await Promise.all(Array.from({ length: 6 }, () => write(doctor, body)))
    t.same(
      six.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409, 409, 409, 409],
    )
  })

  t.test('codes are read and looked for (CAR-13, CAR-14, CAR-18)', async (t) => {
    const { patient_id } = await visiting({ sex: 'Male' })
    const found = async (query: string) => done(doctor.get(`/clinical/codes?${query}`))
    t.equal((await found('search=a009'))[0].code, 'A00.9')
    t.equal((await found('search=pnuemonia')).length, 0, 'two letters wrong')
    t.ok((await found('search=pneumona')).some(({ code }: { code: string }) => code === 'J18.9'))
    t.ok((await found('search=kipindupindu')).length > 1, 'in Swahili')
    const births = await found(`search=delivery&patient_id=${patient_id}&kind=DIAGNOSIS`)
    t.ok(births.length > 0)
    t.notOk(births[0].fits, 'marked, and last')
    const coded = (code: string, system: string, more: object = {}) =>
      write(doctor, { patient_id, title: 'Thing', code, coding_system: system, ...more })
    t.match(await done(coded('DRESS-S', 'procedure')), { kind: 'PROCEDURE', code: 'DRESS-S' })
    t.match(await done(coded('b54', 'ICD-10')), { kind: 'DIAGNOSIS', case_type: 'NEW' })
    t.match(await done(coded('Q99.8', 'ICD10')), { code: 'Q99.8', title: 'Thing' })
    t.match(await coded('O80.9', 'ICD10', { sign: true }), {
      status: 409,
      message: /O80\.9 is a code for females; the patient is male\./,
    })
  })

  t.test('what a department writes comes first, and chapters apart (CAR-18)', async (t) => {
    await department(house, 'Children')
    const codes = async (words: Record<string, string>) =>
      done(doctor.get('/clinical/codes', { kind: 'DIAGNOSIS', per_page: '200', ...words }))
    type Found = { code: string; selectable: boolean; chapter: string; uses: number | null }
    const before: Found[] = await codes({ search: 'pneumonia' })
    t.equal(before[0]?.uses, null, 'no department was asked')
    const rare = before.findLast(({ selectable }) => selectable)
    t.not(before[0]?.code, rare?.code)
    const wrote = async (more: object) => {
      const patient_id = (await somebody(clerk)).id
      await done(clerk.post('/visits', { patient_id, start: false, department: 'Children' }))
      const said = { patient_id, code: rare?.code, coding_system: 'ICD10', ...more }
      return done(write(doctor, { title: 'Pneumonia', ...said }))
    }
    const made = await wrote({})
    t.equal(made.department, 'Children')
    await wrote({ sensitivity: 'RESTRICTED' })
    const [first] = await codes({ search: 'pneumonia', department: 'children' })
    t.match(first, { code: rare?.code, uses: 1 }, 'what is restricted leaves no trace (CAR-10)')
    const now = clock.instant()
    clock.freeze(new Date(Date.parse(now) + days(366)).toISOString())
    t.equal((await usesIn(system, 'Children')).size, 0, 'of a year alone')
    clock.freeze(now)
    t.match(await doctor.get('/clinical/codes', { department: 'Nowhere' }), {
      status: 400,
      message: 'department "Nowhere" is not known.',
    })
    const breath: Found[] = await codes({ chapter: 'X' })
    t.ok(breath.length > 20)
    t.ok(breath.every(({ code, chapter }) => code.startsWith('J') && chapter === 'X'))
    const blood: Found[] = await codes({ chapter: 'III' })
    t.ok(
      blood.every(({ code }) => code >= 'D50' && code < 'D90'),
      'D is two chapters',
    )
    t.match(await doctor.get('/clinical/codes', { chapter: 'XXIII' }), {
      status: 400,
      message: /^chapter must be one of I, II, III/,
    })
    const done_here: Found[] = await codes({ kind: 'PROCEDURE' })
    t.equal(done_here[0]?.chapter, null, 'what is done has none')
  })

  t.test('bad input leaves nothing (6)', async (t) => {
    const { patient_id, visit_id } = await visiting({ sex: 'Female' })
    const elsewhere = await visiting()
    const nowhere = (await somebody(clerk)).id
    const base = { patient_id, title: 'Note', body: 'Words' }
    const bad: [Record<string, unknown>, number, string][] = [
      [{ title: 'Note' }, 400, 'patient_id is required.'],
      [{ patient_id }, 400, 'title is required.'],
      [
        { ...base, kind: 'OPINION' },
        400,
        'kind must be one of DIAGNOSIS, PROCEDURE, NOTE, SUMMARY.',
      ],
      [{ ...base, rank: 'PRIMARY' }, 400, 'rank belongs to a diagnosis.'],
      [{ ...base, code: 'A00.9' }, 400, 'code and coding_system go together.'],
      [{ ...base, coding_system: 'ICD10' }, 400, 'code and coding_system go together.'],
      [{ ...base, code: 'Z99.X', coding_system: 'ICD10' }, 400, 'Z99.X is not in ICD10.'],
      [
        { ...base, code: 'A00', coding_system: 'ICD10' },
        409,
        'A00 is a heading: choose A00.0, A00.1 or A00.9.',
      ],
      [
        { ...base, code: 'A00.9', coding_system: 'ICD10', notifiable: false },
        409,
        'Cholera, not specified is notifiable: it cannot be switched off here.',
      ],
      [
        { ...base, kind: 'DIAGNOSIS', certainty: 'CONFIRMED' },
        409,
        'Choose a code to confirm this diagnosis.',
      ],
      [{ ...base, occurred_at: '2026-04-01T06:00:00Z' }, 400, 'occurred_at is in the future.'],
      [{ ...base, visit_id: elsewhere.visit_id }, 400, 'visit_id is not a visit of this patient.'],
      [{ ...base, admission_id: newId() }, 404, 'No such admission.'],
      [{ ...base, patient_id: newId() }, 404, 'No such patient.'],
      [{ ...base, code: 'S72.3', coding_system: 'ICD10' }, 400, 'laterality is required'],
    ]
    for (const [body, status, message] of bad) {
      const before = await rowCounts()
      const answer = await write(doctor, body)
      t.match(answer, { status, message: new RegExp(`^${RegExp.escape(message)}`) })
      t.same(await rowCounts(), before, 'nothing is left')
    }
    t.match(await write(doctor, { ...base, patient_id: nowhere }), {
      status: 409,
      message: /has no open visit: open one first\.$/,
    })
    const { data: known } = await clerk.get(`/patients/${patient_id}`)
    const { sex, birth_date } = known
    const twin = await somebody(clerk, { sex, birth_date })
    await done(
      (await people.administrator()).post(`/patients/${patient_id}/merge`, {
        duplicate_id: twin.id,
        reason: 'The same person',
      }),
    )
    t.match(
      await write(doctor, { ...base, patient_id: twin.id }),
      { status: 409, message: /^This record was merged into / },
      'CAR-6',
    )
    await done(write(doctor, { ...base, visit_id, paper_ref: 'F-1' }))
    t.match(await write(doctor, { ...base, title: 'Twice', paper_ref: 'F-1' }), {
      status: 409,
      message: 'Form F-1 was entered already: Note.',
    })
  })

  t.test('long ago with the right to it alone (CAR-5)', async (t) => {
    const { patient_id } = await visiting()
    const old = new Date(clock.ms() - hours(30)).toISOString()
    const body = { patient_id, title: 'Note', body: 'Words', occurred_at: old }
    t.match(await write(other, body), { status: 409, message: /It happened 30 hours ago/ })
    const overrides = [{ gate: 'BACKDATED', reason_code: 'CLINICAL_NEED' }]
    t.equal((await write(other, { ...body, overrides })).status, 403)
    t.match(await done(write(doctor, { ...body, overrides })), { occurred_at: old })
  })

  t.test('after the visit has ended (CAR-3, CAR-4)', async (t) => {
    const { patient_id, visit_id } = await visiting()
    const draft = await done(write(doctor, { patient_id, title: 'Note', body: 'Words' }))
    await within(() =>
      run(
        sql`update visits set status = 'CHECKED_OUT', closed_at = ${clock.instant()} where id = ${visit_id}`,
      ),
    )
    const body = { patient_id, visit_id, title: 'Later', body: 'Words' }
    t.equal((await write(other, body)).status, 403, 'needs record:late')
    t.match(await write(doctor, body), { status: 400, message: /^late_reason is required/ })
    t.equal((await write(doctor, { ...body, late_reason: 'Forgot' })).status, 201)
    t.equal((await doctor.post(`/clinical/records/${draft.id}/sign`)).status, 200)
    const then = clock.ms()
    clock.freeze(new Date(then + days(31)).toISOString())
    const late = await people.with('doctor')
    t.match(await write(late, { ...body, late_reason: 'Forgot' }), {
      status: 409,
      message: 'This visit ended on 2026-03-31: write on a new visit.',
    })
    clock.freeze(new Date(then).toISOString())
  })

  t.test('kept from others (CAR-10)', async (t) => {
    const { patient_id } = await visiting()
    const made = await done(
      write(doctor, { patient_id, code: 'B24', coding_system: 'ICD10', sign: true }),
    )
    t.equal(made.sensitivity, 'RESTRICTED', 'the code’s own')
    t.equal((await other.get(`/clinical/records/${made.id}`)).status, 404)
    const listed = await done(other.get(`/clinical/records?patient_id=${patient_id}`))
    t.same(listed, [], 'and out of lists')
    t.equal((await doctor.get(`/clinical/records/${made.id}`)).status, 200)
  })

  t.test('a procedure is charged, and comes back with it (CAR-22)', async (t) => {
    await priced(house, [{ code: 'DRS', name: 'Dressing', category: 'Procedure', price: 5_000_00 }])
    const { patient_id } = await visiting()
    const made = await done(
      write(doctor, {
        patient_id,
        code: 'DRESS-S',
        coding_system: 'PROCEDURE',
        procedure: { tariff_code: 'DRS', quantity: 2 },
        sign: true,
      }),
    )
    t.equal(made.charged, true)
    const lines = () =>
      rows<{ quantity: number; service_status: string }>(
        sql`select quantity, service_status from bill_items where source = 'procedure'
          and source_id like ${`${made.id}%`} order by created_at, id`,
      )
    t.match(await lines(), [{ service_status: 'DONE' }])
    await done(
      doctor.post(`/clinical/records/${made.id}/amend`, {
        reason: 'One only',
        procedure: { tariff_code: 'DRS', quantity: 1 },
      }),
    )
    t.equal((await lines()).filter(({ service_status }) => service_status === 'DONE').length, 1)
    const voided = await done(
      doctor.post(`/clinical/records/${made.id}/void`, {
        reason: 'Not done at all',
        reason_code: 'WRONG_ENTRY',
      }),
    )
    t.equal(voided.charged, false)
    t.equal((await lines()).filter(({ service_status }) => service_status === 'DONE').length, 0)
  })

  t.test('text that was copied is read first (2.1)', async (t) => {
    const { patient_id } = await visiting()
    const first = await done(write(doctor, { patient_id, title: 'Day 1', body: 'X', sign: true }))
    const copy = await done(
      write(doctor, { patient_id, title: 'Day 2', body: 'X', copied_from_id: first.id }),
    )
    t.equal(copy.copied_from, `Copied from 2026-03-31, ${doctor.user.full_name}`)
    const path = `/clinical/records/${copy.id}/sign`
    t.match(await doctor.post(path), { status: 400, message: /^read_confirmed must be true/ })
    t.equal((await doctor.post(path, { read_confirmed: true })).status, 200)
  })

  t.test('the same id again is the same record (CAR-12)', async (t) => {
    const { patient_id } = await visiting()
    const id = newId()
    const body = { id, patient_id, title: 'Note', body: 'Words' }
    t.equal((await write(doctor, body)).status, 201)
    t.match(await write(doctor, body), { status: 200, data: { id } })
  })

  t.test('who has no staff record signs nothing (CAR-1)', async (t) => {
    const { patient_id } = await visiting()
    staffKept(t, [doctor])
    t.match(await write(nurse, { patient_id, title: 'Note', body: 'Words' }), {
      status: 403,
      message: 'Your account has no staff record: ask HR to link it.',
    })
  })
})
