import type { OnrampOptions } from '@airlock/protocol/gateway/onramp.ts'
import { limitOf } from '@airlock/protocol/gateway/onramp-rules.ts'
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Chip } from '../../../../shared/ui/chip/Chip.tsx'
import { SelectField } from '../../../../shared/ui/field/SelectField.tsx'
import { TextField } from '../../../../shared/ui/field/TextField.tsx'
import { NetworkIcon } from '../../../../shared/ui/images/NetworkIcon.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { networksAtom } from '../../../session/state/network.ts'
import { change } from '../onramp.ts'
import { assetsAtom, type Form } from '../state/onramp.ts'
import { countries, states } from '../state/onramp-places.ts'
import { type Asset, cleanWhole, methods, presets, problemOf } from '../state/onramp-rules.ts'
import styles from './OnRamp.module.css'
import { useMoney, useRegionName } from './words.ts'

export function BuyForm({ form, options, asset }: { form: Form; options: OnrampOptions; asset: Asset }) {
  const context = useModal()
  const t = useAllMessages()
  const money = useMoney()
  const { locale } = useLanguage()
  const regionName = useRegionName()
  const assets = useAtomValue(assetsAtom)
  const network = useAtomValue(networksAtom).find(({ id }) => id === asset.chainId)
  const { amount, currency, method, country, subdivision } = form
  const limit = limitOf(options.paymentCurrencies, currency, method)
  const problem = problemOf(amount, options.paymentCurrencies, form)
  const range = (id: string) => {
    const known = limitOf(options.paymentCurrencies, currency, id)
    return known && { min: money(known.min, currency), max: money(known.max, currency) }
  }
  const bounds = limit && range(method)
  const offered = methods.flatMap((id) => {
    const known = range(id)
    return known ? [{ value: id, label: t(`onramp.method.${id}`, known) }] : []
  })
  const byName = [...countries].sort((one, other) => regionName(one).localeCompare(regionName(other), locale))
  return (
    <>
      <div className={styles.amount}>
        <TextField
          label={t('onramp.amount', { currency })}
          value={amount}
          onChange={(typed) => change(context, { amount: cleanWhole(typed) })}
          error={
            bounds && (problem === 'low' || problem === 'high') ? t(`onramp.amount.${problem}`, bounds) : undefined
          }
          hint={bounds && t('onramp.amount.hint', bounds)}
          inputMode="numeric"
          enterKeyHint="done"
          placeholder="0"
          dir="ltr"
          maxLength={12}
        />
        <SelectField
          label={t('onramp.currency')}
          value={currency}
          options={options.paymentCurrencies.map(({ id }) => ({ value: id, label: id }))}
          onChange={(value) => change(context, { currency: value })}
        />
      </div>
      <fieldset className={styles.chips} aria-label={t('onramp.presets')}>
        {presets.map((preset) => (
          <Chip
            key={preset}
            pressed={amount === String(preset)}
            onClick={() => change(context, { amount: String(preset) })}
          >
            {money(String(preset), currency)}
          </Chip>
        ))}
      </fieldset>
      <div className={styles.pair}>
        <SelectField
          label={t('onramp.country')}
          value={country}
          options={byName.map((code) => ({ value: code, label: regionName(code) }))}
          onChange={(value) => change(context, { country: value, subdivision: value === 'US' ? 'CA' : undefined })}
        />
        {country === 'US' && subdivision !== undefined && (
          <SelectField
            label={t('onramp.state')}
            value={subdivision}
            options={states.map((code) => ({ value: code, label: code }))}
            onChange={(value) => change(context, { subdivision: value })}
          />
        )}
      </div>
      <SelectField
        label={t('onramp.asset')}
        value={asset.key}
        start={network && <NetworkIcon id={network.id} name={network.name} src={network.icon} size={24} />}
        options={assets.map(({ key, symbol, networkName }) => ({
          value: key,
          label: t('onramp.asset.on', { symbol, network: networkName }),
        }))}
        onChange={(value) => change(context, { asset: value })}
      />
      <SelectField
        label={t('onramp.method')}
        value={method}
        options={offered}
        onChange={(value) => change(context, { method: value })}
      />
    </>
  )
}
