// Numbers by chance that come again with the seed: a walk that fails can be walked once more.

import { randomInt } from 'node:crypto'

/** Of a run of a test, told in its record: `SEED=…` walks it once more. */
export function chanceOf(t: { comment(said: string): void }): () => number {
  const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31))
  t.comment(`seed ${seed}`)
  const below = seeded(seed)
  return () => below(2 ** 31) / 2 ** 31
}

/** A linear congruential generator in whole numbers: the same on every machine. */
export function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = Number((BigInt(state) * 1_103_515_245n + 12_345n) % 2_147_483_648n)
    return Math.floor((state / 2_147_483_648) * below)
  }
}
