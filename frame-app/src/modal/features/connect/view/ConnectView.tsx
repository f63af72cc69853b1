/** The first view: the ways to connect, in the order that the page sets. */
import { useAtomValue } from 'jotai'
import { Fragment, lazy, Suspense, useState } from 'react'
import { useMessages } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Icon } from '../../../../shared/ui/icon/Icon.tsx'
import { Divider } from '../../../../shared/ui/label/Divider.tsx'
import { Row } from '../../../../shared/ui/row/Row.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { optionsAtom } from '../../../core/options.ts'
import { go } from '../../../session/navigate.ts'
import { socialsAtom } from '../../../session/state/embedded.ts'
import { connectMethodsAtom, isCollapsedAtom, type Method } from '../state/connect-methods.ts'
import styles from './ConnectView.module.css'
import { EmailMethod } from './EmailMethod.tsx'
import { LegalCheckbox, LegalFooter } from './Legal.tsx'
import { WalletMethod } from './WalletMethod.tsx'

const SocialMethod = lazy(() =>
  import('../../login/view/SocialMethod.tsx').then((module) => ({ default: module.SocialMethod })),
)

export function ConnectView() {
  const context = useModal()
  const t = useMessages()
  const methods = useAtomValue(connectMethodsAtom)
  const hasCheckbox = useAtomValue(optionsAtom)?.features.legalCheckbox === true
  const [hasAgreed, setAgreed] = useState(false)
  const disabledReason = hasCheckbox && !hasAgreed ? t('connect.legal.needed') : undefined
  const learn = () => go.push(context, { view: 'WhatIsAWallet' })
  return (
    <div className={styles.view}>
      {hasCheckbox && <LegalCheckbox checked={hasAgreed} onChange={setAgreed} />}
      {/* No "or" between email and social logins. */}
      {methods.map((method, index) => (
        <Fragment key={method}>
          {index > 0 && (method === 'wallet' || methods[index - 1] === 'wallet') && <Divider>{t('common.or')}</Divider>}
          <Way method={method} disabledReason={disabledReason} />
        </Fragment>
      ))}
      <p className={styles.foot}>
        {t('connect.newHere')}{' '}
        <button type="button" className={styles.link} onClick={learn} data-focus-key="learn">
          {t('connect.newHere.action')}
        </button>
      </p>
      {!hasCheckbox && <LegalFooter />}
    </div>
  )
}

function Way({ method, disabledReason }: { method: Method; disabledReason: string | undefined }) {
  const context = useModal()
  const t = useMessages()
  const isCollapsed = useAtomValue(isCollapsedAtom)
  const socials = useAtomValue(socialsAtom).length
  if (method === 'email') return <EmailMethod disabledReason={disabledReason} />
  if (method === 'social')
    return (
      // Reserves space for one or two rows, so that nothing moves when they load.
      <div style={{ minBlockSize: socials > 2 ? 108 : 48 }}>
        <Suspense>
          <SocialMethod disabledReason={disabledReason} />
        </Suspense>
      </div>
    )
  if (!isCollapsed) return <WalletMethod disabledReason={disabledReason} />
  return (
    <Row
      start={<Icon name="wallet" />}
      title={t('connect.withWallet')}
      chevron
      disabledReason={disabledReason}
      data-focus-key="wallets"
      onClick={() => go.push(context, { view: 'ConnectWallets' })}
    />
  )
}
