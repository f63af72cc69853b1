/** The picture of an NFT as a square, over an icon on its own colour that is there before it and instead of it. */
import { LateIcon } from '../../../shared/ui/icon/LateIcon.tsx'
import { hueOf } from '../../../shared/ui/images/image-source.ts'
import type { Collectible } from '../../state/collectibles.ts'
import { GatewayLayer } from '../images/GatewayLayer.tsx'
import styles from './Nfts.module.css'

export function NftPicture({ nft, side }: { nft: Collectible; side: 'tile' | 'view' }) {
  return (
    <span
      className={styles.picture}
      data-side={side}
      aria-hidden="true"
      // React sets this style through CSSOM, which the policy allows; the value is a number computed here.
      style={{ '--hue': hueOf(nft.key) } as Record<`--${string}`, number>}
    >
      <LateIcon name="picture" size={32} />
      <GatewayLayer path={nft.image} side={side === 'tile' ? 112 : 328} fit={side === 'tile' ? 'cover' : 'contain'} />
    </span>
  )
}
