// A ward as one of the usual ones: with its rooms, its beds, and the classes that the house has not yet.

import type { Caller } from '../../../../core/caller.ts'
import { isRefusal } from '../../../../core/refusal.ts'
import { whole_page } from '../../../../store/pages.ts'
import { isPriced } from '../../../money/tariff/tariffs.ts'
import { resolveDepartment } from '../../../office/places/places.ts'
import { open as openBeds } from './beds.ts'
import { list as listClasses, open as openClass } from './classes.ts'
import { open as openRoom } from './rooms.ts'
import type { WardTemplate } from '../words.ts'
import type { BedClass, Ward } from './shapes.ts'
import { type UsualRoom, usualWard, usual_classes } from './usual-wards.ts'
import { find, open } from './wards.ts'

export interface WardFromTemplate {
  ward: Ward
  /** What a day there is charged as, and has no price yet. */
  unpriced: string[]
}

export async function openFromTemplate(
  caller: Caller,
  template: WardTemplate,
  called: { name?: string | undefined; code?: string | undefined } = {},
): Promise<WardFromTemplate> {
  const usual = usualWard(template)
  const { name = usual.ward.name, code = usual.ward.code } = called
  const department = await departmentOf(caller, usual.department)
  const ward = await open(caller, { ...usual.ward, name, code, department })
  const classes = await classesOf(caller, usual.rooms)
  for (const room of usual.rooms) await openWithBeds(caller, ward.id, room, classes)
  const codes = [...new Set([...classes.values()].map((one) => one.code))]
  const unpriced: string[] = []
  for (const one of codes) if (!(await isPriced(caller, one))) unpriced.push(one)
  return { ward: await find(caller, ward.id), unpriced }
}

/** A house may have closed it, or call it otherwise. */
async function departmentOf(caller: Caller, code: string): Promise<string | null> {
  try {
    return (await resolveDepartment(caller, code)).name
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

type Classes = ReadonlyMap<UsualRoom['class'], BedClass>

/** A class that the house has by that code or that name is its own, whatever else it says. */
async function classesOf(caller: Caller, rooms: readonly UsualRoom[]): Promise<Classes> {
  const there = (await listClasses(caller, { ...whole_page, active: true })).rows
  const wanted = [...new Set(rooms.map((room) => room.class))]
  const classes = new Map<UsualRoom['class'], BedClass>()
  for (const key of wanted) {
    const usual = usual_classes[key]
    const own =
      there.find(({ code }) => code === usual.code) ??
      there.find(({ name }) => name.toLowerCase() === usual.name.toLowerCase())
    classes.set(key, own ?? (await openClass(caller, usual)))
  }
  return classes
}

async function openWithBeds(
  caller: Caller,
  ward_id: string,
  { name, kind, class: key, prefix, from = 1, beds, features, extra }: UsualRoom,
  classes: Classes,
): Promise<void> {
  const room = await openRoom(caller, { ward_id, name, ...(kind === undefined ? {} : { kind }) })
  const { id: class_id } = classes.get(key) as BedClass
  await openBeds(caller, {
    room_id: room.id,
    class_id,
    from,
    to: from + beds - 1,
    ...(prefix === undefined ? {} : { prefix }),
    ...(features === undefined ? {} : { features: [...features] }),
    ...(extra === undefined ? {} : { extra }),
  })
}
