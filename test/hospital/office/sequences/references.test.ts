import t from 'tap'
import type { Caller } from '../../../../db/core/caller.ts'
import { clock, days } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { brings } from '../../../../db/hospital/areas.ts'
import { hospitals } from '../../../../db/hospital/office/hospitals/tables.ts'
import { facilities } from '../../../../db/hospital/office/places/tables.ts'
import { bring, type SequenceKind } from '../../../../db/hospital/registry.ts'
import { change } from '../../../../db/hospital/office/sequences/change.ts'
import type { Form } from '../../../../db/hospital/office/sequences/patterns.ts'
import { nextReference } from '../../../../db/hospital/office/sequences/references.ts'
import { sequence_counters, sequences } from '../../../../db/hospital/office/sequences/tables.ts'
import { isRefusal } from '../../../../db/core/refusal.ts'
import { boot } from '../../../support/boot.ts'

const kind = (name: string, form: Partial<SequenceKind>): SequenceKind => ({
  kind: name,
  label: name,
  area: 'test',
  pattern: `${name.toUpperCase()}-{YYYY}-{SEQ:6}`,
  scope: 'HOSPITAL',
  reset: 'YEARLY',
  gapless: true,
  ...form,
})

/** A small known generator, so that a run that fails can be run again. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

t.test('references', async (t) => {
  const { system, hospital } = await boot(t)
  const hospital_id = hospital.id
  bring([
    ...brings,
    {
      area: 'test',
      sequences: [
        kind('chit', {}),
        kind('slip', { pattern: '{FAC}-{YY}{MM}{DD}-{SEQ:3}', scope: 'FACILITY', reset: 'DAILY' }),
        kind('free', { gapless: false }),
      ],
    },
  ])
  t.teardown(() => bring(brings))
  const branch = (code: string, time_zone: string | null = null) =>
    within(() =>
      facilities.insert({
        hospital_id,
        code,
        name: code,
        name_key: code.toLowerCase(),
        kind: 'CLINIC',
        status: 'ACTIVE',
        time_zone,
      }),
    )
  const east = await branch('EAST', 'Pacific/Auckland')
  const west = await branch('WEST', 'America/Los_Angeles')
  const take = (name: string, at?: string, by: Caller = system) =>
    within(() => nextReference(by, name, at))

  t.test('the shipped kind of this chapter (PLT-72)', async (t) => {
    t.equal(await take('plan_purchase'), 'PUR-000001')
    t.equal(await take('plan_purchase'), 'PUR-000002')
    await t.rejects(take('nothing'), /no area brings/)
  })

  t.test(
    'fifty writers at once, a third rolled back: no gap, no repeat (PLT-69, ALL-7)',
    async (t) => {
      clock.freeze('2027-03-09T08:00:00.000Z')
      const taken = await Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          within(async () => {
            const reference = await nextReference(system, 'chit')
            if (at % 3 === 0) throw new Error('rolled back')
            return reference
          }).catch(() => null),
        ),
      )
      const given = taken.filter((one) => one !== null).sort()
      t.equal(given.length, 33)
      t.same(
        given,
        Array.from({ length: 33 }, (_, at) => `CHIT-2027-${String(at + 1).padStart(6, '0')}`),
      )
      clock.release()
    },
  )

  t.test('each branch has its own day (PLT-70)', async (t) => {
    clock.freeze('2026-12-31T12:00:00.000Z')
    t.equal(await take('slip', east.id), 'EAST-270101-001')
    t.equal(await take('slip', west.id), 'WEST-261231-001')
    t.equal(await take('slip', east.id), 'EAST-270101-002')
    t.equal(await take('slip'), 'MAIN-261231-001', 'the acting branch when none is named')
    t.equal(
      await take('slip', undefined, { ...system, facility_id: null }),
      'MAIN-261231-002',
      'the main one for work of the whole hospital',
    )
    t.equal(await take('chit', east.id), 'CHIT-2027-000034')
    t.equal(await take('chit', west.id), 'CHIT-2026-000001')
    clock.release()
  })

  t.test('a changed time zone gives no daily number twice (PLT-63)', async (t) => {
    const zone = (timezone: string) =>
      within(() => hospitals.change({ id: hospital_id }, { timezone }))
    clock.freeze('2027-06-10T22:00:00.000Z')
    t.equal(await take('slip'), 'MAIN-270611-001')
    await zone('America/Los_Angeles')
    t.equal(await take('slip'), 'MAIN-270610-001')
    await zone('Africa/Dar_es_Salaam')
    t.equal(await take('slip'), 'MAIN-270611-002')
    clock.release()
  })

  t.test('another hospital’s branch is not found', async (t) => {
    await t.rejects(take('slip', '01a20000-1de4-7573-b853-57b97905f91d'), {
      message: 'No such facility.',
      status: 404,
    })
  })

  const patterns = [
    'A-{SEQ:3}',
    'A-{SEQ:5}',
    'A{YYYY}{SEQ:2}',
    'A-{YYYY}-{SEQ:4}',
    'A-{YYYY}{MM}-{SEQ:2}',
    'A{YY}{MM}{SEQ:1}',
    '{FAC}-{SEQ:3}',
    '{FAC}-{YYYY}-{SEQ:2}',
    'MAIN-{SEQ:3}',
    'EAST-{YYYY}-{SEQ:1}',
    '{FAC}-{YY}{MM}{DD}-{SEQ:1}',
    '{YY}{MM}{DD}{SEQ:3}',
    '{YYYY}{MM}{SEQ:5}',
    '{SEQ:4}-{YYYY}',
    '{SEQ:2}.{FAC}',
  ]
  const scopes: Form['scope'][] = ['HOSPITAL', 'FACILITY']
  const resets: Form['reset'][] = ['NEVER', 'YEARLY', 'MONTHLY', 'DAILY']
  for (const gapless of [false, true]) {
    t.test(`whatever is changed, no reference comes back (gapless: ${gapless})`, async (t) => {
      const name = gapless ? 'chit' : 'free'
      let changed = 0
      for (let seed = 1; seed <= 12; seed++) {
        await within(async () => {
          await sequence_counters.remove({ hospital_id })
          await sequences.remove({ hospital_id })
        })
        const roll = dice(seed)
        const given = new Set<string>()
        clock.freeze('2026-12-20T12:00:00.000Z')
        for (let step = 0; step < 60; step++) {
          const at = [east.id, west.id, undefined][roll(3)]
          if (roll(4) > 0) {
            const reference = await take(name, at)
            if (given.has(reference)) t.fail(`${reference} came back (seed ${seed}, step ${step})`)
            given.add(reference)
          } else if (roll(2) === 0) clock.advance(days(roll(20)))
          else {
            const asked = {
              pattern: patterns[roll(patterns.length)] as string,
              scope: scopes[roll(2)] as Form['scope'],
              reset: resets[roll(4)] as Form['reset'],
              ...(roll(3) === 0 ? { next_value: roll(50) + 1 } : {}),
              ...(at === undefined ? {} : { facility_id: at }),
            }
            await within(() => change(system, name, asked)).then(
              () => {
                changed += 1
              },
              (error: unknown) => {
                if (!isRefusal(error)) throw error
              },
            )
          }
        }
      }
      t.ok(changed > 10, `${changed} changes were let through`)
      clock.release()
    })
  }
})
