// What lies on the ward for a patient is what was handed over less what was given, wasted and returned, and never
// less than nothing, whatever is done in whatever order and by two at once (CAR-103, measures of care 9).
// WARD_SUPPLY_STEPS=2000 walks further; the seed is printed.

import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { onWard } from '../../../../db/hospital/care/medicines/dispensing/supply.ts'
import type { Answer } from '../../../support/ask.ts'
import { done, wardOf } from '../../../support/desk/ward.ts'
import { clinicOfMedicines, item, pharmacyOf } from '../../../support/medicines.ts'
import { chanceOf } from '../../../support/seeded.ts'

const steps = Number(process.env['WARD_SUPPLY_STEPS'] ?? 25)

t.test(
  'ward-supply: never less than nothing (CAR-103)',
  { timeout: 600_000 + steps * 1000 },
  async (t) => {
    clock.freeze('2026-03-31T05:00:00.000Z')
    const on = await clinicOfMedicines(t)
    const { house, nurse, pharmacist, prescribe, doctor } = on
    const pharmacy = await pharmacyOf(on)
    const charge = await house.people.with('nurse_in_charge')
    const { ward, beds } = await wardOf(await house.people.holding('ward:write', 'ward:read'))
    const { medicine_id } = await pharmacy.stocked('Paracetamol 500 mg tablet', 1_000_000)
    const patient_id = await on.patient()
    const stay = await done(nurse.post('/admissions', { patient_id, reason: 'Malaria' }))
    await done(
      charge.post(`/admissions/${stay.id}/admit`, { bed_id: beds[0].id, attending_id: newId() }),
    )
    await done(prescribe(patient_id, [item(medicine_id, { dose: 1000, duration_days: 30 })]))
    const chance = chanceOf(t)
    const below = (n: number): number => Math.floor(chance() * n)
    const overrides = [
      { gate: 'DOSE_EARLY', reason_code: 'CLINICAL_NEED' },
      { gate: 'DOSE_TOO_SOON', reason_code: 'CLINICAL_NEED' },
    ]
    const both = await house.people.with('doctor', 'nurse')
    const dosesOf = (status: string) =>
      done(nurse.get('/nursing/doses', { patient_id, status, per_page: '200' }))
    const someDose = async (status: string) => {
      const found = await dosesOf(status)
      return found[below(found.length)]
    }
    const give = (dose: { id: string }, more: object = {}) =>
      both.post(`/nursing/doses/${dose.id}/give`, { source: 'PATIENT_SUPPLY', overrides, ...more })
    const handed: { id: string; lines: { id: string; batches: { batch_id: string }[] }[] }[] = []
    const nothing: Answer[] = []

    const works: Record<string, () => Promise<Answer[]>> = {
      async supply() {
        const made = await pharmacist.post('/pharmacy/ward-rounds', { ward_id: ward.id })
        const [of] = await done(
          pharmacist.get('/pharmacy/dispenses', { patient_id, kind: 'WARD', status: 'QUEUED' }),
        )
        if (of === undefined) return [made]
        const whole = await done(pharmacist.get(`/pharmacy/dispenses/${of.id}`))
        await done(pharmacy.verify(whole))
        const gone = await pharmacy.handOver(whole)
        if (gone.status === 200) handed.push(gone.data)
        return [made, gone]
      },
      async give() {
        const dose = await someDose('SCHEDULED')
        return dose === undefined ? nothing : [await give(dose)]
      },
      async 'give part and waste the rest'() {
        const dose = await someDose('SCHEDULED')
        if (dose === undefined) return nothing
        return [await give(dose, { amount: 500, wasted_amount: 500, waste_reason: 'Fell down' })]
      },
      async 'two give at once'() {
        const [one, other = one] = await dosesOf('SCHEDULED')
        return one === undefined ? nothing : Promise.all([give(one), give(other)])
      },
      async undo() {
        const dose = await someDose('GIVEN')
        if (dose === undefined) return nothing
        return [await both.post(`/nursing/doses/${dose.id}/undo`, { reason: 'Mistake' })]
      },
      async void() {
        const dose = await someDose('GIVEN')
        if (dose === undefined) return nothing
        return [await charge.post(`/nursing/doses/${dose.id}/void`, { reason: 'Other patient' })]
      },
      async 'send back'() {
        const of = handed[below(handed.length)]
        const line = of?.lines[0]
        if (of === undefined || line === undefined) return nothing
        const asked = await nurse.post('/pharmacy/returns', {
          source: 'WARD',
          dispense_id: of.id,
          lines: [
            {
              dispense_line_id: line.id,
              batch_id: line.batches[0]?.batch_id,
              quantity: 1 + below(4),
              reason: 'CHANGED',
              condition: 'UNOPENED',
            },
          ],
        })
        if (asked.status !== 201) return [asked]
        const path = `/pharmacy/returns/${asked.data.id}`
        const decided =
          below(3) === 0
            ? await pharmacist.post(`${path}/reject`, { reason: 'Opened' })
            : await pharmacist.post(`${path}/accept`)
        return [asked, decided]
      },
      async later() {
        clock.advance(minutes(1))
        return nothing
      },
    }

    /** Reckoned beside the rule: of what stands in the lists of both sides. */
    async function lying(): Promise<number> {
      const gone = await done(
        pharmacist.get('/pharmacy/dispenses', {
          patient_id,
          status: 'HANDED_OVER',
          per_page: '200',
        }),
      )
      let sum = 0
      for (const { id } of gone) {
        const { lines } = await done(pharmacist.get(`/pharmacy/dispenses/${id}`))
        for (const line of lines) sum += line.supplied - line.returned_quantity
      }
      for (const status of ['GIVEN', 'PARTIAL']) {
        for (const dose of await dosesOf(status)) {
          if (dose.source !== 'PATIENT_SUPPLY') continue
          sum -= ((dose.amount_given ?? 1000) + (dose.wasted_amount ?? 0)) / 500
        }
      }
      return sum
    }

    const seen = new Set<string>()
    const names = Object.keys(works)
    const first = ['supply', 'give']
    for (let step = 0; step < steps; step += 1) {
      const name = first[step] ?? names[below(names.length)] ?? ''
      const answers = await (works[name] as () => Promise<Answer[]>)()
      for (const { status, message } of answers) {
        seen.add(`${name} ${status}`)
        if (status >= 500) t.fail(`${name}: ${message}`)
      }
      const left = (await onWard(house.system, stay.id)).get(medicine_id) ?? 0
      if (left < 0) t.fail(`${name}: ${left}`)
      if (step % 10 === 9) t.equal(left / 1000, await lying(), `step ${step}, ${name}`)
    }
    t.comment([...seen].sort().join(', '))
    t.ok(seen.has('supply 200') && seen.has('give 200'))
    await done(doctor.get(`/admissions/${stay.id}/mar`))
  },
)
