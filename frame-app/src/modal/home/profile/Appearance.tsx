/** Colours, text size, motion and language of the modal. What the page fixes is shown, with the reason. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { locales } from '../../../shared/i18n/catalogue.ts'
import { useLanguage } from '../../../shared/i18n/LanguageProvider.tsx'
import { SelectField } from '../../../shared/ui/field/SelectField.tsx'
import { useModal } from '../../core/modal-context.ts'
import { Section } from '../../kit/lists/Section.tsx'
import { choose } from '../../session/preferences.ts'
import { hostThemeAtom } from '../../session/state/appearance.ts'
import { hasFixedColours, preferencesAtom, textSizes } from '../../session/state/preferences.ts'
import styles from './ProfileView.module.css'

/** Follows the page. */
const site = 'site'
/** For tests only. */
const pseudo = 'en-XA'

export function Appearance() {
  const context = useModal()
  const t = useAllMessages()
  const { locale: shown } = useLanguage()
  const host = useAtomValue(hostThemeAtom)
  const { theme, textSize, motion, locale } = useAtomValue(preferencesAtom)
  const isFixed = hasFixedColours(host)
  const asSite = { value: site, label: t('profile.asSite') }
  return (
    <Section title={t('profile.appearance')}>
      <div className={styles.fields}>
        <SelectField
          label={t('profile.theme')}
          value={isFixed ? site : (theme ?? site)}
          options={[
            asSite,
            ...(['light', 'dark'] as const).map((value) => ({ value, label: t(`profile.theme.${value}`) })),
          ]}
          disabledReason={isFixed ? t('profile.theme.fixed') : undefined}
          onChange={(value) => choose(context, { theme: value === 'light' || value === 'dark' ? value : undefined })}
        />
        <SelectField
          label={t('profile.textSize')}
          value={textSize === undefined ? site : String(textSize)}
          options={[asSite, ...textSizes.map((size) => ({ value: String(size), label: t(sizeNames[size]) }))]}
          onChange={(value) => choose(context, { textSize: textSizes.find((size) => String(size) === value) })}
        />
        <SelectField
          label={t('profile.motion')}
          value={motion ?? site}
          options={[
            { value: site, label: t('profile.motion.auto') },
            { value: 'off', label: t('profile.motion.off') },
          ]}
          onChange={(value) => choose(context, { motion: value === 'off' ? value : undefined })}
        />
        <SelectField
          label={t('profile.language')}
          value={locale ?? site}
          options={[
            asSite,
            ...locales.filter((tag) => tag !== pseudo).map((tag) => ({ value: tag, label: nameOf(tag, shown) })),
          ]}
          onChange={(value) => choose(context, { locale: value === site ? undefined : value })}
        />
      </div>
      <p className={styles.note}>{t(`profile.kept.${context.storage.persistence}`)}</p>
    </Section>
  )
}

const sizeNames = {
  0.9: 'profile.textSize.small',
  1: 'profile.textSize.normal',
  1.15: 'profile.textSize.large',
  1.3: 'profile.textSize.largest',
} as const

/** In the language itself, so that users who do not know the shown language can find it. */
const nameOf = (tag: string, shown: string): string =>
  new Intl.DisplayNames([tag, shown], { type: 'language' }).of(tag) ?? tag
