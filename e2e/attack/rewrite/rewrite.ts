/** Changes named symbols of sources, in memory. */
import { type Change, type Splice, spliceFor } from './operators.ts'
import { type Index, indexOf, type Source, Unmapped } from './symbols.ts'

export type Edit = { readonly symbol: string; readonly change: Change }

const isCode = ({ file }: Source): boolean => /\.tsx?$/.test(file)

export function openRewriter(sources: readonly Source[]) {
  const index = indexOf(sources.filter(isCode))
  const others = sources.filter((source) => !isCode(source))

  /** @throws {Unmapped} unless each edit fits exactly one place. */
  function rewrite(edits: readonly Edit[]): readonly Source[] {
    const files = new Map<string, { readonly text: string; readonly splices: readonly Splice[] }>()
    for (const edit of edits) {
      const { file, text, splice } = placeOf(index, others, edit)
      files.set(file, { text, splices: [...(files.get(file)?.splices ?? []), splice] })
    }
    return [...files].map(([file, { text, splices }]) => ({ file, text: spliced(file, text, splices) }))
  }

  return { rewrite }
}

function placeOf(
  index: Index,
  others: readonly Source[],
  { symbol, change }: Edit,
): Source & { readonly splice: Splice } {
  if (!/\.(css|sol)$/.test(symbol)) {
    const { file, text, place } = index.find(symbol)
    return { file, text, splice: spliceFor(change, place, text) }
  }
  const [found, ...more] = others.filter(({ file }) => `/${file}`.endsWith(`/${symbol}`))
  if (!found || more.length > 0) throw new Unmapped(`${symbol}: ${more.length > 0 ? 'several files' : 'no file'}`)
  const part = change.words.join(' ')
  const start = found.text.indexOf(part)
  if (start === -1 || found.text.includes(part, start + 1)) throw new Unmapped(`${symbol}: not once: ${part}`)
  return { ...found, splice: { start, end: start + part.length, text: change.value ?? '' } }
}

/** The text with all splices, from its end to its start. */
function spliced(file: string, text: string, splices: readonly Splice[]): string {
  const sorted = [...splices].sort((one, other) => other.start - one.start)
  if (sorted.some(({ end }, at) => end > (sorted[at - 1]?.start ?? end)))
    throw new Unmapped(`${file}: the edits overlap`)
  return sorted.reduce((whole, { start, end, text: into }) => whole.slice(0, start) + into + whole.slice(end), text)
}
