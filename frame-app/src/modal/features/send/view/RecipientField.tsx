/** The recipient: an address or a name, earlier recipients, and warnings about the address. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { truncateAddress } from '../../../../shared/format/address.ts'
import { toDisplayAddress } from '../../../../shared/format/display-address.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Chip } from '../../../../shared/ui/chip/Chip.tsx'
import { TextField } from '../../../../shared/ui/field/TextField.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { DisplayAddress } from '../../../kit/lists/DisplayAddress.tsx'
import { typeRecipient } from '../send.ts'
import { type Draft, type Found, recentsAtom } from '../state/send.ts'
import { Findings } from './Findings.tsx'
import styles from './Send.module.css'

interface RecipientFieldProps {
  draft: Draft
  network: Network
  found: Found
  isBusy: boolean
}

export function RecipientField({ draft, network, found, isBusy }: RecipientFieldProps) {
  const context = useModal()
  const t = useAllMessages()
  const recents = useAtomValue(recentsAtom)
  const [byHand, setByHand] = useState(false)
  const paste = () => {
    navigator.clipboard
      .readText()
      .then((text) => typeRecipient(context, text.trim()))
      .catch(() => setByHand(true)) // the frame may not read the clipboard
  }
  const hasNames = namespaceOf(network.id) === 'eip155'
  return (
    <>
      <TextField
        label={t('send.to')}
        value={draft.to}
        onChange={(text) => typeRecipient(context, text)}
        placeholder={t(hasNames ? 'send.to.placeholder' : 'send.to.placeholder.address')}
        hint={byHand ? t('send.paste.failed') : undefined}
        error={
          found.status === 'invalid' && draft.to.trim() !== ''
            ? t(`send.to.${found.why}`, { network: network.name })
            : undefined
        }
        readOnly={isBusy}
        dir="ltr"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={300}
        end={
          draft.to === '' &&
          !isBusy &&
          mayPaste() && (
            <span className={styles.end}>
              <Button className={styles.paste} size="compact" variant="quiet" onClick={paste}>
                {t('send.paste')}
              </Button>
            </span>
          )
        }
      />
      {draft.to === '' && recents.length > 0 && (
        <ul
          className={styles.recents}
          aria-label={t('send.recents')}
          // biome-ignore lint/a11y/noRedundantRoles: Safari drops list semantics together with the bullets
          role="list"
        >
          {recents.map(({ address, name }) => (
            <li key={address}>
              <Chip title={toDisplayAddress(address)} onClick={() => typeRecipient(context, name ?? address)}>
                <bdi dir="ltr">{name ?? truncateAddress(toDisplayAddress(address))}</bdi>
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.found} aria-live="polite">
        {found.status === 'looking' && draft.to.includes('.') && <p className={styles.named}>{t('send.to.looking')}</p>}
        {found.status === 'found' && (
          <>
            {found.name !== undefined && (
              <>
                <p className={styles.named}>{t('send.to.named', { name: found.name })}</p>
                <p className={styles.address}>
                  <DisplayAddress address={found.address} full />
                </p>
              </>
            )}
            <Findings findings={found.findings} address={found.address} symbol={draft.token?.symbol ?? ''} />
          </>
        )}
      </div>
    </>
  )
}

/**
 * Chromium reports whether a frame may read the clipboard, and pages do not let this one. Other browsers ask the user in a menu of their
 * own.
 */
function mayPaste(): boolean {
  const policy: unknown = Reflect.get(document, 'featurePolicy')
  const allows: unknown =
    typeof policy === 'object' && policy !== null ? Reflect.get(policy, 'allowsFeature') : undefined
  if (typeof navigator.clipboard?.readText !== 'function') return false
  return typeof allows !== 'function' || Reflect.apply(allows, policy, ['clipboard-read']) === true
}
