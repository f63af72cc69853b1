/** What several nodes say about one thing, so that no single node decides it. */
export type Agreement<T> =
  | { readonly status: 'agreed'; readonly answer: T }
  /** They differ, or only one of several answers: the operator of a lying node may be able to keep the others from answering. */
  | { readonly status: 'disputed' }
  | { readonly status: 'silent' }

const enough = 2

/** What each of two nodes has answered. */
export interface Answers<T> {
  readonly answers: readonly T[]
  /** Two, or one if there is no other node. */
  readonly areEnough: boolean
}

/** Asks the first two nodes, and others in place of those that do not answer. */
export async function askEach<N, T>(nodes: readonly N[], ask: (node: N) => Promise<T>): Promise<Answers<T>> {
  const answers: T[] = []
  for (let asked = 0; asked < nodes.length && answers.length < enough; ) {
    const next = nodes.slice(asked, asked + enough - answers.length)
    asked += next.length
    for (const one of await Promise.allSettled(next.map(ask))) if (one.status === 'fulfilled') answers.push(one.value)
  }
  return { answers, areEnough: answers.length > 0 && answers.length === Math.min(enough, nodes.length) }
}

/** What the nodes of `askEach` say. A single node is believed. Answers are compared as JSON. */
export async function askTwo<N, T>(nodes: readonly N[], ask: (node: N) => Promise<T>): Promise<Agreement<T>> {
  const { answers, areEnough } = await askEach(nodes, async (node) => ({ answer: await ask(node) }))
  const [first] = answers
  if (!first) return { status: 'silent' }
  const areSame = answers.every(({ answer }) => JSON.stringify(answer) === JSON.stringify(first.answer))
  return areSame && areEnough ? { status: 'agreed', ...first } : { status: 'disputed' }
}
