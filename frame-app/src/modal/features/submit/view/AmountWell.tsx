/** An amount and its token, with the account's balance below. The token is a button that opens the list of tokens. */
import type { ReactNode } from 'react'
import { floorToDecimals, withoutZeros } from '../../../../shared/format/amount.ts'
import type { ReadAmount } from '../../../../shared/format/amount-input.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Chip } from '../../../../shared/ui/chip/Chip.tsx'
import { TextField } from '../../../../shared/ui/field/TextField.tsx'
import type { Choice } from '../form.ts'
import styles from './submit.module.css'
import { TokenPicture } from './TokenPicker.tsx'

/** Balances and other amounts are shortened; the button for all of it takes all. */
const places = 6

/** All places of an amount that would otherwise be shown as zero. */
export function shorten(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  const shown = `${whole}.${fraction.slice(0, places)}0`
  return /[1-9]/.test(shown) ? withoutZeros(shown) : decimal
}

/** A balance as text, never larger than it is. */
export const toBalance = (units: bigint, decimals: number): string =>
  withoutZeros(floorToDecimals(units, decimals, Math.min(places, decimals)))

interface AmountWellProps {
  label: string
  value: string
  /** `undefined`: nobody types here. */
  onChange?: (text: string) => void
  hint?: string | undefined
  error?: string | undefined
  isBusy: boolean
  /** The next amount is awaited. */
  isLoading?: boolean
  token: Choice<string | undefined> | undefined
  networkId: string
  /** What the token's button does; its text while there is no token. */
  tokenLabel: string
  tokenKey: string
  onToken: () => void
  balance: ReactNode
  /** At the end of the line with the balance. */
  children: ReactNode
}

const typed = {
  inputMode: 'decimal',
  enterKeyHint: 'next',
  maxLength: 120,
  autoFocus: true,
  'data-autofocus': '',
} as const

export function AmountWell({
  label,
  value,
  onChange,
  hint,
  error,
  isBusy,
  isLoading = false,
  ...more
}: AmountWellProps) {
  const { token, networkId, tokenLabel, tokenKey, onToken, balance, children } = more
  return (
    <div
      className={styles.well}
      aria-busy={isLoading || undefined}
      data-old={isLoading || undefined}
      data-typed={onChange && ''}
    >
      <TextField
        {...(onChange && typed)}
        className={styles.field}
        label={label}
        value={value}
        onChange={onChange ?? (() => {})}
        hint={hint}
        error={error}
        readOnly={isBusy || !onChange}
        placeholder={isLoading ? '…' : '0'}
        dir="ltr"
        end={
          <span className={styles.end}>
            <Chip
              chevron
              disabled={isBusy}
              aria-label={tokenLabel}
              data-focus-key={tokenKey}
              start={token && <TokenPicture token={token} networkId={networkId} size={20} />}
              onClick={onToken}
            >
              <bdi>{token ? token.symbol : tokenLabel}</bdi>
            </Chip>
          </span>
        }
      />
      <div className={styles.line}>
        {balance}
        <span className={styles.lineEnd}>{children}</span>
      </div>
    </div>
  )
}

interface BalanceProps {
  symbol: string
  side: { readonly balance: bigint; readonly decimals: number } | undefined
  hasFailed: boolean
}

/** Says that it is loading only if that takes a while: most balances arrive before it could be read. */
export function Balance({ symbol, side, hasFailed }: BalanceProps) {
  const t = useAllMessages()
  const { formats } = useLanguage()
  if (hasFailed) return <span>{t('send.balance.failed')}</span>
  if (!side) return <span className={styles.late}>{t('send.balance.loading')}</span>
  return <span>{t('send.balance', { amount: formats.decimal(toBalance(side.balance, side.decimals)), symbol })}</span>
}

export function TakeAll({ onPress }: { onPress: () => void }) {
  const t = useAllMessages()
  return (
    <Button size="compact" variant="quiet" onClick={onPress}>
      {t('send.max')}
    </Button>
  )
}

/** What is wrong with a typed amount. @param decimals `undefined`: not known yet */
export function useAmountProblem(amount: ReadAmount | undefined, symbol: string, decimals: number | undefined) {
  const t = useAllMessages()
  if (!amount || !('problem' in amount) || amount.problem === 'empty' || decimals === undefined) return undefined
  return t(`receive.amount.${amount.problem}`, { symbol, decimals })
}
