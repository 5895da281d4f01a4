// A test speaks for a neighbour: its answer stands in place of the area's own until the test ends.

import { brings } from '../../db/hospital/areas.ts'
import { answer } from '../../db/hospital/neighbours/question.ts'
import { bringAreas } from '../../db/hospital/start.ts'

type Operation = Parameters<typeof answer>[0]

export function answering<F extends Operation>(
  t: { teardown(done: () => void): void },
  question: F,
  by: NoInfer<F>,
): void {
  const others = brings.map((area) => ({
    ...area,
    answers: (area.answers ?? []).filter((given) => given.question !== question),
  }))
  bringAreas([...others, { area: 'test', answers: [answer(question, by)] }])
  t.teardown(() => bringAreas())
}
