/** Announces messages of flows in the current language. Another view clears them: they were about the last one. */
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import { useAnnounce } from '../../../shared/ui/live/LiveRegions.tsx'
import { announcementAtom } from '../../core/modal.ts'
import { routeAtom } from '../../core/router/router.ts'

export function Announcements() {
  const announcement = useAtomValue(announcementAtom)
  const route = useAtomValue(routeAtom)
  const announce = useAnnounce()
  const t = useMessages()
  const said = useRef(0)
  // Runs first: what is announced together with another view is about that one.
  useEffect(() => {
    if (route) announce('')
  }, [route, announce])
  useEffect(() => {
    if (!announcement || announcement.id === said.current) return
    said.current = announcement.id
    announce(t(announcement.key, announcement.values), { assertive: announcement.urgent })
  }, [announcement, announce, t])
  return null
}
