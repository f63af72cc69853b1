/** The account's address for one network: as a code, in groups, and to copy (WalletReceive). */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { spellOut } from '../../../../shared/format/address.ts'
import { toDisplayAddress } from '../../../../shared/format/display-address.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { CopyButton } from '../../../../shared/ui/copy/CopyButton.tsx'
import { SelectedText } from '../../../../shared/ui/copy/SelectedText.tsx'
import { SelectField } from '../../../../shared/ui/field/SelectField.tsx'
import { Icon } from '../../../../shared/ui/icon/Icon.tsx'
import { NetworkIcon } from '../../../../shared/ui/images/NetworkIcon.tsx'
import { List } from '../../../../shared/ui/list/List.tsx'
import { QrCode } from '../../../../shared/ui/qr/QrCode.tsx'
import { Row } from '../../../../shared/ui/row/Row.tsx'
import { ViewFooter } from '../../../../shared/ui/shell/ViewFooter.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { DisplayAddress } from '../../../kit/lists/DisplayAddress.tsx'
import { NotConnected } from '../../../kit/NotConnected.tsx'
import { go } from '../../../session/navigate.ts'
import { toast } from '../../../session/notify.ts'
import type { Connected } from '../../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { receivableAtom } from '../state/receivable.ts'
import styles from './ReceiveView.module.css'
import { RequestAmount } from './RequestAmount.tsx'

export function ReceiveView() {
  const connection = useAtomValue(activeConnectionAtom)
  // A new account starts over, without the network or the amount that was chosen for another one.
  return connection ? <Receive key={connection.active} connection={connection} /> : <NotConnected />
}

function Receive({ connection: { active, chainId } }: { connection: Connected }) {
  const t = useAllMessages()
  const networks = useAtomValue(receivableAtom)
  const [chosen, setChosen] = useState<string>()
  const [request, setRequest] = useState<{ link: string; text: string }>()
  const address = toDisplayAddress(parseCaip10(active).address)
  const network = networks.find(({ id }) => id === chosen) ?? networks[0]
  // For a network that the page does not list, only the id is known.
  const name = network?.name ?? chainId
  const spoken = t('account.address.spoken', { start: spellOut(address.slice(0, 6)), end: spellOut(address.slice(-4)) })
  return (
    <>
      <div className={styles.view}>
        {networks.length > 1 && network && (
          <SelectField
            label={t('receive.network')}
            value={network.id}
            options={networks.map(({ id, name: label }) => ({ value: id, label }))}
            start={<NetworkIcon id={network.id} name={network.name} src={network.icon} size={24} />}
            onChange={(id) => {
              setChosen(id)
              setRequest(undefined)
            }}
          />
        )}
        <QrCode
          value={request?.link ?? address}
          correction="Q"
          label={
            request
              ? t('receive.qr.request', { amount: request.text, network: name })
              : t('receive.qr', { network: name })
          }
        />
        <p className={styles.address} data-font="fixed">
          <DisplayAddress address={address} full spoken={spoken} />
        </p>
        <p className={styles.caution}>
          <Icon name="warning" size={16} />
          <span>{t('receive.caution', { network: name })}</span>
        </p>
        {network && <RequestAmount key={network.id} network={network} address={address} onChange={setRequest} />}
        <CompatibleStrip />
      </div>
      <HandOut text={request?.link ?? address} isRequest={request !== undefined} />
    </>
  )
}

const shownAtMost = 5

/** One row that shows on how many networks the address receives, with the icons of the first five. */
function CompatibleStrip() {
  const context = useModal()
  const t = useAllMessages()
  const networks = useAtomValue(receivableAtom)
  if (networks.length === 0) return null
  return (
    <List label={t('compatible.title')}>
      <Row
        title={t('receive.networks', { count: networks.length })}
        end={
          <span className={styles.icons}>
            {networks.slice(0, shownAtMost).map(({ id, name, icon }) => (
              <NetworkIcon key={id} id={id} name={name} src={icon} size={20} />
            ))}
          </span>
        }
        chevron
        data-focus-key="compatible"
        onClick={() => go.push(context, { view: 'WalletCompatibleNetworks' })}
      />
    </List>
  )
}

/** Copies the address, or the request for an amount, and shares it with another app if the browser and the page's policy allow it. */
function HandOut({ text, isRequest }: { text: string; isRequest: boolean }) {
  const context = useModal()
  const t = useAllMessages()
  const [byHand, setByHand] = useState<string>()
  const share = () => {
    navigator.share({ text }).catch((error: unknown) => {
      // Closing the browser's share dialog is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setByHand(text)
    })
  }
  return (
    <ViewFooter>
      {byHand === text && <SelectedText label={t('receive.copy')} value={text} hint={t('receive.copyByHand')} />}
      <div className={styles.actions}>
        <CopyButton
          variant="primary"
          value={text}
          label={t(isRequest ? 'receive.copy.request' : 'receive.copy')}
          copiedLabel={t('common.copied')}
          onCopy={(outcome) => {
            setByHand(outcome === 'failed' ? text : undefined)
            if (outcome === 'copied' && !isRequest) toast(context, 'success', 'toast.addressCopied')
          }}
        />
        {canShare(text) && (
          <Button icon="external" onClick={share}>
            {t('receive.share')}
          </Button>
        )}
      </div>
    </ViewFooter>
  )
}

/** Also false if the page's policy keeps the frame from sharing. */
const canShare = (text: string): boolean =>
  typeof navigator.share === 'function' && typeof navigator.canShare === 'function' && navigator.canShare({ text })
