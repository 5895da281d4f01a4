// An imaging department at work, for the tests of its parts: who orders, who books, who takes images, who reads.

import { clock, hours } from '../../../db/core/clock.ts'
import type { Ask, Data } from '../ask.ts'
import type { House } from '../boot.ts'
import type { Person } from '../people.ts'
import { somebody } from './visits.ts'
import { done } from './ward.ts'

export interface ImagingAtWork {
  clerk: Person
  doctor: Person
  radiographer: Person
  radiologist: Person
  room: Data
  other_room: Data
  visiting(more?: Record<string, unknown>): Promise<{ patient_id: string; visit_id: string }>
  order(patient_id: string, codes: string[], more?: Record<string, unknown>): Promise<Data>
  /** The study of an order's first item. */
  studyOf(order: Data): Promise<Data>
  ask(study: Data, move: string, body?: Record<string, unknown>): ReturnType<Person['post']>
  /** Arrived, begun and finished. */
  taken(study: Data, more?: Record<string, unknown>): Promise<Data>
  /** Taken, written and signed for good. */
  reported(study: Data, report?: Record<string, unknown>): Promise<Data>
}

const path = (study: Data, move = ''): string =>
  `/diagnostics/imaging/studies/${study.id}${move && `/${move}`}`

export async function imagingAtWork({ people, facility_id }: House): Promise<ImagingAtWork> {
  const clerk = await people.with('reception')
  const doctor = await people.with('doctor')
  const radiographer = await people.with('radiographer')
  const radiologist = await people.with('radiologist')
  const keeper = await people.with('administrator')
  const made = (code: string, name: string) =>
    done(keeper.post('/locations', { facility_id, code, name, kind: 'IMAGING' }))
  const room = await made('XR1', 'X-ray 1')
  const other_room = await made('XR2', 'X-ray 2')
  const ask = (study: Data, move: string, body: Record<string, unknown> = {}) =>
    radiographer.post(path(study, move), body)
  const taken = async (study: Data, more: Record<string, unknown> = {}) => {
    await done(ask(study, 'arrive'))
    await done(ask(study, 'start', { identity_checked: 'NAME_AND_BIRTH', ...more }))
    return done(ask(study, 'finish', { acquisition: { views: 1 } }))
  }
  return {
    clerk,
    doctor,
    radiographer,
    radiologist,
    room,
    other_room,
    ask,
    taken,
    async visiting(more = {}) {
      const patient_id = (await somebody(clerk, more)).id
      const opened = await done(clerk.post('/visits', { patient_id, start: false }))
      return { patient_id, visit_id: (opened.visit ?? opened).id as string }
    },
    order: (patient_id, test_codes, more = {}) =>
      done(doctor.post('/diagnostics/orders', { patient_id, test_codes, ...more })),
    async studyOf(order) {
      const { study } = order.items[0]
      return done(radiographer.get(path({ id: study.study_id })))
    },
    async reported(study, report = {}) {
      await taken(study)
      const text = { findings: 'Clear lungs.', impression: 'Normal chest.', ...report }
      await done(radiologist.put(path(study, 'report'), text))
      return done(
        radiologist.post(path(study, 'sign'), { as: 'FINAL', no_images_reason: 'Kept on film' }),
      )
    },
  }
}

/** One study in each state of its life, the newest only ordered: for sweeps that try what can be done. */
export async function imagesInHand(
  { people, facility_id }: House,
  hands: Ask,
  { patient_id, word = 'Cough' }: { patient_id?: string; word?: string } = {},
): Promise<{ room_id: string; studies: Data[] }> {
  const keeper = await people.with('administrator')
  const rooms = await done(keeper.get('/locations', { kind: 'IMAGING' }))
  const body = { facility_id, code: 'IMAGES', name: 'Room of images', kind: 'IMAGING' }
  const room = rooms[0] ?? (await done(keeper.post('/locations', body)))
  const clerk = await people.with('reception')
  const who = patient_id ?? (await somebody(clerk, { sex: 'Male' })).id
  const test_codes = ['XR-SKULL', 'XR-SINUS', 'XR-JAW', 'XR-CHEST', 'US-ABD']
  test_codes.push('ECG-12', 'US-KUB', 'ECHO-TTE')
  const order = await done(
    hands.post('/diagnostics/orders', {
      patient_id: who,
      test_codes,
      priority: 'STAT',
      clinical_notes: word,
    }),
  )
  const studies = order.items.map(({ study }: Data) => ({ id: study.study_id }))
  const ask = (study: Data, move: string, said = {}) => done(hands.post(path(study, move), said))
  const [final, read, begun, arrived, booked] = studies
  const starts_at = new Date(clock.ms() + hours(24)).toISOString()
  await ask(booked, 'schedule', { room_id: room.id, starts_at })
  await ask(arrived, 'arrive')
  for (const study of [final, read, begun]) {
    await ask(study, 'start', { identity_checked: 'NAME_AND_BIRTH' })
  }
  for (const study of [final, read]) {
    await ask(study, 'finish', { acquisition: { views: 1 } })
    const report = { findings: word, impression: word }
    await done(hands.put(path(study, 'report'), report))
  }
  await ask(final, 'sign', { as: 'FINAL', no_images_reason: 'Kept on film' })
  return { room_id: room.id, studies }
}
