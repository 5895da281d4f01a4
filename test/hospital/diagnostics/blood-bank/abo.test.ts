// `abo`: every recipient, donor and family (8 × 8 × 5). What may be given follows from antigens of cells and
// antibodies of plasma, written here anew; whoever is confirmed gets nothing else, by any gate, role or
// emergency (BLD-50).

import t from 'tap'
import { isAllowed } from '../../../../db/hospital/diagnostics/blood-bank/matching/compatibility.ts'
import {
  standingOf,
  validUntil,
} from '../../../../db/hospital/diagnostics/blood-bank/matching/confirmed.ts'
import { decide } from '../../../../db/hospital/diagnostics/blood-bank/matching/decision.ts'
import { stateOf } from '../../../../db/hospital/diagnostics/blood-bank/requests/progress.ts'
import { shipped_settings } from '../../../../db/hospital/diagnostics/blood-bank/settings/shipped.ts'
import {
  blood_groups,
  type BloodGroup,
  families,
  type Family,
} from '../../../../db/hospital/diagnostics/blood-bank/words.ts'

const letters = (group: BloodGroup): string[] => ['A', 'B'].filter((one) => group.includes(one))
const subset = (some: readonly string[], of: readonly string[]): boolean =>
  some.every((one) => of.includes(one))

/** Cells must bring nothing that the recipient does not have; plasma must not meet what the recipient has. */
function safe(family: Family, recipient: BloodGroup, donor: BloodGroup): boolean {
  const cells = subset(letters(donor), letters(recipient))
  const plasma = subset(letters(recipient), letters(donor))
  if (family === 'RED') return cells
  if (family === 'WHOLE') return cells && plasma
  return family === 'PLATELET' ? true : plasma
}

const unit = (family: Family, group: BloodGroup, low_titre = false) => ({
  id: 'u',
  number: 'U1',
  group,
  family,
  attributes: low_titre ? (['LOW_TITRE'] as const) : [],
  antigens: [],
})

t.test('abo: nobody who is confirmed gets what the table forbids (BLD-50)', async (t) => {
  let pairs = 0
  for (const family of families)
    for (const recipient of blood_groups)
      for (const donor of blood_groups)
        for (const emergency of [false, true]) {
          const { refused } = decide({
            recipient: { group: recipient, confirmed: true, female: true, age: 30, antibodies: [] },
            unit: unit(family, donor),
            requirements: [],
            childbearing_to: 50,
            emergency,
          })
          const whole_o = family === 'WHOLE' && letters(donor).length === 0 && emergency
          const may = safe(family, recipient, donor) || whole_o
          if ((refused === null) !== may)
            t.fail(`${donor} ${family} for ${recipient}, ${emergency}`)
          pairs += 1
        }
  t.equal(pairs, 8 * 8 * 5 * 2)
})

t.test(
  'cells of group O alone where nothing is known, plasma of AB (BLD-50, BLD-63)',
  async (t) => {
    const how = { low_titre: false, emergency: true }
    for (const donor of ['A', 'B', 'AB', 'O'] as const) {
      t.equal(isAllowed('RED', null, donor, how), donor === 'O')
      t.equal(isAllowed('WHOLE', null, donor, how), donor === 'O')
      t.equal(isAllowed('PLASMA', null, donor, how), donor === 'AB')
    }
    const once = { group: 'A+', confirmed: false, female: false, age: 30, antibodies: [] } as const
    const given = (emergency: boolean, group: BloodGroup) =>
      decide({
        recipient: once,
        unit: unit('RED', group),
        requirements: [],
        childbearing_to: 50,
        emergency,
      })
    t.match(given(true, 'A+').refused, /whose group is not known/, 'one tube may be another’s')
    t.match(given(false, 'A+').bites['BLD_GROUP_ONCE'], [{ subject: 'u' }])
    t.same(given(false, 'O+').bites['BLD_GROUP_ONCE'], [])
  },
)

