// Work of several steps that was not finished (OPS-73).

import type { Journal } from '../../db/appliance/deployment/journal.ts'
import { opened } from '../backup/frame.ts'
import { text } from '../../db/appliance/configuration/kinds.ts'
import { command, done, type Frame, word } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import { serverNamed, url_file } from '../frame/names/server-address.ts'
import { usage } from '../frame/grammar/usage.ts'

const list = command('journal list', {
  says: 'Prints work of several steps that was not finished, and how it goes on.',
  class: 'R',
  needs: 'any_schema',
  about: 'deployment',
  permission: 'system:read',
  examples: ['kituo journal list', 'kituo journal list --json'],
  run: async (frame) => {
    const { openJournals } = await import('../../db/appliance/deployment/journal.ts')
    const found = openJournals(opened(frame).root)
    return done(
      found.length === 0 ? 'Nothing is unfinished.' : `${found.length} unfinished.`,
      found,
      {
        total: found.length,
        next: found.flatMap((one) => [
          `kituo journal resume ${one.id}`,
          `kituo journal undo ${one.id}`,
        ]),
      },
    )
  },
  view: tableOf<Journal>(
    ['Id', (row) => row.id],
    ['Kind', (row) => row.kind],
    ['Reached', (row) => row.phase],
    ['Generation', (row) => row.generation],
    ['Since', (row, page) => page.time(row.started_at)],
    ['By', (row) => row.by],
  ),
})

const id = word(text('the id of a journal', /^[0-9a-f-]{36}$/), 'which')
const example = '0199c0de-0000-7000-8000-000000000001'

const show = command('journal show', {
  says: 'Prints one piece of unfinished work: what it is, and how far it came.',
  class: 'R',
  needs: 'any_schema',
  about: 'deployment',
  permission: 'system:read',
  asks: { id },
  examples: [`kituo journal show ${example}`, `kituo journal show ${example} --json`],
  run: async (frame) => {
    const { openJournals } = await import('../../db/appliance/deployment/journal.ts')
    const { noneCalled } = await import('../../db/core/refusal.ts')
    const { id } = frame.asked
    const found = openJournals(opened(frame).root).find((one) => one.id === id)
    if (found === undefined) throw noneCalled('journal', id)
    return done('', found)
  },
})

const resume = command('journal resume', {
  says: 'Goes on with work that was not finished.',
  class: 'X',
  late: { takes_s: 60 },
  others_stay: true,
  settles: true,
  needs: 'any_schema',
  transaction: 'rule',
  stays_root: true,
  about: 'deployment',
  permission: 'backup:restore',
  confirm: 'C1',
  exits: [5, 6, 10, 12, 13],
  asks: { id },
  flags: { url_file },
  examples: [
    `kituo journal resume ${example}`,
    `kituo journal resume ${example} --url-file address.txt --yes`,
  ],
  plan: async (frame) => {
    const journal = await unfinished(frame)
    const { kind, phase, generation } = journal
    const unfinished_move = moveOf(frame, journal)
    passwordFor(journal, frame.sent)
    return {
      steps: [
        isLeft(frame, journal)
          ? leftSentence(generation)
          : kind === 'fork'
            ? `go on although ${phase}; what is lacking is lost, and every chain says so`
            : unfinished_move !== null
              ? `go on moving to ${unfinished_move.to}, which reached ${phase}`
              : `finish generation ${generation} if it is live, drop it if it is not`,
      ],
    }
  },
  run: async (frame) => {
    const begun = moveOf(frame, await unfinished(frame))
    // A move goes on beside the house; anything else is done in a moment, and without people.
    if (begun === null) await frame.beside?.standAside()
    const journal = await unfinished(frame)
    const deployment = opened(frame)
    if (isLeft(frame, journal)) return settledOutcome(frame, journal)
    if (journal.kind === 'fork') {
      const { goOn } = await import('../../db/appliance/house/went-back.ts')
      const { lookAtMaintenance } = await import('../../db/appliance/house/maintenance.ts')
      const went = await goOn(deployment, await frame.caller(), journal)
      await lookAtMaintenance()
      return done(
        went
          ? 'It goes on with what is there; the fork stands in every chain.'
          : 'Nothing waits for a decision any more: the house is open for changes.',
        {
          id: journal.id,
          kind: journal.kind,
          generation: journal.generation,
          live: journal.generation === deployment.generation,
        },
      )
    }
    if (begun === null) return settledOutcome(frame, journal)
    const { moveDatabase } = await import('../../db/appliance/carry/move.ts')
    const { to, url } = begun
    const moved = await moveDatabase(deployment, {
      to,
      url,
      password: passwordFor(journal, frame.sent),
      asking: frame.asking,
      env: frame.env,
      by: (await frame.caller()).name,
      reason: frame.reason ?? 'a move that was not finished',
      until: undefined,
      beside: frame.beside ?? undefined,
      onPart: (phase, at, total, item) => frame.progress(phase, { item, done: at, total }),
    })
    return done(`Moved: ${moved.rows} rows are on ${to} and proved.`, {
      id: journal.id,
      kind: journal.kind,
      generation: journal.generation,
      live: true,
    })
  },
})

