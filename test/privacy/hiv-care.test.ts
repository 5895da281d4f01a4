// No field of HIV care without the right (TBC-22, TBC-23): a client with a number, words and medicines that stand
// nowhere else; every route that reads, of the whole hospital, walked by who holds everything but the right, and
// what leaves the house looked through: the log, notices, bills, messages, the papers of the desk.

import t from 'tap'
import { codesOf } from '../../daemon/edge/route.ts'
import { clock } from '../../db/core/clock.ts'
import { rows, within } from '../../db/store/connection.ts'
import { sql } from '../../db/store/sql.ts'
import { markDeceased } from '../../db/hospital/desk/patients/record/deaths.ts'
import { enrolling, registering, visit_of } from '../support/desk/tb-clinic.ts'
import { boot } from '../support/boot.ts'
import { everything, wholePatient, workshopOf } from '../support/desk/whole-patient.ts'
import { done } from '../support/desk/ward.ts'
import {
  addressOf,
  askings,
  Faults,
  readable,
  shown,
  staff_routes,
  wordsIn,
} from '../support/sweeps/privacy.ts'

/**
 * Each opens HIV care, or a part of it that has a right of its own: restricted tests are the laboratory's, and
 * which infections a donor's blood is tested for is told to who tests and releases it (BLD-12), and to who looks back
 * upon what was given of it (BLD-91).
 */
const rights = [
  'ctc:read',
  'ctc:register',
  'ctc:update',
  'ctc:approve',
  'result:restricted',
  'donor:results',
  'donation:test',
  'haemovigilance:manage',
]

/** Who hands a medicine out or gives it reads that line whole; what is handed out is in stock's books. */
const in_hand = /^GET \/(pharmacy\/(dispenses|owed|queue|returns)|nursing\/doses)/

const word = 'siriyakliniki'

