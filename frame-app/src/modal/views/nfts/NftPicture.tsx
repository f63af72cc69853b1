/** The picture of an NFT as a square, or an icon on its own colour. */
import { classes } from '../../../shared/ui/base/classes.ts'
import { LateIcon } from '../../../shared/ui/icon/LateIcon.tsx'
import { hueOf } from '../../../shared/ui/images/image-source.ts'
import type { Collectible } from '../../state/collectibles.ts'
import styles from './Nfts.module.css'

/** @param width of the picture that is asked for, in pixels */
export function NftPicture({ nft, width }: { nft: Collectible; width: 128 | 512 }) {
  return (
    <span
      className={classes(styles.picture)}
      data-width={width}
      aria-hidden="true"
      // React sets this style through CSSOM, which the policy allows; the value is a number computed here.
      style={{ '--hue': hueOf(nft.key) } as Record<`--${string}`, number>}
    >
      <LateIcon name="picture" size={32} />
    </span>
  )
}
