import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { pregnanciesOf } from '../../../../db/hospital/neighbours/care.ts'
import { frailtyOf } from '../../../../db/hospital/neighbours/frailty.ts'
import { locationOf, setTestedGroup } from '../../../../db/hospital/desk/patients/for-areas.ts'
import { vulnerabilityOf } from '../../../../db/hospital/desk/patients/groups/vulnerability.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'

const today = '2026-03-31'

t.test('vulnerable groups (VUL-1…6)', async (t) => {
  const { people, system } = await boot(t)
  clock.freeze(`${today}T09:00:00.000Z`)
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier')
  const nurse = await people.with('nurse')
  const welfare = await people.with('welfare')
  let count = 0
  const patient = async (more: object): Promise<string> => {
    count += 1
    const made = await clerk.post('/patients', {
      first_name: `Zawadi${'abcdefghijkl'[count]}`,
      last_name: `Person${'mnopqrstuvwx'[count]}`,
      sex: 'Female',
      ...more,
    })
    t.equal(made.status, 201, made.message)
    return made.data.id
  }
  const groupsOf = async (id: string): Promise<string[]> =>
    (await nurse.get(`/patients/${id}`)).data.vulnerable_groups
  const ask = (id: string, group: string, more: object = {}) =>
    clerk.post(`/patients/${id}/vulnerable-groups`, {
      group,
      valid_from: today,
      evidence_type: 'SOCIAL_WELFARE_LETTER',
      ...more,
    })

  t.test('VUL-1: age makes some by itself, on the very day', async (t) => {
    t.same(await groupsOf(await patient({ birth_date: '2021-04-01' })), ['UNDER_FIVE'])
    t.same(await groupsOf(await patient({ birth_date: '2021-03-31' })), [])
    t.same(await groupsOf(await patient({ birth_date: '1966-03-31' })), ['ELDERLY'])
    t.same(await groupsOf(await patient({ birth_date: '1966-04-01' })), [])
    const told = await patient({ age_years: 70 })
    t.same(await groupsOf(told), [], 'an estimated age waits for a proof')
    const shown = await welfare.get(`/patients/${told}/vulnerable-groups`)
    t.match(shown.data, [{ group: 'ELDERLY', basis: 'COMPUTED', status: 'PENDING' }])
  })

  t.test('pregnancy and the weeks after a delivery make groups (VUL-1, PAT-30)', async (t) => {
    const id = await patient({ birth_date: '1995-01-01' })
    const known = { pregnant: true, edd: '2026-06-01', weeks: 30, delivered_on: null }
    answering(t, pregnanciesOf, async () => new Map([[id, known]]))
    t.same(await groupsOf(id), ['PREGNANT'])
    t.same(await frailtyOf(system, id), { pregnant: true, disability: false })
    const after = { pregnant: false, edd: null, weeks: null, delivered_on: '2026-02-17' }
    answering(t, pregnanciesOf, async () => new Map([[id, after]]))
    t.same(await groupsOf(id), ['POSTPARTUM'])
    answering(
      t,
      pregnanciesOf,
      async () => new Map([[id, { ...after, delivered_on: '2026-02-16' }]]),
    )
    t.same(await groupsOf(id), [], '42 days are over')
  })

  t.test('VUL-3: asked for, and decided upon by somebody else', async (t) => {
    const id = await patient({ birth_date: '1980-01-01' })
    const cases: [string, object, number, string][] = [
      [
        'UNDER_FIVE',
        {},
        409,
        'UNDER_FIVE is computed from the birth date: correct the birth date.',
      ],
      ['TB', {}, 409, 'TB follows enrolment in the programme: enrol the patient there.'],
      ['PRISONER', {}, 400, 'evidence_no is required for PRISONER.'],
      ['DISABILITY', { valid_until: '2026-01-01' }, 400, 'valid_until is before valid_from.'],
      ['RICH', {}, 400, ''],
    ]
    for (const [group, more, status, message] of cases) {
      const refused = await ask(id, group, more)
      t.equal(refused.status, status, refused.message)
      if (message !== '') t.equal(refused.message, message)
    }
    t.equal((await cashier.post(`/patients/${id}/vulnerable-groups`, {})).status, 403)

    const asked = await ask(id, 'DESTITUTE', { evidence_type: 'NONE' })
    t.match(asked, { status: 201, data: { status: 'PENDING', basis: 'RECORDED' } })
    t.same(await groupsOf(id), [])
    t.match(await welfare.post(`/vulnerable-groups/${asked.data.id}/confirm`, {}), {
      status: 400,
      message: 'evidence_type is required to confirm DESTITUTE.',
    })
    t.match(
      await welfare.post(`/vulnerable-groups/${asked.data.id}/reject`, { reason: 'no letter' }),
      {
        status: 200,
        data: { status: 'REJECTED', decision_reason: 'no letter' },
      },
    )
    const again = await ask(id, 'DESTITUTE')
    const confirm = (body: object) =>
      welfare.post(`/vulnerable-groups/${again.data.id}/confirm`, body)
    t.equal((await confirm({})).message, 'valid_until must be within 12 months for DESTITUTE.')
    t.match(await confirm({ valid_until: '2027-03-31', note: 'letter seen' }), {
      status: 200,
      data: { status: 'CONFIRMED', exemption_draft: { category: 'INDIGENT', tag: 'DESTITUTE' } },
    })
    t.equal((await confirm({})).status, 409)
    t.same(await groupsOf(id), ['DESTITUTE'])

    const own = await welfare.post(`/patients/${id}/vulnerable-groups`, {
      group: 'ORPHAN',
      valid_from: today,
      evidence_type: 'COURT_ORDER',
    })
    t.match(await welfare.post(`/vulnerable-groups/${own.data.id}/confirm`, {}), {
      status: 409,
      message: 'You asked for this group. Another Social welfare officer must decide.',
    })
    const waiting = await welfare.get('/vulnerable-groups', { status: 'PENDING' })
    t.match(waiting.data, [{ group: 'ORPHAN', patient: { id } }])
    t.match(
      await welfare.post(`/vulnerable-groups/${again.data.id}/revoke`, { reason: 'has work' }),
      {
        data: { status: 'REVOKED' },
      },
    )
  })

  t.test('VUL-4: what billing is told, on a day', async (t) => {
    const id = await patient({ birth_date: '1990-05-12' })
    const survivor = await ask(id, 'GBV_SURVIVOR', { valid_until: '2026-04-29' })
    t.equal(survivor.status, 201)
    const known = await vulnerabilityOf(system, { patient_id: id, on: '2026-04-29' })
    t.match(known, {
      groups: [{ group: 'GBV_SURVIVOR', status: 'PENDING' }],
      age: 35,
      pregnant: false,
    })
    t.same((await vulnerabilityOf(system, { patient_id: id, on: '2026-04-30' })).groups, [])
    t.equal((await vulnerabilityOf(system, { patient_id: id, on: '2026-05-12' })).age, 36)
  })

  t.test('VUL-6: the cash desk is told that, not why', async (t) => {
    const id = await patient({ birth_date: '1991-05-12' })
    const asked = await ask(id, 'MENTAL_ILLNESS')
    await welfare.post(`/vulnerable-groups/${asked.data.id}/confirm`, {})
    t.same(await groupsOf(id), ['MENTAL_ILLNESS'])
    t.same((await cashier.get(`/patients/${id}`)).data.vulnerable_groups, ['EXEMPT_PROGRAMME'])
    t.match((await cashier.get(`/patients/${id}/vulnerable-groups`)).data, [
      { group: 'EXEMPT_PROGRAMME' },
    ])
    const row = (await cashier.get('/patients', { search: 'Zawadi' })).data.find(
      (one: { id: string }) => one.id === id,
    )
    t.same(row.vulnerable_groups, ['EXEMPT_PROGRAMME'])
    const paper = { evidence_no: 'OB/117', notes: 'told by the sister' }
    const waits = (await ask(id, 'LEPROSY', { evidence_type: 'POLICE_FORM', ...paper })).data
    const seen = async (who: typeof cashier) =>
      (await who.get(`/patients/${id}/vulnerable-groups`)).data.find(
        (one: { id: string }) => one.id === waits.id,
      )
    const nothing = { evidence_type: 'NONE', evidence_no: null, notes: null, attachment_id: null }
    t.match(await seen(cashier), { group: 'EXEMPT_PROGRAMME', ...nothing })
    const deciding = await people.holding('vulnerability:read', 'vulnerability:confirm')
    t.match(await seen(deciding), { group: 'LEPROSY', ...paper }, 'who confirms what waits')
    const named = { group: 'LEPROSY' }
    t.match((await deciding.get('/vulnerable-groups', named)).data, [{ id: waits.id }])
    t.same((await cashier.get('/vulnerable-groups', named)).data, [])
    const of = { group: 'MENTAL_ILLNESS' }
    t.match((await nurse.get('/vulnerable-groups', of)).data, [{ id: asked.data.id }])
    t.same((await cashier.get('/vulnerable-groups', of)).data, [], 'nor by asking for the word')
  })

  t.test('FRO-10: a tested blood group, and the place', async (t) => {
    const id = await patient({ birth_date: '1992-05-12', phone: '0712345670', blood_group: 'A+' })
    await within(() =>
      setTestedGroup(system, { patient_id: id, group: 'O-', source: 'Blood bank' }),
    )
    t.match((await nurse.get(`/patients/${id}`)).data, {
      blood_group: 'O-',
      blood_group_source: 'TESTED',
    })
    t.match(await locationOf(system, id), { service_point: null, ward: null })
  })
})
