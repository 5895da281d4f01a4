// Products, units and categories (stock 5.1).

import type { Caller } from '../../../db/core/caller.ts'
import { card } from '../../../db/hospital/goods/stock/pool/lists.ts'
import { CardFilters, Move, WithReason } from '../../../db/hospital/goods/stock/pool/shapes.ts'
import * as lists from '../../../db/hospital/goods/stock/products/lists.ts'
import * as products from '../../../db/hospital/goods/stock/products/products.ts'
import { productRecord } from '../../../db/hospital/goods/stock/products/record.ts'
import {
  Category,
  CategoryFilters,
  CategoryInput,
  Product,
  ProductOpened,
  ProductChange,
  ProductFilters,
  ProductInput,
  ProductUnits,
  Unit,
  UnitInput,
} from '../../../db/hospital/goods/stock/products/shapes.ts'
import {
  find,
  list as listProducts,
} from '../../../db/hospital/goods/procurement/reorder/products.ts'
import { area } from '../../edge/route.ts'
import { byId, create, get, list, patch, post, put } from '../words.ts'

const nobody = { opens: 'nobody' } as const
const record = byId(productRecord.get)
const shown = async (caller: Caller, done: Promise<{ id: string }>) => find(caller, (await done).id)

export const door = area('products', [
  list('/stock/products', {
    summary: 'Products',
    access: 'product:read',
    sheet: 'products',
    ...nobody,
    filters: ProductFilters,
    each: Product,
    run: ({ caller, query }) => listProducts(caller, query),
  }),
  create('/stock/products', {
    summary: 'Open a product',
    access: 'product:write',
    ...nobody,
    body: ProductInput,
    reply: ProductOpened,
    says: 'Product opened.',
    run: ({ caller, body }) => shown(caller, products.open(caller, body)),
  }),
  get('/stock/products/:id', {
    summary: 'One product',
    access: 'product:read',
    ...nobody,
    reply: ProductOpened,
    run: ({ caller, params }) => find(caller, params.id),
  }),
  patch('/stock/products/:id', {
    summary: 'Change a product',
    access: 'product:write',
    ...nobody,
    record,
    body: ProductChange,
    reply: ProductOpened,
    says: 'Product changed.',
    run: ({ caller, params, body }) => shown(caller, products.change(caller, params.id, body)),
  }),
  post('/stock/products/:id/activate', {
    summary: 'Take a product into use again',
    access: 'product:write',
    ...nobody,
    record,
    reply: ProductOpened,
    says: 'Product active.',
    run: ({ caller, params }) => shown(caller, products.activate(caller, params.id)),
  }),
  post('/stock/products/:id/deactivate', {
    summary: 'Take a product out of use; none of it may lie anywhere',
    access: 'product:write',
    ...nobody,
    record,
    body: WithReason,
    reply: ProductOpened,
    says: 'Product out of use.',
    run: ({ caller, params, body }) =>
      shown(caller, products.deactivate(caller, params.id, body.reason)),
  }),
  put('/stock/products/:id/units', {
    summary: 'The packs of a product',
    access: 'product:write',
    ...nobody,
    record,
    body: ProductUnits,
    reply: ProductOpened,
    says: 'Units set.',
    run: ({ caller, params, body }) =>
      shown(caller, products.setUnits(caller, params.id, body.units)),
  }),
  list('/stock/products/:id/card', {
    summary: 'What moved of a product, newest first',
    access: 'stock:read',
    sheet: 'stock-card',
    opens: 'many',
    audit: 'stock_card.read',
    record,
    filters: CardFilters,
    each: Move,
    run: ({ caller, params, query }) => card(caller, params.id, query),
  }),
  list('/stock/categories', {
    summary: 'Categories of products',
    access: 'product:read',
    ...nobody,
    filters: CategoryFilters,
    each: Category,
    run: ({ caller, query }) => lists.listCategories(caller, query),
  }),
  create('/stock/categories', {
    summary: 'Add a category',
    access: 'product:write',
    ...nobody,
    body: CategoryInput,
    reply: Category,
    says: 'Category added.',
    run: ({ caller, body }) => lists.openCategory(caller, body),
  }),
  list('/stock/units', {
    summary: 'Units of measure',
    access: 'product:read',
    ...nobody,
    each: Unit,
    run: ({ caller, query }) => lists.listUnits(caller, query),
  }),
  create('/stock/units', {
    summary: 'Add a unit of measure',
    access: 'product:write',
    ...nobody,
    body: UnitInput,
    reply: Unit,
    says: 'Unit added.',
    run: ({ caller, body }) => lists.openUnit(caller, body),
  }),
])
