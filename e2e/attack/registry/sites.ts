/** Sessions and sign-ins that belong to one site. */
import type { Case } from './case.ts'

const browser = 'attack/cases/sites.attack.ts'
const agreement = 'frame-app/src/modal/connectors/walletconnect/agreement'
const namespaces = 'frame-app/src/modal/connectors/walletconnect/namespaces'
const storage = 'frame-app/src/modal/storage'
const message = 'protocol/src/sign-in/message'

export const sites: readonly Case[] = [
  {
    id: 'C55',
    title: 'a paired wallet’s session is used by another origin of the site, or by another project',
    ends: ['modal'],
    defence: [`${storage}.ts#createStorage`, `${agreement}.ts#pickAgreement`],
    proof: [browser, `${storage}.test.ts`, `${agreement}.test.ts`],
  },
  {
    id: 'C56',
    title: 'an origin where the user has not connected is told the embedded wallet’s address',
    ends: ['wallet'],
    defence: [
      'frame-app/src/wallet/login/session.ts#isConnectedHere',
      'frame-app/src/wallet/login/account.ts#signedIn',
      'frame-app/src/wallet/login/store.ts#ofHost',
    ],
    proof: [browser, 'e2e/accounts/sites.full.test.ts'],
  },
  {
    id: 'C61',
    title: 'the sign-in of one press signs more than the sign-in view would',
    ends: ['modal'],
    defence: [
      `${message}.ts#readSignInParts`,
      'protocol/src/scalars/line.ts#line',
      'protocol/src/contracts/shapes/sign-in.ts#recap',
    ],
    proof: ['protocol/test/sign-in-message.test.ts', 'protocol/test/sign-in.test.ts', 'frame-app/test/sign-in.test.ts'],
  },
  {
    id: 'C66',
    title: 'a sign-in message names another scheme than the page has',
    ends: ['modal', 'wallet'],
    defence: [`${message}.ts#judge`],
    proof: ['protocol/test/sign-in-message.test.ts'],
  },
  {
    id: 'C67',
    title: 'a paired wallet grants methods that no request may use',
    ends: ['modal'],
    defence: [`${namespaces}.ts#methodsOf`],
    proof: [`${namespaces}.test.ts`, 'frame-app/src/modal/connectors/walletconnect/one-click.test.ts'],
  },
  {
    id: 'C97',
    title:
      'a page adds a network of its own, whose node would tell balances, fees and nonces, or asks for permissions without a connection',
    ends: ['modal', 'wallet'],
    defence: [
      'protocol/src/allowlist/added-chain.ts#readAddedChain',
      'frame-app/src/modal/flows/rpc-request.ts#addChain',
      'frame-app/src/wallet/provider/safe.ts#permissions',
    ],
    proof: ['frame-app/test/rpc-request.test.ts', 'frame-app/src/wallet/provider/provider.test.ts'],
  },
]
