// Drawn by npm run draw, never by hand.
import type { Schema } from '../../drift.ts'

export const schema: Schema = {
  ingredients: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      code: 'code 40',
      name: 'text 120',
      synonyms: 'json',
      classes: 'json',
      origin: 'choice SHIPPED|OWN',
      source: 'text 300?',
      search_text: 'text 2000?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'code'],
      },
    ],
    search: true,
  },
  medicine_products: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      medicine_id: 'ref medicines',
      product_id: 'ref products',
      per_dose_unit: 'bigint',
      reason: 'text 300?',
    },
    unique: [
      {
        columns: ['product_id'],
      },
    ],
    indexes: [
      {
        columns: ['medicine_id'],
      },
    ],
  },
  medicines: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      name: 'text 200',
      identity: 'code 300',
      generic_name: 'text 120',
      form: 'choice tablet|capsule|syrup|suspension|injection|infusion|cream|ointment|drops|inhaler|suppository|pessary|powder|gas|vaccine|device|other',
      strength_text: 'text 60',
      ingredients: 'json',
      words: 'text 600',
      unit_of_dose: 'choice TAB|CAP|ML|AMP|VIAL|PUFF|DROP|SUPP|SACHET|UNIT|G|L_MIN',
      splittable: 'real?',
      pack_only: 'boolean',
      pack_size: 'real?',
      routes: 'json',
      atc: 'code 7?',
      classes: 'json',
      prescription_only: 'boolean',
      aware: 'choice ACCESS|WATCH|RESERVE?',
      controlled: 'choice NONE|NARCOTIC|PSYCHOTROPIC|PRECURSOR',
      high_alert: 'boolean',
      witness: 'choice NONE|ADMINISTER|PREPARE_AND_ADMINISTER',
      time_critical: 'boolean',
      pregnancy: 'json',
      lactation: 'choice SAFE|CAUTION|AVOID|CONTRAINDICATED|UNKNOWN',
      levels: 'json',
      cadres: 'json',
      specialities: 'json',
      default_regimens: 'json',
      counsel: 'json',
      national_code: 'code 40?',
      nemlit_level: 'text 20?',
      in_formulary: 'boolean',
      active: 'boolean',
      origin: 'choice SHIPPED|OWN',
      source: 'text 300?',
      confirmed: 'boolean',
      created_by_name: 'text 160',
      search_text: 'text 2000?',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'identity'],
        only_where: 'active',
      },
    ],
    indexes: [
      {
        columns: ['hospital_id', 'name', 'id'],
      },
    ],
    search: true,
  },
  safety_adoptions: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      safety_table:
        'choice interactions|dose-limits|renal|conditions|ages|cross-allergies|duplicate-classes',
      edition: 'integer',
      adopted_by: 'text 160',
      adopted_at: 'code 24',
      note: 'text 300',
    },
    unique: [
      {
        columns: ['hospital_id', 'safety_table', 'edition'],
      },
    ],
  },
  safety_rows: {
    columns: {
      id: 'code 36',
      hospital_id: 'ref hospitals',
      safety_table:
        'choice interactions|dose-limits|renal|conditions|ages|cross-allergies|duplicate-classes',
      row_key: 'code 300',
      body: 'json',
      struck: 'boolean',
      source: 'text 300?',
      reason: 'text 300',
      by_id: 'code 36?',
      by_name: 'text 160',
      created_at: 'code 24',
      updated_at: 'code 24',
      version: 'integer',
    },
    unique: [
      {
        columns: ['hospital_id', 'safety_table', 'row_key'],
      },
    ],
  },
}
