/** The contract that may take the token: the name of its exchange, and its address. */
import type { Address } from 'viem'
import { toDisplayText } from '../../../../shared/format/display-text.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Fact } from '../../../../shared/ui/facts/FactList.tsx'
import { DisplayAddress } from '../../../kit/lists/DisplayAddress.tsx'
import type { SwapQuote } from '../state/swap.ts'
import styles from './Swap.module.css'

export function Spender({ quote, address }: { quote: SwapQuote; address: Address }) {
  const t = useAllMessages()
  return (
    <Fact name={t('swapReview.allow.spender')}>
      <bdi>{venueOf(quote)}</bdi>
      <span className={styles.address}>
        <DisplayAddress address={address} full />
      </span>
    </Fact>
  )
}

/** Named as by the gateway. */
export const venueOf = ({ route }: SwapQuote): string =>
  toDisplayText(route.find(({ venue }) => venue)?.venue ?? '', { max: 24, fallback: '?' })
