// A patient who is with child, in labour and gave birth, with the notification of it: each with a word in it. Whoever
// it is: what a midwife may write of whom is asked elsewhere.

import { clock } from '../../../db/core/clock.ts'
import { newId } from '../../../db/core/ids.ts'
import { within } from '../../../db/store/connection.ts'
import {
  birth_notifications,
  births,
} from '../../../db/hospital/modules/maternity/births/tables.ts'
import { labours } from '../../../db/hospital/modules/maternity/labours/tables.ts'
import { pregnancies } from '../../../db/hospital/modules/maternity/pregnancies/tables.ts'
import type { House } from '../boot.ts'

export const inMaternity = (
  { hospital, facility_id }: Pick<House, 'hospital' | 'facility_id'>,
  patient_id: string,
  word: string,
): Promise<Record<string, string>> =>
  within(async () => {
    const own = { hospital_id: hospital.id, facility_id }
    const at = clock.instant()
    const number = () => `M-${newId().slice(-12)}`
    const pregnancy = await pregnancies.insert({
      ...own,
      number: number(),
      patient_id,
      status: 'IN_LABOUR',
      gravida: 1,
      para: 0,
      abortions: 0,
      living: 0,
      birth_plan: { companion: word },
      booked_on: at.slice(0, 10),
      by_name: 'Person',
    })
    const labour = await labours.insert({
      ...own,
      number: number(),
      patient_id,
      pregnancy_id: pregnancy.id,
      status: 'FOURTH',
      chart: 'LCG',
      admitted_at: at,
      companion: word,
      parity: 0,
    })
    const birth = await births.insert({
      ...own,
      labour_id: labour.id,
      pregnancy_id: pregnancy.id,
      mother_id: patient_id,
      birth_order: 1,
      born_at: at,
      sex: 'Female',
      outcome: 'LIVE',
      mode: 'SPONTANEOUS',
      place: 'LABOUR_WARD',
      conducted_by: 'Person',
      weight_g: 3200,
      abnormality: word,
      signed_at: at,
      staff_name: 'Person',
    })
    await birth_notifications.insert({
      ...own,
      number: number(),
      birth_id: birth.id,
      patient_id,
      status: 'ISSUED',
      informant: word,
      notified: {
        mother: { name: word, number: word, residence: word, birth_date: '1996-05-05' },
        child: {
          sex: 'Female',
          born_at: at,
          weight_g: 3200,
          place: 'LABOUR_WARD',
          mode: 'SPONTANEOUS',
          birth_order: 1,
          of: 1,
        },
      },
      issued_at: at,
      issued_by_name: 'Person',
    })
    return { pregnancies: pregnancy.id, labours: labour.id, births: birth.id }
  })
