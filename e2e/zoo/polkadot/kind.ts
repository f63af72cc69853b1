import { hexToU8a } from '@polkadot/util'
import { decodeAddress, sr25519Verify } from '@polkadot/util-crypto'
import { network } from '../../../frame-app/test/support/bare-context.ts'
import { extrinsicOf, kusama, polkadot as mainnet } from '../../../frame-app/test/support/polkadot.ts'
import { encodedExtrinsic, wrapped } from '../../wallets/polkadot.ts'
import { fieldOf, kindOf, usualInPage } from '../wallet.ts'
import { quirks } from './quirks.ts'
import { createPolkadotWallet } from './wallet.ts'

const message = 'hello'

export const polkadot = kindOf({
  standard: 'injectedWeb3 on Polkadot',
  namespace: 'polkadot',
  networks: [network(0, { id: mainnet, name: 'Polkadot' }), network(0, { id: kusama, name: 'Kusama' })],
  asked: {
    sign: {
      method: 'polkadot_signMessage',
      params: (address) => ({ address, message }),
      isRight: (answer, address) =>
        sr25519Verify(wrapped(message), hexToU8a(fieldOf(answer, 'signature')), decodeAddress(address)),
    },
    transaction: {
      method: 'polkadot_signTransaction',
      params: (address, { id }) => ({ address, transactionPayload: extrinsicOf(address, id) }),
      isRight: (answer, address) =>
        sr25519Verify(
          encodedExtrinsic(extrinsicOf(address, mainnet)),
          hexToU8a(fieldOf(answer, 'signature')).slice(1),
          decodeAddress(address),
        ),
    },
  },
  usual: { ...usualInPage, 'sign a transaction': 'signed' },
  create: createPolkadotWallet,
  quirks,
})
