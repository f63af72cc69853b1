/** The wallet is on a network that the app does not support: choose a supported one, or disconnect. */
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Divider } from '../../../../shared/ui/label/Divider.tsx'
import { List } from '../../../../shared/ui/list/List.tsx'
import { ViewFooter } from '../../../../shared/ui/shell/ViewFooter.tsx'
import { useModal } from '../../../core/modal-context.ts'
import views from '../../../kit/lists/ListView.module.css'
import { disconnect } from '../../../session/disconnect.ts'
import { go } from '../../../session/navigate.ts'
import { networksAtom, unsupportedNetworkIdAtom } from '../../../session/state/network.ts'
import { NetworkRow } from './NetworkRow.tsx'
import styles from './UnsupportedChainView.module.css'

export function UnsupportedChainView() {
  const context = useModal()
  const t = useAllMessages()
  const networks = useAtomValue(networksAtom)
  const current = useAtomValue(unsupportedNetworkIdAtom)
  const [isBusy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    await disconnect(context).catch(() => {}) // disconnected here, even if the wallet does not answer
    go.reset(context, { view: 'Connect' })
  }
  return (
    <>
      <div className={views.view}>
        <p className={styles.text}>{t('unsupported.text')}</p>
        {current && <p className={styles.current}>{t('unsupported.currentUnknown', { id: current })}</p>}
        <List label={t('networks.label')}>
          {networks.map((network) => (
            <NetworkRow key={network.id} network={network} isActive={false} />
          ))}
        </List>
        <Divider>{t('common.or')}</Divider>
      </div>
      <ViewFooter>
        <Button icon="disconnect" busy={isBusy} onClick={() => context.scope.run(leave())}>
          {t('unsupported.disconnect')}
        </Button>
      </ViewFooter>
    </>
  )
}
