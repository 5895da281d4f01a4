// What an area asks of one that stands below it in areas.ts, or that this product does not hold yet
// (shared words: between areas). The question is declared here with its true signature and what
// silence means; the area that knows answers it through `answers` in its brings.ts. Whoever asks
// calls a plain function and cannot tell the difference.

// oxlint-disable-next-line typescript/no-explicit-any -- any function is an operation
type Operation = (...asked: any[]) => unknown

export interface Answer {
  question: Operation
  by: Operation
}

const answers = new Map<Operation, Operation>()

/** `unanswered` is the default: it speaks while nobody answers, has nothing to say and imitates nothing. */
export function question<F extends Operation>(unanswered: F): F {
  const asked = ((...input) => (answers.get(asked) ?? unanswered)(...input)) as F
  return asked
}

export const answer = <F extends Operation>(asked: F, by: NoInfer<F>): Answer => ({
  question: asked,
  by,
})

/** At start: all answers of all areas; two to one question stop it. */
export function listen(given: readonly Answer[]): void {
  answers.clear()
  for (const { question: asked, by } of given) {
    if (answers.has(asked)) throw new Error(`two areas answer one question: ${by.name}`)
    answers.set(asked, by)
  }
}
