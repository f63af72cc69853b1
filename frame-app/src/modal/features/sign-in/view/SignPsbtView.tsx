/** A Bitcoin transaction before the wallet signs it: what leaves the account, every output, and the fee. */
import { useAtomValue } from 'jotai'
import type { Output } from '../../../../shared/chains/bip122/psbt.ts'
import { toExactDecimals } from '../../../../shared/format/amount.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Fact, FactList } from '../../../../shared/ui/facts/FactList.tsx'
import { SectionLabel } from '../../../../shared/ui/label/SectionLabel.tsx'
import { PlainList } from '../../../../shared/ui/list/PlainList.tsx'
import { ViewFooter } from '../../../../shared/ui/shell/ViewFooter.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { hostOriginAtom } from '../../../core/options.ts'
import { DisplayAddress } from '../../../kit/lists/DisplayAddress.tsx'
import { go } from '../../../session/navigate.ts'
import { connectedAtom } from '../../../session/state/active-connection.ts'
import { networksAtom } from '../../../session/state/network.ts'
import { agreeToPsbt } from '../psbt-question.ts'
import { type PsbtQuestion, psbtAtom } from '../state/psbt.ts'
import styles from './SignPsbtView.module.css'

export function SignPsbtView() {
  const question = useAtomValue(psbtAtom)
  // Already answered: the modal goes on.
  return question ? <Question {...question} /> : null
}

function Question({ facts, chainId, own, isSent }: PsbtQuestion) {
  const context = useModal()
  const t = useAllMessages()
  const network = useAtomValue(networksAtom).find(({ id }) => id === chainId)
  const wallet = useAtomValue(connectedAtom).find((one) => one.chainId === chainId)?.wallet.name ?? t('common.unknown')
  const origin = useAtomValue(hostOriginAtom)
  const { decimals, symbol } = network?.currency ?? { decimals: 8, symbol: 'BTC' }
  const figure = (satoshis: bigint) => `${toExactDecimals(satoshis, decimals)} ${symbol}`
  const isOwn = ({ address }: Output) => address !== undefined && own.includes(address)
  const back = facts.outputs.filter(isOwn).reduce((sum, { satoshis }) => sum + satoshis, 0n)
  return (
    <div data-font="fixed">
      <div className={styles.view}>
        <p className={styles.text}>{t('signPsbt.text', { site: origin && new URL(origin).host, wallet })}</p>
        <FactList>
          <Fact name={t('signPsbt.leaves')}>{figure(facts.signed - back)}</Fact>
          <Fact name={t('signPsbt.fee')}>{figure(facts.fee)}</Fact>
          <Fact name={t('signPsbt.network')}>{network?.name ?? chainId}</Fact>
        </FactList>
        <section>
          <SectionLabel>{t('signPsbt.outputs')}</SectionLabel>
          <PlainList layout="spaced">
            {facts.outputs.map((output, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: outputs of one transaction never move
              <li key={place} className={styles.output}>
                <b>{output.address === undefined ? t('signPsbt.data') : figure(output.satoshis)}</b>
                {isOwn(output) && <span className={styles.own}>{t('signPsbt.own')}</span>}
                {output.address === undefined ? (
                  <bdi dir="ltr" className={styles.data}>
                    {output.data}
                  </bdi>
                ) : (
                  <DisplayAddress address={output.address} full />
                )}
              </li>
            ))}
          </PlainList>
        </section>
        <p className={styles.text}>{t(isSent ? 'signPsbt.sent' : 'signPsbt.notSent')}</p>
      </div>
      <ViewFooter>
        <div className={styles.actions}>
          <Button onClick={() => go.back(context)}>{t('signPsbt.cancel')}</Button>
          <Button variant="primary" onClick={() => agreeToPsbt(context)}>
            {t('signPsbt.continue')}
          </Button>
        </div>
      </ViewFooter>
    </div>
  )
}
