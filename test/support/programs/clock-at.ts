// Loaded before the program of a walk: its clock stands where the walk says, in that process alone.

import { clock } from '../../../db/core/clock.ts'

const at = process.env['KITUO_TEST_CLOCK']
if (at !== undefined) clock.freeze(at)
