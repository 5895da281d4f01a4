// A theatre at work, for the tests of its parts: a room with its charges, a team with staff records, a session,
// and a case brought as far as a test wants it.

import type { Data } from '../ask.ts'
import { clock, minutes } from '../../../db/core/clock.ts'
import { departments } from '../../../db/hospital/office/places/tables.ts'
import { within } from '../../../db/store/connection.ts'
import type { House, Tap } from '../boot.ts'
import { priced } from '../money/prices.ts'
import type { Person } from '../people.ts'
import { somebody } from './visits.ts'
import { done, staffKept } from './ward.ts'

export interface TheatreAtWork {
  clerk: Person
  surgeon: Person
  /** A second surgeon, of no case of the first. */
  other: Person
  anaesthetist: Person
  scrub: Person
  runner: Person
  nurse: Person
  /** Takes patients back who another nurse has sent. */
  second: Person
  head: Person
  staff: Map<string, string>
  room: Data
  idOf(person: Person): string
  session(more?: Record<string, unknown>): Promise<Data>
  visiting(more?: Record<string, unknown>): Promise<{ patient_id: string; visit_id: string }>
  ask(more?: Record<string, unknown>): Promise<Data>
  read(id: string): Promise<Data>
  advance: (who: Person, id: string, body: Record<string, unknown>) => ReturnType<Person['post']>
  /** Asked for, on a list, ready and sent. */
  ready(more?: Record<string, unknown>): Promise<Data>
  prepare(one: Data): Promise<void>
  sent(more?: Record<string, unknown>): Promise<Data>
  inRoom(more?: Record<string, unknown>): Promise<Data>
  checklist(id: string, phase: string, more?: Record<string, unknown>): ReturnType<Person['put']>
  count(id: string, stage: string, lines: Data[]): ReturnType<Person['patch']>
  /** From the room to a closed wound, with equal counts and the sign-out read. */
  operated(id: string, from?: string): Promise<void>
}

export const identity = { name: true, number: true }
export const who: Record<string, readonly (readonly [string, string])[]> = {
  'sign-in': [
    ['confirmed', 'YES'],
    ['site_marked', 'YES'],
    ['anaesthesia_check', 'YES'],
    ['oximeter', 'YES'],
    ['allergy', 'NO'],
    ['airway_risk', 'NO'],
    ['blood_loss_risk', 'NO'],
  ],
  'time-out': [
    ['introductions', 'YES'],
    ['patient_site_procedure', 'YES'],
    ['surgeon_concerns', 'YES'],
    ['anaesthetist_concerns', 'YES'],
    ['nursing_concerns', 'YES'],
    ['antibiotic', 'YES'],
    ['imaging', 'NOT_APPLICABLE'],
  ],
  'sign-out': [
    ['procedure_name', 'YES'],
    ['counts', 'YES'],
    ['specimens', 'NOT_APPLICABLE'],
    ['equipment_problems', 'NO'],
    ['recovery_concerns', 'YES'],
  ],
}
export const counted = [
  { kind: 'SWAB', name: 'swabs', initial: 11 },
  { kind: 'NEEDLE', name: 'needles', initial: 6 },
  { kind: 'BLADE', name: 'blades', initial: 2 },
  { kind: 'INSTRUMENT', name: 'instruments', initial: 30 },
  { kind: 'PACK', name: 'packs', initial: 0 },
]
export const all_there = counted.map(({ name, initial }) => ({ name, final: initial }))

const pre_op_keys = [
  'identity_band',
  'site_marked',
  'jewellery_removed',
  'dentures_removed',
  'bladder_emptied',
  'gown',
  'results_with_patient',
]

