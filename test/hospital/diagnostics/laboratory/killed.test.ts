// A house that dies while it takes in what an analyser says, up to the instant before it answers: the analyser hears
// nothing and says it again, and every value stands once, on whom it is (DIA-134, chapter 9). KITUO_KILLS says how
// often; the seed is printed.

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { oru } from '../../../support/analysers.ts'
import { boot } from '../../../support/boot.ts'
import { labAtWork } from '../../../support/desk/laboratory.ts'
import { done } from '../../../support/desk/ward.ts'
import { runToEnd } from '../../../support/programs/child.ts'
import { otherSessionsDone } from '../../../support/programs/other-sessions.ts'
import { seeded } from '../../../support/seeded.ts'

const kills = Number(process.env['KITUO_KILLS'] ?? 3)
const seed = Number(process.env['SEED'] ?? (Math.trunc(performance.timeOrigin) % 100_000) + 1)

t.test(
  `a message that is killed ${kills} times`,
  { timeout: 600_000 + kills * 20_000 },
  async (t) => {
    const house = await boot(t)
    clock.freeze('2026-03-21T06:00:00.000Z')
    const lab = await labAtWork(house)
    const { one, head } = lab
    const random = seeded(seed)
    t.comment(`seed ${seed}`)
    await done(head.patch('/diagnostics/settings', { duplicate_hours_lab: 0 }))
    const sections = await done(head.get('/diagnostics/sections'))
    const xn = await done(
      head.post('/diagnostics/instruments', {
        code: 'XN',
        name: 'XN',
        section_id: sections.find(({ code }: Data) => code === 'HAEM').id,
        mapping: ['HGB', 'WBC'].map((code) => ({ analyser_code: code, test_code: code })),
        connection: { protocol: 'HL7', allow: ['127.0.0.1'], sending_app: 'XN' },
      }),
    )
    const { patient_id } = await lab.visiting()
    const { patient_id: other_id } = await lab.visiting()
    const beside = await lab.order(other_id, ['HGB', 'WBC'])
    await lab.inTheLab(beside)
    const ordered = async (): Promise<{ order: Data; raw: string }> => {
      const order = await lab.order(patient_id, ['HGB', 'WBC'])
      await lab.inTheLab(order)
      const [{ number }] = order.specimens
      const values = [
        { code: 'HGB', value: '11.2' },
        { code: 'WBC', value: '7.2' },
      ]
      return { order, raw: oru({ control_id: number, number, values }) }
    }
    const take = (raw: string, dies_at: number) =>
      runToEnd('takes-in.ts', [
        JSON.stringify(house.database.address),
        clock.instant(),
        JSON.stringify({ hospital_id: house.hospital.id, instrument_id: xn.id, raw }),
        String(dies_at),
      ])
    const standing = async (order: Data): Promise<unknown[]> => {
      const { HGB, WBC } = await lab.linesOf(order)
      const kept = await done(
        one.get('/diagnostics/analyser-messages', { specimen_number: order.specimens[0].number }),
      )
      const taken = kept.filter(({ status }: Data) => status === 'DONE').length
      return [HGB?.value_num, WBC?.value_num, taken]
    }

    // The first writes what later ones find written.
    await take((await ordered()).raw, 0)
    const last = Number((await take((await ordered()).raw, 0)).said)
    t.ok(last > 10, `${last} statements`)
    for (let kill = 0; kill < kills; kill += 1) {
      const { order, raw } = await ordered()
      // Half of them strike the commit, or after it and before the answer.
      const dies_at = random(2) === 0 ? last + 0.5 + random(2) / 4 : 1 + random(last)
      const { signal, said } = await take(raw, dies_at)
      await otherSessionsDone(house)
      const now = await standing(order)
      const whole = now[2] === 1
      t.ok(signal === 'SIGKILL' || whole, `at ${dies_at}: ${said}`)
      t.same(now, whole ? [11.2, 7.2, 1] : [null, null, 0], `died at ${dies_at}`)
      for (const again of ['said again', 'and again']) {
        t.equal((await take(raw, 0)).signal, null)
        t.same(await standing(order), [11.2, 7.2, 1], again)
      }
    }
    t.same(await standing(beside), [null, null, 0], 'and nobody else has a value')
  },
)
