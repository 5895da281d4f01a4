import t from 'tap'
import { clock, days } from '../../../../db/core/clock.ts'
import { codeOf } from '../../../../db/hospital/desk/patients/record/cards.ts'
import { patientRecord } from '../../../../db/hospital/desk/patients/rows.ts'
import { boot } from '../../../support/boot.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

t.test('cards of patients (PAT-11)', async (t) => {
  const { people, system } = await boot(t)
  clock.freeze('2026-03-31T09:00:00.000Z')
  const clerk = await people.with('reception', 'records')
  const cashier = await people.with('cashier')
  const made = await clerk.post('/patients', {
    first_name: 'Asha',
    last_name: 'Mrisho',
    sex: 'Female',
    birth_date: '1990-05-12',
    phone: '0712345678',
    reported_allergies: ['penicillin'],
  })
  const { id, number } = made.data
  let code = ''

  t.test('a card is a PDF and says who, not what', needsPoppler, async (t) => {
    const card = await clerk.get(`/patients/${id}/card`)
    t.equal(card.status, 200)
    t.equal(card.headers['content-type'], 'application/pdf')
    t.match(card.headers['content-disposition'], `inline; filename="${number}.pdf"`)
    const text = textOf(card.raw)
    for (const said of ['Asha Mrisho', number, '1990']) t.match(text, said)
    t.notMatch(text, /penicillin|0712|255712/i)
    const swahili = textOf((await clerk.get(`/patients/${id}/card`, { language: 'sw' })).raw)
    t.match(swahili, 'Mwanamke')
    t.match(swahili, 'Mwaka wa kuzaliwa: 1990')
    t.equal((await cashier.get(`/patients/${id}/card`)).status, 403)
    t.equal((await clerk.get('/patients/0190aaaa-0000-7000-8000-000000000000/card')).status, 404)
  })

  t.test(
    'a wristband says who it is, and a scanner reads it like the card',
    needsPoppler,
    async (t) => {
      const band = await clerk.get(`/patients/${id}/wristband`)
      t.equal(band.status, 200, band.message)
      const text = textOf(band.raw)
      for (const said of ['Asha Mrisho', number, '12/05/1990', 'St Mary Hospital'])
        t.match(text, said)
      t.notMatch(text, /penicillin|0712|255712/i)
      t.equal((await cashier.get(`/patients/${id}/wristband`)).status, 403)
      const nobody = await clerk.post('/patients/unknown', { unknown_label: 'Red shirt, gate 2' })
      const label = textOf((await clerk.get(`/patients/${nobody.data.id}/wristband`)).raw)
      t.match(label, 'Red shirt, gate 2', 'PAT-14: the label')
      t.match(label, /about|takriban/)
    },
  )

  t.test('the code is read at any desk, and a number too', async (t) => {
    code = await codeOf(system, await patientRecord.get(system, id))
    t.match(code, /^KITUO1\.[a-z0-9-]+\.PT-000001\.1\.[0-9A-HJKMNP-TV-Z]{10}$/)
    for (const typed of [code, ` ${code} `, number, 'pt1', '1']) {
      t.match((await cashier.get('/patients/scan', { code: typed })).data, { id, number }, typed)
    }
    t.equal((await cashier.get('/patients/scan', { code: '77' })).message, 'No such patient.')
  })

  t.test('a card made at home is not from this hospital', async (t) => {
    for (const wrong of [
      code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      code.replace('.1.', '.2.'),
      'KITUO1.x',
      'KITUO1.',
    ]) {
      const refused = await cashier.get('/patients/scan', { code: wrong })
      t.match(refused, { status: 404, message: 'This card is not from this hospital.' }, wrong)
    }
    t.equal((await cashier.get('/patients/scan')).status, 400)
  })

  t.test('a replaced card stops working and says when', async (t) => {
    t.equal((await clerk.post(`/patients/${id}/card/reissue`, {})).status, 400)
    clock.advance(days(3))
    const desk = await people.with('reception')
    const again = await desk.post(`/patients/${id}/card/reissue`, { reason: 'LOST' })
    t.match(again, { status: 200, data: { card_serial: 2 } })
    const old = await desk.get('/patients/scan', { code })
    t.match(old, {
      status: 409,
      message: 'This card was replaced on 2026-04-03. Ask for the new one.',
    })
  })
})
