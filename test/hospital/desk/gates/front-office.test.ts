// The gates of the front office (2.6), each with what bites and what it ships as; the one engine asks.

import t from 'tap'
import { clock, hours } from '../../../../db/core/clock.ts'
import {
  authoriseVisit,
  type Membership,
  membershipsOf,
} from '../../../../db/hospital/neighbours/billing.ts'
import { openPrescriptions } from '../../../../db/hospital/neighbours/care.ts'
import { creditCheck } from '../../../../db/hospital/neighbours/commercial.ts'
import { pendingFor } from '../../../../db/hospital/neighbours/diagnostics.ts'
import { answering } from '../../../support/answers.ts'
import { emergencyRoom } from '../../../support/desk/emergency-room.ts'
import { somebody, visiting } from '../../../support/desk/visits.ts'

interface Warned {
  gate: string | null
  level: string
  message: string
}

t.test('gates of the front office', async (t) => {
  const { people, clerk, nurse, doctor } = await emergencyRoom(t)
  const officer = await people.administrator()
  const of = (data: { warnings: Warned[] }, gate: string) =>
    data.warnings.find((one) => one.gate === gate)

  t.test('stand as the chapter ships them, with the reasons of all', async (t) => {
    const gates = await officer.whole('/clinical/gates')
    const rows = new Map<string, { reasons: { code: string }[]; level: string; scope: object }[]>(
      gates.map((one) => [one.key, one.rows]),
    )
    const shipped: Record<string, string> = {
      VIS_UNPAID: 'BLOCK_WITH_OVERRIDE',
      VIS_BALANCE: 'WARN',
      VIS_AUTHORISATION: 'WARN',
      VIS_CLIENT: 'WARN',
      VIS_SAME_DAY: 'WARN',
      PAT_ALERT: 'WARN',
      VIS_VITALS: 'NONE',
      VIS_ALLERGY: 'NONE',
      VIS_OPEN_ORDERS: 'WARN',
      PAT_MERGE_MISMATCH: 'BLOCK_WITH_OVERRIDE',
      APT_OVERBOOK: 'BLOCK_WITH_OVERRIDE',
      APT_SAME_DAY: 'WARN',
      APT_MISSED: 'BLOCK',
      REF_NO_ACCEPTANCE: 'BLOCK_WITH_OVERRIDE',
      EMG_OPEN_WORK: 'WARN',
    }
    for (const [gate, level] of Object.entries(shipped)) {
      const own = rows.get(gate) ?? []
      const plain = own.find(({ scope }) => Object.keys(scope).length === 0)
      t.equal(plain?.level, level, gate)
      t.same(
        plain?.reasons.map(({ code }) => code),
        ['CLINICAL_NEED', 'PAYS_TODAY', 'WELFARE', 'INSURER_DOWN', 'FOUND_CORRECT', 'OTHER'],
        gate,
      )
    }
  })

  t.test(
    'VIS_AUTHORISATION: opening warns, the doctor’s door asks a reason (CAR-49, CAR-50)',
    async (t) => {
      const membership: Membership = {
        id: '0199a5c2-7d1e-7000-8000-00000000cccc',
        scheme_id: '0199a5c2-7d1e-7000-8000-00000000dddd',
        scheme: 'NHIF',
        plan: null,
        member_no: '0042',
        status: 'ACTIVE',
        valid_to: null,
        needs_authorisation: true,
      } as never
      answering(t, membershipsOf, async () => [membership])
      let answer: { status: string } = { status: 'MISSING' }
      answering(t, authoriseVisit, async () => answer as never)
      const payer = { kind: 'SCHEME', membership_id: membership.id }
      const open = async () => {
        const { id } = await somebody(clerk)
        const made = await clerk.post('/visits', { patient_id: id, payer })
        t.equal(made.status, 201, made.message)
        return made.data
      }
      const visit = await open()
      t.equal(visit.payer.authorisation.status, 'MISSING')
      await nurse.post(`/visits/${visit.id}/advance`, { to: 'CON' })
      const refused = await doctor.post(`/visits/${visit.id}/advance`)
      t.equal(refused.status, 409)
      t.match(
        refused.message,
        new RegExp(
          `^Insurer's authorisation: NHIF has given none for visit ${visit.number}\\. Verify the card at reception\\. .+ may let this through with a reason\\.$`,
        ),
      )
      const cashier = await people.with('doctor', 'supervisor')
      const through = await cashier.post(`/visits/${visit.id}/advance`, {
        overrides: [{ gate: 'VIS_AUTHORISATION', reason_code: 'INSURER_DOWN' }],
      })
      t.equal(through.status, 200, through.message)
      answer = { status: 'PROVISIONAL' }
      const waits = await open()
      await nurse.post(`/visits/${waits.id}/advance`, { to: 'CON' })
      const served = await doctor.post(`/visits/${waits.id}/advance`)
      t.equal(served.status, 200, served.message)
      t.match(of(served.data, 'VIS_AUTHORISATION'), {
        level: 'WARN',
        message: /NHIF has not answered yet/,
      })
    },
  )

  t.test('VIS_CLIENT: a client without credit warns, and stops nobody', async (t) => {
    answering(t, creditCheck, async () => ({ allowed: false, reason: 'The limit is used up.' }))
    const { id } = await somebody(clerk)
    const made = await clerk.post('/visits', {
      patient_id: id,
      payer: { kind: 'CLIENT', client_id: '0199a5c2-7d1e-7000-8000-00000000eeee', name: 'Tanesco' },
    })
    t.equal(made.status, 201, made.message)
    t.match(of(made.data, 'VIS_CLIENT'), { level: 'WARN', message: /The limit is used up\./ })
  })

  t.test('VIS_VITALS: none, fresh, and old ones at the doctor’s door', async (t) => {
    const served = async (measured: boolean, late: boolean) => {
      const visit = await visiting(clerk)
      const by = { nurse: await people.with('nurse'), doctor: await people.with('clinician') }
      if (measured) {
        const taken = await by.nurse.post(`/visits/${visit.id}/vitals`, { heart_rate: 72 })
        t.equal(taken.status, 201, taken.message)
      }
      if (late) clock.advance(hours(13))
      const again = late ? await people.with('nurse') : by.nurse
      await again.post(`/visits/${visit.id}/advance`, { to: 'CON' })
      const seer = late ? await people.with('clinician') : by.doctor
      const done = await seer.post(`/visits/${visit.id}/advance`)
      t.equal(done.status, 200, done.message)
      return of(done.data, 'VIS_VITALS')
    }
    t.match(await served(false, false), { level: 'WARN', message: /None were ever taken/ })
    t.equal(await served(true, false), undefined)
    t.match(await served(true, true), { level: 'WARN', message: /The last were taken on/ })
  })

  t.test('VIS_OPEN_ORDERS and EMG_OPEN_WORK: what is not done is named', async (t) => {
    answering(t, openPrescriptions, async () => [{ id: '1', reference: 'RX-1', label: 'Quinine' }])
    const by = await people.with('reception')
    const visit = await visiting(by)
    const done = await by.post(`/visits/${visit.id}/check-out`, { outcome: 'LEFT_BEFORE_SEEN' })
    t.equal(done.status, 200, done.message)
    t.match(of(done.data, 'VIS_OPEN_ORDERS'), { level: 'WARN', message: /RX-1 is not done\./ })
    answering(t, openPrescriptions, async () => [])
    answering(t, pendingFor, async () => [
      { reference: 'LO-1', priority: 'STAT' } as never,
      { reference: 'LO-2', priority: 'ROUTINE' } as never,
    ])
    const room = await people.with('nurse')
    const seer = await people.with('clinician')
    const one = await room.post('/emergencies', { unknown_label: 'Man at the gate' })
    await room.post(`/emergencies/${one.data.id}/triage`, { triage_category: 3 })
    const ended = await seer.post(`/emergencies/${one.data.id}/dispose`, {
      disposition: 'ABSCONDED',
      note: 'Gone',
    })
    t.equal(ended.status, 200, ended.message)
    t.match(of(ended.data, 'EMG_OPEN_WORK'), { level: 'WARN', message: /LO-1 is not done\./ })
  })
})
