// Bad input of the mortuary, row by row (modules B.6); what is refused leaves nothing.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { contents } from '../../../support/counts.ts'
import { mortuaryHouse } from '../../../support/desk/mortuary.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done, wardOf } from '../../../support/desk/ward.ts'

t.test('mortuary: bad input', async (t) => {
  const on = await mortuaryHouse(t)
  const { attendant, admin, cabinet, doctor, house } = on
  const bed = await house.people.holding('ward:read', 'ward:write', 'admission:accept')
  const nurse = await house.people.with('nurse')
  const in_charge = await house.people.with('nurse_in_charge')
  clock.freeze('2026-03-30T08:00:00.000Z')
  const patient = await somebody(on.clerk)
  const { body } = await on.died()
  const stored = await on.stored('A1')
  const receive = {
    tag: body.tag_no,
    cabinet_id: cabinet.id,
    space_label: 'A2',
    handed_over_by: 'Sister Rehema',
    none: true,
  }
  const release = {
    kind: 'CLAIMANT',
    tag: stored.tag_no,
    transport: { vehicle_no: 'T1', driver: 'Salim' },
  }
  const before = await contents()

  t.test('each is refused in its words', async (t) => {
    const at = `/bodies/${body.id}`
    const here = `/bodies/${stored.id}`
    const person = { first_name: 'A', last_name: 'B', sex: 'Male', birth_date: '1990-01-01' }
    const rows: [string, object, number, RegExp][] = [
      ['/bodies', { source: 'BROUGHT_IN' }, 400, /^brought_by\.name and brought_by\.phone are/],
      ['/bodies', { source: 'WARD' }, 400, /^Give one of patient_id, patient and unknown\.$/],
      [
        '/bodies',
        { source: 'WARD', patient_id: patient.id },
        409,
        /is not recorded as deceased\. Record the death first\.$/,
      ],
      ['/bodies', { source: 'WARD', patient: person }, 400, /^died_at is required/],
      [
        '/bodies',
        { source: 'WARD', patient_id: patient.id, died_at: '2027-01-01T00:00:00.000Z' },
        400,
        /^died_at is in the future\.$/,
      ],
      [
        '/bodies',
        { source: 'WARD', patient_id: patient.id, kind: 'BODY_PART' },
        400,
        /^part is required for BODY_PART\.$/,
      ],
      ['/bodies', { source: 'NOWHERE' }, 400, /^source must be one of/],
      [`${at}/receive`, { ...receive, tag: null }, 400, /^tag is required, or two people/],
      [`${at}/receive`, { ...receive, tag: 'ZZZZZZZZZZ' }, 409, /^This tag is of no body here/],
      [`${at}/receive`, { ...receive, none: false }, 400, /^belongings is required/],
      [`${at}/receive`, { ...receive, cabinet_id: null }, 400, /^cabinet_id is required/],
      [`${at}/receive`, { ...receive, cabinet_id: null, trolley: true }, 400, /^note is required/],
      [`${at}/receive`, { ...receive, cabinet_id: newId() }, 404, /^No such cabinet\.$/],
      [`${at}/receive`, { ...receive, space_label: 'Z9' }, 404, /^No such space\.$/],
      [`${at}/receive`, { ...receive, space_label: 'A1' }, 409, /^A1 holds BD-2026-\d{6}\.$/],
      [
        `${at}/receive`,
        { ...receive, received_at: '2026-03-30T07:59:00.000Z' },
        409,
        /^received_at is before the death\.$/,
      ],
      [`${here}/receive`, receive, 409, /^Body BD-2026-\d{6} is STORED\. It can: move, identify/],
      [`${at}/move`, { cabinet_id: cabinet.id, space_label: 'A2' }, 409, /is EXPECTED/],
      [`${here}/move`, { cabinet_id: cabinet.id, space_label: 'A1' }, 409, /^A1 holds/],
      [`${here}/identify`, {}, 400, /^reason is required/],
      [`${here}/identify`, { reason: 'Again' }, 400, /^viewing_id is required/],
      [`${here}/identify`, { reason: 'Again', viewing_id: newId() }, 404, /^No such viewing\.$/],
      [`${here}/viewings`, { purpose: 'PRAYER', visitors: [] }, 400, /^visitors must be a list/],
      [`${here}/belongings`, { items: [] }, 400, /^items must be a list of 1 to 60\.$/],
      [`${here}/belongings/${newId()}/hand-over`, { to: 'RECEIVER' }, 404, /^No such belonging\.$/],
      [`${here}/release`, { ...release, tag: body.tag_no }, 409, /^This tag is BD-2026-\d{6}/],
      [`${here}/release`, release, 400, /^claimant is required with CLAIMANT\.$/],
      [`${here}/release`, { ...release, kind: 'TRANSFER' }, 400, /^to is required with TRANSFER/],
      [`${here}/release`, { ...release, kind: 'AUTHORITY' }, 400, /^authority is required/],
      [`${at}/release`, release, 409, /is EXPECTED/],
      [`${here}/cancel`, { reason: 'ENTERED_IN_ERROR' }, 403, /It needs mortuary:certify\.$/],
      ['/body-gate-passes/GP-2026-999999/exit', {}, 404, /^No such gate pass\.$/],
    ]
    for (const [path, sent, status, words] of rows) {
      const answer = await attendant.post(path, sent)
      t.equal(answer.status, status, `${path} ${JSON.stringify(sent)}: ${answer.message}`)
      t.match(answer.message, words, `${path} ${JSON.stringify(sent)}`)
    }
    const spaces = [{ label: 'B1' }, { label: 'b1' }]
    const made = { code: 'B', name: 'Cabinet B', kind: 'CABINET', spaces }
    t.match(await admin.post('/mortuary-cabinets', made), {
      status: 400,
      message: 'spaces[1].label stands there twice.',
    })
    t.match(await admin.post('/mortuary-cabinets', { ...made, code: 'a', spaces: [spaces[0]] }), {
      status: 409,
      message: 'There is a cabinet a already.',
    })
    t.match(await attendant.patch(`/mortuary-cabinets/${cabinet.id}`, { name: 'Mine' }), {
      status: 403,
      message: /It needs mortuary:manage\.$/,
    })
    const twice = [
      { key: 'RECEPTION', code: null },
      { key: 'RECEPTION', code: null },
    ]
    t.match(await admin.put('/mortuary-tables/CHARGES', { rows: twice, reason: 'Trying' }), {
      status: 400,
      message: 'rows: RECEPTION stands there twice.',
    })
    t.same(await contents(), before, 'what is refused leaves nothing')
  })

  t.test('who is admitted dies there, and the bed is free (MOR-2)', async (t) => {
    const { beds } = await wardOf(bed)
    const asked = await done(
      nurse.post('/admissions', { patient_id: patient.id, reason: 'Malaria' }),
    )
    const admitted = await done(
      in_charge.post(`/admissions/${asked.id}/admit`, {
        bed_id: beds[0].id,
        attending_id: newId(),
      }),
    )
    const brought = { patient_id: patient.id }
    t.match(await on.outside(brought), {
      status: 409,
      message: /is admitted in Ward \d+: record the death there\.$/,
    })
    const died = await doctor.post(`/admissions/${admitted.id}/record-death`, {
      died_at: clock.instant(),
      causes: 'Malaria',
    })
    t.equal(died.status, 200, died.message)
    const [expected] = await done(attendant.get('/bodies', { patient_id: patient.id }))
    t.match(expected, { status: 'EXPECTED', source: 'WARD', admission_id: admitted.id })
    const path = `/bodies/${expected.id}/receive`
    await done(attendant.post(path, { ...receive, tag: expected.tag_no }))
    const [left] = await done(bed.get('/beds', { ward_id: admitted.ward_id }))
    t.match(left, { status: 'TO_CLEAN', holds: null }, 'the bed is left (body_moved)')
    t.match(await on.outside(brought), { status: 409, message: /^.+ is already BD-2026-/ })
  })
})
