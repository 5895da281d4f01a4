// The payslip as a PDF: who may have it, and what it says (HR-110, HR-111).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { keep } from '../../../support/desk/kept-pictures.ts'
import { read } from '../../../support/money/money-papers.ts'
import { payDesk } from '../../../support/pay.ts'
import { markOn, needsPoppler, pagesOf } from '../../../support/pdf.ts'

t.test('payslips on paper', needsPoppler, async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const desk = await payDesk(house)
  const { payroll, people } = desk
  const person = await desk.paid(
    1_500_000,
    {
      first_name: 'Neema',
      last_name: 'Mwakasege',
      pension_scheme: 'NSSF',
      pension_no: 'N-77',
      tin: '100-200-300',
      date_of_birth: '1990-05-01',
    },
    {
      components: [
        { code: 'ONCALL', value: 15_000, units: 2 },
        { code: 'UNION', value: 20_000 },
      ],
    },
  )
  const run = await desk.run({ period_year: 2026, period_month: 3 }, 'APPROVED')
  const [{ id }] = (await payroll.get('/hr/payslips', { staff_id: person.id })).data
  const pdf = `/hr/payslips/${id}/pdf`
  const nurse = await people.with('nurse')
  const stranger = await people.with('nurse')
  await desk.staff.link(nurse, person.id)

  t.test('a draft is none', async (t) => {
    t.match(await payroll.get(pdf), { status: 409, message: 'This payslip is not final yet.' })
    await desk.accountant.post(`${run}/post`, {})
    t.equal((await payroll.get(pdf)).status, 200)
  })

  t.test('one’s own with self:use, of others with payroll:read (HR-110)', async (t) => {
    t.equal((await nurse.get(pdf)).status, 200)
    const refused = await stranger.get(pdf)
    t.match(refused, {
      status: 403,
      message: 'You do not have permission to do this. It needs payroll:read.',
    })
    t.equal((await house.nobody.get(pdf)).status, 401)
    t.equal((await nurse.get(pdf, { paper: 'ROLL80' })).status, 400)
  })

  t.test('it says what HR-111 asks of it', async (t) => {
    const answer = await nurse.get(pdf, { lang: 'en' })
    const text = read(answer)
    for (const said of [
      'Payslip',
      'PS-2026-03-0001',
      'March 2026',
      'Neema Mwakasege',
      'Labour ward',
      '100-200-300',
      'NSSF N-77',
      '31 of 31',
      'Basic pay',
      '1,500,000',
      'On-call allowance',
      '30,000',
      'Pay as you earn',
      'Net pay',
      'Paid by the employer',
      'This year so far',
      'Leave left',
      'CONFIDENTIAL',
    ])
      t.ok(text.includes(said), said)
    t.equal(pagesOf(answer.raw).length, 1)
    keep('payslip-en', answer.raw)
    const swahili = await nurse.get(pdf, { lang: 'sw', paper: 'A5' })
    const words = [
      'Mshahara wa msingi',
      'Kodi ya mapato (PAYE)',
      'NSSF, mwajiri',
      'Likizo ya mwaka',
    ]
    for (const said of ['Hati ya mshahara', 'Machi 2026', 'Mshahara halisi', 'SIRI', ...words])
      t.ok(read(swahili).includes(said), said)
    keep('payslip-sw-a5', swahili.raw)
  })

  t.test('one that was taken back is marked so', async (t) => {
    const both = await people.holding('payroll:approve', 'payroll:post')
    const back = await both.post(`${run}/reverse`, { reason: 'A mistake' })
    t.equal(back.status, 200, back.message)
    t.match(markOn((await payroll.get(pdf, { lang: 'en' })).raw), /^REVERSED/)
  })
})
