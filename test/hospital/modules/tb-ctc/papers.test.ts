// The papers of both clinics: what the patient carries says no disease, and of HIV care only its team prints.

import t from 'tap'
import { clinics, enrolling, registering, visit_of } from '../../../support/desk/tb-clinic.ts'
import { done } from '../../../support/desk/ward.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'
import { codeOn } from '../../../support/money/money-papers.ts'
import type { Person } from '../../../support/people.ts'

t.test('papers of the clinics', needsPoppler, async (t) => {
  const { doctor, nurse, team, visiting, people, house } = await clinics(t)
  const { nobody } = house
  const paper = async (who: Person, path: string, query: Record<string, string> = {}) => {
    const answer = await who.get(path, query)
    t.equal(answer.status, 200, answer.message)
    return textOf(answer.raw)
  }

  /** MOD-21: by its code anybody learns that there is such a letter, and nothing of whose or which clinic's. */
  const isGenuine = async (letter: string, number: string) => {
    const looked = await done(nobody.get(`/billing/verify/${codeOn(letter)}`, { lang: 'en' }))
    t.match(looked, { genuine: true, kind: 'Transfer letter', number, status: 'VALID' })
  }

  t.test('a TB case: card, what is carried, sheet, letter (TBC-22, TBC-23)', async (t) => {
    const patient_id = await visiting({ language: 'sw' })
    const made = await done(
      doctor.post('/tb-cases', { patient_id, signs: { cough_weeks: 3 }, found_by: 'CLINIC' }),
    )
    const path = `/tb-cases/${made.id}/pdf`
    t.match(await doctor.get(path, { kind: 'transfer' }), {
      status: 409,
      message: `TB case ${made.presumptive_no} is PRESUMPTIVE: it has no such paper yet.`,
    })
    const supporter = { name: 'Juma Ally', phone: '+255754000002' }
    const hiv = { status: 'POSITIVE', tested_on: '2026-03-20' }
    const body = { ...registering, supporter, hiv }
    const one = await done(doctor.post(`/tb-cases/${made.id}/register`, body))
    const days = [{ on: '2026-03-31', mark: 'OBSERVED' }]
    await done(nurse.patch(`/tb-cases/${made.id}/calendar`, { days }))
    const carried = await paper(doctor, path, { kind: 'identity_card' })
    t.match(carried, /Kadi ya mgonjwa/)
    t.match(carried, /Juma Ally/)
    const card = await paper(doctor, path, { language: 'en' })
    t.match(card, /Treatment card/)
    t.match(card, new RegExp(one.number))
    t.match(card, /03\/2026/)
    t.match(await paper(doctor, path, { kind: 'dot_sheet', language: 'en' }), /Sheet of doses/)
    const letter = await paper(doctor, path, { kind: 'transfer', language: 'en' })
    t.match(letter, /Transfer letter/)
    await isGenuine(letter, one.number)
    for (const said of [carried, card]) t.notMatch(said, /\bHIV\b|POSITIVE|VVU/)
  })

  t.test(
    'a client: card, letter, and an appointment that says nothing (APT-20, TBC-22)',
    async (t) => {
      const patient_id = await visiting({ language: 'sw' })
      const client = await done(team.post('/ctc-clients', enrolling(patient_id)))
      const path = `/ctc-clients/${client.id}/pdf`
      t.match(await team.get(path, { kind: 'appointment' }), {
        status: 409,
        message: 'No next visit is planned.',
      })
      const seen = visit_of({ next_visit_on: '2026-04-28' })
      await done(team.post(`/ctc-clients/${client.id}/visits`, seen))
      const appointment = await paper(team, path, { kind: 'appointment' })
      t.match(appointment, /Kadi ya miadi/)
      t.match(appointment, /28\/04\/2026/)
      t.notMatch(appointment, /HIV|VVU|CTC|ART|TB/)
      t.notMatch(appointment, new RegExp(client.number))
      const card = await paper(team, path, { language: 'en' })
      t.match(card, new RegExp(client.number))
      const letter = await paper(team, path, { kind: 'transfer', language: 'en' })
      t.match(letter, /Transfer letter/)
      t.not(codeOn(letter), codeOn(await paper(team, path, { kind: 'transfer', language: 'en' })))
      t.equal((await doctor.get(path)).status, 403)
      const records = await people.with('records')
      t.equal((await records.get(path)).status, 403)
    },
  )
})
