// What the switchable parts of a hospital share (MOD-1 to MOD-17): the switch, tables, identity, times, charges.

import t from 'tap'
import { area } from '../../../../daemon/edge/route.ts'
import { partTableRoutes } from '../../../../daemon/hospital/modules/parts/tables.ts'
import { hospital_doors } from '../../../../daemon/hospital/areas.ts'
import { clock, hours, instantIn, minutes } from '../../../../db/core/clock.ts'
import { form, Text, Whole } from '../../../../db/core/kinds/kinds.ts'
import { brings } from '../../../../db/hospital/areas.ts'
import { patientRecord } from '../../../../db/hospital/desk/patients/rows.ts'
import { actTime, confirmIdentity } from '../../../../db/hospital/modules/parts/acts.ts'
import { chargeKey } from '../../../../db/hospital/modules/parts/charging.ts'
import {
  partTable,
  rowIn,
  standing,
  unconfirmed,
} from '../../../../db/hospital/modules/parts/part-table.ts'
import { bring } from '../../../../db/hospital/registry.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { somebody } from '../../../support/desk/visits.ts'

const bands = partTable({
  module: 'theatre',
  key: 'BANDS',
  title: 'Bands',
  source: 'Example of the house',
  clinical: true,
  row: form({ name: Text(1, 20), most: Whole(1, 90) }),
  shipped: [{ name: 'usual', most: 30 }],
  check: (rows) =>
    new Set(rows.map(({ name }) => name)).size < rows.length
      ? 'rows: each name stands once.'
      : null,
})

/** What theatre itself says of a branch where nothing of it is set up. */
const theatre_misses = [
  'no theatre',
  'no tariff for THEATRE_TIME',
  'no tariff for ANAESTHESIA_TIME',
  'no tariff for RECOVERY_TIME',
]

const doors = area('probe', [
  ...partTableRoutes({
    module: 'theatre',
    path: '/probe-tables',
    called: 'the probe',
    read: ['visit:read', 'facility:manage'],
    manage: 'facility:manage',
    tables: [bands],
  }),
])

