/** All mutants: for the protocol, the page and the modal, and for the cases that reviews added. */
import { accountMutants } from './accounts.ts'
import { approvals } from './approvals.ts'
import { connections } from './connections.ts'
import { custody } from './custody.ts'
import { decoding } from './decoding.ts'
import { farcasterMutants } from './farcaster.ts'
import { accountHistory } from './history.ts'
import { listedTokens } from './listed-tokens.ts'
import { loginChanges } from './logins.ts'
import { modal } from './modal.ts'
import { modalFrame } from './modal-frame.ts'
import type { Mutant } from './mutant.ts'
import { names } from './names.ts'
import { onramp } from './onramp.ts'
import { page } from './page.ts'
import { pageWallets } from './page-wallets.ts'
import { payments } from './payments.ts'
import { pictures } from './pictures.ts'
import { polkadot } from './polkadot.ts'
import { protocol } from './protocol.ts'
import { rotationMutants } from './rotation.ts'
import { securityPages } from './security-pages.ts'
import { service } from './service.ts'
import { sessionMutants } from './sessions.ts'
import { signIns } from './sign-in.ts'
import { sites } from './sites.ts'
import { smartAccountMutants } from './smart-accounts.ts'
import { socialMutants } from './social.ts'
import { swapMutants } from './swap.ts'

export const mutants: readonly Mutant[] = [
  ...protocol,
  ...page,
  ...modal,
  ...sites,
  ...signIns,
  ...pageWallets,
  ...polkadot,
  ...modalFrame,
  ...listedTokens,
  ...connections,
  ...custody,
  ...loginChanges,
  ...approvals,
  ...decoding,
  ...service,
  ...names,
  ...accountHistory,
  ...securityPages,
  ...pictures,
  ...onramp,
  ...payments,
  ...socialMutants,
  ...farcasterMutants,
  ...smartAccountMutants,
  ...accountMutants,
  ...swapMutants,
  ...sessionMutants,
  ...rotationMutants,
]
