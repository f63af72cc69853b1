/**
 * A recovery kit that was just made, in the wallet's own window: its file, a page to print, and its six words, which are shown here only.
 * The file and the printed page do not contain the words: whoever finds one of them has one half.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useExportMessages } from '../../../shared/i18n/export-messages.ts'
import { Button, LinkButton } from '../../../shared/ui/button/Button.tsx'
import { QrCode } from '../../../shared/ui/qr/QrCode.tsx'
import { HeldText } from './HeldText.tsx'
import styles from './KitView.module.css'
import { Warning } from './parts.tsx'
import shared from './SecurityView.module.css'
import { useHiddenAway } from './use-secret.ts'

interface KitViewProps {
  /** The text of the file. */
  kit: string
  password: string
  onBack: () => void
  children: ReactNode
}

const kitFileName = 'airlock-recovery-kit.json'
const dataUrl = (type: string, text: string) => `data:${type},${encodeURIComponent(text)}`

export function KitView({ kit, password, onBack, children }: KitViewProps) {
  const t = useExportMessages()
  const box = useRef<HTMLDivElement>(null)
  const [isShown, setShown] = useState(false)
  const [madeAt] = useState(() => new Date())
  const [page, setPage] = useState('')
  useHiddenAway(box, () => setShown(false))
  useEffect(() => {
    // Large, and needed here only. Without it the kit is as good.
    import('virtual:recovery-page').then(
      (module) => setPage(module.page),
      () => {},
    )
  }, [])
  return (
    <div ref={box} className={styles.view}>
      <div className={styles.screen}>
        <h1 className={shared.title}>{t('export.kit')}</h1>
        <p className={shared.text}>{t('kit.text')}</p>
        <h2 className={styles.step}>{t('kit.file')}</h2>
        <p className={shared.text}>{t('kit.file.text')}</p>
        {/* A link to the text itself: the window has no script, and no address of the file is left behind. */}
        <LinkButton variant="primary" href={dataUrl('application/json', kit)} download={kitFileName}>
          {t('kit.save')}
        </LinkButton>
        <Button onClick={() => box.current?.ownerDocument.defaultView?.print()}>{t('kit.print')}</Button>
        {page !== '' && (
          <>
            <p className={shared.text}>{t('kit.page.text')}</p>
            <LinkButton href={dataUrl('text/html;charset=utf-8', page)} download="recovery-kit.html">
              {t('kit.page')}
            </LinkButton>
          </>
        )}
        <h2 className={styles.step}>{t('kit.password')}</h2>
        <Warning>{t('kit.password.text')}</Warning>
        <HeldText text={password} isShown={isShown} onShow={setShown} variant="secondary" />
        <Button variant="quiet" onClick={onBack}>
          {t('export.back')}
        </Button>
        {children}
      </div>
      <div className={styles.paper} aria-hidden="true">
        <h1 className={shared.title}>{t('kit.paper.title')}</h1>
        <p>{t('kit.made', { date: madeAt })}</p>
        <p>{t('kit.paper.text')}</p>
        <p className={styles.data}>{kit}</p>
        <div className={styles.code}>
          <QrCode value={kit} label={t('kit.paper.title')} />
        </div>
      </div>
    </div>
  )
}
