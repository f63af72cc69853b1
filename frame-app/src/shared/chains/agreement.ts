/** What several nodes say about one thing, so that no single node decides it. */
export type Agreement<T> =
  | { readonly status: 'agreed'; readonly answer: T }
  /** They differ, or only one of several answers: the operator of a lying node may be able to keep the others from answering. */
  | { readonly status: 'disputed' }
  | { readonly status: 'silent' }

const enough = 2

/** Asks the first two nodes, and others in place of those that do not answer. A single node is believed. Answers are compared as JSON. */
export async function askTwo<N, T>(nodes: readonly N[], ask: (node: N) => Promise<T>): Promise<Agreement<T>> {
  const answers: { readonly answer: T }[] = []
  for (let asked = 0; asked < nodes.length && answers.length < enough; ) {
    const next = nodes.slice(asked, asked + enough - answers.length)
    asked += next.length
    for (const one of await Promise.allSettled(next.map(ask)))
      if (one.status === 'fulfilled') answers.push({ answer: one.value })
  }
  const [first] = answers
  if (!first) return { status: 'silent' }
  const areSame = answers.every(({ answer }) => JSON.stringify(answer) === JSON.stringify(first.answer))
  return areSame && answers.length === Math.min(enough, nodes.length)
    ? { status: 'agreed', ...first }
    : { status: 'disputed' }
}
