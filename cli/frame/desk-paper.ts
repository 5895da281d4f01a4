// A paper of the IT desk as bytes, with the letterhead of the hospital where there is one.

import type { Block } from '../../templates/paper.ts'
import type { Frame } from './grammar/command.ts'

export async function deskPaper(
  frame: Pick<Frame, 'caller' | 'deployment'>,
  sheet: { title: string; landscape?: boolean; blocks: readonly Block[] },
): Promise<Buffer> {
  const { clock } = await import('../../db/core/clock.ts')
  const { deskSheet } = await import('../../templates/desk-sheet.ts')
  const { render } = await import('../../templates/render.ts')
  const { fontBytes } = await import('../../templates/font-files.ts')
  const head = await headOf(frame)
  return Buffer.from(await render(deskSheet({ ...sheet, head, at: clock.instant() }), fontBytes()))
}

/** Null where the database cannot be asked whose house this is. */
export async function headOf({ caller, deployment }: Pick<Frame, 'caller' | 'deployment'>) {
  const { only } = await import('../../db/hospital/office/hospitals/hospitals.ts')
  if (deployment === null || (await only()) === undefined) return null
  const { letterheadOf } = await import('../../db/hospital/office/places/letterhead.ts')
  return letterheadOf(await caller(), null)
}
