/**
 * Orders equivalent nodes by stability (0.7) and latency (0.3) over the last 10 samples, taken every 4 s with a ping
 * that may take 1 s (specification §9), and moves on to the next node when one fails. Samples are taken only between
 * `start` and its undo: an idle page makes no request.
 */
export interface RankingOptions {
  ping(url: string, signal: AbortSignal): Promise<unknown>
}

const intervalMs = 4000
const timeoutMs = 1000
const sampleCount = 10
const weights = { stability: 0.7, latency: 0.3 }

interface Sample {
  ok: boolean
  latency: number
}

export function createRanking(urls: readonly string[], { ping }: RankingOptions) {
  const samples = new Map<string, Sample[]>(urls.map((url) => [url, []]))
  let order = [...urls]

  const add = (url: string, sample: Sample) => {
    const list = samples.get(url)
    list?.push(sample)
    if (list && list.length > sampleCount) list.shift()
  }

  const rerank = () => {
    const slowest = Math.max(1, ...[...samples.values()].flat().map((sample) => sample.latency))
    const score = (url: string) => {
      const list = samples.get(url) ?? []
      if (list.length === 0) return 0
      const stability = list.filter((sample) => sample.ok).length / list.length
      const latency = 1 - list.reduce((sum, sample) => sum + sample.latency, 0) / list.length / slowest
      return weights.stability * stability + weights.latency * latency
    }
    // Equal scores keep the order of preference: sort is stable.
    order = [...urls].sort((a, b) => score(b) - score(a))
  }

  const sampleAll = async (signal: AbortSignal) => {
    await Promise.all(
      urls.map(async (url) => {
        const startedAt = performance.now()
        const ok = await ping(url, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])).then(
          () => true,
          () => false,
        )
        if (!signal.aborted) add(url, { ok, latency: ok ? performance.now() - startedAt : timeoutMs })
      }),
    )
    if (!signal.aborted) rerank()
  }

  return {
    get order(): readonly string[] {
      return order
    },
    /** Does nothing for a single node. */
    start(): () => void {
      if (urls.length < 2) return () => {}
      const abort = new AbortController()
      let timer: ReturnType<typeof setTimeout> | undefined
      const loop = async () => {
        await sampleAll(abort.signal)
        if (!abort.signal.aborted) timer = setTimeout(() => void loop(), intervalMs)
      }
      void loop()
      return () => {
        abort.abort()
        clearTimeout(timer)
      }
    },
    /** Tries the nodes one after another in their current order. @throws the last node's error. */
    async first<T>(attempt: (url: string) => Promise<T>, shouldMoveOn: (error: unknown) => boolean): Promise<T> {
      let last: unknown
      for (const url of order) {
        try {
          return await attempt(url)
        } catch (error) {
          last = error
          if (!shouldMoveOn(error)) throw error
        }
      }
      throw last
    },
  }
}
