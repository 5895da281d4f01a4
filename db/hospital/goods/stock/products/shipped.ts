// Units and categories that a new hospital begins with; people add their own.

import { folded } from '../../../../store/table.ts'
import { stock_categories, stock_units } from './tables.ts'
import type { ProductClass } from './words.ts'

/** Code, name, plural. */
const units = [
  ['tablet', 'tablet', 'tablets'],
  ['capsule', 'capsule', 'capsules'],
  ['ampoule', 'ampoule', 'ampoules'],
  ['vial', 'vial', 'vials'],
  ['bottle', 'bottle', 'bottles'],
  ['bag', 'bag', 'bags'],
  ['tube', 'tube', 'tubes'],
  ['sachet', 'sachet', 'sachets'],
  ['suppository', 'suppository', 'suppositories'],
  ['pessary', 'pessary', 'pessaries'],
  ['inhaler', 'inhaler', 'inhalers'],
  ['dose', 'dose', 'doses'],
  ['ml', 'ml', 'ml'],
  ['litre', 'litre', 'litres'],
  ['g', 'g', 'g'],
  ['kg', 'kg', 'kg'],
  ['piece', 'piece', 'pieces'],
  ['pair', 'pair', 'pairs'],
  ['roll', 'roll', 'rolls'],
  ['sheet', 'sheet', 'sheets'],
  ['metre', 'metre', 'metres'],
  ['set', 'set', 'sets'],
  ['kit', 'kit', 'kits'],
  ['test', 'test', 'tests'],
  ['strip', 'strip', 'strips'],
  ['blister', 'blister', 'blisters'],
  ['pack', 'pack', 'packs'],
  ['box', 'box', 'boxes'],
  ['carton', 'carton', 'cartons'],
  ['tin', 'tin', 'tins'],
] as const

const categories: readonly [string, ProductClass][] = [
  ['Anaesthetics', 'MEDICINE'],
  ['Analgesics and palliative care', 'MEDICINE'],
  ['Anti-allergics and anaphylaxis', 'MEDICINE'],
  ['Antidotes', 'MEDICINE'],
  ['Anticonvulsants', 'MEDICINE'],
  ['Antibiotics', 'MEDICINE'],
  ['Antimalarials', 'MEDICINE'],
  ['Antivirals', 'MEDICINE'],
  ['Antifungals', 'MEDICINE'],
  ['Antiparasitics', 'MEDICINE'],
  ['Tuberculosis', 'MEDICINE'],
  ['Blood and coagulation', 'MEDICINE'],
  ['Cardiovascular', 'MEDICINE'],
  ['Dermatology', 'MEDICINE'],
  ['Diabetes and hormones', 'MEDICINE'],
  ['Eye, ear, nose and throat', 'MEDICINE'],
  ['Gastrointestinal', 'MEDICINE'],
  ['Mental health', 'MEDICINE'],
  ['Obstetrics', 'MEDICINE'],
  ['Respiratory', 'MEDICINE'],
  ['Fluids and electrolytes', 'MEDICINE'],
  ['Vaccines and sera', 'MEDICINE'],
  ['Vitamins and minerals', 'MEDICINE'],
  ['Dressings', 'SUPPLY'],
  ['Syringes, needles and cannulae', 'SUPPLY'],
  ['Gloves and protection', 'SUPPLY'],
  ['Catheters, tubes and drains', 'SUPPLY'],
  ['Sutures and theatre', 'SUPPLY'],
  ['Disinfectants', 'SUPPLY'],
  ['Dental', 'SUPPLY'],
  ['Rapid tests', 'REAGENT'],
  ['Laboratory reagents', 'REAGENT'],
  ['Laboratory consumables', 'REAGENT'],
  ['Films and contrast', 'IMAGING'],
  ['Blood bags and sets', 'BLOOD'],
  ['Stationery', 'GENERAL'],
  ['Cleaning', 'GENERAL'],
  ['Linen', 'GENERAL'],
  ['Food', 'GENERAL'],
  ['Maintenance', 'GENERAL'],
]

export async function shipUnitsAndCategories(hospital_id: string): Promise<void> {
  await stock_units.insertMany(
    units.map(([code, name, plural]) => ({ hospital_id, code, name, plural })),
  )
  await stock_categories.insertMany(
    categories.map(([name, of]) => ({ hospital_id, name, name_key: folded(name), class: of })),
  )
}
