import { network } from '../../../frame-app/test/support/bare-context.ts'
import { kindOf, usualInPage } from '../wallet.ts'
import { evmAsked } from './asked.ts'
import { quirks } from './quirks.ts'
import { createEvmWallet } from './wallet.ts'

export const eip155 = kindOf({
  standard: 'EIP-1193 and EIP-6963',
  namespace: 'eip155',
  networks: [network(1), network(10)],
  asked: evmAsked,
  usual: { ...usualInPage, add: 'on B', send: 'sent', 'moved in the wallet': 'on B', 'network trouble': 'on A' },
  create: createEvmWallet,
  quirks,
})
