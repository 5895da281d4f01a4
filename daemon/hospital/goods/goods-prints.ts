// Papers of stores, set in the hospital's style.

import type { Caller } from '../../../db/core/caller.ts'
import { clock } from '../../../db/core/clock.ts'
import { registerOf } from '../../../db/hospital/goods/stock/register/read.ts'
import type { RegisterPrinted } from '../../../db/hospital/goods/stock/register/shapes.ts'
import type { Language } from '../../../db/hospital/office/hospitals/words.ts'
import { letterheadOf } from '../../../db/hospital/office/places/letterhead.ts'
import { registerPaper } from '../../../templates/controlled-register.ts'
import type { GoodsPaper } from '../../../templates/goods-frame.ts'
import { paperReply } from '../../edge/papers.ts'
import type { FileReply } from '../../edge/send-file.ts'

async function frameOf(
  caller: Caller,
  facility_id: string,
  lang: Language | undefined,
): Promise<GoodsPaper> {
  const head = await letterheadOf(caller, facility_id)
  return {
    head,
    language: lang ?? head.language,
    printed: { at: clock.instant(), by: caller.name },
  }
}

export async function printRegister(caller: Caller, asked: RegisterPrinted): Promise<FileReply> {
  const found = await registerOf(caller, asked)
  const frame = await frameOf(caller, found.facility_id, asked.lang)
  return paperReply(registerPaper({ ...found, ...frame }), `register-${found.product}`)
}
