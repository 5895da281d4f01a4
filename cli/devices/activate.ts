// Activation codes of workstations: one, many from a file, and each on a page of its own (OPS-89).
// A code is shown once: printed, or written to --out for its owner alone, and on the sheet.

import { choice, path, text, whole } from '../../db/appliance/configuration/kinds.ts'
import type { ActivationWithCode } from '../../db/hospital/office/devices/shapes.ts'
import { station_roles } from '../../db/hospital/office/devices/words.ts'
import { noneCalled } from '../../db/core/refusal.ts'
import {
  command,
  done,
  file,
  type Frame,
  maybe,
  maybeFile,
  word,
  words,
  yes,
} from '../frame/grammar/command.ts'
import { sheetOf } from './sheet.ts'
import { called } from '../frame/names/device-name.ts'
import { lifeOf, networksIn } from './terms.ts'
import { field } from '../frame/grammar/fields.ts'
import { tableOf } from '../frame/lists.ts'

const shapes = () => import('../../db/hospital/office/devices/shapes.ts')
const rules = () => import('../../db/hospital/office/devices/activations.ts')

const shared = {
  branch: field('its branch, by code; the main one'),
  cidr: words(
    text('a network, 10.1.0.0/16', /^[0-9a-f:./]{2,60}$/i),
    'may be used from here alone',
  ),
  hours: maybe(whole(1, 720), 'so long the code may be typed in; 24'),
  never_expires: yes('the code waits until it is used or cancelled'),
  lease_days: maybe(whole(1, 365), 'days without the house until its lease ends; 30'),
  sheet: maybe(path(), 'a PDF with a page per code, to be carried to the workstation'),
  out: maybe(path(), 'write the code there instead of printing it'),
}
interface Shared {
  branch: string | undefined
  cidr: readonly string[]
  hours: number | undefined
  never_expires: boolean
  lease_days: number | undefined
  sheet: string | undefined
  out: string | undefined
}

const one = command('device activate', {
  says: 'Makes a code with which a workstation is activated; it is shown once.',
  class: 'M',
  reply: async () => ({ whole: (await shapes()).ActivationHandedOut }),
  permission: 'device:activate',
  http: 'POST /api/v1/devices/activations',
  transaction: 'rule',
  flags: {
    label: word(text('1 to 60 characters', /^[^\0]{1,60}$/), 'what the workstation is called'),
    role: word(choice(station_roles), 'what it is for'),
    ...shared,
    replaces: field('the workstation that goes, by label or id'),
    csv: maybeFile('many at once: columns label, role, and facility by code'),
  },
  turns: { flag: 'csv', into: 'device activate-many' },
  examples: [
    'kituo device activate --label "Till 1" --role cashier',
    'kituo device activate --label Ward --role ward --cidr 10.1.0.0/16 --hours 4 --json',
    'kituo device activate --label "Till 1" --role cashier --sheet ./till-1.pdf',
  ],
  plan: async ({ flags }) => ({
    steps: [`make an activation code for ${flags.label}`, ...written(flags)],
  }),
  run: async (frame) => {
    const { flags } = frame
    const by = await frame.caller()
    const { open } = await rules()
    const { within } = await import('../../db/store/connection.ts')
    const made = await within(async () => {
      const old = flags.replaces === undefined ? null : await called(frame, flags.replaces)
      return open(by, {
        ...(await alike(frame)),
        label: flags.label,
        station_role: flags.role,
        replaces_device_id: old?.id ?? null,
      })
    })
    const [given] = await handedOut(frame, [made])
    const place = await branchCalled(frame, flags.branch)
    const said = flags.out === undefined ? `${made.code} ` : `Written to ${flags.out}:`
    return done(`${said} for ${made.label} at ${place.name}. Shown once.`, given)
  },
  view: () => null,
})