const undo = command('journal undo', {
  says: 'Takes back work that was not finished; the live data stay as they are.',
  class: 'X',
  others_stay: true,
  settles: true,
  needs: 'any_schema',
  transaction: 'rule',
  about: 'deployment',
  permission: 'backup:restore',
  confirm: 'C2',
  exits: [5, 6],
  asks: { id },
  flags: { url_file },
  examples: [
    `kituo journal undo ${example}`,
    `kituo journal undo ${example} --yes --confirm ${example.slice(0, 8)}`,
  ],
  plan: async (frame) => {
    const journal = await unfinished(frame)
    const { kind, generation, id: own } = journal
    passwordFor(journal, frame.sent)
    const step = isLeft(frame, journal)
      ? leftSentence(generation)
      : `drop generation ${generation} of the ${kind}`
    return { steps: [step], type: own.slice(0, 8) }
  },
  run: async (frame) => {
    const journal = await unfinished(frame)
    if (isLeft(frame, journal)) return settledOutcome(frame, journal)
    if (journal.kind === 'fork') {
      const { conflict } = await import('../../db/core/refusal.ts')
      throw conflict(
        'What the database lost is not brought back by this. Put a backup back, or go on: kituo journal resume',
        'rule.refused',
      )
    }
    if (journal.kind !== 'move') return settledOutcome(frame, journal)
    const { abortMove } = await import('../../db/appliance/carry/move.ts')
    const gone = await abortMove(opened(frame), passwordFor(journal, frame.sent), journal.id)
    if (gone === null) return settledOutcome(frame, journal)
    const { id: own, kind, generation } = journal
    return done(`Given up: generation ${gone} is gone.`, { id: own, kind, generation, live: false })
  },
})

/** It stands in no journal: where the secrets do not hold it either, it is brought once more. */
function passwordFor({ move }: Journal, sent: Frame['sent']): string | null {
  const named = serverNamed(sent)
  if (named === null) return null
  if (named.url !== move?.url) {
    throw usage('value', '--url-file names another database than this work goes to.')
  }
  return named.password
}

type Chosen = Pick<Frame<{ id: string }>, 'asked' | 'deployment'>

/** Opening the data for a change settles what needs nobody's decision; it is told here. */
async function unfinished(frame: Chosen): Promise<Journal> {
  const { openJournals, refuseAtWork } = await import('../../db/appliance/deployment/journal.ts')
  const { noneCalled } = await import('../../db/core/refusal.ts')
  const deployment = opened(frame)
  const all = [...openJournals(deployment.root), ...deployment.settled]
  const found = all.find((one) => one.id === frame.asked.id)
  if (found === undefined) throw noneCalled('journal', frame.asked.id)
  refuseAtWork(found)
  return found
}

/** Where it goes to; of one that is live already nothing is left to be moved. */
const moveOf = (frame: Chosen, { kind, generation, move }: Journal) =>
  kind === 'move' && move !== undefined && generation !== opened(frame).generation ? move : null

/** A fork of data that are not live any more. */
const isLeft = (frame: Chosen, { kind, generation }: Journal): boolean =>
  kind === 'fork' && opened(frame).generation !== generation

const leftSentence = (generation: number): string =>
  `Generation ${generation} is not live any more: nothing is left to be decided about what it lost.`

function settledOutcome(frame: Chosen, journal: Journal) {
  const { id: own, kind, generation } = journal
  const live = opened(frame).generation === generation
  const said = isLeft(frame, journal)
    ? leftSentence(generation)
    : live
      ? `Generation ${generation} is live: the ${kind} is finished.`
      : `Generation ${generation} was never live and is gone: the ${kind} is undone.`
  return done(said, { id: own, kind, generation, live })
}

export const commands = [list, show, resume, undo]
