/**
 * Reserves the space for the embedded wallet. The wallet's iframe lies over it and moves with it; it is opaque and has no
 * transforms or effects, because those would stop its approve button from becoming ready.
 */
import { useAtomValue } from 'jotai'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { Spinner } from '../../../../shared/ui/spinner/Spinner.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { walletHeightAtom } from '../state/wallet-screen.ts'
import { holdFrame } from './hold-frame.ts'
import styles from './WalletSlot.module.css'

export function WalletSlot() {
  const context = useModal()
  const t = useAllMessages()
  const slot = useRef<HTMLDivElement>(null)
  const wanted = useAtomValue(walletHeightAtom)
  const room = useRoom(slot)
  const height = wanted === undefined || room === undefined ? undefined : Math.min(wanted, room)

  useEffect(() => (slot.current ? holdFrame(context, slot.current) : undefined), [context])
  return (
    <div ref={slot} className={styles.slot} style={{ blockSize: height }}>
      {height === undefined && <EmptyState picture={<Spinner />} title={t('walletScreen.opening')} />}
    </div>
  )
}

/** The largest height that fits into the card without scrolling, which would cut the frame. */
function useRoom(slot: { readonly current: HTMLElement | null }): number | undefined {
  const [room, setRoom] = useState<number>()
  useLayoutEffect(() => {
    const measure = () => {
      const card = slot.current?.closest('main')
      const body = [...(card?.children ?? [])].find((part) => part.contains(slot.current))
      if (!slot.current || !card || !body) return
      // The previous view may have been scrolled, and the body is not back at its top yet: add what is scrolled.
      const top = slot.current.getBoundingClientRect().top + body.scrollTop - card.getBoundingClientRect().top
      setRoom(Math.max(leastRoom, Math.min(innerHeight - marginsOf(card), mostHeight) - top - below))
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [slot])
  return room
}

/** What the frame keeps free above and below the card. */
function marginsOf(card: HTMLElement): number {
  if (!card.parentElement) return 0
  const { paddingBlockStart, paddingBlockEnd } = getComputedStyle(card.parentElement)
  return Number.parseFloat(paddingBlockStart) + Number.parseFloat(paddingBlockEnd)
}

/** The card's maximum height, and the space that it keeps free below its content. */
const mostHeight = 640
const below = 18
const leastRoom = 200
