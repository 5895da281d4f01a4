// A laboratory at work, for the tests of its parts: who orders, who collects, who measures and releases.

import type { Data } from '../ask.ts'
import { type House } from '../boot.ts'
import { somebody } from './visits.ts'
import { done } from './ward.ts'
import type { Person } from '../people.ts'

export interface LabAtWork {
  clerk: Person
  doctor: Person
  nurse: Person
  /** Two technologists: what one enters the other verifies. */
  one: Person
  other: Person
  head: Person
  visiting(more?: Record<string, unknown>): Promise<{ patient_id: string; visit_id: string }>
  order(patient_id: string, codes: string[], more?: Record<string, unknown>): Promise<Data>
  /** Collected and received. */
  inTheLab(order: Data, more?: Record<string, unknown>): Promise<Data>
  linesOf(order: Data): Promise<Record<string, Data>>
  enter(order: Data, values: Record<string, unknown>): Promise<Data[]>
  /** Entered by one, verified and released by the other. */
  releaseAll(order: Data, values: Record<string, unknown>): Promise<Data[]>
  read(order: Data): Promise<Data>
}

export async function labAtWork({ people }: House): Promise<LabAtWork> {
  const clerk = await people.with('reception')
  const doctor = await people.with('doctor')
  const nurse = await people.with('nurse')
  const one = await people.with('lab_technician')
  const other = await people.with('lab_technician')
  const head = await people.with('lab_manager')
  const read = (order: Data) => done(one.get(`/diagnostics/orders/${order.id}`))
  const linesOf = async (order: Data): Promise<Record<string, Data>> => {
    const { items } = await read(order)
    const lines = items.flatMap((item: Data) => item.results)
    return Object.fromEntries(lines.map((line: Data) => [line.test_code, line]))
  }
  const bodyOf = async (order: Data, values: Record<string, unknown>) => {
    const lines = await linesOf(order)
    return Object.entries(values).map(([code, value]) => ({
      id: lines[code]?.id,
      ...(typeof value === 'number'
        ? { value_num: value }
        : typeof value === 'string'
          ? { value_text: value }
          : (value as object)),
    }))
  }
  const enter = async (order: Data, values: Record<string, unknown>) =>
    done(one.post('/diagnostics/results', { results: await bodyOf(order, values) }))
  return {
    clerk,
    doctor,
    nurse,
    one,
    other,
    head,
    read,
    linesOf,
    enter,
    async visiting(more = {}) {
      const patient_id = (await somebody(clerk, more)).id
      const opened = await done(clerk.post('/visits', { patient_id, start: false }))
      return { patient_id, visit_id: (opened.visit ?? opened).id as string }
    },
    order: (patient_id, test_codes, more = {}) =>
      done(doctor.post('/diagnostics/orders', { patient_id, test_codes, ...more })),
    async inTheLab(order, more = {}) {
      const numbers = order.specimens.map(({ number }: Data) => ({ number }))
      await done(
        nurse.post('/diagnostics/specimens/collect', {
          identity_checked: 'WRISTBAND',
          specimens: numbers,
          ...more,
        }),
      )
      return done(one.post('/diagnostics/specimens/receive', { specimens: numbers }))
    },
    async releaseAll(order, values) {
      await enter(order, values)
      const lines = Object.values(await linesOf(order))
      const ids = lines.filter(({ status }) => status === 'ENTERED').map(({ id }) => id)
      await done(other.post('/diagnostics/results/verify', { ids }))
      return done(other.post('/diagnostics/results/release', { ids }))
    },
  }
}
