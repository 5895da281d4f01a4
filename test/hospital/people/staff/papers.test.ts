// The roster to be hung up (HR-40), the advertisement of a vacancy (people 5.3), and licences that end
// soon (HR-15).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { tellEnding } from '../../../../db/hospital/people/staff/licences/notices.ts'
import { shift_types } from '../../../../db/hospital/people/staff/rosters/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import { payName } from '../../../../templates/pay-words.ts'
import { shippedName } from '../../../../templates/people-words.ts'
import { boot } from '../../../support/boot.ts'
import { keep } from '../../../support/desk/kept-pictures.ts'
import { needsPoppler, pagesOf, textOf } from '../../../support/pdf.ts'
import { staffDesk } from '../../../support/staff.ts'

t.test('papers of staff', needsPoppler, async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-02T06:00:00.000Z')
  const { people, hospital, system } = house
  const desk = await staffDesk(house)
  const { officer } = desk
  const boss = await people.with('supervisor')

  t.test('a page a month: people, days, codes and hours (HR-40)', async (t) => {
    const department = await desk.department('Labour ward')
    const asha = await desk.hire({ first_name: 'Asha' })
    const neema = await desk.hire({ first_name: 'Neema' })
    const made = await boss.post('/hr/rosters', {
      department,
      starts_on: '2026-03-09',
      ends_on: '2026-04-05',
    })
    t.equal(made.status, 201, made.message)
    const path = `/hr/rosters/${made.data.id}`
    const types = await shift_types.all({ hospital_id: hospital.id })
    const cell = (code: string, date: string, staff_id: string | null) => ({
      date,
      staff_id,
      shift_type_id: types.find((one) => one.code === code)?.id,
    })
    const set = await boss.put(`${path}/shifts`, {
      cells: [
        cell('M', '2026-03-09', asha.id),
        cell('N', '2026-03-11', asha.id),
        cell('M', '2026-04-01', neema.id),
        cell('A', '2026-03-10', null),
      ],
    })
    t.equal(set.status, 200, set.message)
    const plain = textOf((await boss.get(`${path}/pdf`, { lang: 'en' })).raw)
    t.notOk(plain.includes('Holidays') || plain.includes('Away'), 'nobody is away, no holiday')
    const hr = await people.with('hr_manager')
    const off = { type_code: 'COMPASSIONATE', starts_on: '2026-03-16', ends_on: '2026-03-17' }
    const leave = await officer.post('/hr/leave', { staff_id: asha.id, ...off })
    t.equal(leave.status, 201, leave.message)
    const approved = await hr.post(`/hr/leave/${leave.data.id}/approve`, {})
    t.equal(approved.status, 200, approved.message)
    await hr.post('/hr/holidays', { date: '2026-03-20', name: 'Eid el Fitr' })
    await hr.post('/hr/holidays', { date: '2026-03-21', name: 'Not sure', confirmed: false })
    const paper = (await boss.get(`${path}/pdf`, { lang: 'en' })).raw
    keep('roster', paper)
    t.equal(pagesOf(paper).length, 2)
    const text = textOf(paper)
    const row = text.split('\n').find((line) => line.includes(asha.full_name))
    const cells = row?.replace(asha.full_name, '').trim().split(/\s+/)
    t.equal(cells?.slice(0, 10).join(' '), 'M – N – – – – × × –', 'on duty, off, away')
    t.match(text, /20\*\s+21\s/, 'a confirmed holiday is marked')
    t.match(text, /\* \d\d\/03\/2026 Eid el Fitr/)
    for (const said of [
      'Duty roster',
      'March 2026',
      'April 2026',
      asha.full_name,
      'Open',
      'Codes',
      '– Off · × Away',
    ]) {
      t.ok(text.includes(said), said)
    }
    const swahili = textOf((await boss.get(`${path}/pdf`, { lang: 'sw' })).raw)
    for (const said of ['Ratiba ya zamu', 'A Alasiri', 'M Asubuhi', 'N Usiku']) {
      t.ok(swahili.includes(said), said)
    }
  })

  t.test('what a hospital starts with has its Swahili name (ruling 68)', async (t) => {
    for (const path of ['/hr/shift-types', '/hr/leave-types']) {
      for (const { name } of (await boss.get(path)).data) {
        t.not(shippedName('sw', name), name, name)
        t.equal(shippedName('en', name), name)
      }
    }
    t.equal(shippedName('sw', 'Ward round'), 'Ward round', 'its own name stays')
    const of = { month: '2026-03', code: 'BASIC' }
    const arrears = { code: 'ARREARS', name: 'Arrears, March 2026: Basic pay', of }
    t.equal(payName('sw', arrears), 'Malimbikizo, Machi 2026: Mshahara wa msingi')
    t.equal(payName('en', arrears), arrears.name)
  })

  t.test('a vacancy for the notice board (people 5.3)', async (t) => {
    const made = await officer.post('/hr/vacancies', {
      job_title: 'Senior midwife',
      employment_type: 'PERMANENT',
      positions: 2,
      closes_on: '2026-04-15',
      description: 'Births by day and by night.',
      requirements: 'A licence of the council\nFive years of work',
    })
    const path = `/hr/vacancies/${made.data.id}/pdf`
    const paper = (await officer.get(path, { lang: 'en' })).raw
    keep('vacancy', paper)
    const text = textOf(paper)
    for (const said of ['Senior midwife', 'VAC-2026-0001', '15/04/2026', 'Five years of work']) {
      t.ok(text.includes(said), said)
    }
    t.match(textOf((await officer.get(path, { lang: 'sw' })).raw), 'Sifa zinazohitajika')
    t.equal((await boss.get(path)).status, 403)
  })

  t.test('licences that end are told of on the days that were set (HR-15)', async (t) => {
    const nurse = await people.with('nurse')
    const rose = await desk.hire({ first_name: 'Rose' })
    await desk.link(nurse, rose.id)
    const licence = (licence_no: string, expires_on: string) =>
      officer.post('/hr/licences', {
        staff_id: rose.id,
        kind: 'PRACTISING',
        board: 'TNMC',
        licence_no,
        expires_on,
      })
    await licence('L-1', '2026-04-01')
    const other = await licence('L-2', '2026-03-20')
    t.equal(other.status, 201, other.message)
    t.equal(
      await within(() => tellEnding(system)),
      1,
      'thirty days before; the other has a later one',
    )
    t.equal(await within(() => tellEnding(system)), 0, 'once a day')
    const told = (await nurse.get('/notifications')).data as { title: string; body: string }[]
    t.match(told, [
      { title: 'A licence ends soon', body: `${rose.full_name}: TNMC L-1, ends 1 April 2026.` },
    ])
    t.match((await officer.get('/notifications')).data, [{ title: 'A licence ends soon' }])
    clock.freeze('2026-03-02T09:00:00.000Z')
    await licence('L-3', '2026-05-10')
    t.equal(await within(() => tellEnding(system)), 0, 'renewed: nothing ends')
  })
})
