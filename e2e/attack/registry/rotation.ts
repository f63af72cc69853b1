/** A wallet whose key is replaced, and what moves from the old addresses to the new ones. */
import type { Case } from './case.ts'
import { movedAccounts, movedOnSolana, rotationService } from './proofs.ts'

const wallet = 'frame-app/src/wallet'
const worker = `${wallet}/key-worker`
const rotation = `${wallet}/custody/rotation.test.ts`
const kills = `${wallet}/custody/rotation.full.test.ts`
const silent = `${wallet}/rotation/eip155.test.ts`

export const rotationCases: readonly Case[] = [
  {
    id: 'C362',
    title: 'a node raises the fees between the plan and the move, and burns the old wallet as fees',
    ends: ['wallet'],
    defence: [`${wallet}/rotation/eip155.ts#mostRise`],
    proof: [silent],
  },
  {
    id: 'C316',
    title: 'a tab dies, or another one unlocks the wallet, while its key is replaced: one of the two keys is lost',
    ends: ['wallet', 'key worker', 'service'],
    defence: [
      `${worker}/lineage.ts#makeLineage`,
      `${worker}/candidates.ts#assertStored`,
      `${worker}/vault.ts#settle`,
      'service/src/store/sql/repositories/wallets.ts#activate',
    ],
    proof: [rotation, kills],
  },
  {
    id: 'C317',
    title: 'the service, or a stolen session, offers a device another wallet as the successor of its own',
    ends: ['key worker', 'service'],
    defence: [`${worker}/lineage.ts#isSuccessor`, 'service/src/wallet/domain/replacements.ts#requireReplaced'],
    proof: [rotation, rotationService],
  },
  {
    id: 'C318',
    title: 'an old backup, an old device or an old request brings the replaced key back',
    ends: ['key worker', 'service'],
    defence: [`${worker}/opening.ts#assertPinned`, 'service/src/wallet/domain/wallets.ts#requireWallet'],
    proof: [rotation, rotationService, movedAccounts],
  },
  {
    id: 'C319',
    title: 'the key is replaced with the ticket of an export, with an old login, or after a change of the logins',
    ends: ['key worker', 'service'],
    defence: [`${worker}/calls.ts#rotate`, 'service/src/wallet/domain/replacements.ts#requireFreshLogin'],
    proof: [rotation, rotationService],
  },
  {
    id: 'C320',
    title: 'script in the wallet document diverts what moves to the new addresses, or spends it as fees',
    ends: ['key worker'],
    defence: [`${worker}/signing/sweep.ts#signSweep`, `${wallet}/signing/sweep.ts#SweepRequest`],
    proof: [rotation, movedAccounts],
  },
  {
    id: 'C321',
    title: 'a token refuses to move, lies about it or takes a fee, and counts as moved',
    ends: ['wallet'],
    defence: [`${wallet}/rotation/eip155.ts#createEvmSweeper`, `${wallet}/account-pages/view/RotationView.tsx#mayHold`],
    proof: [movedAccounts],
  },
  {
    id: 'C332',
    title:
      'a node leaves a question unanswered: what it keeps silent about counts as moved, or as missing, before the old key is erased',
    ends: ['wallet'],
    defence: [`${wallet}/rotation/holdings.ts#orNothing`, `${wallet}/account-pages/rotation.ts#isUnread`],
    proof: [silent, `${wallet}/account-pages/rotation.test.ts`],
  },
  {
    id: 'C335',
    title: 'a token that somebody has sent spends the coin of the old address as the fee of its transfer',
    ends: ['wallet'],
    defence: [`${wallet}/rotation/holdings.ts#isDear`],
    proof: [silent],
  },
  {
    id: 'C322',
    title: 'a covered or lured press, or a message, replaces the key or ends the old account',
    ends: ['wallet'],
    defence: [
      `${wallet}/account-pages/view/Question.tsx#Door`,
      `${wallet}/account-pages/view/RotationView.tsx#Ending`,
      `${wallet}/window/use-armed.ts#useArmed`,
    ],
    proof: ['specs/rotation.spec.ts'],
  },
  {
    id: 'C330',
    title:
      'script in the wallet document names the recipient, the owner or the program of a token that moves on Solana',
    ends: ['key worker'],
    defence: [`${wallet}/signing/sweep.ts#SweepRequest`, `${worker}/signing/sweep-solana.ts#messageOf`],
    proof: [rotation],
  },
  {
    id: 'C331',
    title: 'a node lies about a token account, its mint, amount or decimals, so that a token leaves for elsewhere',
    ends: ['wallet', 'key worker'],
    defence: [`${worker}/signing/sweep-solana.ts#tokenMessage`, `${wallet}/rotation/solana.ts#moveToken`],
    proof: [rotation, movedOnSolana],
  },
]
