// What may be prescribed here (care 5.7).

import * as ingredients from '../../../db/hospital/care/medicines/formulary/ingredients.ts'
import { putIngredient } from '../../../db/hospital/care/medicines/formulary/reword.ts'
import * as medicines from '../../../db/hospital/care/medicines/formulary/medicines.ts'
import { setProducts } from '../../../db/hospital/care/medicines/formulary/products.ts'
import {
  IngredientFilters,
  IngredientInput,
  IngredientShown,
  LinkInput,
  Medicine,
  MedicineChange,
  MedicineFilters,
  MedicineFound,
  MedicineInput,
} from '../../../db/hospital/care/medicines/formulary/shapes.ts'
import { find } from '../../../db/hospital/care/medicines/formulary/view.ts'
import { listFor } from '../../../db/hospital/care/medicines/prescribing/flagged.ts'
import type { Caller } from '../../../db/core/caller.ts'
import { inQuery } from '../../edge/opens.ts'
import { area } from '../../edge/route.ts'
import { byId, list, nobodys } from '../words.ts'

const { get, create, patch, put } = nobodys

const record = byId(medicines.medicineRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) => find(caller, (await done).id)

export const door = area('medicines', [
  list('/pharmacy/medicines', {
    summary: 'The formulary, with what speaks against each for a patient',
    access: 'medicine:read',
    opens: inQuery('clinical', 'patient_id'),
    audit: 'medicine.list',
    filters: MedicineFilters,
    each: MedicineFound,
    run: ({ caller, query }) => listFor(caller, query),
  }),
  create('/pharmacy/medicines', {
    summary: 'Add a medicine to the formulary',
    access: 'medicine:write',
    once: true,
    body: MedicineInput,
    reply: Medicine,
    says: 'Medicine added.',
    run: ({ caller, body }) => shown(caller, medicines.open(caller, body)),
  }),
  get('/pharmacy/medicines/:id', {
    summary: 'One medicine',
    access: 'medicine:read',
    reply: Medicine,
    run: ({ caller, params }) => find(caller, params.id),
  }),
  patch('/pharmacy/medicines/:id', {
    summary: 'Change, confirm or retire a medicine',
    access: 'medicine:write',
    record,
    body: MedicineChange,
    reply: Medicine,
    says: 'Medicine changed.',
    run: ({ caller, params, body }) => shown(caller, medicines.change(caller, params.id, body)),
  }),
  put('/pharmacy/medicines/:id/products', {
    summary: 'Which products of stock are this medicine',
    access: 'medicine:write',
    record,
    body: LinkInput,
    reply: Medicine,
    says: 'Products linked.',
    run: ({ caller, params, body }) => shown(caller, setProducts(caller, params.id, body)),
  }),
  list('/pharmacy/ingredients', {
    summary: 'What medicines are made of, and of which classes it is',
    access: 'medicine:read',
    opens: 'nobody',
    filters: IngredientFilters,
    each: IngredientShown,
    run: ({ caller, query }) => ingredients.list(caller, query),
  }),
  put('/pharmacy/ingredients/:code', {
    summary: 'Add an ingredient, or write its names and classes anew',
    access: 'medicine:rules',
    body: IngredientInput,
    reply: IngredientShown,
    says: 'Ingredient written.',
    run: ({ caller, params, body }) => putIngredient(caller, params.code, body),
  }),
])
