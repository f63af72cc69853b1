import { groupAddress, truncateAddress } from '../../format/address.ts'
import { VisuallyHidden } from '../base/VisuallyHidden.tsx'
import styles from './Address.module.css'

export interface AddressProps {
  address: string
  /** Shows the whole address in groups of four; otherwise the middle is cut out and the tooltip shows the whole address. */
  full?: boolean | undefined
  /** Text for screen readers instead of the characters. */
  spoken?: string | undefined
}

/** Left to right in every language, isolated from the text around it. */
export function Address({ address, full = false, spoken }: AddressProps) {
  return (
    <>
      <bdi
        dir="ltr"
        className={styles.address}
        data-full={full || undefined}
        title={full ? undefined : address}
        aria-hidden={spoken !== undefined || undefined}
      >
        {full
          ? groupAddress(address).map((group, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: groups of one address never move
              <span key={place} className={styles.group}>
                {group}
              </span>
            ))
          : truncateAddress(address)}
      </bdi>
      {spoken !== undefined && <VisuallyHidden>{spoken}</VisuallyHidden>}
    </>
  )
}
