// What can be done in a worker thread. Written out; nothing is found by its name alone.

import { inspect } from '../../db/hospital/office/attachments/inspect.ts'
import { readContacts } from '../../db/messaging/contacts/reading.ts'
import type { FontBytes } from '../../templates/faces.ts'
import type { Paper } from '../../templates/paper.ts'
import { developPhoto } from './pictures/develop.ts'

export const tasks = {
  'inspect a file': inspect,
  'read contacts': readContacts,
  'develop a photo': developPhoto,
  // A thread that looks at a file does not wait for what sets papers.
  'set a paper': async ({ paper, bytes }: { paper: Paper; bytes: FontBytes }) =>
    (await import('../../templates/render.ts')).render(paper, bytes),
} as const

export type Tasks = typeof tasks
