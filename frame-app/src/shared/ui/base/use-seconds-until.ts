import { useEffect, useState } from 'react'

/** Counts down to zero and stops. */
export function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(Date.now)
  const isOver = now >= instant
  useEffect(() => {
    if (isOver) return
    const look = () => setNow(Date.now())
    look() // the last time that was seen may be from an earlier countdown
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.max(0, Math.ceil((instant - now) / 1000))
}
