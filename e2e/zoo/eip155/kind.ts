import { type Hex, toHex, verifyMessage } from 'viem'
import { network } from '../../../frame-app/test/support/bare-context.ts'
import { kindOf } from '../wallet.ts'
import { quirks } from './quirks.ts'
import { createEvmWallet, transactionId } from './wallet.ts'

const message = 'hello'

export const eip155 = kindOf({
  standard: 'EIP-1193 and EIP-6963',
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
    'reload and unlock': 'on A',
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
    'network trouble': 'on A',
  },
  create: createEvmWallet,
  quirks,
})
