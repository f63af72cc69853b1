import { network } from '../../../frame-app/test/support/bare-context.ts'
import { kindOf } from '../wallet.ts'
import { evmAsked } from './asked.ts'
import { quirks } from './quirks.ts'
import { createEvmWallet } from './wallet.ts'

export const eip155 = kindOf({
  standard: 'EIP-1193 and EIP-6963',
  namespace: 'eip155',
  networks: [network(1), network(10)],
  asked: evmAsked,
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
