/** What to buy, for how much, in which country and how to pay; then the providers (OnRampProviders). */
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { Notice } from '../../../../shared/ui/note/Notice.tsx'
import { Skeleton } from '../../../../shared/ui/skeleton/Skeleton.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { hostOriginAtom } from '../../../core/options.ts'
import views from '../../../kit/lists/ListView.module.css'
import { NotConnected } from '../../../kit/NotConnected.tsx'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { offersBuying, sellsHere } from '../offers-buying.ts'
import { type Coins, loadOptions, startBuying } from '../onramp.ts'
import { assetAtom, formAtom, offeredAtom } from '../state/onramp.ts'
import { BuyForm } from './BuyForm.tsx'
import styles from './OnRamp.module.css'
import { Sellers } from './Sellers.tsx'

export function OnRampView({ wanted }: { wanted?: Coins }) {
  const context = useModal()
  const t = useAllMessages()
  const connection = useAtomValue(activeConnectionAtom)
  useEffect(() => startBuying(context, wanted), [context, wanted])
  if (!connection) return <NotConnected />
  if (!sellsHere())
    return <EmptyState icon="info" title={t('onramp.restricted.title')} text={t('onramp.restricted.text')} />
  if (!offersBuying(context))
    return <EmptyState icon="info" title={t('onramp.nothing.title')} text={t('onramp.nothing.text')} />
  return <Buying />
}

function Buying() {
  const context = useModal()
  const t = useAllMessages()
  const offered = useAtomValue(offeredAtom)
  const asset = useAtomValue(assetAtom)
  const form = useAtomValue(formAtom)
  const origin = useAtomValue(hostOriginAtom)
  if (offered.status === 'failed')
    return (
      <EmptyState icon="warning" tone="caution" title={t('onramp.failed.title')} text={t('onramp.failed.text')}>
        <Button variant="primary" onClick={() => context.scope.run(loadOptions(context))}>
          {t('common.tryAgain')}
        </Button>
      </EmptyState>
    )
  if (offered.status === 'loading' || !form)
    return (
      <output className={styles.loading} aria-busy="true" aria-label={t('onramp.loading')}>
        <Skeleton shape="tallRow" count={5} />
      </output>
    )
  if (!asset) return <EmptyState icon="info" title={t('onramp.nothing.title')} text={t('onramp.nothing.text')} />
  return (
    <div className={views.form}>
      {form.wanted && <Notice tone="caution">{t('onramp.note.page', { origin })}</Notice>}
      <BuyForm form={form} options={offered.options} asset={asset} />
      <Sellers form={form} asset={asset} />
      <p className={styles.note}>{t(offered.isBuiltIn ? 'onramp.note.estimate' : 'onramp.note')}</p>
    </div>
  )
}
