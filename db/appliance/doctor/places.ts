// Checks of the disk, the machine under it and the unit (operations 5.14).

import { existsSync, realpathSync } from 'node:fs'
import { daysUntilFull, pointsIn } from '../house/growth.ts'
import { makeReserve, reserveOf } from '../house/room.ts'
import { asked } from './asked.ts'
import { type Check, type Found, ok, type Patient, skipped, warn } from './finding.ts'
import { timeSource } from './time-source.ts'

const reserve_bytes = 64 * 1024 ** 2
const full_within_days = 30
const exposure_most = 1.5
const unit = '/etc/systemd/system/kituo.service'

export const place_checks: readonly Check[] = [
  {
    id: 'disk.reserve',
    category: 'machine',
    says: 'a reserve lies ready for when the disk is full',
    light: true,
    run: (patient) => {
      const dir = rootOf(patient)
      if (dir === null) return skipped('there is no data root')
      if (existsSync(reserveOf(dir))) return ok('64 MiB')
      const mend = { mend: 'It is made by itself when there is room.' }
      return hasRoomFor(patient)
        ? warn('the reserve is not there', {
            ...mend,
            mend_command: 'kituo doctor disk.reserve --mend',
          })
        : warn('the reserve is not there, and there is no room for it', mend)
    },
    mends: async (patient) => {
      const dir = rootOf(patient)
      if (dir === null || !hasRoomFor(patient)) return false
      await makeReserve(dir)
      return existsSync(reserveOf(dir))
    },
  },
  {
    id: 'disk.growth',
    category: 'machine',
    says: 'the disk lasts for a month at the present rate',
    light: true,
    run: (patient) => {
      const dir = rootOf(patient)
      if (dir === null) return skipped('there is no data root')
      const points = pointsIn(dir)
      if (points.length < 2) return skipped('it was not watched for long enough')
      const left = daysUntilFull(points)
      if (left === null || left > full_within_days) {
        return ok(left === null ? 'it does not fill' : `${left} days`)
      }
      return warn(`the disk is full in ${left} days at this rate`, {
        evidence: points,
        mend: 'Give it more disk, or let old backups go.',
        mend_command: 'kituo backup prune',
      })
    },
  },
  {
    id: 'machine.power',
    category: 'machine',
    says: 'what is written stays written when the power goes',
    light: true,
    run: (patient) => {
      const dir = rootOf(patient)
      return dir === null ? skipped('there is no data root') : lookAtDisk(realpathSync(dir))
    },
  },
  {
    id: 'clock.source',
    category: 'machine',
    says: 'a time source keeps the clock',
    light: false,
    run() {
      const { synchronised } = timeSource()
      if (synchronised === null) return skipped('timedatectl is not here')
      return synchronised
        ? ok('synchronised')
        : warn('no time source keeps the clock', {
            mend: 'Let one keep it.',
            mend_command: 'timedatectl set-ntp true',
          })
    },
  },
  {
    id: 'unit.exposure',
    category: 'install',
    says: 'the unit shuts the house off from the rest of the machine',
    light: false,
    run() {
      if (asked().text(unit) === null) return skipped('there is no unit here')
      const said = asked().output('systemd-analyze', 'security', '--offline=true', unit)
      const score = /exposure level for .*: (?<score>[\d.]+)/i.exec(said ?? '')?.groups?.['score']
      if (score === undefined) return skipped('systemd-analyze does not tell')
      return Number(score) <= exposure_most
        ? ok(score)
        : warn(`its exposure is ${score}, it should be ${exposure_most} at most`, {
            mend: 'Look at the drop-ins of kituo.service; install.sh writes the unit anew.',
            mend_command: 'systemd-analyze security kituo.service',
          })
    },
  },
]

function rootOf({ configuration }: Patient): string | null {
  const dir = configuration.get('data.dir')
  return existsSync(dir) ? dir : null
}

/** Not where it would leave the house poorer than it should be (OPS-44). */
const hasRoomFor = ({ configuration: { get } }: Patient): boolean =>
  asked().room(get('data.dir')).free > get('disk.warn') + reserve_bytes

function lookAtDisk(dir: string): Found {
  const mount = mountOf(dir)
  if (mount === null) return skipped('this system does not tell')
  const { options, device } = mount
  if (/(^|,)(nobarrier|barrier=0)(,|$)/.test(options)) {
    return warn('the filesystem is mounted without barriers: a power cut can damage it', {
      evidence: options,
      mend: 'Take nobarrier out of /etc/fstab.',
    })
  }
  const removable = [`/sys/dev/block/${device}/removable`, `/sys/dev/block/${device}/../removable`]
    .map((file) => asked().text(file)?.trim())
    .includes('1')
  return removable
    ? warn('the data lie on a disk that can be taken out', {
        mend: 'Let them lie on a disk of the machine.',
      })
    : ok(options.split(',').slice(0, 3).join(','))
}

/** proc(5): `36 35 98:0 /root /place options - type source super`. */
function mountOf(dir: string): { options: string; device: string } | null {
  const lines = (asked().text('/proc/self/mountinfo') ?? '').split('\n').filter(Boolean)
  const found = lines
    .map((line) => line.split(' '))
    .filter(([, , , , at = '']) => dir === at || dir.startsWith(at === '/' ? '/' : `${at}/`))
    .sort(([, , , , a = ''], [, , , , b = '']) => a.length - b.length)
    .at(-1)
  if (found === undefined) return null
  return { options: `${found[5]},${found.at(-1)}`, device: found[2] ?? '' }
}