const many = command('device activate-many', {
  says: 'Makes a code for each workstation of a file, all or none; each is shown once.',
  class: 'M',
  reply: async () => ({ each: (await shapes()).ActivationHandedOut }),
  permission: 'device:activate',
  transaction: 'rule',
  flags: {
    csv: file('columns label, role, and facility by code; - is standard input'),
    ...shared,
  },
  examples: [
    'kituo device activate --csv ./labels.csv --dry-run',
    'kituo device activate --csv ./labels.csv --hours 72 --sheet ./codes.pdf',
  ],
  tries: true,
  plan: async (frame) => {
    const { within } = await import('../../db/store/connection.ts')
    const made = await within(() => opened(frame, true))
    const steps = made.map(({ label, station_role }) => `${label}, ${station_role}`)
    return { steps: [`make ${made.length} codes: ${steps.join('; ')}`, ...written(frame.flags)] }
  },
  run: async (frame) => {
    const { within } = await import('../../db/store/connection.ts')
    const made = await within(() => opened(frame, false))
    const { out } = frame.flags
    const where = out === undefined ? '' : ` They are in ${out}.`
    return done(`${made.length} codes made.${where} Shown once.`, await handedOut(frame, made), {
      total: made.length,
    })
  },
  view: (rows, page) => tableOf<HandedOut>(...columns)(rows, page),
})

type HandedOut = Omit<ActivationWithCode, 'code'> & { code: string | null }
const columns = [
  ['Code', (row: HandedOut) => row.code],
  ['Label', (row: HandedOut) => row.label],
  ['For', (row: HandedOut) => row.station_role],
] as const

const written = ({ sheet, out }: Pick<Shared, 'sheet' | 'out'>): string[] => [
  ...(sheet === undefined ? [] : [`write a page per code to ${sheet}`]),
  ...(out === undefined ? [] : [`write the codes to ${out}, and print none`]),
]

async function alike(frame: Frame<unknown, Shared>) {
  const { flags } = frame
  return {
    facility_id: (await branchCalled(frame, flags.branch)).id,
    ...lifeOf(flags),
    allowed_cidrs: await networksIn(flags.cidr),
    lease_days: flags.lease_days ?? null,
  }
}

const taken_back = Symbol('a trial is taken back')

/** A trial makes them all and takes them back, so that it refuses what the deed would refuse. */
async function opened(frame: Frame<unknown, Shared>, is_trial: boolean) {
  const { labelsIn, openMany } = await import(
    '../../db/hospital/office/devices/activations-file.ts'
  )
  const { attempt } = await import('../../db/store/connection.ts')
  const by = await frame.caller()
  const labels = await labelsIn(frame.sent('csv')?.bytes ?? Buffer.alloc(0))
  const asked = await alike(frame)
  if (!is_trial) return openMany(by, labels, asked)
  let made: ActivationWithCode[] = []
  await attempt(async () => {
    made = await openMany(by, labels, asked)
    throw taken_back
  }).catch((error: unknown) => {
    if (error !== taken_back) throw error
  })
  return made
}

/** On the sheet and to --out; where it was written, the answer holds none. */
async function handedOut(
  frame: Frame<unknown, Shared>,
  made: readonly ActivationWithCode[],
): Promise<HandedOut[]> {
  const { sheet, out } = frame.flags
  if (sheet !== undefined) await frame.put(await sheetOf(frame, made))
  if (out === undefined) return [...made]
  await frame.put(Buffer.from(made.map(({ code, label }) => `${code}  ${label}\n`).join('')))
  return made.map((each) => ({ ...each, code: null }))
}

/** By its code; without one the main branch. */
async function branchCalled({ caller }: Pick<Frame, 'caller'>, code: string | undefined) {
  const by = await caller()
  const { called: branch, list: branches } = await import(
    '../../db/hospital/office/places/facilities.ts'
  )
  if (code !== undefined) return branch(by, code)
  const { rows } = await branches(by, { page: 1, per_page: 200 })
  const main = rows.find(({ is_main }) => is_main)
  if (main === undefined) throw noneCalled('branch', 'MAIN')
  return main
}

export const commands = [one, many]
