// A part that is switched off, and on again (MOD-2, MOD-5, MOD-7, MOD-9), what finds its records (MOD-23), and who
// holds its permissions at first (MOD-22).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { requestTrip } from '../../../../db/hospital/modules/ambulance/for-areas.ts'
import { tellUnsigned } from '../../../../db/hospital/modules/theatre/jobs.ts'
import { requestCase } from '../../../../db/hospital/modules/theatre/for-areas.ts'
import { forgetCallersNow } from '../../../../db/hospital/office/access/callers.ts'
import { default_roles } from '../../../../db/hospital/office/access/roles/default-roles.ts'
import { user_facilities } from '../../../../db/hospital/office/access/tables.ts'
import { permitOf } from '../../../../db/hospital/permits.ts'
import { registry } from '../../../../db/hospital/registry.ts'
import { within } from '../../../../db/store/connection.ts'
import { boot } from '../../../support/boot.ts'
import { theatreAtWork } from '../../../support/desk/theatre.ts'
import { done } from '../../../support/desk/ward.ts'
import { atDrawer } from '../../../support/money/drawers.ts'
import { textsOf } from '../../../support/texts.ts'

const house = await boot(t)
clock.freeze('2026-03-23T05:00:00.000Z')
const work = await theatreAtWork(t, house)
const { people, system, facility_id } = house
const { surgeon } = work
const caller = { ...system, facility_id }
const officer = await people.administrator()
const switched = (module: string, to: 'on' | 'off', at = facility_id, by = officer) =>
  done(
    by.post(`/facilities/${at}/modules/${module}/switch-${to}`, {
      reason: 'No surgeon this month',
      ...(to === 'off' ? { force: true } : {}),
    }),
  )

t.test('of another branch a record is read here, and changed there (MOD-2)', async (t) => {
  const one = await work.ask()
  const made = await done(
    officer.post('/facilities', { code: 'KRG', name: 'Korogwe Hospital', kind: 'CLINIC' }),
  )
  const { hospital_id } = system
  const at = { hospital_id, user_id: surgeon.user.id, facility_id: made.id as string }
  await within(() => user_facilities.insert(at))
  forgetCallersNow()
  const there = surgeon.with({ 'x-facility-id': made.id })
  t.match(await there.get(`/theatre-cases/${one.id}`), {
    status: 403,
    message: 'The theatre module is switched off at Korogwe Hospital.',
  })
  await switched('theatre', 'on', made.id)
  t.match(await there.get(`/theatre-cases/${one.id}`), { data: { reference: one.reference } })
  t.match(
    await there.post(`/theatre-cases/${one.id}/cancel`, {
      reason_code: 'OTHER',
      reason: 'Elsewhere',
    }),
    {
      status: 409,
      message: 'This case belongs to Main: choose that branch to change it.',
    },
  )
})

t.test('what is asked of a part that is off is answered, not thrown (MOD-5)', async (t) => {
  const { patient_id } = await work.visiting()
  await switched('theatre', 'off')
  await switched('ambulance', 'off')
  const asked = {
    patient_id,
    procedures: [{ code: 'APPENDECTOMY' }],
    diagnosis: 'Appendicitis',
    surgeon_id: work.idOf(surgeon),
    source: 'labour',
    source_id: patient_id,
  }
  t.same(await within(() => requestCase(caller, asked)), {
    off: true,
    message: 'The theatre module is switched off at Main.',
  })
  const trip = { kind: 'TRANSFER_OUT', pickup: 'Main', destination: 'Tanga', priority: 'URGENT' }
  t.same(await within(() => requestTrip(caller, { ...trip, channel: 'REFERRAL' })), {
    off: true,
    message: 'The ambulance dispatch module is switched off at Main.',
  })
  await switched('theatre', 'on')
})

t.test('found by number, by who may see the record (MOD-23)', async (t) => {
  const one = await work.ask()
  const search = (who: typeof surgeon, q: string) => done(who.get('/search', { q }))
  t.match((await search(surgeon, one.reference.toLowerCase())).hits, [
    { type: 'theatre_case', title: one.reference, path: `/theatre-cases/${one.id}` },
  ])
  t.same((await search(work.clerk, one.reference)).hits, [])
  for (const type of ['body', 'pregnancy', 'labour', 'ambulance_trip', 'tb_case']) {
    t.ok(registry.searches.has(type), type)
    t.ok(registry.entities.has(type) || type === 'labour', type)
  }
  t.equal(
    registry.searches.get('ctc_client')?.permission,
    'ctc:read',
    'of HIV care by who reads it',
  )
})

