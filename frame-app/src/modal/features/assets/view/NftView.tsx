import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { explorerAddressUrl } from '@airlock/protocol/scalars/explorer.ts'
import { useAtomValue } from 'jotai'
import { toDisplayAddress } from '../../../../shared/format/display-address.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { CopyButton } from '../../../../shared/ui/copy/CopyButton.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { Fact, FactList } from '../../../../shared/ui/facts/FactList.tsx'
import { NftPicture } from '../../../kit/images/NftPicture.tsx'
import { DisplayAddress } from '../../../kit/lists/DisplayAddress.tsx'
import { ExplorerButton } from '../../../kit/lists/ExplorerButton.tsx'
import views from '../../../kit/lists/ListView.module.css'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { networksAtom } from '../../../session/state/network.ts'
import { activeCollectiblesAtom, type Collectible } from '../state/collectibles.ts'
import styles from './Nfts.module.css'

const standards = { erc721: 'ERC-721', erc1155: 'ERC-1155', solana: 'Metaplex' } as const

export function NftView({ nft: key }: { nft: string }) {
  const t = useAllMessages()
  const held = useAtomValue(activeCollectiblesAtom)
  const nft = held && 'items' in held ? held.items.find((one) => one.key === key) : undefined
  return nft ? <Nft nft={nft} /> : <EmptyState icon="info" title={t('nft.gone')} />
}

function Nft({ nft }: { nft: Collectible }) {
  const t = useAllMessages()
  const { formats } = useLanguage()
  const connection = useAtomValue(activeConnectionAtom)
  const chainId = connection && parseCaip10(connection.active).chainId
  const network = useAtomValue(networksAtom).find(({ id }) => id === chainId)
  const explorer = network && explorerAddressUrl(network, nft.contract)
  return (
    <div className={views.view}>
      {nft.isSpam && <p className={views.warning}>{t('nft.spam')}</p>}
      <NftPicture path={nft.image} id={nft.key} size="view" />
      <h2 className={styles.title}>
        <bdi>{nft.name}</bdi>
      </h2>
      {nft.description !== '' && (
        <p className={views.text}>
          <bdi>{nft.description}</bdi>
        </p>
      )}
      <FactList>
        {nft.collection !== '' && (
          <Fact name={t('nft.collection')}>
            <bdi>{nft.collection}</bdi>
          </Fact>
        )}
        {nft.amount !== undefined && <Fact name={t('nft.amount')}>{formats.decimal(nft.amount)}</Fact>}
        {network && <Fact name={t('nft.network')}>{network.name}</Fact>}
        <Fact name={t('nft.standard')}>{standards[nft.standard]}</Fact>
        <Fact name={t('nft.contract')}>
          <DisplayAddress address={nft.contract} />
        </Fact>
        {nft.tokenId !== '' && (
          <Fact name={t('nft.id')}>
            <bdi dir="ltr">{nft.tokenId}</bdi>
          </Fact>
        )}
      </FactList>
      <CopyButton value={toDisplayAddress(nft.contract)} label={t('nft.copy')} copiedLabel={t('common.copied')} />
      {explorer !== undefined && <ExplorerButton href={explorer} label={t('nft.explorer')} />}
    </div>
  )
}
