// What a ward prints (CAR-120, CAR-144, CAR-217), read as another program reads it.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import type { Person } from '../../../support/people.ts'
import { needsPoppler, pagesOf, textOf } from '../../../support/pdf.ts'
import { done, wardOf } from '../../../support/desk/ward.ts'
import { clinicOfMedicines, item } from '../../../support/medicines.ts'

const start = '2026-03-31T05:00:00.000Z'

t.test('papers of a ward', needsPoppler, async (t) => {
  const on = await clinicOfMedicines(t)
  clock.freeze(start)
  const { house, nurse, doctor, clerk } = on
  const charge = await house.people.with('nurse_in_charge')
  const admin = await house.people.holding('ward:write', 'ward:read')
  const { ward, beds } = await wardOf(admin)
  const printed = async (who: Person, path: string, words: Record<string, string> = {}) => {
    const got = await who.get(path, words)
    t.equal(got.status, 200, path)
    t.equal(got.headers['content-type'], 'application/pdf')
    return got.raw
  }
  const patient_id = await on.patient({ first_name: 'Baraka', last_name: 'Mwakyusa' })
  const kin = { full_name: 'Halima Ally', relationship: 'MOTHER', phone: '0713000111' }
  await done(clerk.post(`/patients/${patient_id}/next-of-kin`, kin))
  const stay = await done(
    nurse.post('/admissions', {
      patient_id,
      reason: 'Fever and vomiting',
      kind: 'EMERGENCY',
      isolation: { kinds: ['DROPLET'] },
    }),
  )
  const path = `/admissions/${stay.id}`

  t.test('the card waits for a bed (CAR-144)', async (t) => {
    t.match(await nurse.get(`${path}/bed-card`), {
      status: 409,
      message: `Admission ${stay.reference} is REQUESTED: it has no bed.`,
    })
  })

  await done(charge.post(`${path}/admit`, { bed_id: beds[0].id, attending_id: newId() }))

  const valuables = [{ item: 'Telephone', kept_by: 'The nurse in charge', signed: true }]
  await done(nurse.patch(path, { valuables }))

  t.test('the form that is signed, in both languages (CAR-144)', async (t) => {
    const said = textOf(await printed(nurse, `${path}/admission-form`, { language: 'en' }))
    for (const part of [
      'Admission form',
      stay.reference,
      'Baraka Mwakyusa',
      'Halima Ally (mother), +255713000111',
      'Fever and vomiting',
      'Emergency',
      'Droplets',
      'None known',
      'Telephone',
      'Patient or guardian',
    ])
      t.ok(said.includes(part), part)
    const own = textOf(await printed(nurse, `${path}/admission-form`, { language: 'sw' }))
    t.match(own, /Fomu ya kulazwa[^]*Ndugu wa karibu[^]*mama[^]*Mgonjwa au mlezi/)
  })

  t.test('no name and no diagnosis at the bed (CAR-144)', async (t) => {
    await done(
      nurse.post('/clinical/allergies', {
        patient_id,
        substance: 'Penicillin',
        severity: 'SEVERE',
      }),
    )
    const said = textOf(await printed(nurse, `${path}/bed-card`, { language: 'en' }))
    t.match(said, /Bed card[^]*B\.M\.[^]*ALLERGY[^]*Droplets[^]*Diet/)
    t.ok(said.includes(ward.name))
    t.notMatch(said, /Baraka|Mwakyusa|Fever|Penicillin/)
  })

  t.test('the chart of medicines, a table for each day (CAR-120, CAR-217)', async (t) => {
    const paracetamol = await on.called('Paracetamol 500 mg tablet')
    const rx = await done(
      on.prescribe(patient_id, [item(paracetamol, { dose: 1000, first_dose: 'NOW' })]),
    )
    const [first, second] = await done(nurse.get('/nursing/doses', { patient_id }))
    await done(nurse.post(`/nursing/doses/${first.id}/give`))
    clock.freeze(second.due_at)
    await done(nurse.post(`/nursing/doses/${second.id}/withhold`, { reason_code: 'NBM' }))
    await done(
      nurse.post('/nursing/doses', {
        patient_id,
        medicine: 'Oral rehydration salts',
        dose: '200 ml',
        give: {},
      }),
    )
    const asked = { from: '2026-03-31', to: '2026-04-01', language: 'en' }
    const pages = pagesOf(await printed(doctor, `${path}/mar/pdf`, asked))
    const said = pages.join('\n')
    t.match(said, /Medicine chart[^]*31\/03\/2026[^]*01\/04\/2026/)
    t.match(said, /Paracetamol 500 mg tablet/)
    t.match(said, /08:00 given 08:00 [A-Z]+/)
    t.match(said, /14:00 withheld \(NBM\)/)
    t.match(said, /22:00 _+/, 'a line for who gives it by hand')
    t.match(said, /Without a prescription[^]*Oral rehydration salts/)
    t.ok(said.includes('Penicillin'))
    for (const page of pages) t.match(page, 'Baraka Mwakyusa', 'no sheet is without a name')
    const own = textOf(await printed(doctor, `${path}/mar/pdf`, { language: 'sw' }))
    t.match(own, /Chati ya dawa[^]*imetolewa[^]*imezuiwa/)
    t.equal(rx.items.length, 1)
    t.match(await doctor.get(`${path}/mar/pdf`, { from: '2026-04-02', to: '2026-04-01' }), {
      status: 400,
      message: 'from is after to.',
    })
    t.match(await doctor.get(`${path}/mar/pdf`, { from: '2026-01-01', to: '2026-04-01' }), {
      status: 400,
      message: 'from and to may span 60 days.',
    })
    const clerks = await clerk.get(`${path}/mar/pdf`)
    t.equal(clerks.status, 403)
  })

  t.test('the summary says what is taken from now on (CAR-162)', async (t) => {
    const folic = await on.called('Folic acid 5 mg tablet')
    const known = await done(doctor.get(`/patients/${patient_id}/medicines`))
    const [paracetamol] = known.active
    await done(
      doctor.post(`/prescription-items/${paracetamol.id}/discontinue`, {
        stop_reason: 'NOT_TOLERATED',
      }),
    )
    const tea = { patient_id, name: 'Herbal tea', dose_text: 'One cup', source: 'PATIENT' }
    await done(doctor.post('/clinical/home-medicines', tea))
    const home = item(folic, { dose: 5, frequency: 'OD', duration_days: 30 })
    await done(on.prescribe(patient_id, [home], { kind: 'DISCHARGE' }))
    const { sections } = await done(doctor.post(`${path}/summary`))
    const { text } = sections.find(({ key }: { key: string }) => key === 'medicines')
    t.match(text, /^- Folic acid 5 mg tablet: Take 1 tablet .*for 30 days \(new\)$/m)
    t.match(text, /^- Herbal tea: One cup \(taken before the stay\)$/m)
    t.match(text, /^- Stopped: Paracetamol 500 mg tablet \(not tolerated\)$/m)
    const paper = textOf(await printed(doctor, `${path}/discharge-summary/pdf`, { language: 'sw' }))
    t.match(paper, /Dawa, na kilichobadilika[^]*Folic acid 5 mg tablet/)
  })
})
