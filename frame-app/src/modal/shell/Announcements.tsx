/** Announces messages of flows in the current language. */
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../shared/i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../shared/ui/live/LiveRegions.tsx'
import { announcementAtom } from '../state/modal.ts'

export function Announcements() {
  const announcement = useAtomValue(announcementAtom)
  const announce = useAnnounce()
  const t = useMessages()
  const said = useRef(0)
  useEffect(() => {
    if (!announcement || announcement.id === said.current) return
    said.current = announcement.id
    announce(t(announcement.key, announcement.values), { assertive: announcement.urgent })
  }, [announcement, announce, t])
  return null
}
