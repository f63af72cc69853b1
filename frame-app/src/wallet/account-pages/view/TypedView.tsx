/** Where the user types the recovery password, or gives a recovery kit and its words. */
import { type FormEvent, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useExportMessages } from '../../../shared/i18n/export-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { useAboveKeyboard } from '../../../shared/ui/field/above-keyboard.ts'
import type { Typed } from '../../recovery/typed.ts'
import styles from './SecurityView.module.css'
import { TroubleNote } from './TroubleNote.tsx'
import fields from './TypedView.module.css'

/** Longer files are no kits; the beginning of one is refused as such. */
const maxKitBytes = 4096

export function TypedView({ typed, onBack }: { typed: Typed; onBack: () => void }) {
  const t = useExportMessages()
  const { isBusy, trouble } = useSyncExternalStore(typed.subscribe, typed.screen)
  const [byKit, setByKit] = useState(!typed.hasPassword)
  const [kit, setKit] = useState('')
  const [words, setWords] = useState('')
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useAboveKeyboard(form)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void typed.open(words, byKit ? kit : undefined)
  }
  return (
    <form ref={form} className={fields.form} onSubmit={submit} autoComplete="off">
      <h1 className={styles.title}>{t(byKit ? 'typed.kit' : 'typed.password')}</h1>
      <p className={styles.text}>{t(byKit ? 'typed.kit.text' : 'typed.password.text')}</p>
      {byKit && (
        <>
          <label htmlFor={`${id}-file`}>{t('typed.file')}</label>
          <input
            id={`${id}-file`}
            className={fields.input}
            type="file"
            accept=".json,application/json,text/plain"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void file.slice(0, maxKitBytes).text().then(setKit)
            }}
          />
          <label htmlFor={`${id}-kit`}>{t('typed.copy')}</label>
          <textarea
            id={`${id}-kit`}
            className={fields.input}
            rows={3}
            spellCheck={false}
            autoCapitalize="off"
            value={kit}
            onChange={({ target }) => setKit(target.value)}
          />
        </>
      )}
      <label htmlFor={`${id}-words`}>{t('typed.words')}</label>
      <input
        id={`${id}-words`}
        className={fields.input}
        type="password"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        maxLength={256}
        required
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <TroubleNote text={trouble && t(`typed.trouble.${trouble}`)} />
      <Button variant="primary" type="submit" busy={isBusy}>
        {t(isBusy ? 'export.opening' : 'typed.open')}
      </Button>
      {typed.hasPassword && (
        <Button onClick={() => setByKit(!byKit)}>{t(byKit ? 'typed.usePassword' : 'typed.useKit')}</Button>
      )}
      <Button variant="quiet" onClick={onBack}>
        {t('typed.back')}
      </Button>
    </form>
  )
}
