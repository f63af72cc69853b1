import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { VisuallyHidden } from '../base/VisuallyHidden.tsx'
import type { Announce, Announcer } from './announcer.ts'

const AnnounceContext = createContext<Announce>(() => {})

/** The two live regions of a document; `useAnnounce` writes to them. */
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
