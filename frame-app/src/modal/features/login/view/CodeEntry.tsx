/**
 * Six cells for the code from an email, submitted after the last digit, with the state of the code below them. A wrong code leaves the cells
 * empty, with the focus in the first one.
 */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Icon } from '../../../../shared/ui/icon/Icon.tsx'
import { CodeField } from '../../../../shared/ui/otp/CodeField.tsx'
import { Spinner } from '../../../../shared/ui/spinner/Spinner.tsx'
import type { Trouble } from '../state/email-login.ts'
import styles from './Email.module.css'
import { useTroubleText } from './TroubleText.tsx'

const digits = 6

interface CodeEntryProps {
  heading: string
  validMinutes: number | undefined
  isChecking: boolean
  /** While the code is checked. */
  checking?: string
  trouble: Trouble | undefined
  onSubmit: (otp: string) => void
  children: ReactNode
}

export function CodeEntry({
  heading,
  validMinutes,
  isChecking,
  checking,
  trouble,
  onSubmit,
  children,
}: CodeEntryProps) {
  const t = useAllMessages()
  const troubleText = useTroubleText()
  const noteId = useId()
  const [code, setCode] = useState('')
  const [seen, setSeen] = useState(trouble)
  const firstCell = useRef<HTMLInputElement>(null)
  if (trouble !== seen) {
    setSeen(trouble)
    if (isWrong(trouble)) setCode('')
  }
  useEffect(() => {
    if (isWrong(trouble)) firstCell.current?.focus()
  }, [trouble])
  return (
    <div className={styles.view} data-font="fixed">
      <h2 className={styles.heading}>{heading}</h2>
      <CodeField
        label={t('emailCode.label')}
        cellLabel={(place) => t('emailCode.cell', { place, of: digits })}
        length={digits}
        value={code}
        onChange={setCode}
        onComplete={onSubmit}
        readOnly={isChecking || isDead(trouble)}
        isInvalid={trouble !== undefined}
        describedBy={noteId}
        firstCell={firstCell}
      />
      <p
        id={noteId}
        className={`${styles.codeState} ${trouble && !isChecking ? styles.trouble : styles.note}`}
        role="status"
      >
        {isChecking ? (
          <>
            <Spinner /> {checking ?? t('emailCode.checking')}
          </>
        ) : trouble ? (
          <>
            <Icon name="warning" size={16} /> {troubleText(trouble)}
          </>
        ) : (
          validMinutes !== undefined && t('emailCode.valid', { minutes: validMinutes })
        )}
      </p>
      {trouble && isUntried(trouble) && (
        <Button variant="primary" onClick={() => onSubmit(code)} aria-disabled={code.length < digits}>
          {t('common.tryAgain')}
        </Button>
      )}
      {children}
    </div>
  )
}

const isWrong = (trouble: Trouble | undefined) => trouble?.reason === 'WRONG_CODE'

/** The code of this email is no longer valid. */
const isDead = (trouble: Trouble | undefined) => trouble?.reason === 'LOCKED' || trouble?.reason === 'EXPIRED'

/** The code was not rejected, so the same digits may be submitted again. */
const isUntried = ({ reason }: Trouble) => untried.has(reason)
const untried: ReadonlySet<Trouble['reason']> = new Set([
  'UNAVAILABLE',
  'OFFLINE',
  'UNKNOWN',
  'COOL_DOWN',
  'RATE_LIMITED',
])
