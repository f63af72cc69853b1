import { type Hex, toHex, verifyMessage } from 'viem'
import { pairingOver } from '../../../frame-app/src/modal/connectors/walletconnect/pairing.ts'
import { network } from '../../../frame-app/test/support/bare-context.ts'
import { kindOf } from '../wallet.ts'
import { createFakeClient } from './client.ts'
import { quirks } from './quirks.ts'
import { createPairedWallet, transactionId } from './wallet.ts'

const message = 'hello'

export const pairing = kindOf({
  standard: 'Pairing with a wallet elsewhere',
  namespace: 'eip155',
  networks: [network(1), network(10)],
  asked: {
    sign: {
      method: 'personal_sign',
      params: (address) => [toHex(message), address],
      isRight: (answer, address) => verifyMessage({ message, address: address as Hex, signature: answer as Hex }), // as: in hex, or not valid
    },
    send: {
      method: 'eth_sendTransaction',
      params: (address) => [{ from: address, to: address, value: '0x1' }],
      isRight: (answer) => answer === transactionId,
    },
  },
  usual: {
    connect: 'on A',
    reload: 'on A',
    'two tabs': 'on A, then disconnected',
    switch: 'on B',
    'switch at once': 'on B',
    add: 'on B',
    sign: 'signed',
    send: 'sent',
    'sign in': 'signed in',
    disconnect: 'disconnected',
    'left in the wallet': 'disconnected',
    'moved in the wallet': 'on B',
    'other account': 'on A, other account',
  },
  create(quirk: Parameters<typeof createPairedWallet>[0]) {
    const peer = createPairedWallet(quirk)
    return {
      ...peer,
      pair(context) {
        const { storage } = context
        const metadata = { name: '', description: '', url: 'https://app.example', icons: [] }
        const options = { relayUrl: '', projectId: '', metadata, storage }
        context.pairing = Promise.resolve(pairingOver(createFakeClient(peer), options))
      },
    }
  },
  quirks,
})