t.test('what was charged stays payable, what was done is still looked for (MOD-7)', async (t) => {
  const one = await work.inRoom()
  await work.operated(one.id)
  await done(work.advance(work.runner, one.id, { milestone: 'PROCEDURE_DONE' }))
  await done(work.advance(work.anaesthetist, one.id, { event: 'ANAESTHESIA_END' }))
  await done(work.advance(work.runner, one.id, { milestone: 'IN_RECOVERY' }))
  const points = { activity: 2, breathing: 2, circulation: 2, consciousness: 2, oxygen: 2 }
  for (let twice = 0; twice < 2; twice += 1)
    await done(work.runner.post(`/theatre-cases/${one.id}/recovery`, points))
  await done(
    surgeon.patch(`/theatre-cases/${one.id}/operation-note`, {
      findings: 'Inflamed',
      technique: 'Open',
      post_op_orders: 'Sips tomorrow',
      procedures_done: [{ code: 'APPENDECTOMY', planned_line: 1 }],
      outcome: 'COMPLETED',
    }),
  )
  const escort_staff_id = work.idOf(work.runner)
  const back = { milestone: 'RETURNED', escort_staff_id }
  await done(work.advance(work.runner, one.id, back))
  const identity = { name: true, number: true }
  await done(work.advance(work.second, one.id, { milestone: 'ACCEPTED', identity }))
  await switched('theatre', 'off')
  // MOD-6: the module's own papers and their files are closed.
  const words = { status: 403, message: 'The theatre module is switched off at Main.' }
  t.match(await surgeon.get(`/theatre-cases/${one.id}/pdf`, { kind: 'operation_note' }), words)
  const files = { entity_type: 'theatre_case', entity_id: one.id }
  t.equal((await surgeon.get('/attachments', files)).status, 403)
  const cashier = await people.with('cashier')
  await atDrawer(house, cashier)
  const [bill] = await done(cashier.get('/billing/bills', { patient_id: one.patient_id }))
  const issued = await done(cashier.post(`/billing/bills/${bill.id}/issue`))
  const paid = { method: 'Cash', amount: issued.total }
  t.match(await cashier.post(`/billing/bills/${bill.id}/payments`, paid), { status: 201 })
  const sources: string[] = []
  const days = { from: '2026-03-23T00:00:00.000Z', to: '2026-03-24T00:00:00.000Z' }
  for (const ask of registry.performed_services)
    for await (const piece of ask(caller, days)) sources.push(...piece.map(({ source }) => source))
  t.ok(sources.includes('theatre_procedure') && sources.includes('theatre_time'))
})

t.test(
  'jobs pass over a branch where it is off; on again one notice tells all (MOD-9)',
  async (t) => {
    // Two days later the sessions of before are over.
    clock.freeze('2026-03-25T05:00:00.000Z')
    const nurse = await people.with('theatre_nurse')
    t.match(await tellUnsigned(caller), { told: 0 })
    await switched('theatre', 'on', facility_id, await people.administrator())
    const told = await done(nurse.get('/notifications'))
    const ours = told.filter(({ kind }: Data) => kind === 'module.on_again')
    t.match(ours[0], {
      title: 'The theatre module is on again',
      body: /cases waiting \(2\).*operation notes not signed \(1\).* waited while the theatre module was off\.$/,
    })
    t.ok((await tellUnsigned(caller)).told > 0)
  },
)

t.test('MOD-14: the parts bring the gates that their chapters list, as they list them', (t) => {
  const levels = { OVR: 'BLOCK_WITH_OVERRIDE', BLOCK: 'BLOCK', WARN: 'WARN' } as const
  let looked = 0
  for (const [chapter, text] of textsOf('docs/rules/theatre.md', 'docs/rules/mortuary.md')) {
    for (const [, keys = '', level = '', permission = ''] of text.matchAll(
      /^\| ((?:OT|MOR)_[A-Z_]+)(?: \([a-z.]+\))? \| [^|]* \| (OVR|BLOCK|WARN) \| ([a-z:]+|–) \|/gm,
    )) {
      const kind = registry.gates.get(keys)
      t.match(kind?.rows[0], { level: levels[level as keyof typeof levels] }, `${chapter}: ${keys}`)
      if (permission !== '–') t.equal(kind?.rows[0]?.permission, permission, keys)
      looked += 1
    }
  }
  t.ok(looked >= 8, `${looked} gates`)
  t.end()
})

t.test('who holds what at first is what the chapters say (MOD-22)', (t) => {
  const chapters = ['theatre', 'mortuary', 'ambulance', 'tb-ctc', 'maternity']
  for (const [chapter, text] of textsOf(...chapters.map((name) => `docs/rules/${name}.md`))) {
    const rows = [...text.matchAll(/^\| ((?:[a-z]+:[a-z]+(?:, )?)+) \| .* \| (.*) \|$/gm)]
    t.ok(rows.length > 3, `${chapter} has its permissions`)
    for (const [, codes = '', roles = ''] of rows) {
      const said = roles.startsWith('–') ? [] : roles.split(', ').toSorted()
      for (const code of codes.split(', ')) {
        t.same(
          said.filter((role) => !holds(role, code)),
          [],
          `${chapter}: ${code} is held`,
        )
      }
    }
  }
  t.end()
})

/** By itself, or by the role that it includes. */
function holds(role: string, code: string): boolean {
  if (permitOf(code)?.roles.includes(role)) return true
  const { includes } = default_roles.find((one) => one.code === role) ?? {}
  return includes !== undefined && holds(includes, code)
}
