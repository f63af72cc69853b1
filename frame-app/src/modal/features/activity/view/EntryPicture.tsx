/** A picture of what a transaction moved, with a mark of what happened. Without a picture, the mark alone. */
import { LazyIcon } from '../../../../shared/ui/icon/LazyIcon.tsx'
import { GatewayImage } from '../../../kit/images/GatewayImage.tsx'
import { NftPicture } from '../../../kit/images/NftPicture.tsx'
import type { ActivityEntry, Movement } from '../../ledger/state/activity.ts'
import styles from './EntryPicture.module.css'
import { markOf, picturedOf } from './marks.ts'

export function EntryPicture({ entry, size }: { entry: ActivityEntry; size: 32 | 56 }) {
  const pictured = picturedOf(entry)
  const mark = markOf(entry)
  const [first, second] = pictured
  const part = size === 32 ? 20 : 32
  return (
    <span className={styles.picture} data-size={size} data-count={pictured.length} aria-hidden="true">
      {!first && (
        <span className={styles.plain}>
          <LazyIcon name="document" />
        </span>
      )}
      {first && <MovementPicture movement={first} size={second ? part : size} />}
      {second && (
        <span className={styles.second}>
          <MovementPicture movement={second} size={part} />
        </span>
      )}
      {mark && (
        <span className={styles.mark} data-status={entry.status}>
          <LazyIcon name={mark} size={16} />
        </span>
      )}
    </span>
  )
}

interface MovementPictureProps {
  movement: Movement
  size: 20 | 32 | 56
}

function MovementPicture({ movement: { kind, image, label, pictureId = label }, size }: MovementPictureProps) {
  return kind === 'nft' ? (
    <NftPicture path={image} id={label} size={size} />
  ) : (
    <GatewayImage path={image} id={pictureId} name={label} size={size} />
  )
}
