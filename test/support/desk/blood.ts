// A blood bank at work, for the tests of its parts: who bleeds, who tests, who releases.

import type { Data } from '../ask.ts'
import { clock, minutes } from '../../../db/core/clock.ts'
import { shipped_settings } from '../../../db/hospital/diagnostics/blood-bank/settings/shipped.ts'
import { newId } from '../../../db/core/ids.ts'
import { switchOn } from '../../../db/hospital/office/places/modules.ts'
import { within } from '../../../db/store/connection.ts'
import type { House } from '../boot.ts'
import type { Person } from '../people.ts'
import { done } from './ward.ts'

const group = /^(?<abo>A|B|AB|O)(?<sign>[+-])$/

/** What the tubes show of a group. */
export function groupingOf(of: string): Data {
  const { abo = 'O', sign = '+' } = group.exec(of)?.groups ?? {}
  const has = (letter: string) => abo.includes(letter)
  return {
    abo,
    rhd: sign === '+' ? 'POS' : 'NEG',
    forward: {
      anti_a: has('A') ? '4+' : '0',
      anti_b: has('B') ? '4+' : '0',
      anti_d: sign === '+' ? '3+' : '0',
    },
    reverse: { a_cells: has('A') ? '0' : '4+', b_cells: has('B') ? '0' : '4+' },
    method: 'TUBE',
  }
}

export const kit = { assay: 'Rapid', kit_lot: 'K1', kit_expiry: '2099-01-31' }
export const infection = (marker: string, result = 'NON_REACTIVE', run = 'INITIAL'): Data => ({
  marker,
  result,
  run,
  ...kit,
})
export const markers = ['HIV', 'HBV', 'HCV', 'SYPHILIS']

/** Every question of a man answered with no. */
export const answers = (yes: readonly string[] = [], sex = 'Male'): Record<string, string> =>
  Object.fromEntries(
    shipped_settings.deferral_rules
      .filter((rule) => rule.question !== null && (rule.sex === null || rule.sex === sex))
      .map(({ code }) => [code, yes.includes(code) ? 'YES' : 'NO']),
  )

export const exam = {
  weight_kg: 70,
  haemoglobin: 14.2,
  systolic: 120,
  diastolic: 80,
  pulse: 72,
  temperature: 36.6,
}

export interface BloodAtWork {
  /** Two technologists: what one enters the other verifies. */
  one: Person
  other: Person
  head: Person
  donor(more?: Record<string, unknown>): Promise<Data>
  interview(donor: Data, more?: Record<string, unknown>): Promise<Data>
  bled(donor: Data, more?: Record<string, unknown>): Promise<Data>
  /** Bled, grouped by both, tested by one and verified by the other. */
  tested(donor: Data, of: string): Promise<Data>
  /** And released: its whole blood stands on the shelf. */
  unit: (of: string) => Promise<Data>
}

const drawn = () => ({
  bag: { type: 'SINGLE', anticoagulant: 'CPDA1', nominal_ml: 450, lot: 'B1' },
  started_at: new Date(clock.ms() - minutes(12)).toISOString(),
  ended_at: new Date(clock.ms() - minutes(2)).toISOString(),
  volume_ml: 450,
  arm: 'LEFT',
})

export async function bloodAtWork({ people, system, facility_id }: House): Promise<BloodAtWork> {
  await within(() => switchOn(system, facility_id, 'blood_bank'))
  const one = await people.with('lab_technician')
  const other = await people.with('lab_technician')
  const head = await people.with('lab_manager')
  const donor: BloodAtWork['donor'] = (more = {}) =>
    done(
      one.post('/blood-bank/donors', {
        first_name: 'Juma',
        last_name: `Mkono ${newId().slice(-8)}`,
        sex: 'Male',
        date_of_birth: '1990-02-03',
        ...more,
      }),
    )
  const interview: BloodAtWork['interview'] = ({ id, sex }, more = {}) =>
    done(
      one.post('/blood-bank/donations', {
        donor_id: id,
        answers: answers([], sex),
        exam,
        consent_signed: true,
        ...more,
      }),
    )
  const bled: BloodAtWork['bled'] = async (of, more = {}) => {
    const { id } = await interview(of)
    return done(one.post(`/blood-bank/donations/${id}/bleed`, { ...drawn(), ...more }))
  }
  const tested: BloodAtWork['tested'] = async (of, group_of) => {
    const { id } = await bled(of)
    const path = `/blood-bank/donations/${id}/tests`
    const groupings = [groupingOf(group_of)]
    await done(one.post(path, { groupings, tests: markers.map((marker) => infection(marker)) }))
    return done(other.post(path, { groupings, verify: markers }))
  }
  return {
    one,
    other,
    head,
    donor,
    interview,
    bled,
    tested,
    async unit(group_of) {
      const { id } = await tested(await donor(), group_of)
      const released = await done(head.post(`/blood-bank/donations/${id}/release`, {}))
      return released.units[0]
    },
  }
}
