// Hears what an SQLite file is asked, whichever driver asks it and on whatever thread it is read.

import { AddonLine } from '../../db/store/engines/sqlite-addon.ts'
import { FarLine } from '../../db/store/engines/sqlite-far.ts'
import { InlineLine } from '../../db/store/engines/sqlite-line.ts'
import { Readers } from '../../db/store/engines/sqlite-readers.ts'

type Called = (this: unknown, text: string, ...rest: unknown[]) => unknown

/** Called when the answer is there, with the moment of the asking. */
export type Hear = (text: string, began: number) => void

export function hearLines(hear: Hear): void {
  watch(InlineLine.prototype, ['allNow', 'run', 'exec'], hear)
  for (const line of [FarLine.prototype, AddonLine.prototype])
    watch(line, ['all', 'run', 'exec'], hear)
  watch(Readers.prototype, ['read'], hear)
}

function watch(proto: object, names: readonly string[], hear: Hear): void {
  for (const name of names) {
    const own = Reflect.get(proto, name) as Called
    Reflect.set(proto, name, function heard(this: unknown, text: string, ...rest: unknown[]) {
      const began = performance.now()
      const answer = own.call(this, text, ...rest)
      const tell = (): void => hear(text, began)
      if (answer instanceof Promise) answer.then(tell, tell)
      else tell()
      return answer
    })
  }
}
