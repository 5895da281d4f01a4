// A list to begin with: medicines and supplies of a district hospital as a file of the import `products`. It is read,
// changed and confirmed by the hospital's own people, and comes in like any list (STK-3, PLT-117).

import { csvLine } from '../../../../../core/csv-lines.ts'
import { starter_medicines } from './medicines.ts'
import { starter_supplies } from './supplies.ts'

type Row = Readonly<Record<string, string>>

const columns = [
  'name',
  'class',
  'base_unit',
  'generic_name',
  'strength',
  'form',
  'route',
  'category',
  'storage',
  'pack_unit',
  'pack_factor',
  'controlled_schedule',
  'antibiotic_group',
  'high_alert',
  'confirmed',
] as const

const linesIn = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|'))

const of_medicines = [
  'name',
  'strength',
  'form',
  'route',
  'base_unit',
  'pack_unit',
  'pack_factor',
  'category',
  'storage',
  'controlled_schedule',
  'antibiotic_group',
  'high_alert',
]
const of_supplies = [
  'name',
  'strength',
  'class',
  'base_unit',
  'pack_unit',
  'pack_factor',
  'category',
]

const named = (names: readonly string[], cells: readonly string[]): Row =>
  Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))

export const starterRows = (): Row[] => [
  ...linesIn(starter_medicines).map((cells) => {
    const row = named(of_medicines, cells)
    return { ...row, class: 'MEDICINE', generic_name: row['name'] ?? '' }
  }),
  ...linesIn(starter_supplies).map((cells) => named(of_supplies, cells)),
]

/** The last column is for whoever reads the list: the import leaves it alone. */
export const starterFile = (): string =>
  [
    csvLine(columns),
    ...starterRows().map((row) =>
      csvLine(columns.map((name) => (name === 'confirmed' ? 'no' : (row[name] ?? '')))),
    ),
  ].join('')
