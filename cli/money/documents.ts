// Papers of money from the command line (billing 8): one by its number, or every kind of them with
// made-up long contents, so that a theme can be looked at before anybody is handed it.

import { choice, path, text } from '../../db/appliance/configuration/kinds.ts'
import { languages } from '../../db/hospital/office/hospitals/words.ts'
import { receipt_papers } from '../../db/hospital/money/policy/words.ts'
import { command, done, type Frame, maybe, word } from '../frame/grammar/command.ts'

const themes = ['plain', 'ruled', 'band'] as const

interface Render {
  out: string
  lang: (typeof languages)[number] | undefined
  theme: (typeof themes)[number] | undefined
  paper: (typeof receipt_papers)[number] | undefined
}

const render = command('documents render', {
  says: 'Prints a bill, receipt, credit note, voucher, Z report or statement as a PDF.',
  class: 'M',
  permission: 'bill:read',
  transaction: 'rule',
  asks: {
    number: word(
      text('the number of a paper', /^[A-Za-z0-9/-]{1,40}$/),
      'the number on it; of a patient: the statement of account',
    ),
  },
  flags: {
    out: word(path(), 'the file to write'),
    lang: maybe(choice(languages), 'in this language'),
    theme: maybe(choice(themes), 'in this look instead of the hospital’s'),
    paper: maybe(choice(receipt_papers), 'on this paper'),
  },
  examples: [
    'kituo documents render INV-2026-000231 --out ./invoice.pdf',
    'kituo documents render RCT-2026-000412 --out ./receipt.pdf --lang sw --theme ruled',
  ],
  plan: async ({ asked, flags, caller }) => {
    const { paperCalled } = await import('./money-papers.ts')
    const { kind, number } = await paperCalled(await caller(), asked.number)
    return { steps: [`print the ${kind.replace('_', ' ')} ${number} to ${flags.out}`] }
  },
  run: async (frame: Frame<{ number: string }, Render>) => {
    const { paperCalled, printTo } = await import('./money-papers.ts')
    const by = await frame.caller()
    const { out, lang, theme, paper } = frame.flags
    const found = await paperCalled(by, frame.asked.number)
    const bytes = await printTo(frame, by, found, { lang, theme, paper })
    const data = { kind: found.kind, number: found.number, file: out, bytes }
    return done(`${found.number} is in ${out}.`, data)
  },
  view: () => null,
})

const samples = command('documents samples', {
  says: 'Writes every paper of money in each look and language, with long made-up contents.',
  class: 'L',
  permission: null,
  flags: { out: word(path(), 'the folder to make') },
  examples: [
    'kituo documents samples --out ./samples',
    'kituo documents samples --out ./samples --json',
  ],
  run: async ({ flags: { out }, put, progress }) => {
    const { samplePapers } = await import('../../templates/samples.ts')
    const { render: set } = await import('../../templates/render.ts')
    const { fontBytes } = await import('../../templates/font-files.ts')
    const fonts = fontBytes()
    const files: string[] = []
    for (const { name, paper } of samplePapers(themes, languages)) {
      await put(Buffer.from(await set(paper, fonts)), name)
      files.push(name)
      progress('papers', { item: name, done: files.length })
    }
    return done(`${files.length} papers are in ${out}.`, { folder: out, files })
  },
  view: ({ folder, files }) => `${files.length} papers are in ${folder}.`,
})

export const commands = [render, samples]
