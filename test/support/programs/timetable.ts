// A house with a timetable of its own for a test: its lines note what they ran for, and no time
// passes but what the test lets pass.

import type { Test } from 'tap'
import { clock, seconds } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { claim } from '../../../db/appliance/timetable/claims.ts'
import { type Entry, setTimetable } from '../../../db/appliance/timetable/entries.ts'
import { perform } from '../../../db/appliance/timetable/perform.ts'
import type { Holder, Run, ScheduleRow } from '../../../db/appliance/timetable/runs.ts'
import { prepare } from '../../../db/appliance/timetable/schedules.ts'
import { schedule_runs, schedules } from '../../../db/appliance/timetable/tables.ts'
import { beginTerm } from '../../../db/appliance/timetable/terms.ts'
import { boot, type House } from '../boot.ts'

export type Line = (name: string, more?: Partial<Entry>) => Entry

export const usual_lines = (line: Line): readonly Entry[] => [
  line('daily'),
  line('each', { catch_up: 'each' }),
  line('local', { scope: 'hospital' }),
  line('anchor', { pausable: false }),
  line('often', { every: seconds(5) }),
]

export const carryOut = (held: Run): Promise<ScheduleRow | undefined> =>
  perform(held, new AbortController().signal, () => undefined)

export class TimetableScene {
  readonly house: House
  readonly lines: readonly Entry[]
  /** The instants that lines ran for, oldest first. */
  readonly ran: string[] = []
  /** What a line does when it runs. */
  behave: Entry['run'] = async () => undefined
  #term = 0

  constructor(house: House, lines: (line: Line) => readonly Entry[]) {
    this.house = house
    this.lines = lines(this.line)
  }

  readonly line: Line = (name, more = {}) => ({
    name,
    label: `The ${name}`,
    area: 'test',
    ...(more.every === undefined ? { cron: '0 6 * * *' } : {}),
    scope: 'deployment',
    runs_on: 'leader',
    catch_up: 'once',
    pausable: true,
    weight: 'light',
    deadline_s: 90,
    run: async (turn) => {
      this.ran.push(turn.due_at)
      return this.behave(turn)
    },
    ...more,
  })

  /** Nothing has run yet, and the daemon `one` leads. */
  async begin(): Promise<void> {
    this.ran.length = 0
    this.behave = async () => undefined
    await within(async () => {
      await schedule_runs.removeAnywhere({})
      await schedules.removeAnywhere({})
    })
    setTimetable(this.lines)
    await prepare('UTC')
    await this.newTerm('one')
  }

  async newTerm(daemon: string): Promise<void> {
    this.#term = await beginTerm(daemon)
  }

  place(name: string): { name: string; place: string } {
    const is_local = this.lines.some((one) => one.name === name && one.scope === 'hospital')
    return { name, place: is_local ? this.house.hospital.id : '' }
  }

  holder(daemon = 'one'): Holder {
    return { daemon, term: this.#term }
  }

  claim(name: string, holder = this.holder()): Promise<Run | undefined> {
    return claim(this.place(name), holder)
  }

  /** What is due for this line, claimed: a test that finds none is wrong. */
  async claimed(name: string): Promise<Run> {
    const held = await this.claim(name)
    if (held === undefined) throw new Error(`${name} is not due`)
    return held
  }

  /** Whether something was due, which then ran. */
  async turn(name: string): Promise<boolean> {
    const held = await this.claim(name)
    if (held !== undefined) await carryOut(held)
    return held !== undefined
  }

  row(name: string): Promise<ScheduleRow | undefined> {
    return schedules.find(this.place(name))
  }

  async outcomes(name: string): Promise<string[]> {
    const all = await schedule_runs.all({ schedule: name }, { order: ['due_at', 'turn'] })
    return all.map((one) => `${one.due_at.slice(8, 16)} ${one.turn} ${one.outcome}`)
  }
}

export async function timetableScene(
  t: Test,
  lines: (line: Line) => readonly Entry[] = usual_lines,
): Promise<TimetableScene> {
  const scene = new TimetableScene(await boot(t), lines)
  t.beforeEach(async () => {
    clock.freeze('2026-01-05T05:52:00Z')
    await scene.begin()
  })
  return scene
}
