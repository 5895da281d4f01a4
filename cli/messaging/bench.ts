// Measures of messaging on this machine (messaging 8, 9).

import { choice, whole } from '../../db/appliance/configuration/kinds.ts'
import { command, done, orElse, word } from '../frame/grammar/command.ts'
import { lines } from '../frame/page.ts'

const names = ['accept', 'drain', 'webhooks', 'import', 'campaign'] as const

const bench = command('messaging bench', {
  says: 'Measures accepting, draining, webhooks, imports or campaigns in a house of its own.',
  class: 'L',
  permission: null,
  asks: { what: word(choice(names), 'what is measured') },
  flags: { messages: orElse(whole(1, 10_000_000), '10000', 'how many messages or contacts') },
  examples: [
    'kituo messaging bench drain',
    'kituo messaging bench accept --messages 100000 --json',
    'kituo messaging bench webhooks --messages 20000',
  ],
  run: async ({ asked, flags, progress }) => {
    const { cpus, loadavg, totalmem } = await import('node:os')
    const { openLab } = await import('./lab.ts')
    const { measures } = await import('./measures.ts')
    progress('a house of its own', {})
    const lab = await openLab()
    try {
      const figures = await measures[asked.what]({
        lab,
        messages: flags.messages,
        progress: (phase, at, total) => progress(phase, { done: at, total }),
      })
      const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`
      return done('', {
        what: asked.what,
        machine,
        load: Number(loadavg()[0]?.toFixed(1)),
        runtime: process.version,
        database: 'SQLite: WAL, synchronous=FULL',
        figures,
      })
    } finally {
      await lab.close()
    }
  },
  view: ({ figures, ...about }, page) =>
    lines([...Object.entries(about), ...Object.entries(figures)], page),
})

export const commands = [bench]
