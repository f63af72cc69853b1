/** Waits for the modal: AppKit's promises settle when it has opened or closed. */
import type { Airlock, OpenOptions } from '@airlock/host-sdk'

function when(airlock: Airlock, open: boolean): { readonly reached: Promise<void>; readonly stop: () => void } {
  let stop = () => {}
  const reached = new Promise<void>((resolve) => {
    const look = () => airlock.getState().open === open && resolve()
    stop = airlock.subscribe(look)
    look()
  })
  return { reached, stop }
}

/** Rejects if the modal cannot open. */
export async function openModal(airlock: Airlock, options: OpenOptions): Promise<void> {
  const closed = airlock.open(options)
  const { reached, stop } = when(airlock, true)
  try {
    await Promise.race([reached, closed])
  } finally {
    stop()
  }
  closed.catch(() => {}) // the modal was open, so this call has succeeded
}

export async function closeModal(airlock: Airlock): Promise<void> {
  airlock.close()
  const { reached, stop } = when(airlock, false)
  await reached
  stop()
}
