/** The three lists of the account view; each shows its beginning (specification §2). */
import { useAtom, useAtomValue } from 'jotai'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Tabs } from '../../../shared/ui/tabs/Tabs.tsx'
import { useModal } from '../../core/modal-context.ts'
import { optionsAtom } from '../../core/options.ts'
import { ActivityTab } from '../../features/activity/view/ActivityTab.tsx'
import { NftTab } from '../../features/assets/view/NftTab.tsx'
import { TokenList } from '../../features/assets/view/TokenList.tsx'
import { track } from '../../session/notify.ts'
import { accountTabAtom, accountTabs } from '../../session/state/account-places.ts'
import type { Connected } from '../../session/state/accounts.ts'
import styles from './AccountView.module.css'

const panels = { tokens: TokenList, nfts: NftTab, activity: ActivityTab } as const

export function AccountTabs({ connection }: { connection: Connected }) {
  const context = useModal()
  const t = useAllMessages()
  const [chosen, choose] = useAtom(accountTabAtom)
  const hasHistory = useAtomValue(optionsAtom)?.features.history !== false
  const tabs = accountTabs.filter((name) => name !== 'activity' || hasHistory)
  const tab = tabs.includes(chosen) ? chosen : 'tokens'
  const Panel = panels[tab]
  return (
    <div className={styles.tabs}>
      <Tabs
        label={t('account.tabs')}
        tabs={tabs.map((name) => ({ name, label: t(`account.${name}`) }))}
        current={tab}
        onChoose={(name) => {
          if (name === 'activity')
            track(context, 'CLICK_TRANSACTIONS', { isSmartAccount: connection.accountType === 'smartAccount' })
          choose(name)
        }}
      >
        <Panel key={connection.active} connection={connection} />
      </Tabs>
    </div>
  )
}
