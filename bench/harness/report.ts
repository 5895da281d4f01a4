// What a benchmark says: the machine, the versions, the figures and their ratio to a baseline of the
// same run; printed, and kept in bench/results.

import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { clock } from '../../db/core/clock.ts'

export type Figures = Record<string, string | number>

export function report(
  name: string,
  rows: Record<string, Figures>,
  goals: readonly string[] = [],
): void {
  const result = {
    name,
    at: clock.instant(),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.version,
    database: process.env['DB'] === 'postgres' ? 'PostgreSQL' : 'SQLite',
    load: Number(loadavg()[0]?.toFixed(1)),
    rows,
    goals,
  }
  console.log(
    `${name} · ${result.machine} · Node ${result.node} · ${result.database} · load ${result.load}`,
  )
  console.table(rows)
  for (const goal of goals) console.log(goal)
  const folder = join(import.meta.dirname, '../results')
  mkdirSync(folder, { recursive: true })
  const file = result.database === 'SQLite' ? name : `${name}.postgres`
  writeFileSync(join(folder, `${file}.json`), `${JSON.stringify(result, null, 2)}\n`)
}

export function at(share: number, figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
export const median = (figures: readonly number[]): number => at(0.5, figures)

/** Rounds taken in turn, so that a noisy minute hits every contender; the median round counts. */
export async function inTurn<T extends { per_s: number }>(
  rounds: number,
  contenders: Record<string, () => Promise<T>>,
): Promise<Record<string, T>> {
  const found: Record<string, T[]> = {}
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(contenders)) (found[name] ??= []).push(await run())
  }
  return Object.fromEntries(
    Object.entries(found).map(([name, list]) => {
      const sorted = [...list].sort((a, b) => a.per_s - b.per_s)
      return [name, sorted[Math.floor(sorted.length / 2)] as T]
    }),
  )
}
