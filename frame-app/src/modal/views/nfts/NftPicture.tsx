/** The picture of an NFT as a square, over an icon on its own colour that is there before it and instead of it. */
import { useState } from 'react'
import { LateIcon } from '../../../shared/ui/icon/LateIcon.tsx'
import { hueOf } from '../../../shared/ui/images/image-source.ts'
import { gatewayImage } from '../../api/gateway-image.ts'
import { useModal } from '../../modal-context.ts'
import type { Collectible } from '../../state/collectibles.ts'
import styles from './Nfts.module.css'

/** @param side pixels of the layout */
export function NftPicture({ nft, side }: { nft: Collectible; side: 'tile' | 'view' }) {
  const { project } = useModal()
  const source = gatewayImage(nft.image, { base: project.gatewayUrl, side: side === 'tile' ? 112 : 328 })
  const [drawn, setDrawn] = useState<{ source: string; outcome: 'loaded' | 'failed' }>()
  const outcome = drawn?.source === source ? drawn?.outcome : undefined
  return (
    <span
      className={styles.picture}
      data-side={side}
      aria-hidden="true"
      // React sets this style through CSSOM, which the policy allows; the value is a number computed here.
      style={{ '--hue': hueOf(nft.key) } as Record<`--${string}`, number>}
    >
      <LateIcon name="picture" size={32} />
      {source !== undefined && outcome !== 'failed' && (
        <img
          className={styles.image}
          src={source}
          alt=""
          draggable={false}
          decoding="async"
          loading="lazy"
          referrerPolicy="no-referrer"
          data-loaded={outcome === 'loaded' || undefined}
          onLoad={() => setDrawn({ source, outcome: 'loaded' })}
          onError={() => setDrawn({ source, outcome: 'failed' })}
        />
      )}
    </span>
  )
}
