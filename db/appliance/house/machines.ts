// On which machine the data run (OPS-136). Data that start on another than the one that wrote them last
// may be a copy: until somebody says that they moved, nothing goes out, and two copies never both send.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { clock } from '../../core/clock.ts'
import { within } from '../../store/connection.ts'
import { holdAll } from '../outbound/holds.ts'
import { isLed } from '../timetable/leadership.ts'
import { deployment, type Machine } from '../timetable/tables.ts'
import { theDeployment } from '../timetable/terms.ts'

interface Here {
  id: string
  host: string
}

let here: Here | null = null

/** Tests are several machines. */
export function setMachine(machine: Here | null): void {
  here = machine
}

/** systemd asks that its id is not shown: a digest tells two machines apart as well. */
export function thisMachine(): Here {
  if (here !== null) return here
  const host = hostname().slice(0, 120)
  const told = idIn('/etc/machine-id') ?? idIn('/var/lib/dbus/machine-id') ?? host
  const id = createHash('sha256').update(`kituo machine\n${told}`).digest('hex').slice(0, 16)
  here = { id, host }
  return here
}

function idIn(file: string): string | null {
  try {
    const found = readFileSync(file, 'utf8').trim()
    return /^[0-9a-f]{32}$/.test(found) ? found : null
  } catch {
    return null
  }
}

/** At a start. Answers where the data ran before, if that was elsewhere and nobody has said more. */
export async function lookWhereItRuns(): Promise<Machine[] | null> {
  const { id } = await theDeployment()
  // A further daemon beside one that works on this very database is no copy of it.
  const joins = await isLed()
  return within(async () => {
    const row = await deployment.find({ id }, { lock: true })
    const known = row?.machines ?? []
    const own = thisMachine()
    if (known.some((one) => one.id === own.id && !one.asked)) return null
    const elsewhere = known.filter((one) => !one.asked)
    const moved = elsewhere.length > 0 && !joins
    const others = known.filter((one) => one.id !== own.id)
    const machine = { ...own, since: clock.instant(), asked: moved }
    await deployment.change({ id }, { machines: [...others, machine] })
    if (!moved) return null
    await holdAll(`a start on ${own.host}`, 'moved')
    return elsewhere
  })
}

/** Where the data ran before they came to a machine of which nobody has said more yet. */
export async function cameFrom(): Promise<Machine[]> {
  const machines = (await deployment.findAnywhere({}))?.machines ?? []
  return machines.some(({ asked }) => asked) ? machines.filter(({ asked }) => !asked) : []
}

/** Somebody has said that this is where they run now; the others are strangers from here on. */
export async function settleHere(): Promise<void> {
  const { id, machines } = await theDeployment()
  const asked = (machines ?? []).filter((one) => one.asked)
  const own = { ...thisMachine(), since: clock.instant(), asked: false }
  const stay = asked.length === 0 ? [own] : asked.map((one) => ({ ...one, asked: false }))
  await deployment.change({ id }, { machines: stay })
}
