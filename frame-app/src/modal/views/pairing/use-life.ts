import { useEffect, useState } from 'react'

/** The fraction of its lifetime that a code has left, updated every second; the line that shows it is no finer. */
export function useLife(expiresAt: number | undefined, lifeMs: number): number | undefined {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (expiresAt === undefined) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [expiresAt])
  return expiresAt === undefined ? undefined : Math.min(1, Math.max(0, (expiresAt - now) / lifeMs))
}
