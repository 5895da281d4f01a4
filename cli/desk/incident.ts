// Incidents with many casualties: begun and ended, where nobody has a screen at hand.

import { branch } from '../frame/names/branch.ts'
import { choice, path, text, whole } from '../../db/appliance/configuration/kinds.ts'
import { incident_kinds } from '../../db/hospital/desk/emergencies/words.ts'
import { languages } from '../../db/hospital/office/hospitals/words.ts'
import { command, done, type Frame, maybe, orElse, word } from '../frame/grammar/command.ts'
import { field, numeric, said } from '../frame/grammar/fields.ts'

const words = (most: number) => text(`1 to ${most} characters`, new RegExp(`^[^\\0]{1,${most}}$`))

const start = command('incident start', {
  says: 'Starts an incident with many casualties at a branch, and calls everybody.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/desk/emergencies/shapes.ts')).CasualtyIncident,
  }),
  permission: 'incident:manage',
  http: 'POST /api/v1/mass-casualty-incidents',
  confirm: 'C1',
  asks: { name: word(words(120), 'what happened') },
  flags: {
    tags: word(
      text('2 to 4 letters', /^[A-Za-z]{2,4}$/),
      'the letters that casualties are tagged by',
    ),
    kind: maybe(choice(incident_kinds), 'what kind it is'),
    place: field('where it happened'),
    expected: field('how many are expected'),
  },
  examples: [
    'kituo incident start "Bus in the river" --tags BUS --kind ROAD --expected 40 --facility MAIN --yes',
    'kituo incident start "Market fire" --tags MF --kind FIRE --facility MAIN --dry-run',
  ],
  plan: async ({ asked }) => ({ steps: [`start the incident ${asked.name}`, 'call everybody'] }),
  run: async ({ asked, flags, caller }) => {
    const by = await caller()
    const { IncidentInput } = await import('../../db/hospital/desk/emergencies/shapes.ts')
    const { start: begin } = await import('../../db/hospital/desk/emergencies/incidents.ts')
    const body = await said(IncidentInput, {
      name: asked.name,
      tag_prefix: flags.tags,
      kind: flags.kind,
      place: flags.place,
      expected: numeric(flags.expected),
    })
    const made = await begin(by, body)
    return done(`${made.reference} ${made.name} is active.`, made)
  },
})

const standDown = command('incident stand-down', {
  says: 'Ends the incident that is active at a branch; who is not identified needs a reason.',
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/desk/emergencies/shapes.ts')).StoodDown,
  }),
  permission: 'incident:manage',
  http: 'POST /api/v1/mass-casualty-incidents/:id/stand-down',
  confirm: 'C1',
  reason: 'must',
  flags: { unidentified: field('why casualties stay without a name') },
  examples: [
    'kituo incident stand-down --reason "nobody comes any more" --facility MAIN --yes',
    'kituo incident stand-down --reason "all are known" --unidentified "relatives are on the way" --facility MAIN --yes',
  ],
  plan: async (frame) => ({ steps: [`stand down ${(await active(frame)).reference}`] }),
  run: async (frame) => {
    const by = await frame.caller()
    const { id } = await active(frame)
    const { StandDown } = await import('../../db/hospital/desk/emergencies/shapes.ts')
    const { standDown: end } = await import('../../db/hospital/desk/emergencies/incidents.ts')
    const body = await said(StandDown, {
      reason: frame.reason ?? undefined,
      unidentified_reason: frame.flags.unidentified,
    })
    const ended = await end(by, id, body)
    const { unidentified, untriaged, undisposed, unbilled } = ended.left
    const left = `Left: ${unidentified} unidentified, ${untriaged} untriaged, ${undisposed} undisposed, ${unbilled} unbilled.`
    return done(`${ended.reference} is stood down. ${left}`, ended)
  },
})

const tags = command('incident tags', {
  says: 'Writes tags for casualties of the active incident as a PDF, ten on a sheet.',
  class: 'R',
  permission: 'incident:manage',
  http: 'GET /api/v1/mass-casualty-incidents/:id/tags',
  flags: {
    from: maybe(whole(1, 999_999), 'the first number; without it the first that nobody has'),
    count: orElse(whole(1, 200), '10', 'how many'),
    language: maybe(choice(languages), 'in which language'),
    out: word(path(), 'the file to write'),
  },
  examples: [
    'kituo incident tags --count 40 --out ./tags.pdf --facility MAIN',
    'kituo incident tags --from 41 --count 20 --language sw --out ./tags.pdf --facility MAIN --json',
  ],
  run: async (frame) => {
    const by = await frame.caller()
    const { from, count, language, out } = frame.flags
    const { id } = await active(frame)
    const { tagsOf } = await import('../../db/hospital/desk/emergencies/tags.ts')
    const { letterheadOf } = await import('../../db/hospital/office/places/letterhead.ts')
    const { clock } = await import('../../db/core/clock.ts')
    const { fontBytes } = await import('../../templates/font-files.ts')
    const { renderTags } = await import('../../templates/tags.ts')
    const found = await tagsOf(by, id, { count, ...(from === undefined ? {} : { from }) })
    const { house, language: own } = await letterheadOf(by, found.facility_id)
    const sheet = { ...found, hospital: house.name, language: language ?? own }
    const bytes = await renderTags({ ...sheet, issued_at: clock.instant() }, fontBytes())
    await frame.put(Buffer.from(bytes))
    const { tags: made, reference } = found
    return done(`${made[0]} to ${made.at(-1)} of ${reference}. Written: ${out}.`, {
      reference,
      first: made[0],
      last: made.at(-1),
      file: out,
    })
  },
  view: () => null,
})

async function active(frame: Pick<Frame, 'caller'>) {
  const by = await frame.caller()
  const { activeIncident } = await import('../../db/hospital/desk/emergencies/incident-rows.ts')
  const { conflict } = await import('../../db/core/refusal.ts')
  const found = await activeIncident(by, (await branch(frame)).id)
  if (found === undefined) throw conflict('No incident is active at this branch.', 'state')
  return found
}

export const commands = [start, tags, standDown]
