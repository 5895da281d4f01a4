// The version of the program, as its package says.

import { asset } from './assets.ts'

export const version: string = (
  JSON.parse(asset('package.json').toString('utf8')) as { version: string }
).version
