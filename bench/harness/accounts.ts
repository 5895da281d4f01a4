// 5,000 accounts with East African names, and 500 departments.

import { within } from '../../db/store/connection.ts'
import { users } from '../../db/hospital/office/access/tables.ts'
import { departments } from '../../db/hospital/office/places/tables.ts'

const first = [
  'Asha',
  'Juma',
  'Neema',
  'Baraka',
  'Zawadi',
  'Hamisi',
  'Upendo',
  'Salim',
  'Rehema',
  'Daudi',
]
const last = [
  'Mwinyi',
  'Mushi',
  'Kimaro',
  'Odhiambo',
  'Nakato',
  'Habimana',
  'Mwangi',
  'Lyimo',
  'Abdalla',
  'Massawe',
]

export async function filling(hospital_id: string): Promise<void> {
  await within(() =>
    users.insertMany(
      Array.from({ length: 5000 }, (_, index) => ({
        hospital_id,
        kind: 'STAFF' as const,
        username: `user${index}`,
        full_name: `${first[index % 10]} ${last[Math.floor(index / 10) % 10]} ${index}`,
        status: 'ACTIVE' as const,
        language: 'en' as const,
        created_by_name: 'bench',
      })),
    ),
  )
  await within(() =>
    departments.insertMany(
      Array.from({ length: 500 }, (_, index) => ({
        hospital_id,
        code: `D${index}`,
        name: `Department ${index}`,
        name_key: `department ${index}`,
        kind: 'CLINICAL' as const,
      })),
    ),
  )
}
