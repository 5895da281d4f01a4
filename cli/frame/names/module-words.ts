// Modules as they are typed and told.

import { type Module, modules } from '../../../db/hospital/modules.ts'
import { echo, usage } from '../grammar/usage.ts'

/** Operations 6.1 has a sentence of its own for what is no switch. */
export const switchable = (typed: readonly string[]): Module[] =>
  typed.map((one) => {
    const known = modules.find((module) => module === one)
    if (known !== undefined) return known
    throw usage('value', `${echo(one)} is not switchable. Modules: ${modules.join(', ')}.`)
  })

export const openWork = (work: readonly { label: string; count: number }[]): string =>
  work.map(({ label, count }) => `${label} ${count}`).join(', ')
