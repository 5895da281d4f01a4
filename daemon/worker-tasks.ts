// What can be done in a worker thread. Written out; nothing is found by its name alone.

import { inspect } from '../db/hospital/attachments/inspect.ts'
import { developPhoto } from './pictures/develop.ts'

export const tasks = {
  'inspect a file': inspect,
  'develop a photo': developPhoto,
} as const

export type Tasks = typeof tasks
