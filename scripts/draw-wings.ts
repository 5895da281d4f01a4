// Draws the lists of each wing (what its areas bring, their permissions, tables and doors) from its folders:
//   npm run draw

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../db/core/assets.ts'
import { drawnLists } from './wings.ts'

const lists = drawnLists()
for (const [path, text] of lists) writeFileSync(join(root, path), text)
console.log(`${lists.size} lists.`)
