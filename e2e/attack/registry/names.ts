/** Names and identities of the gateway. */
import type { Case } from './case.ts'
import { ens, gatewayStores, postgres, sqlite } from './proofs.ts'

export const names: readonly Case[] = [
  {
    id: 'C115',
    title: 'an attacker registers a name for an address that is not theirs, or another name than the signed one',
    ends: ['service'],
    defence: ['service/src/gateway/names/signed.ts#requireSignature'],
    proof: [sqlite, postgres],
  },
  {
    id: 'C116',
    title: 'a name that looks like one that is registered',
    ends: ['service'],
    defence: ['service/src/gateway/names/skeleton.ts#skeletonOf'],
    proof: [sqlite, postgres],
  },
  {
    id: 'C117',
    title: 'a signed registration is used twice',
    ends: ['service'],
    defence: ['service/src/store/sql/repositories/names.ts#isFirstUse'],
    proof: [gatewayStores, postgres],
  },
  {
    id: 'C118',
    title: 'an off-chain answer that the gateway did not sign, or signed for another contract, chain, question or time',
    ends: ['service'],
    defence: [
      'service/contracts/NameResolver.sol#resolveWithProof',
      'service/src/gateway/names/off-chain.ts#signAnswer',
    ],
    proof: [ens],
  },
  {
    id: 'C119',
    title: 'an address claims an ENS name that resolves to another address',
    ends: ['service'],
    defence: ['service/src/gateway/identity/ens.ts#isAddressEqual'],
    proof: [ens],
  },
  {
    id: 'C120',
    title: 'a contract queried for a signature or a name makes the service fetch an address of its choice',
    ends: ['service'],
    defence: [
      'service/src/gateway/nodes/client.ts#ccipRead',
      'service/src/gateway/identity/off-chain.ts#createOffChain',
    ],
    proof: [sqlite, postgres, ens],
  },
  {
    id: 'C121',
    title: 'one machine registers every good name, with an account for each',
    ends: ['service'],
    defence: ['service/src/gateway/names/allowance.ts#createNameAllowance'],
    proof: [gatewayStores, postgres],
  },
  {
    id: 'C122',
    title: 'an ENS name has another account’s NFT as its picture',
    ends: ['service'],
    defence: ['service/src/gateway/identity/avatar.ts#isOwner'],
    proof: [ens],
  },
  {
    id: 'C372',
    title: 'a name of a contract leads to its address on Ethereum, where nobody can use what is paid',
    ends: ['service'],
    defence: ['service/src/gateway/names/register.ts#register'],
    proof: [sqlite, postgres],
  },
  {
    id: 'C134',
    title:
      'an attacker changes another account’s name, or takes it with a contract at the same address on another network',
    ends: ['service'],
    defence: ['service/src/gateway/names/change.ts#isHeld', 'service/src/store/sql/repositories/names.ts#holdName'],
    proof: [sqlite, gatewayStores, postgres],
  },
  {
    id: 'C135',
    title: 'a signed change of a name is used twice, or a signature for another purpose changes a name',
    ends: ['service'],
    defence: [
      'service/src/store/sql/repositories/names.ts#isFirstUse',
      'protocol/src/gateway/names.ts#AttributesMessage',
    ],
    proof: [sqlite, gatewayStores, postgres],
  },
]
