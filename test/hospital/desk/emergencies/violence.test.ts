import t from 'tap'
import { emergencyRoom } from '../../../support/desk/emergency-room.ts'

t.test('an emergency of violence is nobody else’s business (EMG-9, PRV-3)', async (t) => {
  const { people, clerk, nurse, taken } = await emergencyRoom(t)
  const story = {
    category: 'GENDER_VIOLENCE',
    presenting_complaint: 'Amepigwa na mume',
    brought_by: 'Jirani Rehema',
    incident_place: 'Nyumbani',
  }
  const one = await taken(story)
  const mine = async (who: typeof clerk) =>
    (await who.get('/emergencies')).data.find(({ id }: { id: string }) => id === one.id)

  t.test('reception sees that somebody is there, and not what happened', async (t) => {
    const untold = {
      number: one.number,
      category: 'OTHER',
      presenting_complaint: null,
      brought_by: null,
      incident_place: null,
    }
    t.match(await mine(clerk), untold)
    const [row] = (await clerk.get('/emergencies/board')).data
    t.match(row, untold)
    t.match((await clerk.get(`/emergencies/${one.id}`)).data, untold)
    for (const more of ['history', 'reassessments']) {
      const refused = await clerk.get(`/emergencies/${one.id}/${more}`)
      t.match(refused, { status: 403, message: /^This record is restricted\./ }, more)
    }
    t.same((await clerk.get('/emergencies', { category: 'GENDER_VIOLENCE' })).data, [])
  })

  t.test('who took it in and who works there reads it, until it is over', async (t) => {
    t.match(await mine(nurse), story)
    const colleague = await people.with('nurse')
    t.match(await mine(colleague), story)
    t.match((await colleague.get(`/emergencies/${one.id}`)).data, story)
    t.match((await colleague.get('/emergencies', { category: 'GENDER_VIOLENCE' })).data, [story])
    const other = await taken({ category: 'TRAUMA_ROAD', presenting_complaint: 'Pikipiki' })
    const seen = (await clerk.get(`/emergencies/${other.id}`)).data
    t.match(seen, { category: 'TRAUMA_ROAD', presenting_complaint: 'Pikipiki' })
  })
})
