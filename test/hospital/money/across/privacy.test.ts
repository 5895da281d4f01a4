// A restricted patient has no name in any list, and no name finds one there (PRV-1), money's lists too.

import t from 'tap'
import { hospital_doors } from '../../../../daemon/hospital/areas.ts'
import { rows } from '../../../../db/store/connection.ts'
import { oneOf, sql } from '../../../../db/store/sql.ts'
import { permits } from '../../../../db/hospital/permits.ts'
import { boot } from '../../../support/boot.ts'
import { moneyOfPatients } from '../../../support/money/money-of-patients.ts'

t.test('restricted patients in lists', async (t) => {
  const house = await boot(t)
  const { patient_ids } = await moneyOfPatients(t, house)
  const codes = Object.keys(permits).filter((code) => code !== 'patient:restricted')
  const everybody = await house.people.holding(...codes)
  const officer = await house.people.with('privacy_officer', 'records')
  const lists = hospital_doors
    .flatMap(({ routes }) => routes)
    .filter(
      ({ method, reply, path }) => method === 'GET' && reply.kind !== 'file' && !path.includes(':'),
    )
    .filter(({ path, access }) => access !== 'open' && !/^\/(audit|portal|auth)\b/.test(path))
    .map(({ path }) => path)
  const named = await rows<{ id: string; full_name: string }>(
    sql`select id, full_name from patients where id${oneOf(patient_ids)}`,
  )
  const named_of = (id: string | undefined): string =>
    named.find((one) => one.id === id)?.full_name ?? ''
  const naming = async (query: Record<string, string>): Promise<string[]> => {
    const found = []
    for (const path of lists) {
      const { status, raw } = await everybody.get(path, query)
      if (status === 200 && named.some(({ full_name }) => raw.includes(full_name))) found.push(path)
    }
    return found
  }
  const finding = async (search: string): Promise<string[]> => {
    const found = []
    for (const path of lists) {
      const { data } = await everybody.get(path, { search, q: search })
      const text = JSON.stringify(data ?? null)
      if (patient_ids.some((id) => text.includes(id))) found.push(path)
    }
    return found
  }
  const all = { from: '2026-01-01', to: '2026-12-31', party_kind: 'PATIENT' }
  const open = await naming(all)
  t.ok(open.length >= 13, `lists that name them while they are open: ${open.join(' ')}`)
  const found = new Set((await Promise.all(named.map((one) => finding(one.full_name)))).flat())
  t.ok(found.size >= 8, `and are searched by name: ${[...found].join(' ')}`)
  for (const id of patient_ids) {
    const asked = { sensitivity: 'RESTRICTED', reason: 'asked by the patient' }
    t.equal((await officer.put(`/patients/${id}/sensitivity`, asked)).status, 200)
  }
  t.same(await naming(all), [], 'no list names one')
  for (const { full_name } of named) {
    // A list without a search of its own answers all it has.
    const at = (await finding(full_name)).filter((path) => found_by_name.includes(path))
    t.same(at, [], `no list finds ${full_name}`)
  }

  t.test('numbers go on to find them, and who cares for one sees the name', async (t) => {
    const bills = await everybody.get('/billing/bills', { patient_id: patient_ids[2] ?? '' })
    const { number, patient_number } = bills.data[0]
    t.match(bills.data[0], { patient_name: 'Restricted record' })
    for (const search of [number, patient_number]) {
      const rows = (await everybody.get('/billing/bills', { search })).data
      t.ok(rows.length > 0, `by ${search}`)
    }
    const opened = await everybody.get(`/billing/bills/${bills.data[0].id}`)
    t.equal(opened.data.patient_name, named_of(patient_ids[2]), 'the cash desk can do its part')
    const privacy = await house.people.holding('bill:read', 'patient:restricted')
    const seen = await privacy.get('/billing/bills', { search: named_of(patient_ids[2]) })
    t.equal(seen.data[0].patient_name, named_of(patient_ids[2]))
  })

  t.test('files of lists name them as little', async (t) => {
    const file = await everybody.get('/accounting/reports/aged-receivables', { format: 'csv' })
    t.equal(file.status, 200)
    t.notMatch(file.raw.toString(), /Mgonjwa/)
    t.match(file.raw.toString(), /Restricted record/)
  })
})

/** Those that look for a name; the others are lists without a search. */
const found_by_name = [
  '/billing/bills',
  '/billing/sales',
  '/billing/payments',
  '/billing/deposits',
  '/billing/refunds',
  '/billing/credit-notes',
  '/billing/debtors',
  '/billing/memberships',
  '/accounting/entries',
  '/visits',
]
