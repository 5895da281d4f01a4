import t from 'tap'
import { within } from '../../../../db/store/connection.ts'
import { patient_identifiers } from '../../../../db/hospital/desk/patients/record/hanging-tables.ts'
import { patients } from '../../../../db/hospital/desk/patients/tables.ts'
import { boot } from '../../../support/boot.ts'

const rounds = 20

t.test('two clerks with one person at once: one is registered (PAT-6, PAT-8)', async (t) => {
  const { people, hospital } = await boot(t)
  const hospital_id = hospital.id
  const clerks = [await people.with('reception'), await people.with('records')]

  t.test('by the national ID', async (t) => {
    for (let round = 0; round < rounds; round += 1) {
      const national_id = `19800101${String(100_000_000_000 + round)}`
      const answers = await Promise.all(
        clerks.map((clerk, index) =>
          clerk.post('/patients', {
            first_name: index === 0 ? 'Grace' : 'Daudi',
            last_name: index === 0 ? 'Lema' : 'Shayo',
            sex: index === 0 ? 'Female' : 'Male',
            birth_date: index === 0 ? '1980-01-01' : '1981-02-02',
            national_id,
            confirm_different: [],
          }),
        ),
      )
      const codes = answers.map(({ status }) => status).sort((a, b) => a - b)
      t.same(codes, [201, 409], answers.map(({ message }) => message).join(' | '))
      await clearPairs()
    }
    t.equal(await patient_identifiers.count({ hospital_id }), rounds)
  })

  t.test('by name, birth date and phone', async (t) => {
    for (let round = 0; round < rounds; round += 1) {
      const person = {
        first_name: `Amina${'abcdefghijklmnopqrstuvwxyz'[round]}`,
        last_name: `Rajabu${'zyxwvutsrqponmlkjihgfedcba'[round]}`,
        sex: 'Female',
        birth_date: `19${String(60 + round)}-04-04`,
        phone: `07130000${String(10 + round)}`,
      }
      const answers = await Promise.all(clerks.map((clerk) => clerk.post('/patients', person)))
      const codes = answers.map(({ status }) => status).sort((a, b) => a - b)
      t.same(codes, [201, 409], answers.map(({ message }) => message).join(' | '))
    }
    t.equal(await patients.count({ hospital_id, status: 'ACTIVE' }), rounds * 2)
  })

  /** Earlier rounds' people look alike; only this round's number may refuse. */
  async function clearPairs(): Promise<void> {
    await within(() =>
      patients.change(
        { hospital_id },
        { birth_date: '1900-01-01', last_fold: 'x', first_fold: 'x' },
      ),
    )
  }
})
