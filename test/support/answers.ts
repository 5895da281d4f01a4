// A test speaks for a neighbour: its answer stands in place of the area's own until the test ends.

import { brings } from '../../db/hospital/areas.ts'
import { type Answer, answer } from '../../db/core/question.ts'
import { bringAreas } from '../../db/hospital/start.ts'

type Operation = Parameters<typeof answer>[0]

/** What tests that still run have said; the newest to a question counts. */
let spoken: Answer[] = []

export function answering<F extends Operation>(
  t: { teardown(done: () => void): void },
  question: F,
  by: NoInfer<F>,
): void {
  const given = answer(question, by)
  spoken.push(given)
  speak()
  t.teardown(() => {
    spoken = spoken.filter((one) => one !== given)
    speak()
  })
}

function speak(): void {
  const newest = [...new Map(spoken.map((one) => [one.question, one])).values()]
  const asked = new Set(newest.map(({ question }) => question))
  const others = brings.map((area) => ({
    ...area,
    answers: (area.answers ?? []).filter((given) => !asked.has(given.question)),
  }))
  bringAreas([...others, { area: 'test', answers: newest }])
}
