/** Shown before the user leaves for the provider's checkout: its address, what is bought, and the receiving account. */
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Notice } from '../../../../shared/ui/note/Notice.tsx'
import { SteadyView } from '../../../../shared/ui/shell/SteadyView.tsx'
import { ViewFooter } from '../../../../shared/ui/shell/ViewFooter.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { hostOriginAtom } from '../../../core/options.ts'
import { DisplayAddress } from '../../../kit/lists/DisplayAddress.tsx'
import views from '../../../kit/lists/ListView.module.css'
import { leave, tryAgain } from '../onramp-purchase.ts'
import { type Buy, quotesAtom, type Stage } from '../state/onramp.ts'
import styles from './OnRamp.module.css'
import { useMoney, useReceived } from './words.ts'

export function Leaving({ buy, stage }: { buy: Buy; stage: Extract<Stage, { name: 'leaving' }> }) {
  const context = useModal()
  const t = useAllMessages()
  const money = useMoney()
  const received = useReceived()
  const quote = useAtomValue(quotesAtom)[buy.seller.name]
  const origin = useAtomValue(hostOriginAtom)
  const site = URL.canParse(origin) ? new URL(origin).host : origin
  const { seller, form, asset, address } = buy
  const { link, isBlocked } = stage
  const isOver = link.status === 'failed' || link.status === 'refused'
  const get = quote?.status === 'ready' ? received(quote.quote, asset.symbol) : undefined
  return (
    <SteadyView>
      <div className={views.form}>
        <h2 className={styles.title}>{t('onramp.leaving.title', { seller: seller.label })}</h2>
        <p className={views.text}>{t('onramp.leaving.text', { site, seller: seller.label })}</p>
        <dl className={styles.facts}>
          <Fact name={t('onramp.pay')}>
            {t(`onramp.pay.${form.method}`, { amount: money(form.amount, form.currency) })}
          </Fact>
          <Fact name={t('onramp.get')}>
            {get && quote?.status === 'ready'
              ? t(quote.isEstimate ? 'onramp.get.estimate' : 'onramp.get.amount', {
                  amount: get.text,
                  symbol: get.symbol,
                  network: asset.networkName,
                })
              : t('onramp.asset.on', { symbol: asset.symbol, network: asset.networkName })}
          </Fact>
          <Fact name={t('onramp.to')}>
            <span className={styles.address} data-font="fixed">
              <DisplayAddress address={address} full />
            </span>
          </Fact>
          {link.status === 'ready' && (
            <Fact name={t('onramp.page')}>
              <bdi dir="ltr">{link.host}</bdi>
            </Fact>
          )}
        </dl>
        <Notice tone="caution">{t(seller.isTest ? 'onramp.leaving.test' : 'onramp.leaving.check')}</Notice>
      </div>
      <ViewFooter>
        {isOver ? (
          <>
            <p className={styles.error} role="alert">
              {t(link.status === 'refused' ? 'onramp.link.refused' : 'onramp.link.failed', { seller: seller.label })}
            </p>
            <Button variant="primary" onClick={() => tryAgain(context)}>
              {t('common.tryAgain')}
            </Button>
          </>
        ) : (
          <>
            {isBlocked && (
              <p className={styles.error} role="alert">
                {t('onramp.blocked')}
              </p>
            )}
            <Button
              variant="primary"
              icon="external"
              busy={link.status === 'loading'}
              onClick={() => context.scope.run(leave(context))}
            >
              {t('onramp.leave', { seller: seller.label })}
            </Button>
          </>
        )}
      </ViewFooter>
    </SteadyView>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
