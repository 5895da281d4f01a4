// A body from the ward to the gate (modules B).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { chargeAllStorage, tellLate } from '../../../../db/hospital/modules/mortuary/jobs.ts'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { mortuaryHouse } from '../../../support/desk/mortuary.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done } from '../../../support/desk/ward.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

t.test('mortuary', async (t) => {
  const on = await mortuaryHouse(t)
  const certifier = await on.house.people.holding(
    'mortuary:read',
    'mortuary:release',
    'mortuary:certify',
    'mortuary:update',
    'mortuary:register',
    'override:money',
  )
  clock.freeze('2026-03-30T08:00:00.000Z')
  const { attendant, admin, doctor, house, cabinet, cold } = on
  const caller = { ...house.system, facility_id: house.facility_id }
  const here = `/facilities/${house.facility_id}/modules/mortuary`

  const releasing = async (body: Data, more: Record<string, unknown> = {}) => ({
    kind: 'CLAIMANT',
    claimant: { name: 'Neema Ally', relation: 'Daughter', id_no: '19800101', phone: '0754000001' },
    burial_permit_no: 'KIB-77',
    burial_permit_on: '2026-04-01',
    burial_place: 'Mombo',
    transport: { vehicle_no: 'T123 ABC', driver: 'Salim' },
    tag: body.tag_no,
    viewed: true,
    second_staff: await on.token(),
    overrides: [
      { gate: 'MOR_UNPAID', reason_code: 'PROMISE', reason: 'Neema Ally, 0754000001, 1 May' },
      { gate: 'MOR_CERTIFICATE', reason_code: 'COMES_LATER', reason: 'Doctor on leave' },
    ],
    ...more,
  })
  const kin = [{ name: 'Neema Ally', relation: 'Daughter', phone: '0754000001' }]

  t.test('a death here makes one body, and a second call the same (MOR-1, MOR-3)', async (t) => {
    const { body, patient } = await on.died()
    t.match(body, {
      reference: 'BD-2026-000001',
      status: 'EXPECTED',
      source: 'WARD',
      kind: 'ADULT',
      identity: 'KNOWN',
      patient: { id: patient.id, full_name: patient.full_name },
    })
    t.match(body.tag_no, /^[2-9A-HJ-NP-Z]{10}$/)
    const other = await on.died()
    const wrong = await attendant.post(`/bodies/${body.id}/receive`, {
      tag: other.body.tag_no,
      cabinet_id: cabinet.id,
      space_label: 'A1',
      handed_over_by: 'Sister Rehema',
      none: true,
    })
    t.match(wrong, {
      status: 409,
      message: `This tag is ${other.body.reference}: another body.`,
    })
    const taken = await done(
      attendant.post(`/bodies/${body.id}/receive`, {
        two_people: await on.token(),
        cabinet_id: cabinet.id,
        space_label: 'a1',
        handed_over_by: 'Sister Rehema',
        belongings: [{ item: 'PHONE' }],
      }),
    )
    t.match(taken, {
      status: 'STORED',
      space_label: 'A1',
      cabinet: 'A',
      sent_by: 'Sister Rehema',
      belongings: [{ item: 'PHONE', state: 'KEPT', witness_name: 'Sister Rehema' }],
      holds: ['MOR_CERTIFICATE', 'MOR_PERMIT', 'MOR_UNPAID', 'MOR_BELONGINGS'],
      storage: { days: 0, charged_days: 0, free_until: '2026-03-31T08:00:00.000Z' },
      warnings: [],
    })
    t.match(await attendant.get('/mortuary-cabinets'), {
      data: [
        { code: 'A', occupied: 1, spaces: [{ label: 'A1', state: 'OCCUPIED' }] },
        { code: 'CR' },
      ],
    })
    t.notOk('cause' in taken, 'MOR-20: of what is told to nobody here')
    const held = await done(attendant.get('/bodies', { hold: 'MOR_BELONGINGS' }))
    t.same(
      held.map(({ id }: Data) => id),
      [body.id],
    )
  })

  t.test('one body a space, two small ones in a cold room (MOR-5, MOR-17)', async (t) => {
    const one = await on.stored('A2')
    const { body } = await on.died()
    const asked = {
      tag: body.tag_no,
      cabinet_id: cabinet.id,
      space_label: 'A2',
      handed_over_by: 'Sister Rehema',
      none: true,
    }
    t.match(await attendant.post(`/bodies/${body.id}/receive`, asked), {
      status: 409,
      message: `A2 holds ${one.reference}.`,
    })
    const trolley = await done(
      attendant.post(`/bodies/${body.id}/receive`, {
        ...asked,
        cabinet_id: null,
        space_label: null,
        trolley: true,
        note: 'All are full',
      }),
    )
    t.match(trolley, { trolley: true, cabinet_id: null })
    const moved = await done(
      attendant.post(`/bodies/${body.id}/move`, { cabinet_id: cabinet.id, space_label: 'A3' }),
    )
    t.match(moved, { trolley: false, space_label: 'A3' })
    const again = await done(
      attendant.post(`/bodies/${body.id}/move`, { cabinet_id: cabinet.id, space_label: 'A4' }),
    )
    t.match(again, { space_label: 'A4', history: [{}, {}, {}, { move: 'move' }] })
    const [shown] = await done(attendant.get('/mortuary-cabinets'))
    t.match(shown.spaces[2], { label: 'A3', state: 'TO_CLEAN', body_references: [] })
    const marked = { spaces: [{ label: 'A3', state: 'OUT_OF_SERVICE', reason: 'Door broken' }] }
    await done(attendant.patch(`/mortuary-cabinets/${cabinet.id}`, marked))
    t.match(
      await attendant.post(`/bodies/${body.id}/move`, {
        cabinet_id: cabinet.id,
        space_label: 'A3',
      }),
      { status: 409, message: 'A3 is out of service: Door broken.' },
    )
    t.match(
      await attendant.patch(`/mortuary-cabinets/${cabinet.id}`, {
        spaces: [{ label: 'A4', state: 'FREE' }],
      }),
      { status: 409, message: `A4 holds ${body.reference}.` },
    )
    const small = []
    for (const label of ['C1', 'C1', 'C1']) {
      const mother = await somebody(on.clerk)
      small.push(
        await on.outside({
          patient_id: mother.id,
          kind: 'STILLBIRTH',
          source: 'LABOUR_WARD',
          space: { cabinet_id: cold.id, space_label: label },
        }),
      )
    }
    const [first, second, third] = small
    t.match([first?.status, second?.status], [201, 201])
    t.match(third, {
      status: 409,
      message: `C1 holds ${first?.data.reference} and ${second?.data.reference}.`,
    })
  })

  t.test('brought in dead: registered, dead on the register, once (MOR-2)', async (t) => {
    const patient = await somebody(on.clerk)
    const taken = await done(
      on.outside({
        patient_id: patient.id,
        died_at: '2026-03-29T20:00:00.000Z',
        died_at_estimated: true,
        place: 'HOME',
        source_note: 'Her son told it',
        kin,
        space: { cabinet_id: cabinet.id, space_label: 'A5' },
        witness_token: await on.token(),
        belongings: [{ item: 'MONEY', description: 'Bag 114', value: 25_000 }],
      }),
    )
    t.match(taken, {
      status: 'STORED',
      source: 'BROUGHT_IN',
      died_at_estimated: true,
      place_of_death: 'HOME',
      kin: [{ name: 'Neema Ally' }],
      belongings: [{ value: 25_000 }],
    })
    t.match(await on.clerk.get(`/patients/${patient.id}`), { data: { status: 'DECEASED' } })
    t.match(await on.outside({ patient_id: patient.id }), {
      status: 409,
      message: `${patient.full_name} is already ${taken.reference} in cabinet A A5.`,
    })
    const living = await somebody(on.clerk)
    t.match(await on.outside({ patient_id: living.id, died_at: null }), {
      status: 409,
      message: `${living.full_name} is not recorded as deceased. Record the death first.`,
    })
    const newcomer = await done(
      on.outside({
        patient: {
          first_name: 'Halima',
          last_name: 'Kombo',
          sex: 'Female',
          birth_date: '2019-02-01',
        },
      }),
    )
    t.match(newcomer, { kind: 'CHILD', trolley: true })
  })

  t.test('who nobody knows is identified by two people or the police (MOR-4)', async (t) => {
    const unknown = { unknown_label: 'Man of the bridge', sex: 'Male', police_case: true }
    const police = { station: 'Korogwe', case_no: 'KO/12', officer: 'Cpl Massawe' }
    t.match(await on.outside({ source: 'POLICE', unknown, police }), {
      status: 400,
      message: 'marks and clothing are required for an unknown body.',
    })
    const body = await done(
      on.outside({ source: 'POLICE', unknown, police, marks: 'Scar', clothing: 'Blue shirt' }),
    )
    t.match(body, { identity: 'UNKNOWN', police_case: true, police: { case: true } })
    const checks = await done(attendant.get(`/bodies/${body.id}/release-checks`))
    t.match(
      checks.find(({ gate }: Data) => gate === 'MOR_POLICE'),
      { ok: false, level: 'BLOCK', text: /no release order number\. Ask Korogwe\.$/ },
    )
    const alone = await done(
      attendant.post(`/bodies/${body.id}/viewings`, {
        purpose: 'IDENTIFICATION',
        visitors: [{ name: 'Asha' }],
        identified: true,
      }),
    )
    const person = {
      first_name: 'Rajabu',
      last_name: 'Daraja',
      sex: 'Male',
      birth_date: '1980-01-01',
    }
    const path = `/bodies/${body.id}/identify`
    t.match(await attendant.post(path, { viewing_id: alone.id, patient: person }), {
      status: 409,
      message: 'Two people from outside must say who it is, or one with a document.',
    })
    const two = await done(
      attendant.post(`/bodies/${body.id}/viewings`, {
        purpose: 'IDENTIFICATION',
        visitors: [{ name: 'Asha' }, { name: 'Musa', relation: 'Brother' }],
        identified: true,
      }),
    )
    const known = await attendant.post(path, { viewing_id: two.id, patient: person })
    t.match(known, {
      status: 200,
      data: {
        identity: 'KNOWN',
        patient: { full_name: 'Rajabu Daraja' },
        identified: { how: 'VIEWING', names: ['Asha', 'Musa'] },
      },
    })
    t.match(await attendant.post(path, { police: { number: 'P1', officer: 'Cpl M' } }), {
      status: 400,
      message: 'reason is required: this body was identified before.',
    })
    const late = await done(
      attendant.post(path, {
        police: { number: 'P1', officer: 'Cpl M' },
        reason: 'Fingerprints',
      }),
    )
    t.match(late.identified, { how: 'POLICE', names: ['Cpl M'] })
    t.equal(late.history.filter(({ move }: Data) => move === 'identify').length, 2)
  })

  t.test('days of storage, made up when the module is on again (MOR-6, MOR-7)', async (t) => {
    clock.freeze('2026-04-01T08:00:00.000Z')
    const body = await on.stored('A6')
    clock.freeze('2026-04-03T09:00:00.000Z')
    await chargeAllStorage(caller)
    await chargeAllStorage(caller)
    const now = await done(attendant.get(`/bodies/${body.id}`))
    t.match(now.storage, { days: 2, charged_days: 2, payment_ok: false, daily_code: null })
    await done(admin.post(`${here}/switch-off`, { reason: 'Repairs', force: true }))
    t.match(await attendant.get('/bodies'), {
      status: 403,
      message: 'The mortuary module is switched off at Main.',
    })
    const dead = await somebody(on.clerk)
    const told = await doctor.post(`/patients/${dead.id}/deceased`, {
      died_at: clock.instant(),
      place: 'WARD',
    })
    t.equal(told.status, 200, 'a death goes on without the module (MOD-5)')
    clock.freeze('2026-04-05T09:00:00.000Z')
    t.match(await chargeAllStorage(caller), { days: 0 })
    await done(admin.post(`${here}/switch-on`))
    await chargeAllStorage(caller)
    const after = await done(attendant.get(`/bodies/${body.id}`))
    t.match(after.storage, { days: 4, charged_days: 4 })
    const [bill] = await done(admin.get('/billing/bills', { patient_id: body.patient_id }))
    t.equal(bill.total, 10_000 + 4 * 5000)
    const lines = await rows<{ service_date: string }>(
      sql`select service_date from bill_items where bill_id = ${bill.id} order by position`,
    )
    t.same(
      lines.map(({ service_date }) => service_date),
      ['2026-04-01', '2026-04-02', '2026-04-03', '2026-04-04', '2026-04-05'],
    )
    t.match(await done(admin.get(here)), {
      open_work: [{ label: 'bodies in the mortuary', people: true }, {}, {}],
    })
  })

  t.test(
    'released past what may be passed, never past a block (MOR-12, MOR-13, MOR-14)',
    async (t) => {
      clock.freeze('2026-04-10T08:00:00.000Z')
      const body = await on.stored('A7', {
        none: null,
        belongings: [{ item: 'CLOTHES' }, { item: 'WATCH' }],
      })
      const path = `/bodies/${body.id}/release`
      const bare = await attendant.post(
        path,
        await releasing(body, { burial_permit_no: null, overrides: [] }),
      )
      t.match(bare, { status: 400, message: /^second_claimant is required/ })
      await done(attendant.patch(`/bodies/${body.id}`, { kin }))
      const held = await attendant.post(
        path,
        await releasing(body, { burial_permit_no: null, overrides: [] }),
      )
      t.equal(held.status, 409)
      for (const line of [
        /^Notification of death: .*may let this through with a reason\.$/m,
        /^Burial permit: no permit with its number and date\. .*may let this through with a reason\.$/m,
        /^Unpaid: .* of the mortuary is not paid\. .*may let this through with a reason\.$/m,
        /^Belongings: CLOTHES, WATCH would stay here\./m,
      ]) {
        t.match(held.message, line)
      }
      const named = body.belongings.map(({ id }: Data) => id)
      const still = await certifier.post(
        path,
        await releasing(body, { viewed: false, belongings: named }),
      )
      t.match(still, { status: 400, message: /^viewed must be true/ })
      const token = await on.token(certifier)
      const out = await done(
        certifier.post(path, await releasing(body, { belongings: named, second_staff: token })),
      )
      t.match(out, {
        status: 'RELEASED',
        release: { claimant: { name: 'Neema Ally' }, permit_no: 'KIB-77' },
        gate_pass: { number: 'GP-2026-000001', status: 'VALID' },
        belongings: [
          { state: 'RETURNED' },
          { state: 'RETURNED', receiver: { name: 'Neema Ally' } },
        ],
        moves: [],
      })
      t.match(await doctor.post(`/patients/${body.patient_id}/revoke-death`, { reason: 'x' }), {
        status: 403,
      })
      const manager = await house.people.with('manager')
      t.match(
        await manager.post(`/patients/${body.patient_id}/revoke-death`, { reason: 'Wrong person' }),
        { status: 409, message: /was released \(BD-2026-\d+\): the death stands\.$/ },
      )
      for (const kind of ['tag', 'release_form', 'gate_pass', 'gate_pass', 'belongings']) {
        const paper = await attendant.get(`/bodies/${body.id}/pdf`, { kind, language: 'sw' })
        t.equal(paper.status, 200, kind)
        if (kind !== 'gate_pass') continue
        const [{ code } = { code: '' }] = await rows<{ code: string }>(
          sql`select code from paper_codes where kind = 'body_gate_pass'`,
        )
        if (needsPoppler.skip === false) {
          t.ok(textOf(paper.raw).replace(/\s/g, '').includes(code), 'MOD-21: it bears its code')
        }
        t.match(await house.nobody.get(`/billing/verify/${code}`), {
          data: { genuine: true, kind: 'Gate pass of a body', status: 'VALID' },
        })
      }
      const [bill] = await done(admin.get('/billing/bills', { patient_id: body.patient_id }))
      t.equal(bill.status, 'ISSUED', 'the account is issued as the body leaves')
      const exit = '/body-gate-passes/GP-2026-000001/exit'
      t.match(await attendant.post(exit, { vehicle_no: 'T456 DEF' }), {
        status: 409,
        message: 'The pass names T123 ABC, not T456 DEF.',
      })
      const guard = await house.people.holding('mortuary:verify')
      t.match(await guard.post(exit, { vehicle_no: 't123abc' }), { data: { ok: true } })
      t.match(await guard.post(exit), {
        status: 409,
        message: 'This gate pass was used at 11:00.',
      })
    },
  )

  t.test('a police case leaves with its order alone; a debt holds a day (MOR-12)', async (t) => {
    const police = { station: 'Mombo', case_no: 'MO/3' }
    const body = await done(
      on.outside({
        source: 'POLICE',
        police,
        kin,
        patient: {
          first_name: 'Zuberi',
          last_name: 'Mwinyi',
          sex: 'Male',
          birth_date: '1970-03-04',
        },
      }),
    )
    const path = `/bodies/${body.id}/release`
    const asked = async (more = {}) =>
      releasing(body, { second_staff: await on.token(certifier), ...more })
    const held = await certifier.post(path, await asked())
    t.match(held, {
      status: 409,
      message: 'Police release: no release order number. Ask Mombo. Nobody may let this through.',
    })
    await done(
      attendant.patch(`/bodies/${body.id}`, {
        police: { release_order_no: 'RO-9', release_order_on: '2026-04-10' },
      }),
    )
    const check = async () => {
      const found = await done(attendant.get(`/bodies/${body.id}/release-checks`))
      return found.find(({ gate }: Data) => gate === 'MOR_UNPAID')
    }
    t.match(await check(), { level: 'BLOCK_WITH_OVERRIDE' })
    clock.freeze('2026-04-11T08:00:01.000Z')
    t.match(await check(), { level: 'WARN' }, 'a day after it was first asked for (MOR-12)')
    const [, certificate] = (await asked()).overrides
    const out = await done(certifier.post(path, await asked({ overrides: [certificate] })))
    t.match(out, { status: 'RELEASED', gate_warnings: [{ gate: 'MOR_UNPAID', level: 'WARN' }] })
    clock.freeze('2026-04-12T09:00:00.000Z')
    t.match(await attendant.post(`/body-gate-passes/${out.gate_pass.number}/exit`), {
      status: 409,
      message: `Gate pass ${out.gate_pass.number} is older than 12 h: back to the mortuary.`,
    })
    t.match(await tellLate(caller), { passes: 1 }, 'MOR-14: not yet out')
    t.match(await tellLate(caller), { passes: 0 }, 'and told once a day')
  })

  t.test('by the authority, once nobody has come (MOR-15, MOR-16)', async (t) => {
    clock.freeze('2026-04-12T10:00:00.000Z')
    const body = await on.stored('A8')
    const path = `/bodies/${body.id}/release`
    const asked = async () => ({
      ...(await releasing(body)),
      kind: 'AUTHORITY',
      claimant: null,
      authority: { name: 'M. Shemdoe', office: 'Korogwe council' },
      permit_no: 'KC-1',
      permit_on: '2026-05-20',
      welfare_token: await on.token(certifier, on.welfare),
    })
    t.match(await certifier.post(path, await asked()), {
      status: 409,
      message: `${body.reference} is not cleared for burial by the authority (NONE, day 0).`,
    })
    clock.freeze('2026-04-22T10:00:00.000Z')
    for (const where of ['KIN_CALLED', 'POLICE', 'NOTICE_BOARD']) {
      await done(
        attendant.post(`/bodies/${body.id}/notices`, { where, text: 'Who knows this person?' }),
      )
    }
    clock.freeze('2026-05-20T10:00:00.000Z')
    const buried = await done(certifier.post(path, await asked()))
    t.match(buried, {
      status: 'BURIED_BY_AUTHORITY',
      unclaimed: { stage: 'CLEARED' },
      release: { authority: { office: 'Korogwe council' } },
    })
  })

  t.test('what was entered in error goes, with its charges (B.3)', async (t) => {
    const { body } = await on.died()
    t.match(await attendant.post(`/bodies/${body.id}/cancel`, { reason: 'SENT_HOME_FROM_WARD' }), {
      data: { status: 'CANCELLED', moves: [] },
    })
    const lying = await on.stored('A9')
    const path = `/bodies/${lying.id}/cancel`
    t.match(await attendant.post(path, { reason: 'ENTERED_IN_ERROR' }), { status: 403 })
    t.match(await certifier.post(path, { reason: 'DEATH_TAKEN_BACK' }), {
      status: 409,
      message: /^Take back the death of /,
    })
    t.match(await certifier.post(path, { reason: 'ENTERED_IN_ERROR' }), {
      data: { status: 'CANCELLED' },
    })
    const [bill] = await done(admin.get('/billing/bills', { patient_id: lying.patient_id }))
    t.equal(bill?.total ?? 0, 0)
  })

  t.test('belongings are listed by two and handed over once (MOR-8)', async (t) => {
    const body = await on.stored('A10')
    const path = `/bodies/${body.id}/belongings`
    t.match(await attendant.post(path, { items: [{ item: 'KEYS' }] }), {
      status: 400,
      message: /^witness_token is required/,
    })
    const money = { items: [{ item: 'MONEY', value: 5000 }], witness_token: await on.token() }
    t.match(await attendant.post(path, money), {
      status: 400,
      message: /description is required: the number of the sealed bag\.$/,
    })
    const [item] = await done(
      attendant.post(path, { items: [{ item: 'KEYS' }], witness_token: await on.token() }),
    )
    const give = async (more = {}) =>
      attendant.post(`${path}/${item.id}/hand-over`, {
        to: 'RECEIVER',
        receiver: { name: 'Neema Ally', id_no: '1980' },
        witness_token: await on.token(),
        ...more,
      })
    t.match(await give({ receiver: { name: 'Neema' } }), {
      status: 400,
      message: /^receiver\.id_no is required/,
    })
    t.match(await give(), { data: { state: 'RETURNED', receiver: { id_no: '1980' } } })
    t.match(await give(), { status: 409, message: 'KEYS is RETURNED.' })
  })
})
