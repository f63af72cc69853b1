/** The amount: in the token or in dollars, or all of it. The token is a button that opens the list of tokens. */
import { useAtomValue } from 'jotai'
import { floorToDecimals, withoutZeros } from '../../../../shared/format/amount.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Chip } from '../../../../shared/ui/chip/Chip.tsx'
import { TextField } from '../../../../shared/ui/field/TextField.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { LoadingBalance } from '../../../kit/figures/LoadingBalance.tsx'
import { useFees } from '../../../kit/figures/use-figures.ts'
import { GatewayImage } from '../../../kit/images/GatewayImage.tsx'
import { pictureId } from '../../../kit/picture-id.ts'
import { go } from '../../../session/navigate.ts'
import { takeMost, turnUnit, typeAmount } from '../send.ts'
import { type Draft, type Facts, factsAtom } from '../state/send.ts'
import type { Form } from '../state/send-form.ts'
import styles from './Send.module.css'

/** The shown balance is shortened; the button takes all of it. */
const places = 6

/** All places of an amount that would otherwise be shown as zero. */
const shorten = (decimal: string) => {
  const [whole = '0', fraction = ''] = decimal.split('.')
  const shown = `${whole}.${fraction.slice(0, places)}0`
  return /[1-9]/.test(shown) ? withoutZeros(shown) : decimal
}

interface AmountFieldProps {
  draft: Draft
  form: Form
  isBusy: boolean
}

export function AmountField({ draft, form, isBusy }: AmountFieldProps) {
  const context = useModal()
  const t = useAllMessages()
  const { formats } = useLanguage()
  const { token, unit } = draft
  const symbol = token?.symbol ?? ''
  const dollars = t('send.dollars')
  const facts = useAtomValue(factsAtom)
  // If only the wallet knows the fee, the largest amount of the currency cannot be computed.
  const canTakeMost = facts.status !== 'ready' || token?.address !== undefined || facts.cost !== undefined
  const other = form.other ?? '0'
  const otherText = unit === 'token' ? formats.fiat(Number(other)) : `${formats.decimal(shorten(other))} ${symbol}`
  return (
    <div className={styles.amount}>
      <TextField
        className={styles.field}
        label={t('send.amount', { unit: unit === 'token' ? symbol : dollars })}
        value={form.text}
        onChange={(text) => typeAmount(context, text)}
        hint={useHint(draft, form)}
        error={useProblem(draft, form)}
        readOnly={isBusy}
        inputMode="decimal"
        enterKeyHint="next"
        placeholder="0"
        dir="ltr"
        maxLength={120}
        autoFocus
        data-autofocus=""
        end={
          <span className={styles.end}>
            <Chip
              chevron
              disabled={isBusy}
              aria-label={token ? t('send.token', { symbol }) : t('send.token.none')}
              data-focus-key="token"
              start={
                token && (
                  <GatewayImage
                    path={token.icon}
                    id={pictureId(form.network.id, token.address)}
                    name={symbol}
                    size={20}
                  />
                )
              }
              onClick={() => go.push(context, { view: 'SendSelectToken' })}
            >
              <bdi>{token ? symbol : t('send.token.none')}</bdi>
            </Chip>
          </span>
        }
      />
      <div className={styles.line}>
        <Balance symbol={symbol} />
        <span className={styles.lineEnd}>
          {token?.price !== undefined && (
            <Button
              size="compact"
              variant="quiet"
              aria-label={`${otherText}. ${t('send.turn', { unit: unit === 'token' ? dollars : symbol })}`}
              onClick={() => turnUnit(context)}
            >
              {otherText}
            </Button>
          )}
          {canTakeMost && (
            <Button size="compact" variant="quiet" onClick={() => takeMost(context)}>
              {t('send.max')}
            </Button>
          )}
        </span>
      </div>
    </div>
  )
}

function Balance({ symbol }: { symbol: string }) {
  const t = useAllMessages()
  const { formats } = useLanguage()
  const facts: Facts = useAtomValue(factsAtom)
  if (facts.status === 'loading') return <LoadingBalance />
  if (facts.status === 'failed') return <span>{t('send.balance.failed')}</span>
  const { balance, decimals } = facts.holding
  const amount = formats.decimal(floorToDecimals(balance, decimals, Math.min(places, decimals)))
  return <span>{t('send.balance', { amount, symbol })}</span>
}

/** What stays in the account when "all of it" is sent. */
function useHint({ isMax, token }: Draft, { network }: Form): string | undefined {
  const t = useAllMessages()
  const facts = useAtomValue(factsAtom)
  const { decimals, symbol } = network.currency
  const fees = useFees(decimals)
  if (!isMax || facts.status !== 'ready') return undefined
  if (token?.address !== undefined || !facts.cost) return t('send.max.free')
  return t('send.max.note', { fee: `${fees(facts.cost.most)} ${symbol}` })
}

function useProblem({ token, unit }: Draft, { amount, decimals }: Form): string | undefined {
  const t = useAllMessages()
  if (!('problem' in amount) || amount.problem === 'empty' || decimals === undefined) return undefined
  const symbol = unit === 'token' ? (token?.symbol ?? '') : t('send.dollars')
  return t(`receive.amount.${amount.problem}`, { symbol, decimals: unit === 'token' ? decimals : 2 })
}