export async function theatreAtWork(t: Tap, house: House): Promise<TheatreAtWork> {
  const { people } = house
  const clerk = await people.with('reception')
  const surgeon = await people.with('doctor')
  const other = await people.with('doctor')
  const anaesthetist = await people.with('doctor')
  const scrub = await people.with('theatre_nurse')
  const runner = await people.with('theatre_nurse')
  const nurse = await people.with('nurse')
  const second = await people.with('nurse')
  const head = await people.with('medical_in_charge')
  const everybody = [clerk, surgeon, other, anaesthetist, scrub, runner, nurse, second, head]
  const staff = staffKept(t, everybody)
  const idOf = (person: Person): string => staff.get(person.user.id) ?? ''
  await priced(house, [
    { code: 'APPENDECTOMY', name: 'Appendectomy', category: 'Theatre', price: 300_000_00 },
    { code: 'HERNIA', name: 'Repair of a hernia', category: 'Theatre', price: 200_000_00 },
    { code: 'MESH', name: 'Mesh', category: 'Other', price: 80_000_00 },
    { code: 'OT30', name: 'Theatre, half an hour', category: 'Theatre', price: 50_000_00 },
    { code: 'REC60', name: 'Recovery, an hour', category: 'Theatre', price: 10_000_00 },
    { code: 'ANA30', name: 'Anaesthesia, half an hour', category: 'Theatre', price: 30_000_00 },
  ])
  await within(() =>
    departments.insert({
      hospital_id: house.hospital.id,
      code: 'SURG',
      name: 'Surgery',
      name_key: 'surgery',
      kind: 'CLINICAL',
    }),
  )
  const tables = await done(head.get('/theatre-tables'))
  const rows = tables.find(({ key }: Data) => key === 'CHARGES').rows
  const codes: Record<string, string> = {
    THEATRE_TIME: 'OT30',
    ANAESTHESIA_TIME: 'ANA30',
    RECOVERY_TIME: 'REC60',
  }
  await done(
    head.put('/theatre-tables/CHARGES', {
      rows: rows.map((row: Data) => ({ ...row, code: codes[row.key] ?? row.code })),
      reason: 'Prices of this hospital',
    }),
  )
  const room = await done(head.post('/theatres', { code: 'T1', name: 'Theatre 1', kind: 'MAJOR' }))
  const read = (id: string) => done(surgeon.get(`/theatre-cases/${id}`))
  const advance: TheatreAtWork['advance'] = (person, id, body) =>
    person.post(`/theatre-cases/${id}/advance`, body)
  const team = () => [
    { staff_id: idOf(surgeon), role: 'SURGEON', lead: true },
    { staff_id: idOf(anaesthetist), role: 'ANAESTHETIST', lead: true },
    { staff_id: idOf(scrub), role: 'SCRUB' },
    { staff_id: idOf(runner), role: 'CIRCULATING' },
  ]
  const work: TheatreAtWork = {
    clerk,
    surgeon,
    other,
    anaesthetist,
    scrub,
    runner,
    nurse,
    second,
    head,
    staff,
    room,
    idOf,
    read,
    advance,
    session: (more = {}) =>
      done(
        surgeon.post('/theatre-sessions', {
          theatre_id: room.id,
          date: clock.instant().slice(0, 10),
          starts_at: '08:00',
          ends_at: '16:00',
          kind: 'MIXED',
          department: 'Surgery',
          ...more,
        }),
      ),
    async visiting(more = {}) {
      const patient_id = (await somebody(clerk, { sex: 'Male', ...more })).id
      const opened = await done(clerk.post('/visits', { patient_id, start: false }))
      return { patient_id, visit_id: (opened.visit ?? opened).id as string }
    },
    async ask(more = {}) {
      const patient_id = more['patient_id'] ?? (await work.visiting()).patient_id
      return done(
        surgeon.post('/theatre-cases', {
          patient_id,
          procedures: [{ code: 'APPENDECTOMY' }],
          diagnosis: 'Appendicitis',
          surgeon_id: idOf(surgeon),
          anaesthesia_planned: 'SPINAL',
          team: team(),
          ...more,
        }),
      )
    },
    async ready(more = {}) {
      const { session_id = (await work.session()).id, ...asked } = more
      const one = await work.ask(asked)
      await done(surgeon.post(`/theatre-cases/${one.id}/book`, { session_id }))
      await work.prepare(one)
      return work.read(one.id)
    },
    async prepare(one) {
      const signed = {
        patient_id: one.patient_id,
        signatory_name: 'The patient',
        signatory_relation: 'SELF',
      }
      for (const { code, side } of one.procedures) {
        await done(
          surgeon.post('/clinical/consents', {
            ...signed,
            kind: 'PROCEDURE',
            procedure_code: code,
            ...(side === 'NOT_APPLICABLE' ? {} : { side }),
          }),
        )
      }
      await done(surgeon.post('/clinical/consents', { ...signed, kind: 'ANAESTHESIA' }))
      await done(
        anaesthetist.patch(`/theatre-cases/${one.id}/fitness`, {
          asa: 1,
          decision: 'FIT',
          sign: true,
        }),
      )
      const long_ago = new Date(clock.ms() - minutes(10 * 60)).toISOString()
      await done(
        nurse.patch(`/theatre-cases/${one.id}/pre-op`, {
          items: [
            ...pre_op_keys.map((key) => ({ key, answer: 'YES' })),
            { key: 'last_solids', answer: 'YES', at: long_ago },
            { key: 'last_clear', answer: 'YES', at: long_ago },
          ],
        }),
      )
    },
    async sent(more = {}) {
      const one = await work.ready(more)
      return done(advance(nurse, one.id, { milestone: 'SENT', identity }))
    },
    async inRoom(more = {}) {
      const one = await work.sent(more)
      await done(advance(runner, one.id, { milestone: 'RECEIVED', identity }))
      const asked = { milestone: 'IN_THEATRE', room_ready: true }
      return done(advance(runner, one.id, asked))
    },
    checklist: (id, phase, more = {}) =>
      runner.put(`/theatre-cases/${id}/checklists/${phase}`, {
        items: (who[phase] ?? []).map(([key, answer]) => ({ key, answer })),
        present: [idOf(surgeon), idOf(anaesthetist), idOf(runner), idOf(scrub)],
        ...more,
      }),
    count: (id, stage, lines) =>
      scrub.patch(`/theatre-cases/${id}/counts`, {
        stage,
        lines,
        second_counter_id: idOf(runner),
      }),
    async operated(id, from) {
      const at = (after: number) =>
        from === undefined ? {} : { at: new Date(Date.parse(from) + minutes(after)).toISOString() }
      await done(work.checklist(id, 'sign-in', at(0)))
      await done(advance(anaesthetist, id, { event: 'ANAESTHESIA_START', ...at(5) }))
      await done(work.count(id, 'INITIAL', counted))
      await done(work.checklist(id, 'time-out', at(10)))
      await done(advance(surgeon, id, { event: 'INCISION', ...at(15) }))
      await done(advance(surgeon, id, { event: 'CLOSURE', ...at(60) }))
      await done(work.count(id, 'FINAL', all_there))
      await done(work.checklist(id, 'sign-out', at(65)))
    },
  }
  return work
}
