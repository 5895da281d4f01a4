// What machines are told of the studies that are booked (DIA-123).

import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import {
  asJson,
  type Element,
  elementsOf,
} from '../../../../db/hospital/diagnostics/imaging/worklist/elements.ts'
import {
  keepWorklist,
  setWorklistFolder,
} from '../../../../db/hospital/diagnostics/imaging/worklist/files.ts'
import { part10 } from '../../../../db/hospital/diagnostics/imaging/worklist/part10.ts'
import type { Step } from '../../../../db/hospital/diagnostics/imaging/worklist/shapes.ts'
import { personName } from '../../../../db/hospital/diagnostics/imaging/worklist/steps.ts'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { imagingAtWork } from '../../../support/desk/imaging.ts'
import { done } from '../../../support/desk/ward.ts'

const step: Step = {
  accession: 'IMG-2026-000001',
  study_uid: '2.25.1',
  patient_id: '00000000-0000-7000-8000-000000000001',
  patient_number: 'PT-000001',
  patient_name: 'Komba^Zawadi Ali',
  birth_date: '1990-05-12',
  sex: 'F',
  pregnancy: 'NO',
  modality: 'DX',
  station_ae: 'XRAY1',
  room: 'X-ray 1',
  starts_at: '2026-03-21T07:30:00.000Z',
  procedure: 'Chest X-ray',
  procedure_code: 'CXR',
  body_part: 'Chest',
  laterality: null,
  referring: 'Said^Amina',
}

/** Read as the standard says it, apart from what wrote it. */
function parsed(bytes: Buffer, at = 0, end = bytes.length): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  let place = at
  while (place < end) {
    const tag = [bytes.readUInt16LE(place), bytes.readUInt16LE(place + 2)]
      .map((part) => part.toString(16).padStart(4, '0').toUpperCase())
      .join('')
    const vr = bytes.toString('latin1', place + 4, place + 6)
    const is_long = vr === 'OB' || vr === 'SQ'
    const length = is_long ? bytes.readUInt32LE(place + 8) : bytes.readUInt16LE(place + 6)
    const from = place + (is_long ? 12 : 8)
    found.set(tag, bytes.subarray(from, from + length))
    place = from + length
  }
  return found
}

t.test('a step in the words of the standard (DIA-123)', async (t) => {
  t.equal(personName('Zawadi Ali Komba'), 'Komba^Zawadi Ali')
  t.equal(personName('Madonna'), 'Madonna')
  t.equal(personName('A^B C'), 'C^A B')
  const elements = elementsOf(step, 'Africa/Dar_es_Salaam')
  const tags = elements.map(({ tag }) => tag)
  t.same(tags, tags.toSorted(), 'in the order of their tags')
  const json = asJson(elements) as Record<string, { Value: unknown[] }>
  t.same(json['00100010']?.Value, [{ Alphabetic: 'Komba^Zawadi Ali' }])
  const [scheduled] = (json['00400100'] as { Value: Record<string, { Value: unknown[] }>[] }).Value
  t.same(scheduled?.['00400002']?.Value, ['20260321'])
  t.same(scheduled?.['00400003']?.Value, ['103000'], 'by the clock of the hospital')
})

t.test('the same as a file that machines read (DIA-123)', async (t) => {
  const none: Element[] = elementsOf({ ...step, station_ae: null }, 'UTC')
  for (const elements of [elementsOf(step, 'UTC'), none]) {
    const bytes = part10(elements, '2.25.1.1')
    t.equal(bytes.toString('latin1', 128, 132), 'DICM')
    const meta_length = bytes.readUInt32LE(132 + 8)
    const meta = parsed(bytes, 132, 144 + meta_length)
    t.equal(meta.get('00020010')?.toString('latin1').replaceAll('\0', ''), '1.2.840.10008.1.2.1')
    const data = parsed(bytes, 144 + meta_length)
    t.equal(data.get('00100020')?.toString().trim(), 'PT-000001')
    t.equal(data.get('001021C0')?.readUInt16LE(), 1)
    for (const value of data.values()) t.equal(value.length % 2, 0)
    const sequence = data.get('00400100') as Buffer
    t.equal(sequence.readUInt32LE(4), sequence.length - 8)
    const inside = parsed(sequence, 8)
    t.equal(inside.get('00080060')?.toString().trim(), 'DX')
  }
})

t.test('the list of a room, and the folder of the machines (DIA-123)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-21T06:00:00.000Z')
  const rays = await imagingAtWork(house)
  const { patient_id } = await rays.visiting()
  const study = await rays.studyOf(await rays.order(patient_id, ['XR-CHEST']))
  const list = (query = {}) => rays.radiographer.get('/diagnostics/imaging/worklist', query)
  t.same((await list()).data, [], 'what is only ordered is nobody’s work yet')
  await done(
    rays.ask(study, 'schedule', {
      room_id: rays.room.id,
      starts_at: '2026-03-21T10:00:00.000Z',
    }),
  )
  t.match((await list({ room_id: rays.room.id, date: '2026-03-21' })).data, [
    { accession: study.accession, modality: 'DX', room: 'X-ray 1', pregnancy: /./ },
  ])
  t.same((await list({ room_id: rays.other_room.id })).data, [])
  t.same((await list({ date: '2026-03-22' })).data, [])
  t.match((await list({ format: 'csv' })).raw.toString(), study.accession)
  const dicom = JSON.parse((await list({ format: 'dicom-json' })).raw.toString())
  t.same(dicom[0]['0020000D'].Value, [study.study_uid])
  t.equal((await rays.doctor.get('/diagnostics/imaging/worklist')).status, 403)

  const folder = mkdtempSync(join(tmpdir(), 'worklist-'))
  setWorklistFolder(folder)
  t.teardown(() => setWorklistFolder(null))
  const place = join(folder, house.hospital.id)
  t.same(await keepWorklist(house.system), { written: 0, removed: 0 }, 'not before it is asked for')
  await done(rays.radiologist.patch('/diagnostics/settings', { worklist_files: true }))
  t.same(await keepWorklist(house.system), { written: 1, removed: 0 })
  const [name = ''] = readdirSync(place)
  t.equal(name, `${study.accession}.wl`)
  t.match(readFileSync(join(place, name)).toString('latin1'), /DICM/)
  t.same(await keepWorklist(house.system), { written: 0, removed: 0 }, 'and not again')
  await done(rays.ask(study, 'unschedule', { reason: 'OTHER', note: 'She asked' }))
  t.same(await keepWorklist(house.system), { written: 0, removed: 1 })
  t.same(readdirSync(place), [])
})
