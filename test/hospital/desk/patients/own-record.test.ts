// One's own record, groups that an emergency opens, the list of a group (PRV-6, VUL-2, EMG-9, VUL-5,
// VUL-6, PAT-25).

import t from 'tap'
import { clock, days } from '../../../../db/core/clock.ts'
import { vulnerabilityOf } from '../../../../db/hospital/desk/patients/groups/vulnerability.ts'
import { waiver_of } from '../../../../db/hospital/desk/patients/groups/words.ts'
import { staffOf } from '../../../../db/hospital/neighbours/people.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { somebody } from '../../../support/desk/visits.ts'

const own = 'This is your own record. Use the patient portal.'

t.test('records of one’s own, and of survivors', async (t) => {
  const { people, system } = await boot(t)
  clock.freeze('2026-03-31T09:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const cashier = await people.with('cashier')
  const welfare = await people.with('welfare')
  const adult = { birth_date: '1990-05-12', sex: 'Female' }

  await t.test('whoever’s staff record bears the ID does not open it (PRV-6)', async (t) => {
    const mine = await somebody(clerk, { ...adult, national_id: '19900512123451234567' })
    const other = await somebody(clerk, { ...adult, national_id: '19900512123451234568' })
    const officer = await people.with('privacy_officer', 'records', 'nurse')
    answering(t, staffOf, async (caller) => ({
      staff_id: caller.user_id ?? '',
      name: 'Asha Mrisho',
      cadre: 'Nurse',
      grade: null,
      national_id: caller.user_id === nurse.user.id ? null : '19900512-12345-12345-67',
    }))
    for (const path of ['', '/next-of-kin', '/alerts', '/vitals', '/visits', '/identifiers']) {
      const refused = await officer.get(`/patients/${mine.id}${path}`)
      t.match(refused, { status: 403, message: own }, path)
      t.equal((await officer.get(`/patients/${other.id}${path}`)).status, 200, path)
    }
    const changed = await officer.patch(`/patients/${mine.id}`, { religion: 'x' })
    t.match(changed, { status: 403, message: own })
    t.equal((await nurse.get(`/patients/${mine.id}`)).status, 200, 'others do')
  })

  await t.test('violence opens the survivor’s group for thirty days (VUL-2, EMG-9)', async (t) => {
    for (const [category, group] of [
      ['GENDER_VIOLENCE', 'GBV_SURVIVOR'],
      ['CHILD_ABUSE', 'CHILD_ABUSE_SURVIVOR'],
    ] as const) {
      const one = await somebody(clerk, { ...adult, birth_date: '2012-05-12' })
      const made = await nurse.post('/emergencies', { patient_id: one.id, category })
      t.equal(made.status, 201, made.message)
      const listed = (await welfare.get(`/patients/${one.id}/vulnerable-groups`)).data
      t.match(
        listed.find((row: { status: string }) => row.status === 'PENDING'),
        { basis: 'RECORDED', valid_from: '2026-03-31', valid_until: '2026-04-29' },
      )
      const on = (day: string) => vulnerabilityOf(system, { patient_id: one.id, on: day })
      t.match((await on('2026-04-29')).groups, [{ group, status: 'PENDING' }], 'it counts at once')
      t.same((await on('2026-04-30')).groups, [])
      const again = await nurse.patch(`/emergencies/${made.data.id}`, { category: 'MEDICAL' })
      t.equal(again.status, 200, again.message)
      await nurse.patch(`/emergencies/${made.data.id}`, { category })
      const waiting = (await welfare.get('/vulnerable-groups', { status: 'PENDING' })).data
      const pending = waiting.filter((row: { patient_id: string }) => row.patient_id === one.id)
      t.match(pending, [{ group }], 'once, and by its name for who decides (VUL-6)')
      t.equal(pending.length, 1)
      const outside = (await cashier.get(`/patients/${one.id}/vulnerable-groups`)).data
      t.same(
        outside
          .filter((row: { status: string }) => row.status === 'PENDING')
          .map((row: { group: string }) => row.group),
        ['EXEMPT_PROGRAMME'],
        'without the story for others',
      )
      const rejected = await welfare.post(`/vulnerable-groups/${pending[0].id}/reject`, {
        reason: 'another story',
      })
      t.equal(rejected.status, 200, rejected.message)
      t.same((await on('2026-04-01')).groups, [], 'until it is rejected')
    }
    const plain = await somebody(clerk, adult)
    await nurse.post('/emergencies', { patient_id: plain.id, category: 'ASSAULT' })
    t.same((await welfare.get(`/patients/${plain.id}/vulnerable-groups`)).data, [])
  })

  await t.test('the register is listed by a recorded group, as far as one may know', async (t) => {
    const [poor, ill] = [await somebody(clerk, adult), await somebody(clerk, adult)]
    const asked = async (id: string, group: string) => {
      const made = await clerk.post(`/patients/${id}/vulnerable-groups`, {
        group,
        valid_from: '2026-03-31',
        valid_until: '2026-04-30',
        evidence_type: 'SOCIAL_WELFARE_LETTER',
      })
      return made.data.id as string
    }
    const listed = async (by: typeof clerk, group: string): Promise<string[]> =>
      (await by.get('/patients', { group })).data.map(({ id }: { id: string }) => id)
    const [one, two] = [await asked(poor.id, 'DESTITUTE'), await asked(ill.id, 'MENTAL_ILLNESS')]
    t.same(await listed(nurse, 'DESTITUTE'), [], 'while it waits')
    for (const id of [one, two]) {
      t.equal((await welfare.post(`/vulnerable-groups/${id}/confirm`, {})).status, 200)
    }
    t.same(await listed(cashier, 'DESTITUTE'), [poor.id])
    t.same(await listed(nurse, 'MENTAL_ILLNESS'), [ill.id])
    t.same(await listed(cashier, 'MENTAL_ILLNESS'), [], 'VUL-6: asking tells nothing either')
    clock.advance(days(31))
    const later = await people.with('nurse')
    t.same(await listed(later, 'DESTITUTE'), [], 'nor when its days are over')
    clock.freeze('2026-03-31T09:00:00.000Z')
  })

  t.test('each group has its category of waiver (VUL-5)', async (t) => {
    t.same(waiver_of, {
      UNDER_FIVE: 'CHILD',
      PREGNANT: 'PREGNANCY',
      POSTPARTUM: 'PREGNANCY',
      ELDERLY: 'ELDERLY',
      DESTITUTE: 'INDIGENT',
      ORPHAN: 'INDIGENT',
      REFUGEE: 'INDIGENT',
      DISASTER_VICTIM: 'INDIGENT',
      TB: 'CHRONIC',
      HIV: 'CHRONIC',
      LEPROSY: 'CHRONIC',
      MENTAL_ILLNESS: 'CHRONIC',
      CANCER: 'CHRONIC',
      SICKLE_CELL: 'CHRONIC',
      CHRONIC_ILLNESS: 'CHRONIC',
      GBV_SURVIVOR: 'VIOLENCE',
      CHILD_ABUSE_SURVIVOR: 'VIOLENCE',
      PRISONER: 'PRISONER',
      DISABILITY: 'OTHER',
      OTHER: 'OTHER',
    })
  })
})
