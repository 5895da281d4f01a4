// How often is drawn: what a person did at once, and never more than ten times in any second (O23). Of a
// key that is held down the frames come evenly.

const at_once = 3
const each_second = 7

export interface Pace {
  /** Something changed. */
  wanted: () => void
  stop: () => void
}

/** What a pace is measured by. */
export interface Time {
  now: () => number
  /** Gives how it is called off. */
  after: (ms: number, work: () => void) => () => void
}

const real: Time = {
  now: () => performance.now(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

/** `draw`, kept to that pace; what would be too much is drawn together as soon as there is room. */
export function paced(draw: () => void, time: Time = real): Pace {
  let room = at_once
  let looked = time.now()
  let callOff: (() => void) | undefined
  const drawOrWait = (): void => {
    callOff = undefined
    const now = time.now()
    room = Math.min(at_once, room + ((now - looked) / 1000) * each_second)
    looked = now
    if (room < 1) {
      callOff = time.after(Math.ceil(((1 - room) / each_second) * 1000), drawOrWait)
      return
    }
    room -= 1
    draw()
  }
  return {
    wanted: () => {
      if (callOff === undefined) drawOrWait()
    },
    stop: () => callOff?.(),
  }
}
