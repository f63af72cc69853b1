/** The form of a payment or a swap: what the user did not do in it, its fields, and the button that shows what is missing. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { useAtomValue } from 'jotai'
import { type FormEvent, type ReactNode, useLayoutEffect, useState } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Notice } from '../../../../shared/ui/note/Notice.tsx'
import { SteadyView } from '../../../../shared/ui/shell/SteadyView.tsx'
import { ViewFooter } from '../../../../shared/ui/shell/ViewFooter.tsx'
import type { ModalContext } from '../../../core/context.ts'
import { useModal } from '../../../core/modal-context.ts'
import { hostOriginAtom, optionsAtom } from '../../../core/options.ts'
import views from '../../../kit/lists/ListView.module.css'
import { go } from '../../../session/navigate.ts'
import { track } from '../../../session/notify.ts'
import { isSmartAccount, offersBuying, sellsHere } from '../../buy/offers-buying.ts'
import { chooseNetwork } from '../../networks/switch-network.ts'
import { type FormDraft, isUnderWay, type Progress } from '../form.ts'

interface FormViewProps {
  /** Group of the texts. */
  of: 'send' | 'swap'
  draft: Pick<FormDraft, 'hasMoved' | 'isFromPage'>
  form: { readonly network: Network; readonly mustSwitch: boolean; readonly problem: string | undefined }
  progress: Progress
  wallet: string
  /** Of the button, if the wallet is neither asked nor on another network. */
  label: string
  /** Other problems than these wait for a field. */
  canPress: boolean
  isLooking?: boolean
  onSubmit: () => void
  /** Explains the button's problem. */
  why?: ReactNode
  children: ReactNode
}

export function FormView({ of, draft, form, progress, wallet, label, canPress, isLooking, ...more }: FormViewProps) {
  const { onSubmit, why, children } = more
  const context = useModal()
  const t = useAllMessages()
  const origin = useAtomValue(hostOriginAtom)
  const { network, mustSwitch, problem } = form
  const isAsked = isUnderWay(progress)
  const isBusy = isAsked || isLooking === true
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (mustSwitch) context.scope.run(chooseNetwork(context, network.id))
    else onSubmit()
  }
  const switching = mustSwitch ? t('send.switch', { network: network.name }) : label
  return (
    <SteadyView onSubmit={submit}>
      <div className={views.form}>
        {draft.hasMoved && <Notice tone="caution">{t('send.note.account')}</Notice>}
        {draft.isFromPage && <Notice tone="caution">{t(`${of}.note.page`, { origin })}</Notice>}
        {children}
        {problem === 'gas' && <MoreCoins network={network} />}
      </div>
      <ViewFooter>
        {why}
        {mustSwitch && <Notice tone="note">{t('send.switch.text', { wallet })}</Notice>}
        <Button
          type="submit"
          variant="primary"
          busy={isBusy}
          aria-disabled={isBusy || !(mustSwitch || canPress)}
          data-focus-key="review"
        >
          {isAsked ? t('send.button.underWay', { wallet }) : switching}
        </Button>
      </ViewFooter>
    </SteadyView>
  )
}

/** Leads to the coins that a network fee needs: to buying them if they are sold, or to the account's address. */
function MoreCoins({ network: { id, currency } }: { network: Network }) {
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

interface PreparedProps {
  /** Ends what it has begun when the view goes. */
  begin: (context: ModalContext) => () => void
  children: ReactNode
}

/**
 * Draws its children once their state is prepared, still in the frame in which the view appears. A view that prepares what it reads itself
 * sees it one frame later: that frame would be empty, and the card would start to shrink.
 */
export function Prepared({ begin, children }: PreparedProps) {
  const context = useModal()
  const [isPrepared, setPrepared] = useState(false)
  useLayoutEffect(() => {
    const end = begin(context)
    // oxlint-disable-next-line react/set-state-in-effect -- the second render is the point: it reads what was prepared, before anything is painted
    setPrepared(true)
    return end
  }, [begin, context])
  return isPrepared ? children : null
}
