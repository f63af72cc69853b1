/** The network list: search if there are eight or more, the active network first, test networks in a separate group. */
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { toDisplayText } from '../../../../shared/format/display-text.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { SearchField } from '../../../../shared/ui/field/SearchField.tsx'
import { List } from '../../../../shared/ui/list/List.tsx'
import { Note } from '../../../../shared/ui/note/Note.tsx'
import { useModal } from '../../../core/modal-context.ts'
import styles from '../../../kit/lists/ListView.module.css'
import { Section } from '../../../kit/lists/Section.tsx'
import { go } from '../../../session/navigate.ts'
import { track } from '../../../session/notify.ts'
import { servesAtom } from '../../../session/state/approved.ts'
import { activeNetworkIdAtom, networksAtom } from '../../../session/state/network.ts'
import { groupNetworks } from './group-networks.ts'
import { NetworkRow } from './NetworkRow.tsx'

const searchFrom = 8

export function NetworksView() {
  const context = useModal()
  const t = useAllMessages()
  const networks = useAtomValue(networksAtom)
  const activeId = useAtomValue(activeNetworkIdAtom)
  const [query, setQuery] = useState('')
  const serves = useAtomValue(servesAtom)
  const groups = groupNetworks(networks, activeId, query, serves)
  const learn = () => {
    track(context, 'CLICK_NETWORK_HELP')
    go.push(context, { view: 'WhatIsANetwork' })
  }
  return (
    <div className={styles.list}>
      {networks.length >= searchFrom && (
        <SearchField
          label={t('networks.search')}
          clearLabel={t('common.clear')}
          value={query}
          onChange={setQuery}
          // This lazy view may render after the navigation has already moved the focus.
          autoFocus
          data-autofocus=""
        />
      )}
      {groups.length === 0 && (
        <EmptyState
          icon="search"
          title={t('networks.empty.title', { query: toDisplayText(query) })}
          text={t('networks.empty.text')}
        />
      )}
      {groups.map(({ name, members }) => (
        <Section key={name} title={t(`networks.group.${name}`)}>
          <List label={t(`networks.group.${name}`)}>
            {members.map((network) => (
              <NetworkRow key={network.id} network={network} isActive={network.id === activeId} />
            ))}
          </List>
        </Section>
      ))}
      {networks.some(({ id }) => !serves(id)) && <Note>{t('networks.someNotServed')}</Note>}
      <Button variant="quiet" onClick={learn} data-focus-key="learn">
        {t('networks.whatIs')}
      </Button>
    </div>
  )
}
