import { useEffect, useState } from 'react'
import { useModal } from '../core/modal-context.ts'

/** The fraction of its lifetime that a code has left, updated every second; the line that shows it is no finer. */
export function useLife(expiresAt: number | undefined, lifeMs: number): number | undefined {
  const { scope } = useModal()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (expiresAt === undefined) return
    return scope.every(1000, () => setNow(Date.now()))
  }, [expiresAt, scope])
  return expiresAt === undefined ? undefined : Math.min(1, Math.max(0, (expiresAt - now) / lifeMs))
}
