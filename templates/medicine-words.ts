// What is fixed on the papers of medicines, in both languages.

import type { Language } from '../db/hospital/office/hospitals/words.ts'

const en = {
  prescription: 'Prescription',
  medicine_list: 'Your medicines',
  labels: 'Labels',
  copy: 'COPY',
  medicine: 'Medicine',
  how: 'How to take it',
  quantity: 'Quantity',
  lot: 'Lot and expiry',
  route: 'Route',
  weight: 'Weight',
  allergies: 'Allergies',
  valid_until: 'Valid until',
  prescriber: 'Prescriber',
  registration: 'Registration no.',
  elsewhere: 'Copy for the pharmacy of your choice',
  here: 'Handed over here',
  children: 'Keep away from children',
  danger: 'Handle with care',
}
const sw: typeof en = {
  prescription: 'Cheti cha dawa',
  medicine_list: 'Dawa zako',
  labels: 'Lebo',
  copy: 'NAKALA',
  medicine: 'Dawa',
  how: 'Jinsi ya kutumia',
  quantity: 'Idadi',
  lot: 'Toleo na mwisho wa matumizi',
  route: 'Njia',
  weight: 'Uzito',
  allergies: 'Mizio',
  valid_until: 'Mwisho wa kutumika',
  prescriber: 'Mwandikaji',
  registration: 'Na. ya usajili',
  elsewhere: 'Nakala kwa duka la dawa unalochagua',
  here: 'Zimetolewa hapa',
  children: 'Weka mbali na watoto',
  danger: 'Kuwa mwangalifu',
}

export const medicine_words: Readonly<Record<Language, typeof en>> = { en, sw }