t.test('RhD, antibodies and what a patient needs (BLD-56)', async (t) => {
  const of = (more: object, group: BloodGroup = 'O+') =>
    decide({
      recipient: { group: 'O-', confirmed: true, female: true, age: 30, antibodies: [], ...more },
      unit: unit('RED', group),
      requirements: [{ kind: 'IRRADIATED' }],
      childbearing_to: 50,
      emergency: false,
    }).bites
  t.match(of({})['BLD_RHD'], [{ facts: { rhd_case: 'CHILDBEARING' } }])
  t.match(of({ age: 60 })['BLD_RHD'], [{ facts: { rhd_case: 'OTHER' } }])
  t.match(of({ antibodies: ['anti-D'] })['BLD_RHD'], [{ facts: { rhd_case: 'ANTI_D' } }])
  t.same(of({}, 'O-')['BLD_RHD'], [])
  t.match(of({ antibodies: ['anti-K'] }, 'O-')['BLD_REQUIREMENT'], [
    { what: 'U1 is not irradiated.' },
    { what: 'U1 is not K-negative.' },
  ])
})

t.test('two samples by two people confirm a group (BLD-52)', async (t) => {
  const one = (more: object = {}) => ({
    source: 'SAMPLE' as const,
    sample_id: 's1',
    abo: 'A' as const,
    rhd: 'POS' as const,
    counts: true,
    collected_at: '2026-03-21T06:00:00.000Z',
    collected_by_id: 'x',
    by_id: 't1',
    ...more,
  })
  const is = (rule: 'REQUIRED' | 'SECOND_TEST', ...found: ReturnType<typeof one>[]) =>
    standingOf(found, { two_sample: rule }).confirmed
  const later = { sample_id: 's2', collected_at: '2026-03-21T06:05:00.000Z' }
  t.notOk(is('REQUIRED', one()))
  t.notOk(is('REQUIRED', one(), one(later)), 'five minutes later by the same')
  t.ok(is('REQUIRED', one(), one({ ...later, collected_by_id: 'y' })))
  t.ok(is('REQUIRED', one(), one({ ...later, collected_at: '2026-03-21T06:15:00.000Z' })))
  t.notOk(is('REQUIRED', one(), one({ by_id: 't2' })), 'one sample twice')
  t.ok(is('SECOND_TEST', one(), one({ by_id: 't2' })))
  t.notOk(is('REQUIRED', one(), one({ ...later, collected_by_id: 'y', source: 'EARLIER' })))
  t.notOk(is('REQUIRED', one(), one({ ...later, collected_by_id: 'y', abo: 'B' })))
})

t.test('how long a sample is good (BLD-55)', async (t) => {
  const at = '2026-03-21T06:10:00.000Z'
  t.equal(validUntil(at, shipped_settings, true), '2026-03-24T06:10:00.000Z')
  t.equal(validUntil(at, shipped_settings, false), '2026-03-28T06:10:00.000Z')
})

t.test('where a request stands (3.4)', async (t) => {
  const line = { component_code: 'PRC', units: 2, reserved: 0, issued: 0, transfused: 0 }
  const request = { hold_only: false } as Parameters<typeof stateOf>[0]['request']
  const sample = { status: 'TESTED' } as Parameters<typeof stateOf>[0]['sample']
  const matched = new Set(['PRC'])
  const is = (more: object = {}, out = 0, with_sample = true) =>
    stateOf({
      request,
      lines: [{ ...line, ...more }],
      out,
      sample: with_sample ? sample : undefined,
      matched,
    })
  t.equal(is({}, 0, false), 'REQUESTED')
  t.equal(is(), 'SAMPLE_RECEIVED')
  t.equal(is({ reserved: 2 }), 'READY')
  t.equal(is({ reserved: 1, issued: 1 }, 1), 'PART_ISSUED')
  t.equal(is({ issued: 2 }, 2), 'ISSUED')
  t.equal(is({ transfused: 2 }, 2), 'COMPLETED')
})
