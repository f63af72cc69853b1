import { useEffect, useState } from 'react'

/** Counts down to zero and stops. */
export function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(Date.now)
  const isOver = now >= instant
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.max(0, Math.ceil((instant - now) / 1000))
}
