/** Transactions and their simulation on the approvals of the embedded wallet. */
import type { Case } from './case.ts'

const wallet = 'frame-app/src/wallet'
const approval = `${wallet}/approval`

export const approvals: readonly Case[] = [
  {
    id: 'C370',
    title: 'a page has a transaction signed for later, or in the place of another one, without a word',
    ends: ['wallet'],
    defence: [`${approval}/eip155/transaction.ts#warnOfNonce`],
    proof: [`${approval}/eip155/nonces.test.ts`],
  },
  {
    id: 'C69',
    title:
      'an unreadable call that moves nothing and gives a right away: allowances, operators, delegates, owners, debts',
    ends: ['wallet'],
    defence: [
      `${approval}/eip155/effects.ts#effectsOf`,
      `${approval}/solana/rights.ts#rightsChanged`,
      `${approval}/solana/rights.ts#coinsLost`,
      `${approval}/warnings.ts#withWarnings`,
    ],
    proof: [
      `${approval}/eip155/effects.test.ts`,
      `${approval}/eip155/simulate.test.ts`,
      `${approval}/solana/rights.test.ts`,
      `${approval}/solana/simulate.test.ts`,
      `${wallet}/requests/transaction/solana.test.ts`,
      `${approval}/warnings.test.ts`,
      `${approval}/view/approval-view.test.ts`,
    ],
  },
  {
    id: 'C70',
    title: 'worthless gains or losses that hide the loss that counts',
    ends: ['wallet'],
    defence: [
      `${approval}/changes.ts#summarise`,
      `${approval}/unnamed-losses.ts#namedFirst`,
      `${approval}/warnings.ts#withWarnings`,
    ],
    proof: [
      `${approval}/eip155/effects.test.ts`,
      `${approval}/unnamed-losses.test.ts`,
      `${approval}/solana/rights.test.ts`,
    ],
  },
  {
    id: 'C72',
    title: 'a node or a token that hides an unlimited allowance, or moves the decimal point of an amount',
    ends: ['wallet'],
    defence: [
      `${wallet}/decode/eip155/call-table.ts#orUnlimited`,
      `${wallet}/decode/eip155/supply.ts#exceedsSupply`,
      `${approval}/eip155/tokens.ts#askTwo`,
    ],
    proof: [
      `${wallet}/decode/eip155/transaction.test.ts`,
      `${wallet}/decode/eip155/typed-data.test.ts`,
      `${approval}/eip155/tokens.test.ts`,
      `${approval}/eip155/lying-node.test.ts`,
    ],
  },
  {
    id: 'C82',
    title: 'a fee that is out of proportion',
    ends: ['wallet'],
    defence: [
      `${approval}/eip155/fees.ts#warnOfFee`,
      `${approval}/solana/fees.ts#warnOfFee`,
      `${approval}/solana/fees.ts#leastFee`,
    ],
    proof: [
      `${approval}/eip155/fees.test.ts`,
      `${approval}/solana/fees.test.ts`,
      `${approval}/eip155/simulate.test.ts`,
      `${wallet}/requests/transaction/solana.test.ts`,
    ],
  },
  {
    id: 'C89',
    title: 'a transaction whose simulation fails, approved like any other',
    ends: ['wallet'],
    defence: [`${approval}/warnings.ts#withWarnings`, 'frame-app/src/shared/chains/eip155/simulation.ts#reasonIn'],
    proof: [
      `${approval}/warnings.test.ts`,
      `${approval}/eip155/simulate.test.ts`,
      `${approval}/view/approval-view.test.ts`,
    ],
  },
  {
    id: 'C90',
    title: 'a contract that tells a simulation from the chain and behaves well in it',
    ends: ['wallet'],
    defence: ['frame-app/src/shared/chains/eip155/simulation.ts#contextOf'],
    proof: [`${approval}/eip155/simulate.test.ts`],
  },
  {
    id: 'C96',
    title:
      'a request that names a small amount and takes more: tokens by an older allowance, the rest of a closed account',
    ends: ['wallet'],
    defence: [
      `${approval}/unnamed-losses.ts#takesUnnamed`,
      `${approval}/warnings.ts#withWarnings`,
      `${wallet}/decode/solana/transaction.ts#explain`,
    ],
    proof: [`${approval}/unnamed-losses.test.ts`, `${wallet}/decode/solana/transaction.test.ts`],
  },
]
