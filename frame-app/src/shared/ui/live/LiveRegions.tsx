import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import { VisuallyHidden } from '../base/VisuallyHidden.tsx'
import type { Announce, AnnounceOptions, Announcer } from './announcer.ts'

const AnnounceContext = createContext<Announce>(() => {})

/** Two regions for the whole document, and `useAnnounce` for everything inside. */
export function LiveRegions({ announcer, children }: { announcer: Announcer; children: ReactNode }) {
  const { polite, assertive } = useSyncExternalStore(announcer.subscribe, announcer.getSnapshot)
  return (
    <AnnounceContext value={announcer.announce}>
      {children}
      <VisuallyHidden>
        <span role="status" aria-live="polite" aria-atomic="true">
          <span key={polite.id}>{polite.text}</span>
        </span>
        <span role="alert" aria-live="assertive" aria-atomic="true">
          <span key={assertive.id}>{assertive.text}</span>
        </span>
      </VisuallyHidden>
    </AnnounceContext>
  )
}

/** @example const announce = useAnnounce(); announce(t('toast.addressCopied')) */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext)
}

/** Says each new text once: hand it the words of the current state, and nothing while there is nothing to say. */
export function useAnnouncement(text: string | undefined, { assertive = false }: AnnounceOptions = {}): void {
  const announce = useAnnounce()
  useEffect(() => {
    if (text) announce(text, { assertive })
  }, [announce, text, assertive])
}
