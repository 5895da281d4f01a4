// Where photos are developed: off the main thread.

import type { Develop } from '../../db/hospital/attachments/photos.ts'
import { runInWorker } from '../workers.ts'
import { codecs } from './codecs.ts'

export const develop: Develop = async (negative) =>
  runInWorker('develop a photo', { negative, codecs: await codecs() })
