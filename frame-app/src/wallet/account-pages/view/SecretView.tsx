/** One exported secret, in the wallet's own window: hidden until a button was held for three seconds, and again when nobody looks. */
import type { ExportKind } from '@airlock/protocol/wallet-service/shapes.ts'
import { type ReactNode, useRef, useState } from 'react'
import { useExportMessages } from '../../../shared/i18n/export-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import type { AnswerOf } from '../../key-link/surface.ts'
import { HeldText } from './HeldText.tsx'
import { Note, Warning } from './parts.tsx'
import styles from './SecretView.module.css'
import shared from './SecurityView.module.css'
import { useHiddenAway, useSecretCopy } from './use-secret.ts'

interface SecretViewProps {
  what: Exclude<ExportKind, 'kit'>
  secret: AnswerOf<'export'>
  onBack: () => void
  children: ReactNode
}

export function SecretView({ what, secret, onBack, children }: SecretViewProps) {
  const t = useExportMessages()
  const box = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(false)
  const { note, copy } = useSecretCopy(box)
  useHiddenAway(box, () => setShown(false))
  return (
    <div ref={box} className={styles.view}>
      <h1 className={shared.title}>{t(`export.${what}`)}</h1>
      <Warning>{t('export.warning')}</Warning>
      <HeldText text={secret.secret} isShown={isShown} onShow={setShown}>
        <Button icon="copy" onClick={() => void copy(secret.secret)}>
          {t('export.copy')}
        </Button>
      </HeldText>
      <Note>{note ? t(`export.${note}`) : isShown ? t('export.copyWarning') : ''}</Note>
      <Button variant="quiet" onClick={onBack}>
        {t('export.back')}
      </Button>
      {children}
    </div>
  )
}
