/** An error that concerns the whole app: cause, possible action, and the code for developers. */
import type { ErrorCode } from '@airlock/protocol/errors.ts'
import { useAtomValue } from 'jotai'
import { type ComponentType, lazy, Suspense } from 'react'
import { useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import type { FirstKey } from '../../../shared/i18n/message.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import type { CopyButtonProps } from '../../../shared/ui/copy/CopyButton.tsx'
import { Disclosure } from '../../../shared/ui/disclosure/Disclosure.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import { useModal } from '../../core/modal-context.ts'
import { hostOriginAtom } from '../../core/options.ts'
import { HelpLink } from '../../kit/HelpLink.tsx'
import { go } from '../../session/navigate.ts'

/** Loaded with the view, not before the first one; if that fails, the code can still be read. */
const CopyButton = lazy(
  (): Promise<{ default: ComponentType<CopyButtonProps> }> =>
    import('../../../shared/ui/copy/CopyButton.tsx').then(
      (module) => ({ default: module.CopyButton }),
      () => ({ default: () => null }),
    ),
)

type Family = 'originNotAllowed' | 'sessionExpired' | 'walletLoadFailed' | 'offline'

const families: Partial<Record<ErrorCode, Family>> = {
  FRAME_REFUSED: 'originNotAllowed',
  UNAUTHORIZED: 'sessionExpired',
  FRAME_TIMEOUT: 'walletLoadFailed',
  NETWORK: 'offline',
}

export function ErrorView({ code }: { code: ErrorCode }) {
  const context = useModal()
  const t = useMessages()
  const origin = useAtomValue(hostOriginAtom)
  const family = families[code]
  const key = (part: 'title' | 'text'): FirstKey => (family ? `error.${family}.${part}` : `error.${part}`)
  return (
    <EmptyState icon="warning" tone="negative" title={t(key('title'))} text={t(key('text'), { origin })}>
      {family && <p>{t(`error.${family}.action`)}</p>}
      <Button variant="primary" onClick={() => go.back(context)}>
        {t('common.continue')}
      </Button>
      <HelpLink />
      <Disclosure summary={t('error.forDevelopers')}>
        <p>
          {t('error.code')}: {code}
        </p>
        <Suspense>
          <CopyButton value={`${code} ${origin}`} label={t('error.copyDetails')} copiedLabel={t('common.copied')} />
        </Suspense>
      </Disclosure>
    </EmptyState>
  )
}
