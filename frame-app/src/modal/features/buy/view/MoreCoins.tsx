/** Leads to the coins that a network fee needs: to buying them if they are sold, or to the account's address. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { optionsAtom } from '../../../core/options.ts'
import { go } from '../../../session/navigate.ts'
import { track } from '../../../session/notify.ts'
import { isSmartAccount, offersBuying, sellsHere } from '../offers-buying.ts'

export function MoreCoins({ network: { id, currency } }: { network: Network }) {
  const context = useModal()
  const t = useAllMessages()
  const canReceive = useAtomValue(optionsAtom)?.features.receive === true
  const { symbol } = currency
  const buy = () => {
    track(context, 'SELECT_BUY_CRYPTO', { isSmartAccount: isSmartAccount(context) })
    go.push(context, { view: 'OnRamp', wanted: { symbol, chainId: id } })
  }
  if (offersBuying(context) && sellsHere())
    return (
      <Button data-focus-key="buy" onClick={buy}>
        {t('send.gas.buy', { symbol })}
      </Button>
    )
  if (!canReceive) return null
  return (
    <Button data-focus-key="receive" onClick={() => go.push(context, { view: 'Receive' })}>
      {t('send.gas.receive', { symbol })}
    </Button>
  )
}