t.test('parts', async (t) => {
  const house = await boot(t, [...hospital_doors, doors])
  const { people, system, facility_id } = house
  const officer = await people.with('system_administrator')
  const clerk = await people.with('reception')
  const caller = { ...system, facility_id }
  const here = `/facilities/${facility_id}/modules/theatre`

  t.test('token, permission, then the switch, then the rest (MOD-1)', async (t) => {
    t.equal((await house.nobody.get('/probe-tables')).status, 401)
    await officer.post(`${here}/switch-off`, { reason: 'no surgeon this month' })
    const permission = await clerk.put('/probe-tables/NONE', { rows: 'x' })
    t.match(permission, {
      status: 403,
      message: 'You do not have permission to do this. It needs facility:manage.',
    })
    const off = { status: 403, message: 'The theatre module is switched off at Main.' }
    t.match(await officer.get('/probe-tables'), off)
    t.match(await officer.put('/probe-tables/NONE', { rows: 'x' }), off)
    await officer.post(`${here}/switch-on`)
    t.equal((await officer.put('/probe-tables/NONE', { rows: 'x' })).status, 404)
  })

  t.test(
    'people first, never while somebody is in hand, told by force (MOD-3, MOD-4)',
    async (t) => {
      let in_hand = true
      bring([
        ...brings,
        {
          area: 'test',
          openWork: async (_caller, module) =>
            module === 'theatre'
              ? [
                  { label: 'cases booked', count: 12, references: ['TH-1'] },
                  {
                    label: 'patients in theatre',
                    count: 1,
                    references: ['TH-2'],
                    people: true,
                    never: in_hand,
                  },
                ]
              : [],
          readiness: async (_caller, module) =>
            module === 'theatre' ? ['no theatre is set up'] : [],
        },
      ])
      t.teardown(() => bring(brings))
      t.match((await officer.get(here)).data, {
        open_work: [
          { label: 'patients in theatre', count: 1, references: ['TH-2'], people: true },
          { label: 'cases booked', count: 12, references: ['TH-1'], people: false },
        ],
        missing: [...theatre_misses, 'no theatre is set up'],
      })
      const why = { reason: 'power is out' }
      t.match(await officer.post(`${here}/switch-off`, why), {
        status: 409,
        message:
          'The theatre module still has open work at Main: patients in theatre (1), cases booked (12).',
      })
      t.match(await officer.post(`${here}/switch-off`, { ...why, force: true }), {
        status: 409,
        message:
          'The theatre module cannot be switched off now at Main: patients in theatre (1) TH-2.',
      })
      in_hand = false
      const in_charge = await people.with('medical_in_charge')
      const forced = await officer.post(`${here}/switch-off`, { ...why, force: true })
      t.match(forced, { status: 200, data: { enabled: false } })
      const [notice] = (await in_charge.get('/notifications')).data
      t.match(notice, {
        urgency: 'URGENT',
        body: 'The theatre module was switched off with patients in theatre (1): record on paper and on the ward until it is on again.',
      })
      t.match(await officer.post(`${here}/switch-on`), { status: 200, data: { enabled: true } })
    },
  )

  t.test('a table is judged as a whole, kept by edition, confirmed by name (MOD-15)', async (t) => {
    const [shipped] = (await clerk.get('/probe-tables')).data
    t.match(shipped, { key: 'BANDS', version_no: 0, rows: bands.shipped, confirmed_at: null })
    t.equal(await unconfirmed(caller, bands), 'Default table, not yet confirmed by this hospital')
    const put = (rows: unknown[], more = {}) =>
      officer.put('/probe-tables/BANDS', { rows, reason: 'our own', ...more })
    const usual = { name: 'usual', most: 20 }
    t.match(await put([usual, { name: 'long', most: 900 }]), {
      status: 400,
      message: /^rows\[1\]\.most /,
    })
    t.match(await put([usual, usual]), { status: 400, message: 'rows: each name stands once.' })
    t.equal((await standing(caller, bands)).version_no, 0, 'nothing was kept')
    t.match((await put([usual])).data, { version_no: 1, confirmed_by_name: null })
    t.match((await put([usual], { confirm: true })).data, {
      version_no: 2,
      confirmed_by_name: officer.user.full_name,
    })
    t.same(await rowIn(caller, bands), usual)
    t.equal(await unconfirmed(caller, bands), null)
  })

  t.test('who it is: read from a code, or aloud; another is always refused (MOD-17)', async (t) => {
    const [one, other] = [await somebody(clerk), await somebody(clerk)]
    const patient = await patientRecord.get(caller, one.id)
    const asked = (sent: Parameters<typeof confirmIdentity>[2]) =>
      within(() => confirmIdentity(caller, patient, sent))
    t.equal(await asked({ scanned_patient: one.number }), true)
    t.equal(await asked({ identity: { name: true, number: true } }), false)
    await t.rejects(asked({ identity: { name: true, number: false } }), {
      status: 400,
      message: 'Confirm who this is: scan the wristband or check name and number.',
    })
    await t.rejects(
      asked({ scanned_patient: other.number, identity: { name: true, number: true } }),
      {
        status: 409,
        message: new RegExp(`^This wristband is .*${other.number}: another patient.$`),
      },
    )
  })

  t.test('when it was: not ahead, not before what it follows, late with a reason (MOD-12)', (t) => {
    clock.freeze('2026-03-10T09:00:00.000Z')
    const born = { birth_date: '2026-03-01' }
    t.equal(actTime(undefined, born), '2026-03-10T09:00:00.000Z')
    t.equal(actTime(instantIn(minutes(2)), born), '2026-03-10T09:02:00.000Z')
    t.throws(() => actTime(instantIn(minutes(3)), born), /at is in the future\.$/)
    t.throws(() => actTime('2026-02-20T09:00:00Z', born), /at is before the patient was born/)
    const after = [{ at: '2026-03-10T08:30:00.000Z', says: 'Incision cannot be before time-out.' }]
    t.throws(() => actTime('2026-03-10T08:00:00Z', born, { after }), /cannot be before time-out/)
    const long_ago = instantIn(-hours(25))
    t.throws(
      () => actTime(long_ago, born),
      /late_reason is required: this was more than 24 hours ago/,
    )
    t.equal(actTime(long_ago, born, { late_reason: 'no power' }), long_ago)
    clock.release()
    t.end()
  })

  t.test('a key without a code or a price is told and stops nothing (MOD-16)', async (t) => {
    const { id: patient_id } = await somebody(clerk)
    const asked = { key: 'THEATRE_TIME', patient_id, quantity: 1, source: 'theatre_time' }
    const none = await within(() => chargeKey(caller, { ...asked, code: null, source_id: 'a' }))
    t.match(none, {
      item_id: null,
      warning: 'No charge is set for THEATRE_TIME.',
      payment_ok: true,
    })
    const lost = await within(() => chargeKey(caller, { ...asked, code: 'NONE-1', source_id: 'b' }))
    t.match(lost, { warning: 'No charge is set for THEATRE_TIME.' })
  })

  t.test('what is missing to begin is told and blocks nothing (MOD-10)', async (t) => {
    const { enabled, missing } = (await officer.get(here)).data
    t.same({ enabled, missing }, { enabled: true, missing: theatre_misses })
  })
})
