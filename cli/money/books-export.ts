// The books as a folder of files, each with its sum, for whoever audits them (accounting 8.2).

import { createHash, type Hash } from 'node:crypto'
import { day, path } from '../../db/appliance/configuration/kinds.ts'
import { command, done, word } from '../frame/grammar/command.ts'
import { amount } from './money.ts'

export const exporting = command('books export', {
  says: 'Writes chart, journal and ledger of some days as CSV files into a new folder.',
  class: 'R',
  permission: 'report:finance',
  flags: {
    from: word(day(), 'the first day'),
    to: word(day(), 'the last day'),
    out: word(path(), 'the folder to make'),
  },
  examples: [
    'kituo books export --from 2026-01-01 --to 2026-12-31 --out ./books-2026',
    'kituo books export --from 2026-01-01 --to 2026-12-31 --out ./books-2026 --json',
  ],
  run: async ({ flags: { from, to, out }, caller, put, progress }) => {
    const { booksFiles } = await import('../../db/hospital/money/accounting/reports/books-files.ts')
    const made = new Map<string, { hash: Hash; rows: number; bytes: number }>()
    for await (const { file, text, rows } of booksFiles(await caller(), { from, to })) {
      const bytes = Buffer.from(text)
      const known = made.get(file) ?? { hash: createHash('sha256'), rows: 0, bytes: 0 }
      known.hash.update(bytes)
      const so_far = { ...known, rows: known.rows + rows, bytes: known.bytes + bytes.length }
      made.set(file, so_far)
      await put(bytes, file)
      progress(file, { done: so_far.rows })
    }
    const files = [...made].map(([file, { hash, rows, bytes }]) => ({
      file,
      rows,
      bytes,
      sha256: hash.digest('hex'),
    }))
    // As `sha256sum --check` reads it.
    const sums = files.map(({ sha256, file }) => `${sha256}  ${file}\n`).join('')
    await put(Buffer.from(sums), 'SHA256SUMS')
    return done(`${files.length} files are in ${out}.`, { folder: out, from, to, files })
  },
  view: ({ folder, files }) =>
    [
      ...files.map(
        ({ file, rows, sha256 }) =>
          `${file.padEnd(12)} ${amount(rows).padStart(12)} rows  sha256 ${sha256}`,
      ),
      `In ${folder}, with SHA256SUMS.`,
    ].join('\n'),
})
