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

/** A node without an answer by then no longer holds the others up: the next one is asked as well. */
const patienceMs = 2_500

/** Asks the first two nodes, and others in place of those that fail or are slow. Ends with two answers, or when every node has ended. */
export function askEach<N, T>(nodes: readonly N[], ask: (node: N) => Promise<T>): Promise<Answers<T>> {
  return new Promise((resolve) => {
    const answers: T[] = []
    const waiting = [...nodes]
    let open = 0
    const settle = () => {
      if (answers.length < enough && open > 0) return
      waiting.length = 0
      const areEnough = answers.length > 0 && answers.length === Math.min(enough, nodes.length)
      resolve({ answers: [...answers], areEnough })
    }
    const askNext = () => {
      const [node] = waiting.splice(0, 1)
      if (node === undefined) return
      open += 1
      const stop = oncePatienceEnds(askNext)
      const end = () => {
        open -= 1
        settle()
      }
      void ask(node).then(
        (answer) => {
          stop()
          answers.push(answer)
          end()
        },
        () => {
          if (stop()) askNext()
          end()
        },
      )
    }
    for (let first = 0; first < enough; first += 1) askNext()
    settle()
  })
}

/** @returns ends the wait: whether it was still on */
function oncePatienceEnds(then: () => void): () => boolean {
  let isOn = true
  const timer = setTimeout(() => {
    isOn = false
    then()
  }, patienceMs)
  return () => {
    clearTimeout(timer)
    const wasOn = isOn
    isOn = false
    return wasOn
  }
}

/** What the nodes of `askEach` say. A single node is believed. Answers are compared as JSON. */
export async function askTwo<N, T>(nodes: readonly N[], ask: (node: N) => Promise<T>): Promise<Agreement<T>> {
  const { answers, areEnough } = await askEach(nodes, async (node) => ({ answer: await ask(node) }))
  const [first] = answers
  if (!first) return { status: 'silent' }
  const areSame = answers.every(({ answer }) => JSON.stringify(answer) === JSON.stringify(first.answer))
  return areSame && areEnough ? { status: 'agreed', ...first } : { status: 'disputed' }
}
