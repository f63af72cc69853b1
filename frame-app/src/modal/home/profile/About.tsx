/** Diagnostics, and the version. */
import { useAtomValue } from 'jotai'
import { useId } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { SectionLabel } from '../../../shared/ui/label/SectionLabel.tsx'
import { List } from '../../../shared/ui/list/List.tsx'
import { Row } from '../../../shared/ui/row/Row.tsx'
import { useModal } from '../../core/modal-context.ts'
import { optionsAtom } from '../../core/options.ts'
import { go } from '../../session/navigate.ts'
import styles from './ProfileView.module.css'

export function About() {
  const context = useModal()
  const t = useAllMessages()
  const id = useId()
  const version = useAtomValue(optionsAtom)?.sdkVersion ?? ''
  return (
    <section aria-labelledby={id}>
      <SectionLabel id={id}>{t('profile.about')}</SectionLabel>
      <List labelledBy={id}>
        <Row
          start={<Icon name="help" />}
          title={t('profile.diagnostics')}
          chevron
          data-focus-key="diagnostics"
          onClick={() => go.push(context, { view: 'Help' })}
        />
      </List>
      <p className={styles.note}>
        {t('profile.version', { version })} <bdi dir="ltr">{context.hello.buildId}</bdi>
      </p>
    </section>
  )
}
