import { text } from '../db/configuration/kinds.ts'
import { command, done, word } from './command.ts'

const restore = command('attachment restore', {
  says: 'Brings a removed file back while its bytes are kept: 90 days.',
  class: 'M',
  reply: async () => ({ whole: (await import('../db/hospital/attachments/shapes.ts')).Attachment }),
  permission: 'attachment:delete',
  asks: { id: word(text('the id of a file', /^[^\s\0]{1,60}$/), 'the file, by its id') },
  examples: [
    'kituo attachment restore 0199a5c2-7d1e-7000-8000-000000000001',
    'kituo attachment restore 0199a5c2-7d1e-7000-8000-000000000001 --reason "removed by mistake"',
  ],
  plan: async ({ asked, caller }) => {
    const { rowOf } = await import('../db/hospital/attachments/attachments.ts')
    const { file_name, removed_at } = await rowOf(await caller(), asked.id)
    return { steps: [`bring ${file_name} back`], nothing: removed_at === null }
  },
  run: async ({ asked, caller }) => {
    const rules = await import('../db/hospital/attachments/removal.ts')
    const back = await rules.restore(await caller(), asked.id)
    return done(`${back.file_name} is back.`, back)
  },
})

export const commands = [restore]