t.test('nothing of HIV care is told without ctc:read (TBC-22)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { people } = house
  const shop = await workshopOf(house)
  const whole = await wholePatient(shop, { name: 'Mteja', more: { sex: 'Male' } })
  const { hands } = shop
  const [known] = await done(hands.get('/ctc-clients', { patient_id: whole.id }))
  const client = `/ctc-clients/${known.id}`
  await done(hands.post(`${client}/visits`, visit_of({ problems: [word] })))
  const begun = await done(
    hands.post(`${client}/regimen`, {
      action: 'START',
      regimen_key: 'TDF_3TC_DTG',
      reason: word,
      overrides: [],
    }),
  )
  await done(hands.post(`${client}/adherence-sessions`, { findings: word, plan: word }))
  const [tb] = await done(hands.get('/tb-cases', { patient_id: whole.id }))
  await done(
    hands.post(`/tb-cases/${tb.id}/register`, {
      ...registering,
      hiv: { status: 'POSITIVE', tested_on: '2026-03-20' },
      overrides: [
        {
          gate: 'RX_INTERACTION',
          subject: '1',
          reason_code: 'BENEFIT_OUTWEIGHS',
          reason: 'Watched',
        },
      ],
    }),
  )
  const secrets = [
    word,
    known.number,
    'Tenofovir',
    'Dolutegravir',
    'TDF_3TC_DTG',
    '"HIV"',
    '"CTC"',
    '"POSITIVE"',
    'VCT room',
  ]
  const whoever = everything.filter((code) => !rights.includes(code))
  const outsider = await people.holding(...whoever)
  const reading = staff_routes.filter(
    ({ method, access, opens }) =>
      method === 'GET' &&
      opens !== 'nobody' &&
      codesOf(access).some((code) => whoever.includes(code)),
  )

  t.test('every route that reads, and every way to ask it', async (t) => {
    const faults = new Faults()
    let walked = 0
    for (const route of reading) {
      const at = addressOf(route, whole)
      if (at === null || in_hand.test(`GET ${route.path}`)) continue
      walked += 1
      const ways = [...askings(route, whole).slice(0, 2), ...numbersIn(route.path, known.number)]
      for (const asked of ways) faults.add(route, told(await outsider.get(at, asked), secrets))
    }
    t.same(faults.against({}), [])
    t.ok(walked > 120, `${walked} routes are walked`)
  })

  t.test('a prescription is there, and no word of what is in it', async (t) => {
    const rx = await done(outsider.get(`/prescriptions/${begun.prescription_id}`))
    t.match(rx.items, [{ medicine: 'Restricted medicine', medicine_id: null, dose: null }])
    const now = await done(outsider.get(`/patients/${whole.id}/clinical-summary`))
    const names = now.medicines.map(({ name }: { name: string }) => name)
    t.ok(names.includes('Restricted medicine (1)'), names.join())
    const { medicine_id } = (await done(hands.get(`/prescriptions/${begun.prescription_id}`)))
      .items[0]
    const found = await done(outsider.get('/prescriptions', { medicine_id }))
    t.same(found, [], 'nor is it found by its medicine')
  })

  t.test('the log, notices, messages and bills (TBC-23)', async (t) => {
    const of = async (statement: Parameters<typeof rows>[0]) =>
      JSON.stringify(await rows(statement)).toLowerCase()
    // What somebody typed to look for is in the log as it was typed.
    const all = [
      [
        'the log',
        await of(
          sql`select action, entity_type, entity_label, reason, changes, query from audit_rows
            where coalesce(user_id, '') <> ${outsider.user.id}`,
        ),
      ],
      ['notices', await of(sql`select title, body from notifications`)],
      ['bills', await of(sql`select description from bill_items`)],
      ['messages', await of(sql`select * from patient_messages`)],
    ] as const
    const words = secrets.map((one) => one.toLowerCase())
    for (const [name, text] of all)
      t.same(
        words.filter((one) => text.includes(one)),
        [],
        `${name} say nothing`,
      )
    t.match(all[0][1], /programme_enrolment\.visit/, 'and yet it is logged')
  })

  t.test('who has the right reads it all: nothing is walked in vain', async (t) => {
    const insider = await people.holding(...everything)
    const read = await insider.get(client)
    t.same(shown(read, [word, known.number, 'TDF_3TC_DTG', 'VCT room']).length, 4)
    const rx = await insider.get(`/prescriptions/${begun.prescription_id}`)
    t.same(shown(rx, ['Tenofovir']), ['Tenofovir'])
  })

  t.test('a merge that is refused and a death say nothing either (TBC-25)', async (t) => {
    const twin = await done(
      hands.post('/patients', {
        first_name: 'Pacha',
        last_name: 'Mwingine',
        sex: 'Male',
        birth_date: '1988-02-02',
        confirm_different: [],
      }),
    )
    await done(hands.post('/ctc-clients', enrolling(twin.id)))
    const merge = await hands.post('/patient-merges', {
      keep_id: whole.id,
      merge_id: twin.id,
      reason: 'The same person',
    })
    t.same(shown(merge, secrets), [], merge.message)
    const gone = await within(() =>
      markDeceased(house.system, {
        patient_id: twin.id,
        died_at: clock.instant(),
        place: 'HOME',
        confirmed_by: 'The family called',
      }),
    )
    t.same(shown({ raw: Buffer.from(JSON.stringify(gone)) }, secrets), [])
    t.match((await done(hands.get('/ctc-clients', { patient_id: twin.id })))[0], { status: 'DIED' })
  })
})

/** Names of fields say nothing of anybody. */
const told = ({ raw }: { raw: Buffer }, words: readonly string[]): string[] =>
  wordsIn(readable(raw).replaceAll(/"[a-z_0-9]+":/g, ''), words)

/** TBC-22: nothing is found by the number of a client. */
const numbersIn = (path: string, number: string): Record<string, string>[] =>
  path === '/search' ? [{ q: number }] : path === '/patients' ? [{ search: number }] : []
